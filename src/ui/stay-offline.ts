/**
 * Keeps whoever follows a link or sends a form without a connection, and tells them: the browser would show a page of
 * its own, and what was typed would be gone. What scripts serve in place is theirs. The result ends it.
 */
export function stayOffline(tell: () => void): () => void {
  const end = new AbortController()
  const stay = (event: Event) => {
    event.preventDefault()
    tell()
  }
  // Before the router, which sees that the click is taken.
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

/** Whether a click loads another page of this site in the place of this one. */
function leavesPage({ target, button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null
  if (!link || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return false
  if (link.origin !== location.origin || link.hasAttribute("download")) return false
  if (link.target && link.target !== "_self") return false
  const isHere = link.hash !== "" && link.pathname === location.pathname && link.search === location.search
  return !isHere
}
