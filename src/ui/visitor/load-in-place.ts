import { AS_DOCUMENT_HEADER, IN_PLACE_HEADER, LEADS_TO_HEADER } from "../in-place-headers.ts"
import { REFRESH, TAKEN_IN } from "./in-place-events.ts"
import { passNotices } from "./pass-notices.ts"
import { showModals } from "./show-modals.ts"
import { takeIn } from "./take-in.ts"
import { refreshForms } from "./typed-forms.ts"

type Load = {
  address: string
  /** The form to send; without it the address is asked for. */
  body?: URLSearchParams
  /** What becomes of the present address; without it, it stays. */
  history?: "push" | "replace"
  /** The view to show once it is answered, where the answer is another page. */
  then?: string | undefined
  /** Nobody asked for it, so nobody hears of it where it fails. */
  quiet?: boolean
}

let underWay: AbortController | null = null
/** The address whose page is shown, without its hash. */
let shown = withoutHash(location.href)

function withoutHash(address: string): string {
  const url = new URL(address, location.href)
  url.hash = ""
  return url.href
}

/**
 * Loads the page of an address into this one, or the answer to a form. A later load ends an earlier one. Returns what
 * became of it: where it leads, the browser is on its way to another page.
 */
export async function loadInPlace({
  address,
  body,
  history,
  then,
  quiet = false,
}: Load): Promise<"shown" | "left" | "failed"> {
  underWay?.abort()
  const mine = new AbortController()
  underWay = mine
  setBusy(!quiet)
  const to = withoutHash(address)
  try {
    const answer = await fetch(to, {
      ...(body && { method: "POST", body }),
      headers: { accept: "text/html", [IN_PLACE_HEADER]: "1" },
      signal: mine.signal,
    })
    const leadsTo = answer.headers.get(LEADS_TO_HEADER)
    if (leadsTo !== null) {
      const stays = isHere(leadsTo) && !answer.headers.has(AS_DOCUMENT_HEADER)
      return stays ? await loadInPlace({ address: leadsTo, history: "push" }) : leaveFor(leadsTo)
    }
    if (answer.status >= 500) throw new Error(`${to} answered ${answer.status}`)
    if (then) return await loadInPlace({ address: then })
    const page = new DOMParser().parseFromString(await answer.text(), "text/html")
    // Somebody signed in or out meanwhile, and the page is no longer the same person's.
    if (page.documentElement.dataset.viewer !== document.documentElement.dataset.viewer) return leaveFor(to)
    if (history) window.history[`${history}State`](null, "", to)
    shown = withoutHash(location.href)
    document.title = page.title
    takeIn(document.body, page.body)
    showModals()
    refreshForms()
    passNotices()
    if (history) goTo(new URL(address, location.href).hash)
    document.dispatchEvent(new Event(TAKEN_IN))
    return "shown"
  } catch {
    if (!mine.signal.aborted && !quiet) document.getElementById("unreached")?.removeAttribute("hidden")
    return "failed"
  } finally {
    if (underWay === mine) {
      underWay = null
      setBusy(false)
    }
  }
}

/** Whether an address is another view of this page. */
function isHere(address: string): boolean {
  const { origin, pathname } = new URL(address, location.href)
  return origin === location.origin && pathname === location.pathname
}

/** Shows the place that an address names, with the focus on the first thing in it. */
function goTo(hash: string): void {
  const place = hash && document.getElementById(hash.slice(1))
  if (!place) return
  place.scrollIntoView()
  place.querySelector<HTMLElement>("a, button")?.focus({ preventScroll: true })
}

function leaveFor(address: string): "left" {
  location.assign(address)
  return "left"
}

export function isLoading(): boolean {
  return underWay !== null
}

function setBusy(isBusy: boolean): void {
  document.querySelector("main [aria-busy]")?.setAttribute("aria-busy", String(isBusy))
}

/** Loads this view anew when another script of the page asks for it. */
export function followRefreshes(): void {
  document.addEventListener(REFRESH, (event) => {
    if (isLoading()) event.preventDefault()
    else void loadInPlace({ address: location.href, quiet: true })
  })
}

/** Follows the back button, which changes the address alone. */
export function followHistory(): void {
  addEventListener("popstate", () => {
    if (withoutHash(location.href) !== shown) void loadInPlace({ address: location.href })
  })
  // Kept by the browser as it was left: with a form that was just sent.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) void loadInPlace({ address: location.href })
  })
}
