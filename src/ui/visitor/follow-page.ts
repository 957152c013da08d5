import { followTopics } from "../live/live-stream.ts"
import { REFRESH, TAKEN_IN } from "./in-place-events.ts"
import { isInUse } from "./in-use.ts"

/* The script of a page that stays fresh by what others change, beside the one that answers in place. Its markup names
   what it follows: `data-follows` has the topics, `data-turns-in-ms` says when it is to be shown otherwise although
   nothing changed, and loads are spread over `data-spread-ms`. */

/** At most one load in this time, in milliseconds, however many changes arrive. */
const QUIET_MS = 2_000

/** Longer waits end early in browsers. */
const LONGEST_MS = 2 ** 31 - 1

let leave = () => {}
let following = ""
let changed: ReturnType<typeof setTimeout> | undefined
let turned: ReturnType<typeof setTimeout>
/** Something changed while nobody saw the page. */
let missed = false

function followMarked(): void {
  const mark = document.querySelector<HTMLElement>("[data-follows]")
  const topics = mark?.dataset.follows ?? ""
  clearTimeout(turned)
  if (mark?.dataset.turnsInMs)
    turned = setTimeout(refreshSoon, Math.min(Number(mark.dataset.turnsInMs), LONGEST_MS))
  if (topics === following) return
  following = topics
  const before = leave
  leave = topics ? followTopics(topics.split(","), refreshSoon) : () => {}
  before()
}

document.addEventListener(TAKEN_IN, followMarked)
document.addEventListener("visibilitychange", () => {
  if (missed && !document.hidden) refreshSoon()
})

function refreshSoon(): void {
  const spread = Number(document.querySelector<HTMLElement>("[data-spread-ms]")?.dataset.spreadMs ?? 0)
  if (changed === undefined) changed = setTimeout(refresh, QUIET_MS + Math.random() * spread)
}

function refresh(): void {
  changed = undefined
  missed = document.hidden
  if (missed) return
  if (isInUse() || !document.dispatchEvent(new Event(REFRESH, { cancelable: true }))) refreshSoon()
}

followMarked()
