import worker from "./push-worker.js?raw"

/** Returns the worker that shows push messages. Browsers ask for it again at least once a day. */
export function loader() {
  return new Response(worker, {
    headers: { "content-type": "text/javascript; charset=utf-8", "cache-control": "no-cache" },
  })
}
