import type { IncomingMessage, ServerResponse } from "node:http"
import { GATEWAY_PAGES, PAY_PAGES } from "#shared/trial-gateway.ts"
import { type Books, known, type Order, type Payment, Problem, type Switches } from "./books.ts"
import { PAGE_POLICY, STYLE_ELEMENT } from "./page-style.ts"
import { type Words, wordsOf } from "./words.ts"

const OTHER_WAYS = ["pay-late", "pay-twice", "authorize", "pay-quietly"] as const
const PAYING = ["pay", "fail", ...OTHER_WAYS] as const

/** What somebody does on a page of the gateway. */
export type Act =
  | { do: (typeof PAYING)[number]; order: string }
  | { do: "refund"; refund: string; ends: "processed" | "failed" }
  | { do: "settle" }
  | { do: "switch"; name: keyof Switches }

type Parts = {
  books: Books
  act(act: Act): Payment | null
  returnOf(payment: Payment): { order_id: string; payment_id: string; signature: string }
}

/** Most payments and refunds that the list shows. */
const MOST_ROWS = 100
/** Most characters shown of what the academy's page says is paid for. */
const LONGEST = 120

/** Whether a request is for a page that people open, and not for the API. */
export function isPage({ url = "/" }: IncomingMessage): boolean {
  return !url.startsWith("/v1/")
}

/** Shows a page, or does what was pressed on one and goes on. */
export function answerPage(request: IncomingMessage, response: ServerResponse, body: string, parts: Parts) {
  const url = new URL(request.url ?? "/", "http://gateway")
  const order = url.pathname.startsWith(`${PAY_PAGES}/`) ? url.pathname.slice(PAY_PAGES.length + 1) : null
  const words = wordsOf(url.searchParams.get("language"))
  const show = (status: number, html: string) => {
    response.writeHead(status, {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": PAGE_POLICY,
      "cache-control": "no-store",
    })
    response.end(html)
  }
  try {
    if (order === null && url.pathname !== GATEWAY_PAGES)
      return show(404, notice(words, words.nothing, leaveLink(words, url)))
    if (request.method !== "POST") {
      const html =
        order === null ? deskPage(words, parts.books) : payPage(words, url, known(parts.books.orders, order))
      return show(200, html)
    }
    if (isForeign(request)) return show(403, notice(words, words.foreign, leaveLink(words, url)))
    const form = new URLSearchParams(body)
    const location = order === null ? decide(url, form, parts) : pay(url, form, order, parts)
    response.writeHead(303, { location })
    response.end()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const isKnown = order !== null && parts.books.orders.has(order)
    show(isKnown ? 409 : 404, notice(words, isKnown ? words.refused : words.nothing, leaveLink(words, url)))
  }
}

function isForeign({ headers }: IncomingMessage): boolean {
  const site = headers["sec-fetch-site"]
  return site !== undefined && site !== "same-origin" && site !== "none"
}

/** Does what was pressed on the page of an order, and returns where to go. An order that is paid only leads back. */
function pay(url: URL, form: URLSearchParams, id: string, { books, act, returnOf }: Parts): string {
  const order = known(books.orders, id)
  const pressed = PAYING.find((one) => one === form.get("do"))
  const paid = [...books.payments.values()].find((one) => one.order_id === id && one.captured === true)
  const isPaid = order.status === "paid" && paid !== undefined
  const payment = isPaid ? paid : pressed ? act({ do: pressed, order: id }) : null
  const back = returnAddress(url)
  if (!back || !payment) return url.pathname + url.search
  for (const [name, value] of Object.entries(returnOf(payment))) back.searchParams.set(name, value)
  return back.pathname + back.search
}

/** Ends a refund, settles or turns a switch, and returns where to go. */
function decide(url: URL, form: URLSearchParams, { act }: Parts): string {
  const pressed = form.get("do")
  if (pressed === "processed" || pressed === "failed")
    act({ do: "refund", refund: form.get("refund") ?? "", ends: pressed })
  if (pressed === "settle") act({ do: "settle" })
  if (pressed === "severalAttempts" || pressed === "reusedReceipt") act({ do: "switch", name: pressed })
  return GATEWAY_PAGES + url.search
}

/** Where the payer came from, if that is a path of the product: these pages send nobody elsewhere. */
function returnAddress({ searchParams, origin }: URL): URL | null {
  const address = searchParams.get("return_to") ?? ""
  if (!address.startsWith("/") || !URL.canParse(address, origin)) return null
  const url = new URL(address, origin)
  return url.origin === origin ? url : null
}

function payPage(words: Words, url: URL, order: Order): string {
  const said = (name: string) => plain((url.searchParams.get(name) ?? "").slice(0, LONGEST))
  const amount = rupees(order.amount)
  const paidFor = said("description")
  const head = `${said("name") && `<p class="who">${said("name")}</p>`}
    <div><p class="muted">${words.amount}</p><h1 class="amount">${amount}</h1></div>
    <dl>${paidFor && `<dt>${words.what}</dt><dd>${paidFor}</dd>`}
    <dt>${words.reference}</dt><dd>${plain(String(order.receipt))}</dd></dl>`
  const desk = `<a href="${GATEWAY_PAGES}?language=${words.language}">${words.desk}</a>`
  if (order.status === "paid") {
    const back = returnAddress(url)
    const link =
      back && `<a class="button main" href="${plain(back.pathname + back.search)}">${words.back}</a>`
    return page(words, `<div class="card">${head}<p class="who">${words.paid}</p>${link ?? ""}</div>`, desk)
  }
  const others = OTHER_WAYS.map((way) => {
    const { name, hint } = words.ways[way]
    return `<li><button name="do" value="${way}"><b>${name}</b> <span>${hint}</span></button></li>`
  })
  return page(
    words,
    `<form method="post"><div class="card">${head}
      ${button("do", "pay", words.pay(amount), "main")}${button("do", "fail", words.fail)}
      ${leaveLink(words, url)}</div>
      <div class="card"><div><h2>${words.others}</h2><p class="muted">${words.othersText}</p></div>
      <ul class="ways">${others.join("")}</ul></div></form>`,
    desk,
  )
}

function leaveLink(words: Words, url: URL): string {
  const back = returnAddress(url)
  return back ? `<a class="leave" href="${plain(back.pathname + back.search)}">${words.leave}</a>` : ""
}

function deskPage(words: Words, books: Books): string {
  const latest = <Row>(rows: Iterable<Row>) => [...rows].reverse().slice(0, MOST_ROWS)
  const receiptOf = (payment: Payment | undefined) =>
    plain(String(books.orders.get(payment?.order_id ?? "")?.receipt ?? ""))
  const badge = (state: string) => `<span class="badge ${state}">${words.states[state] ?? state}</span>`
  const row = (what: string, ...more: string[]) => `<li><div class="what">${what}</div>${more.join("")}</li>`
  const payments = latest(books.payments.values()).map((payment) =>
    row(
      `${receiptOf(payment)}<br><span class="muted">${timeOf(words, payment)}</span>`,
      `<span class="sum">${rupees(payment.amount)}</span>`,
      badge(payment.status),
    ),
  )
  const refunds = latest(books.refunds()).map(({ id, amount, status, payment_id }) =>
    row(
      receiptOf(books.payments.get(payment_id)),
      `<span class="sum">${rupees(amount)}</span>`,
      badge(status),
      status === "pending"
        ? `<form method="post"><input type="hidden" name="refund" value="${id}">
           ${button("do", "processed", words.process, "main")}${button("do", "failed", words.failRefund)}</form>`
        : "",
    ),
  )
  const switches = (Object.keys(books.switches) as (keyof Switches)[]).map((name) =>
    row(
      words.switches[name],
      `<span class="badge">${books.switches[name] ? words.yes : words.no}</span>`,
      button("do", name, words.turn, "", words.switches[name]),
    ),
  )
  const part = (title: string, rows: string[], none = "") =>
    `<section class="card"><h2>${title}</h2>${rows.length ? `<ul class="rows">${rows.join("")}</ul>` : `<p class="muted">${none}</p>`}</section>`
  return page(
    words,
    `<div><h1>${words.desk}</h1><p class="muted">${words.deskText}</p></div>
     ${settlementPart(words, books)}${part(words.refunds, refunds, words.noRefunds)}${part(words.payments, payments, words.noPayments)}
     <form method="post">${part(words.disagree, switches)}</form>`,
    `<a href="/">${words.back}</a>`,
    "wide",
  )
}

/** What waits to be settled. */
function settlementPart(words: Words, books: Books): string {
  const waiting = books.settled.filter(({ settlement_id }) => settlement_id === null)
  const net = waiting.reduce((sum, { credit, debit }) => sum + credit - debit, 0)
  const text = net > 0 ? words.settleText : words.nothingToSettle
  const row = `<ul class="rows"><li><div class="what">${words.toSettle}</div><span class="sum">${rupees(net)}</span>
    <form method="post">${button("do", "settle", words.settle, "main")}</form></li></ul>`
  return `<section class="card"><h2>${words.settlements}</h2><p class="muted">${text}</p>${net > 0 ? row : ""}</section>`
}

function timeOf({ language }: Words, { created_at }: Payment): string {
  const words = new Intl.DateTimeFormat(`${language}-IN`, {
    ...{ day: "numeric", month: "short", hour: "numeric", minute: "2-digit", timeZone: "Asia/Kolkata" },
  })
  return words.format(Number(created_at) * 1_000)
}

function notice(words: Words, text: string, more: string): string {
  return page(words, `<div class="card"><h1>${words.title}</h1><p>${text}</p>${more}</div>`)
}

function page(words: Words, content: string, foot = "", width = ""): string {
  const { trial, noMoney } = words.note
  return `<!doctype html><html lang="${words.language}"><head><meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1"><title>${words.title}</title>
    <link rel="icon" href="/favicon.svg">${STYLE_ELEMENT}</head>
    <body><header class="note"><p><strong>${trial}</strong> ${noMoney}</p></header>
    <main class="${width}">${content}</main>${foot && `<footer>${foot}</footer>`}</body></html>`
}

function button(name: string, value: string, text: string, look = "", about = ""): string {
  const label = about && ` aria-label="${text}: ${about}"`
  return `<button name="${name}" value="${value}"${look && ` class="${look}"`}${label}>${text}</button>`
}

function rupees(paise: number): string {
  return new Intl.NumberFormat("en-IN", { style: "currency", currency: "INR" }).format(paise / 100)
}

function plain(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
}
