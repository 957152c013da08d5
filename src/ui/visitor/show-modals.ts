import { showModal } from "../components/show-modal.ts"

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
      const back = dialog.closest<HTMLElement>("[data-closed-at]")?.dataset.closedAt
      dialog.remove()
      if (back) history.replaceState(null, "", back)
    })
  }
}
