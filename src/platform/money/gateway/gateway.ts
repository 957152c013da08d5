import { createHmac, randomBytes } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { answerTo, settleEarlierDays } from "./api.ts"
import {
  type Books,
  type Kept,
  nameOf,
  now,
  openBooks,
  type Payment,
  Problem,
  type Refund,
  SWITCHES,
  type Switches,
} from "./books.ts"
import { type Act, answerPage, isPage } from "./pages.ts"

/** "hang" never answers, "drop" cuts the line after the work is done, "garbage" is another server's page. */
export type RazorpayMood = "work" | "hang" | "drop" | "too-many" | "broken" | "garbage"

export type RazorpayGateway = Awaited<ReturnType<typeof startRazorpayGateway>>

export type Secrets = { keyId: string; keySecret: string; webhookSecret: string }

type Options = {
  switches?: Partial<Switches>
  secrets?: Secrets
  /** Taken exactly; without it a free one. */
  port?: number
  /** What the gateway knew when it stopped. */
  kept?: Kept | null
  /** Called after each change. */
  keep?: (kept: Kept) => void
  /** Whether what came in is settled on the next day. Otherwise it waits until somebody asks for it. */
  settlesDaily?: boolean
  /** Where events are posted; without it nowhere. */
  webhookUrl?: string
}

const sign = (content: string, secret: string) => createHmac("sha256", secret).update(content).digest("hex")

/** New credentials of a gateway, in Razorpay's form. */
export function newGatewaySecrets(): Secrets {
  return {
    keyId: `rzp_test_${randomBytes(7).toString("hex")}`,
    keySecret: randomBytes(12).toString("hex"),
    webhookSecret: randomBytes(12).toString("hex"),
  }
}

/**
 * A server on loopback that speaks Razorpay's wire protocol: orders, payments, refunds, settlements, webhooks. It
 * takes no money. Trials sell through it, with pages to pay, fail, delay, pay late, pay twice and refund, and so
 * do tests.
 */
export async function startRazorpayGateway({
  switches,
  port = 0,
  kept,
  keep,
  settlesDaily = false,
  webhookUrl,
  ...given
}: Options = {}) {
  const secrets = given.secrets ?? newGatewaySecrets()
  const books = openBooks({ ...SWITCHES, ...switches, ...kept?.switches }, kept ?? null)
  let mood: RazorpayMood = "work"

  const returnOf = ({ order_id, id }: Payment) => ({
    ...{ order_id, payment_id: id, signature: sign(`${order_id}|${id}`, secrets.keySecret) },
  })

  function webhook(
    event: string,
    entity: Payment | Refund,
    { secret = secrets.webhookSecret, id = nameOf("evt") } = {},
  ) {
    const kind = "payment_id" in entity ? "refund" : "payment"
    const envelope = { entity: "event", account_id: "acc_1", event, contains: [kind], created_at: now() }
    // Spaces that a parser and its printer would lose.
    const body = JSON.stringify({ ...envelope, payload: { [kind]: { entity } } }, null, 1)
    const headers = new Headers({ "x-razorpay-event-id": id, "x-razorpay-signature": sign(body, secret) })
    return { body: Buffer.from(body), headers }
  }

  const post = webhookUrl ? postEvents(webhookUrl, webhook) : () => {}

  function act(wanted: Act): Payment | null {
    const done = perform(books, wanted, post, () => keep?.(books.copy()))
    keep?.(books.copy())
    return done
  }

  const server = createServer(async (request, response) => {
    const body = await readBody(request)
    if (isPage(request)) return answerPage(request, response, body, { books, act, returnOf })
    answerApi(request, response, body)
  })

  function answerApi(request: IncomingMessage, response: ServerResponse, body: string) {
    const answer = (status: number, reply: object | string) => {
      response.writeHead(status, { "content-type": "application/json" })
      response.end(typeof reply === "string" ? reply : JSON.stringify(reply))
    }
    const refuse = (status: number, description: string, field: string | null = null) =>
      answer(status, {
        error: {
          ...{ code: "BAD_REQUEST_ERROR", description, source: "business", step: "payment_initiation" },
          ...{ reason: "input_validation_failed", metadata: {}, ...(field && { field }) },
        },
      })
    if (mood === "hang") return
    if (mood === "too-many") return answer(429, {})
    if (mood === "broken") return answer(502, { error: { code: "SERVER_ERROR", description: "try later" } })
    if (mood === "garbage") return answer(200, "<html>Welcome</html>")
    const basic = Buffer.from(`${secrets.keyId}:${secrets.keySecret}`).toString("base64")
    if (request.headers.authorization !== `Basic ${basic}`) return refuse(401, "Authentication failed")
    try {
      if (settlesDaily) settleEarlierDays(books)
      const reply = answerTo(books, request, body)
      keep?.(books.copy())
      if (mood === "drop") return void response.socket?.destroy()
      answer(200, reply)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      refuse(400, error.message, error.field)
    }
  }

  // A busy client could write on a connection in the moment in which it ends for being idle.
  server.keepAliveTimeout = 60_000
  await new Promise<void>((ready, failed) => {
    server.once("error", failed)
    server.listen(port, "127.0.0.1", ready)
  })
  return {
    ...secrets,
    ...books,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behave(next: RazorpayMood) {
      mood = next
    },
    get hangs() {
      return mood === "hang"
    },
    act,
    /** What checkout gives the browser to bring back. */
    returnOf,
    /** A webhook as it would be posted, and its headers. A wrong secret forges it. */
    webhook,
    async close() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

/** Does what was pressed on a page, and has the events posted. Returns the payment that a browser brings back. */
function perform(
  books: Books,
  act: Act,
  post: (event: string, entity: Payment | Refund) => void,
  keep: () => void,
): Payment | null {
  const tell = (payment: Payment) => {
    post(`payment.${payment.status}`, payment)
    return payment
  }
  switch (act.do) {
    case "pay":
      return tell(books.pay(act.order, "captured"))
    case "authorize":
      return tell(books.pay(act.order, "authorized"))
    case "fail":
      return tell(books.pay(act.order, "failed"))
    case "pay-quietly":
      return books.pay(act.order, "captured")
    case "pay-twice": {
      const first = tell(books.pay(act.order, "captured"))
      tell(books.payAgain(act.order))
      return first
    }
    case "pay-late": {
      const payment = tell(books.pay(act.order, "failed"))
      setTimeout(() => {
        tell(books.move(payment, "captured"))
        keep()
      }, LATE_MS).unref()
      return payment
    }
    case "refund": {
      const refund = books.settleRefund(act.refund, act.ends)
      post(`refund.${refund.status}`, refund)
      return null
    }
    case "settle":
      books.settle()
      return null
    case "switch":
      books.turn(act.name)
      return null
  }
}

const LATE_MS = 60_000
/** How long a webhook that was not taken waits for its next try, in milliseconds. */
const RETRIES = [0, 2_000, 10_000, 60_000, 600_000]

function postEvents(
  url: string,
  webhook: (event: string, entity: Payment | Refund) => { body: Buffer; headers: Headers },
) {
  return (event: string, entity: Payment | Refund) => {
    const { body, headers } = webhook(event, entity)
    const attempt = (at: number) => {
      const wait = RETRIES[at]
      if (wait === undefined) return
      setTimeout(async () => {
        const taken = await fetch(url, { method: "POST", headers, body: new Uint8Array(body) }).then(
          ({ ok }) => ok,
          () => false,
        )
        if (!taken) attempt(at + 1)
      }, wait).unref()
    }
    attempt(0)
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return Buffer.concat(pieces).toString()
}
