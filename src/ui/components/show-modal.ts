const FIRST_IN_FOCUSED_BODY =
  "[data-dialog-body]:focus :is(input:not([type=hidden]), select, textarea, button, a[href]), " +
  "[data-dialog-body]:has(nav:focus-within) :is(input:not([type=hidden]), select, textarea)"

/** Opens a dialog, with the focus on its first field: a body long enough to scroll takes it itself, or tabs do. */
export function showModal(dialog: HTMLDialogElement): void {
  dialog.showModal()
  dialog.querySelector<HTMLElement>(FIRST_IN_FOCUSED_BODY)?.focus()
}
