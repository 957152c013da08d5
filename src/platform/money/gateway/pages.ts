import type { IncomingMessage, ServerResponse } from "node:http"
import { type Books, known, type Payment, Problem, type Switches } from "./books.ts"
import { type Words, wordsOf } from "./words.ts"

const PAYING = ["pay", "fail", "pay-quietly", "authorize", "pay-late", "pay-twice"] as const

/** What somebody does on a page of the gateway. */
export type Act =
  | { do: (typeof PAYING)[number]; order: string }
  | { do: "refund"; refund: string; ends: "processed" | "failed" }
  | { do: "switch"; name: keyof Switches }

type Parts = {
  books: Books
  act(act: Act): Payment | null
  returnOf(payment: Payment): { order_id: string; payment_id: string; signature: string }
}

/** Whether a request is for a page that people open, and not for the API. */
export function isPage({ url = "/" }: IncomingMessage): boolean {
  return !url.startsWith("/v1/")
}

/** Shows a page, or does what was pressed on one and goes on. */
export function answerPage(request: IncomingMessage, response: ServerResponse, body: string, parts: Parts) {
  const url = new URL(request.url ?? "/", "http://gateway")
  const [, kind, order = ""] = url.pathname.split("/")
  const words = wordsOf(url.searchParams.get("language"))
  const show = (status: number, html: string) => {
    const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"
    response.writeHead(status, {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      "cache-control": "no-store",
    })
    response.end(html)
  }
  const goTo = (location: string) => {
    response.writeHead(303, { location })
    response.end()
  }
  try {
    if (request.method === "POST") {
      if (isForeign(request)) return show(403, page(words, `<p>${words.foreign}</p>`))
      return goTo(perform(url, new URLSearchParams(body), order, parts))
    }
    if (kind === "pay") return show(200, payPage(words, url, known(parts.books.orders, order)))
    if (url.pathname === "/") return show(200, listPage(words, parts.books))
    show(404, page(words, `<p>${words.nothing}</p>`))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    show(400, page(words, `<p>${plain(error.message)}</p>`))
  }
}

function isForeign({ headers }: IncomingMessage): boolean {
  const site = headers["sec-fetch-site"]
  return site !== undefined && site !== "same-origin" && site !== "none"
}

/** Does what was pressed, and returns where to go. */
function perform(url: URL, form: URLSearchParams, order: string, { act, returnOf }: Parts): string {
  const pressed = form.get("do") ?? ""
  const paying = PAYING.find((one) => one === pressed)
  if (paying) {
    const payment = act({ do: paying, order })
    const back = ownAddress(url.searchParams.get("return_to"))
    if (!back || !payment) return url.pathname + url.search
    for (const [name, value] of Object.entries(returnOf(payment))) back.searchParams.set(name, value)
    return back.href
  }
  if (pressed === "processed" || pressed === "failed")
    act({ do: "refund", refund: form.get("refund") ?? "", ends: pressed })
  if (pressed === "severalAttempts" || pressed === "reusedReceipt") act({ do: "switch", name: pressed })
  return `/${url.search}`
}

/** An address of this machine or null: a trial's page sends nobody elsewhere. */
function ownAddress(address: string | null): URL | null {
  if (!address || !URL.canParse(address)) return null
  const url = new URL(address)
  return /^https?:$/.test(url.protocol) && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)
    ? url
    : null
}

function payPage(
  words: Words,
  url: URL,
  order: { amount: number; receipt?: unknown; status: string },
): string {
  const amount = `<p class="amount">${rupees(order.amount)}</p><p>${plain(String(order.receipt))}</p>`
  const back = ownAddress(url.searchParams.get("return_to"))
  const leave = back ? `<p><a href="${plain(back.href)}">${words.leave}</a></p>` : ""
  if (order.status === "paid") return page(words, `${amount}<p>${words.paid}</p>${leave}`)
  const buttons = PAYING.map((one) => button("do", one, words.acts[one])).join("")
  return page(words, `${amount}<form method="post">${buttons}</form>${leave}`)
}

function listPage(words: Words, books: Books): string {
  const row = (cells: string[]) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`
  const payments = [...books.payments.values()].reverse().slice(0, 100)
  const tries = payments.map(({ id, amount, status }) => row([id, rupees(amount), status]))
  const refunds = books.refunds().map(({ id, amount, status }) => {
    const settle = `<form method="post"><input type="hidden" name="refund" value="${id}">${button("do", "processed", words.process)}${button("do", "failed", words.failRefund)}</form>`
    return row([id, rupees(amount), status, status === "pending" ? settle : ""])
  })
  const switches = (Object.keys(books.switches) as (keyof Switches)[]).map((name) =>
    row([words.switches[name], books.switches[name] ? words.yes : words.no, button("do", name, words.turn)]),
  )
  return page(
    words,
    `<h2>${words.payments}</h2><table>${tries.join("")}</table>
     <h2>${words.refunds}</h2><table>${refunds.join("")}</table>
     <h2>${words.disagree}</h2><form method="post"><table>${switches.join("")}</table></form>`,
  )
}

const STYLE = `
  :root { color-scheme: light dark }
  body { font: 1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 0 auto; padding: 1.5rem }
  .amount { font-size: 2rem; font-weight: 600; margin: 0 }
  form { display: grid; gap: .5rem } td { padding: .25rem 1rem .25rem 0; overflow-wrap: anywhere }
  button { font: inherit; min-height: 2.75rem; padding: .5rem 1rem }`

function page(words: Words, content: string): string {
  return `<!doctype html><html lang="${words.language}"><meta charset="utf-8">
    <meta name="viewport" content="width=device-width"><title>${words.title}</title><style>${STYLE}</style>
    <h1>${words.title}</h1><p>${words.trial}</p>${content}</html>`
}

function button(name: string, value: string, text: string): string {
  return `<button name="${name}" value="${value}">${text}</button>`
}

function rupees(paise: number): string {
  return new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR" }).format(paise / 100)
}

function plain(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}
