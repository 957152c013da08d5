// Shows the offline page when a page can't be reached, and the coach's register itself: that is kept with its
// scripts, so that it opens in a hall without a network. The network always comes first, so that nobody stays
// in an old version.
const KEEP = "offline-1"
const OFFLINE = "/offline"
const HALL_KEEP = "hall-1"
const HALL = "/hall"
/** A phone that is connected to a network that doesn't answer gets the kept page after this, in ms. */
const HALL_WITHIN = 4_000
/** The database of the register on this device, with its rosters and what waits to be sent. */
const REGISTER = "kaksha-register"
const ROSTERS = "days"
const QUEUE = "queue"
/** One sender at a time, as in the page. */
const SENDING = "kaksha-register-sync"
/** The browser wakes this worker by this tag once there is a network, also when no page is open. */
const SEND_MARKS = "send-marks"
/** Fewer of each kind than one request may hold. The page sends the rest. */
const MOST_AT_ONCE = 20

/** The page that was shown last came from here, and so do its scripts. */
let showsKept = false
/** How often the register's page was forgotten: what was being kept meanwhile belongs to a session that has ended. */
let forgotten = 0

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
  const begun = forgotten
  const page = await fetch(HALL, { headers: { accept: "text/html" } })
  if (!page.ok || page.redirected) return forgetHall()
  const parts = [...new Set([...partsOf(await page.clone().text()), ...loaded])]
  const cache = await caches.open(HALL_KEEP)
  // Their names change with their content.
  await Promise.all(
    parts.map(async (part) => (await cache.match(part)) ?? cache.add(part).catch(() => undefined)),
  )
  await cache.put(HALL, page)
  if (begun !== forgotten) return caches.delete(HALL_KEEP)
  const known = new Set([HALL, ...parts])
  for (const request of await cache.keys())
    if (!known.has(new URL(request.url).pathname)) await cache.delete(request)
}

const answerOf = (request) =>
  new Promise((done, fail) => {
    request.onsuccess = () => done(request.result)
    request.onerror = () => fail(request.error)
  })

// The page opens the register first, and makes it.
async function openRegister() {
  const opening = indexedDB.open(REGISTER)
  opening.onupgradeneeded = () => opening.transaction.abort()
  return answerOf(opening).catch(() => null)
}

// What the server takes moves from the queue into the day that is kept, at once, so that no mark is out of sight. What it refuses stays for the page, which says why. Without an answer the
// browser tries again later.
async function sendMarks() {
  const register = await openRegister()
  if (!register) return
  const device = await answerOf(register.transaction("device").objectStore("device").get("this"))
  const waiting = await answerOf(register.transaction(QUEUE).objectStore(QUEUE).getAll())
  const open = waiting.filter(({ refusal }) => refusal === null)
  for (const coach_id of new Set(open.map((one) => one.coach_id))) {
    const own = open.filter((one) => one.coach_id === coach_id)
    const answer = await fetch("/api/v1/my/coach-messages", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ coach_id, device_id: device.device_id, ...toMessages(own) }),
    })
    // Somebody else is signed in now, or nobody.
    if (!answer.ok) continue
    const { answers } = await answer.json()
    const ids = new Set(answers.filter(({ refusal }) => refusal === null).map(({ id }) => id))
    await moveTaken(
      register,
      coach_id,
      own.filter(({ id }) => ids.has(id)),
    )
  }
  register.close()
}

async function moveTaken(register, coach_id, taken) {
  const moving = register.transaction([QUEUE, ROSTERS], "readwrite")
  const moved = new Promise((done, fail) => {
    moving.oncomplete = done
    moving.onabort = () => fail(moving.error)
  })
  const rosters = moving.objectStore(ROSTERS)
  const opening = rosters.get(coach_id)
  opening.onsuccess = () => {
    const day = opening.result
    if (day) rosters.put(withTaken(day, taken), coach_id)
    for (const { id } of taken) moving.objectStore(QUEUE).delete(id)
  }
  await moved
}

// As the page does it: what was said last counts.
function withTaken(day, taken) {
  const madeAt = ({ device_time, clock_offset_ms }) => device_time + clock_offset_ms
  for (const said of [...taken].sort((a, b) => madeAt(a) - madeAt(b))) {
    const of = day.classes.find(({ class_id }) => class_id === said.class_id)
    if (!of) continue
    if (said.kind === "mark") {
      const student = of.students.find(({ student_id }) => student_id === said.student_id)
      if (student) Object.assign(student, { state: said.state, note: said.note ?? null })
    } else if (said.kind === "list") {
      of.head_count = said.head_count ?? of.head_count
      of.note = said.note ?? of.note
      of.complete ||= said.complete
    } else if (!of.children.some(({ id }) => id === said.id)) {
      of.children.push({ id: said.id, name: said.name })
    }
  }
  return day
}

function toMessages(own) {
  const of = (kind, body) =>
    own
      .filter((one) => one.kind === kind)
      .slice(0, MOST_AT_ONCE)
      .map((one) => {
        const { id, class_id, clock_offset_ms } = one
        return { id, class_id, clock_offset_ms, device_time: new Date(one.device_time), ...body(one) }
      })
  return {
    marks: of("mark", ({ student_id, state, card, note }) => ({ student_id, state, card, note })),
    lists: of("list", ({ head_count, complete, note }) => ({ head_count, complete, note })),
    children: of("child", ({ name }) => ({ name })),
  }
}

// Rosters belong to the session and go with it. Marks that wait to be sent stay.
async function forgetHall() {
  forgotten += 1
  await caches.delete(HALL_KEEP)
  const register = await openRegister()
  if (!register) return
  await answerOf(register.transaction(ROSTERS, "readwrite").objectStore(ROSTERS).clear())
  register.close()
}

// Once more afterwards, because a page that was fetched meanwhile is still this session's.
async function signOut(request) {
  await forgetHall()
  try {
    return await fetch(request)
  } finally {
    await forgetHall()
  }
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

self.addEventListener("sync", (event) => {
  if (event.tag === SEND_MARKS) event.waitUntil(navigator.locks.request(SENDING, sendMarks))
})

self.addEventListener("fetch", (event) => {
  const { request } = event
  const { pathname } = new URL(request.url)
  if (request.method === "POST" && /^\/logout(\.data)?$/.test(pathname)) {
    event.respondWith(signOut(request))
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
    // During an upgrade the proxy has no product to ask.
    if (page.status >= 500) throw page
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
