import type { IncomingMessage } from "node:http"
import { dateInZone } from "#shared/time.ts"
import { instantInZone } from "#shared/zone.ts"
import { type Books, type Entity, known, nameOf, now, Problem } from "./books.ts"

const INDIA = "Asia/Kolkata"

/** The date in India of an instant in seconds. */
const dayOf = (seconds: number) => dateInZone(new Date(seconds * 1_000), INDIA)

/** Settles what moved before today in India, as a provider does on its own. */
export function settleEarlierDays(books: Books): void {
  const today = instantInZone(dayOf(now()), "00:00", INDIA)
  books.settle(now(), today.getTime() / 1_000)
}

/** Does what a request of the API asks, and returns the answer's body. Throws Problem. */
export function answerTo(books: Books, request: IncomingMessage, body: string): object {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://gateway")
  const given = body ? (JSON.parse(body) as Entity) : {}
  const [, version, kind, id = "", action] = pathname.split("/")
  const asked = `${request.method} ${version} ${kind}${action ? ` ${action}` : ""}`
  switch (asked) {
    case "POST v1 orders":
      return books.createOrder(given)
    case "GET v1 orders": {
      const items = [...books.orders.values()].reverse().slice(0, Number(searchParams.get("count") ?? 10))
      return { entity: "collection", count: items.length, items }
    }
    case "GET v1 refunds":
      return known(new Map(books.refunds().map((refund) => [refund.id, refund])), id)
    case "GET v1 orders payments": {
      known(books.orders, id)
      const items = [...books.payments.values()].filter(({ order_id }) => order_id === id)
      return { entity: "collection", count: items.length, items: items.toReversed() }
    }
    case "GET v1 payments":
      return known(books.payments, id)
    case "POST v1 payments capture":
      return books.capture(known(books.payments, id), given)
    case "POST v1 payments refund": {
      const key = String(request.headers["x-refund-idempotency"] ?? nameOf("none"))
      return books.refund(known(books.payments, id), given, key, body)
    }
    case "GET v1 settlements combined": {
      const asked = ["year", "month", "day"].map((name) => searchParams.get(name)).join("-")
      const skip = Number(searchParams.get("skip"))
      const found = books.settled.filter(
        ({ settled_at }) => settled_at !== null && dayOf(settled_at) === asked,
      )
      const items = found.slice(skip, skip + Number(searchParams.get("count") ?? 10))
      return { entity: "collection", count: items.length, items }
    }
    default:
      throw new Problem("The requested URL was not found on the server")
  }
}
