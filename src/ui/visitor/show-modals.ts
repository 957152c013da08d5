import { showModal } from "../components/show-modal.ts"
import { focusHeading } from "./focus-heading.ts"

/** Shows dialogs that the server sent open as modal ones. Closed, they are gone from the page and the address. */
export function showModals(): void {
  for (const dialog of document.querySelectorAll<HTMLDialogElement>("dialog[open]:not(:modal)")) {
    dialog.removeAttribute("open")
    showModal(dialog)
    let pressedOutside = false
    dialog.addEventListener("pointerdown", ({ target }) => {
      pressedOutside = target === dialog
    })
    dialog.addEventListener("click", ({ target }) => {
      if (pressedOutside && target === dialog) dialog.close()
    })
    dialog.addEventListener("close", () => {
      const { closedAt, focusAfter } = placeOf(dialog)
      dialog.remove()
      if (closedAt) history.replaceState(null, "", closedAt)
      // What was pressed to get here may be gone.
      const place = focusAfter ? document.getElementById(focusAfter) : null
      const then = place?.querySelector("a") ?? place
      then?.focus({ preventScroll: true })
      focusHeading()
    })
  }
}

const placeOf = (dialog: Element): DOMStringMap =>
  dialog.closest<HTMLElement>("[data-closed-at]")?.dataset ?? {}

/** Returns the open dialog that a link stands in if it leads to the page as it is without the dialog. */
export function closedBy(link: HTMLAnchorElement): HTMLDialogElement | null {
  const dialog = link.closest("dialog")
  const { closedAt } = dialog ? placeOf(dialog) : {}
  return closedAt && new URL(closedAt, location.href).href === link.href ? dialog : null
}
