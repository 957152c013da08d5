import worker from "./service-worker.js?raw"

/** Returns the service worker, at the root so that its scope is the whole site. */
export function loader() {
  return new Response(worker, {
    headers: { "content-type": "text/javascript; charset=utf-8", "cache-control": "no-cache" },
  })
}
