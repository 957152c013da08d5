/** Gives the page's heading the focus where nothing has it, as when what was pressed is gone. */
export function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>("main h1")
  if (!heading || document.activeElement !== document.body) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
