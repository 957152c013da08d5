import { followKeys } from "./follow-keys.ts"
import { followSession } from "./follow-session.ts"
import { applyTheme, isTheme } from "./theme.ts"

/*
 * The one small script of pages that are sent without React: it changes the theme in place, and
 * loads the page again when somebody signs in or out in another tab, and brings the palette when its key is pressed.
 * Menus and dialogs there are the browser's own.
 */
document.addEventListener("submit", (event) => {
  if (!(event.target as HTMLElement).matches("form[data-theme-form]")) return
  const value = (event.submitter as HTMLButtonElement | null)?.value
  if (!isTheme(value)) return
  event.preventDefault()
  applyTheme(value)
})

followSession()
followKeys()
