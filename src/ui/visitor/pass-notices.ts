/** How long an error is read at most, as in a toast, in milliseconds. Others pass by their style. */
const READING_MS = 12_000

const passing = new WeakSet<Element>()

/** Lets messages go after a while, unless the pointer is on one: they would cover the end of a phone's page for ever. */
export function passNotices(): void {
  for (const notice of document.querySelectorAll("[data-fresh]")) {
    if (notice.closest("#unreached") || passing.has(notice)) continue
    passing.add(notice)
    const timer = setInterval(() => {
      if (notice.matches(":hover")) return
      clearInterval(timer)
      notice.remove()
    }, READING_MS)
  }
}
