// Shows the offline page when a page can't be reached, and the coach's register itself: that is kept with its
// scripts, so that it opens in a hall without a network. The network always comes first, so that nobody stays
// in an old version.
const KEEP = "offline-1"
const OFFLINE = "/offline"
const HALL_KEEP = "hall-1"
const HALL = "/hall"
/** A phone that is connected to a network that doesn't answer gets the kept page after this, in ms. */
const HALL_WITHIN = 4_000
/** The database of the register on this device, and its store of rosters. */
const REGISTER = "kaksha-register"
const ROSTERS = "days"

/** The page that was shown last came from here, and so do its scripts. */
let showsKept = false

const partsOf = (html) => [
  ...new Set([...html.matchAll(/["'(](\/(?:assets|images)\/[^"'()\s\\]+)/g)].map(([, path]) => path)),
]

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

// `loaded` are the parts that the page has loaded, some of which its document doesn't name.
async function keepHall(loaded) {
  const page = await fetch(HALL, { headers: { accept: "text/html" } })
  if (!page.ok || page.redirected) return forgetHall()
  const parts = [...new Set([...partsOf(await page.clone().text()), ...loaded])]
  const cache = await caches.open(HALL_KEEP)
  // Their names change with their content.
  await Promise.all(
    parts.map(async (part) => (await cache.match(part)) ?? cache.add(part).catch(() => undefined)),
  )
  await cache.put(HALL, page)
  const known = new Set([HALL, ...parts])
  for (const request of await cache.keys())
    if (!known.has(new URL(request.url).pathname)) await cache.delete(request)
}

// Rosters belong to the session and go with it. Marks that wait to be sent stay.
async function forgetHall() {
  await caches.delete(HALL_KEEP)
  await new Promise((done) => {
    const opening = indexedDB.open(REGISTER)
    // There is none yet, and its first version is made by the page.
    opening.onupgradeneeded = () => opening.transaction.abort()
    opening.onerror = done
    opening.onsuccess = () => {
      const database = opening.result
      const clearing = database.transaction(ROSTERS, "readwrite")
      clearing.objectStore(ROSTERS).clear()
      clearing.oncomplete = clearing.onabort = done
      database.close()
    }
  })
}

self.addEventListener("install", (event) => {
  self.skipWaiting()
  event.waitUntil(keepOfflinePage())
})

self.addEventListener("activate", (event) => {
  event.waitUntil(self.registration.navigationPreload?.enable())
})

self.addEventListener("message", (event) => {
  if (Array.isArray(event.data?.keepHall)) event.waitUntil(keepHall(event.data.keepHall))
})

self.addEventListener("fetch", (event) => {
  const { request } = event
  const { pathname } = new URL(request.url)
  if (request.method === "POST" && /^\/logout(\.data)?$/.test(pathname)) {
    event.waitUntil(forgetHall())
  } else if (request.mode === "navigate" && request.method === "GET") {
    const answer = pathname === HALL ? reachHall(event) : reach(event)
    event.respondWith(answer.catch(() => caches.match(OFFLINE)))
  } else if (showsKept || !navigator.onLine) {
    // Code readers and other parts that scripts fetch have no destination.
    if (pathname.startsWith("/assets/") || ["style", "image", "script", "font"].includes(request.destination))
      event.respondWith(fetchOrKept(request))
  }
})

async function reach(event) {
  showsKept = false
  return (await event.preloadResponse) ?? fetch(event.request)
}

async function reachHall(event) {
  const reached = reach(event)
  const kept = await caches.match(HALL)
  if (!kept) return reached
  const late = new Promise((_, fail) => setTimeout(fail, HALL_WITHIN))
  try {
    const page = await Promise.race([reached, late])
    // Signed out, or no coach any more.
    if (page.type === "opaqueredirect" || page.redirected) event.waitUntil(forgetHall())
    return page
  } catch {
    showsKept = true
    return kept
  }
}

// A kept part is what it was, because its name changes with its content.
async function fetchOrKept(request) {
  const kept = await caches.match(request)
  if (kept) return kept
  return fetch(request).catch(() => Response.error())
}
