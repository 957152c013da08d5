import { followAsking } from "./ask-again.ts"
import { focusHeading } from "./focus-heading.ts"
import { followHistory, followRefreshes, isLoading, loadInPlace } from "./load-in-place.ts"
import { passNotices } from "./pass-notices.ts"
import { closedBy, showModals } from "./show-modals.ts"
import { followTyping } from "./typed-forms.ts"

/* The script of pages that answer in place without React: for visitors the list of classes and the ways to sign in, for
   members the pages of programs and of the shop, and for everybody the catalogue and what they are about to pay for.
   Links to other views of the page, its forms and its filters load the page anew from the server and take in what
   differs. */

/** How long to wait after typing before a search is made, in milliseconds. */
const TYPING_MS = 300

document.addEventListener("click", (event) => {
  const { target, button, metaKey, ctrlKey, shiftKey, altKey } = event
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("main a[href]") : null
  if (!link || event.defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return
  const address = link.dataset.opens ?? viewOf(link)
  if (!address) return
  event.preventDefault()
  const dialog = closedBy(link)
  if (dialog) return dialog.close()
  void loadInPlace({ address, history: link.dataset.replace === undefined ? "push" : "replace" })
})

/** Returns the address of another view of this page; null for other pages, and for places on this one. */
function viewOf({ target, origin, pathname, search, hash, href }: HTMLAnchorElement): string | null {
  if (target || origin !== location.origin || pathname !== location.pathname) return null
  return hash && search === location.search ? null : href
}

document.addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement
  if (!form.closest("main") || (leadsElsewhere(form) && form.dataset.stays === undefined)) return
  if (form.method === "get") {
    event.preventDefault()
    applyFilters(form)
  }
  if (form.method !== "post") return
  event.preventDefault()
  void send(form, event.submitter as HTMLButtonElement | null)
})

const leadsElsewhere = (form: HTMLFormElement) => new URL(form.action).pathname !== location.pathname

async function send(form: HTMLFormElement, pressed: HTMLButtonElement | null): Promise<void> {
  if (form.dataset.sending !== undefined) return
  const body = new URLSearchParams(new FormData(form, pressed) as unknown as Record<string, string>)
  const label = pressed?.innerHTML ?? ""
  form.dataset.sending = ""
  pressed?.setAttribute("aria-disabled", "true")
  if (pressed?.dataset.busyLabel) pressed.textContent = pressed.dataset.busyLabel
  const then = leadsElsewhere(form) ? location.href : undefined
  const became = await loadInPlace({ address: form.action, body, then })
  if (became === "shown") focusOnAnswer()
  if (became !== "failed") return
  delete form.dataset.sending
  pressed?.removeAttribute("aria-disabled")
  if (pressed?.dataset.busyLabel) pressed.innerHTML = label
}

/** Moves the focus to what was refused, to the next thing to type, or to the heading once the pressed button is gone. */
function focusOnAnswer(): void {
  const wanted = ["[aria-invalid=true]", "[role=alert][tabindex]", "[autofocus]"]
  const found = wanted.map((where) => document.querySelector<HTMLElement>(`main ${where}`))
  found.find(Boolean)?.focus()
  focusHeading()
}

let typing: ReturnType<typeof setTimeout>

document.addEventListener("input", ({ target }) => {
  const form = target instanceof HTMLInputElement && target.type === "search" ? target.form : null
  clearTimeout(typing)
  if (form?.method === "get") typing = setTimeout(() => applyFilters(form), TYPING_MS)
})

document.addEventListener("change", ({ target }) => {
  if (target instanceof HTMLSelectElement && target.form?.method === "get") applyFilters(target.form)
})

/** Shows what a form of filters asks for. The first choice of a selector, and an empty search, ask for nothing. */
function applyFilters(form: HTMLFormElement): void {
  clearTimeout(typing)
  const asked = new URLSearchParams()
  for (const name of (form.dataset.order ?? "").split(" ")) {
    const control = form.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement | null
    const value = control?.value.trim()
    if (value && !(control instanceof HTMLSelectElement && control.selectedIndex === 0))
      asked.set(name, value)
  }
  const address = `${new URL(form.action).pathname}${asked.size > 0 ? `?${asked}` : ""}`
  if (address === location.pathname + location.search && !isLoading()) return
  // A search is one entry of the history, however many letters were typed.
  const before = new URLSearchParams(location.search).get("search")
  const isRefined = before !== null && before !== asked.get("search")
  void loadInPlace({ address, history: isRefined ? "replace" : "push" })
}

// Keeps a page for when there is no connection.
if (import.meta.env.PROD) void navigator.serviceWorker?.register("/sw.js").catch(() => {})
followTyping()
followAsking()
followHistory()
showModals()
passNotices()
followRefreshes()
if (!location.hash) document.querySelector("[data-chosen]")?.scrollIntoView({ block: "center" })
