import worker from "./service-worker.js?raw"

/**
 * Returns the service worker, at the root so that its scope is the whole site. It differs with each build, so that
 * browsers install it anew and keep the offline page of that build.
 */
export function loader() {
  return new Response(`${worker}// ${import.meta.env.KAKSHA_BUILD}\n`, {
    headers: { "content-type": "text/javascript; charset=utf-8", "cache-control": "no-cache" },
  })
}
