import { OWN_CHANGES } from "#shared/changes.ts"
import { followTopics } from "../live/live-stream.ts"
import { TAKEN_IN } from "./in-place-events.ts"
import { isInUse } from "./in-use.ts"
import { takeIn } from "./take-in.ts"

/* The script of a screen of one's own that is sent without React: it loads the screen anew when something of the
   viewer's changed, and when they come back to it. */

/** As many milliseconds after a change or after coming back: several changes often follow each other. */
const SETTLE_MS = 300
/** A screen that was hidden for less is still true. */
const FRESH_MS = 10_000

let timer: ReturnType<typeof setTimeout>
let hiddenAt = 0
let missed = false
/** How many views were taken in. */
let views = 0

function refreshSoon(): void {
  clearTimeout(timer)
  timer = setTimeout(refresh, SETTLE_MS)
}

/** Buttons that depend on what is asked for say so meanwhile. */
async function refresh(): Promise<void> {
  missed = isInUse()
  if (missed) return
  const { dataset } = document.documentElement
  dataset.asking = ""
  try {
    await takeInAnew()
  } finally {
    delete dataset.asking
  }
}

async function takeInAnew(): Promise<void> {
  const before = views
  const answer = await fetch(location.href, { headers: { accept: "text/html" } }).catch(() => null)
  if (!answer?.ok) return
  // Signed out, or another person by now.
  if (answer.redirected) return location.assign(answer.url)
  const page = new DOMParser().parseFromString(await answer.text(), "text/html")
  // Begun while the answer was on its way.
  missed = isInUse()
  if (missed) return
  // What was chosen and answered meanwhile would go back to what it was.
  if (views !== before) return refreshSoon()
  if (page.documentElement.dataset.viewer !== document.documentElement.dataset.viewer) return
  takeIn(document.body, page.body)
  document.dispatchEvent(new Event(TAKEN_IN))
}

// Told to the dialog alone, so it is caught on its way there.
document.addEventListener("close", () => missed && refreshSoon(), true)
document.addEventListener(TAKEN_IN, () => {
  views += 1
})
document.addEventListener("visibilitychange", () => {
  if (document.hidden) hiddenAt = Date.now()
  else if (Date.now() - hiddenAt > FRESH_MS) refreshSoon()
})
addEventListener("pageshow", ({ persisted }) => persisted && refreshSoon())
followTopics(OWN_CHANGES, refreshSoon)
if (import.meta.env.PROD) void navigator.serviceWorker?.register("/sw.js").catch(() => {})
