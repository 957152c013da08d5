/**
 * Blocks links and forms without a connection, and tells the person: the browser would show a page of its
 * own, and what was typed would be gone. What scripts handle in place is left to them. The result ends it.
 */
export function stayOffline(tell: () => void): () => void {
  const end = new AbortController()
  const stay = (event: Event) => {
    event.preventDefault()
    tell()
  }
  // Before the router, which sees that the click is handled.
  const click = (event: MouseEvent) => {
    if (!navigator.onLine && leavesPage(event)) stay(event)
  }
  // After everybody who serves a form.
  const submit = (event: SubmitEvent) => {
    const isDialogs = (event.target as HTMLFormElement).getAttribute("method") === "dialog"
    if (!navigator.onLine && !event.defaultPrevented && !isDialogs) stay(event)
  }
  window.addEventListener("click", click, { capture: true, signal: end.signal })
  window.addEventListener("submit", submit, end)
  return () => end.abort()
}

/** Whether a click would replace this page by another one of this site. */
function leavesPage({ target, button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null
  if (!link || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return false
  if (link.origin !== location.origin || link.hasAttribute("download")) return false
  if (link.target && link.target !== "_self") return false
  const isHere = link.hash !== "" && link.pathname === location.pathname && link.search === location.search
  return !isHere
}
