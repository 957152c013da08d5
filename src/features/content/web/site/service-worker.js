// Shows the offline page when a page can't be reached. Nothing else is kept or answered from here.
const KEEP = "offline-1"
const OFFLINE = "/offline"

async function keepOfflinePage() {
  const cache = await caches.open(KEEP)
  const page = await fetch(OFFLINE, { credentials: "omit", cache: "reload" })
  const html = await page.clone().text()
  const parts = [...html.matchAll(/(?:href|src)="(\/(?:assets\/[^"]+\.css|images\/[^"]+))"/g)].map(
    ([, path]) => path,
  )
  await cache.addAll([...new Set(parts)])
  await cache.put(OFFLINE, page)
}

self.addEventListener("install", (event) => {
  self.skipWaiting()
  event.waitUntil(keepOfflinePage())
})

self.addEventListener("activate", (event) => {
  event.waitUntil(self.registration.navigationPreload?.enable())
})

self.addEventListener("fetch", (event) => {
  const { request } = event
  if (request.mode === "navigate" && request.method === "GET") {
    event.respondWith(reach(event).catch(() => caches.match(OFFLINE)))
  } else if (request.destination === "style" || request.destination === "image") {
    if (!navigator.onLine) event.respondWith(fetch(request).catch(() => kept(request)))
  }
})

async function reach(event) {
  return (await event.preloadResponse) ?? fetch(event.request)
}

async function kept(request) {
  return (await caches.match(request)) ?? Response.error()
}
