import { explainRefused } from "./forms/explain-refused.ts"
import { followKeys } from "./live/follow-keys.ts"
import { followSession } from "./live/follow-session.ts"
import { showOwnTimes } from "./live/own-times.ts"
import { stayOffline } from "./live/stay-offline.ts"
import { applyTheme, isTheme } from "./theme.ts"
import { TAKEN_IN } from "./visitor/in-place-events.ts"

/* The one small script of pages that are sent without React: it changes the theme in place, reloads the
   page when another tab signs in or out, opens the palette when its key is pressed, copies a page's address,
   explains what the browser refuses to send, and keeps what was typed where there is no connection. Menus and
   dialogs there are the browser's own. */
document.addEventListener("submit", (event) => {
  if (!(event.target as HTMLElement).matches("form[data-theme-form]")) return
  const value = (event.submitter as HTMLButtonElement | null)?.value
  if (!isTheme(value)) return
  event.preventDefault()
  applyTheme(value)
})

/** The server sends it disabled, because copying needs this script. */
function enableCopying(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-copy]")) {
    button.disabled = false
  }
}

document.addEventListener("click", async ({ target }) => {
  const button = target instanceof Element ? target.closest<HTMLButtonElement>("button[data-copy]") : null
  if (!button) return
  const { copy = "", copied = "", notCopied = "" } = button.dataset
  button.textContent = await navigator.clipboard.writeText(copy).then(
    () => copied,
    () => notCopied,
  )
})

explainRefused()
followSession()
followKeys()
for (const complete of [showOwnTimes, enableCopying]) {
  complete()
  document.addEventListener(TAKEN_IN, complete)
}

function showUnreached(isShown: boolean): void {
  const note = document.getElementById("unreached")
  if (note) note.hidden = !isShown
}

stayOffline(() => showUnreached(true))
window.addEventListener("online", () => showUnreached(false))
document.documentElement.dataset.ready = "true"
