import { createServer, type IncomingHttpHeaders, request } from "node:http"
import type { AddressInfo } from "node:net"
import { buffer } from "node:stream/consumers"

/** Where a fuzzer knocks: hands everything on as one person, who signs in again when a request ended the session. */
export type Door = {
  address: string
  /** How many responses had each status. */
  answers: Map<number, number>
  close(): Promise<void>
}

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer }
type Asked = { method: string; path: string; headers: IncomingHttpHeaders; body: Buffer }

const OF_THE_CONNECTION = new Set(["connection", "keep-alive", "transfer-encoding", "content-length"])

/** Opens a connection to a product for the person whose cookie `signIn` returns; for a visitor without it. */
export async function openDoor(product: string, signIn: (() => Promise<string>) | null): Promise<Door> {
  const answers = new Map<number, number>()
  let cookie = signIn ? await signIn() : null
  const ask = async (asked: Asked): Promise<Answer> => {
    const answer = await pass(product, asked, cookie)
    if (answer.status !== 401 || !signIn) return answer
    const me = await fetch(`${product}/api/v1/account`, { headers: { cookie: cookie ?? "" } })
    if (me.status !== 401) return answer
    cookie = await signIn()
    return pass(product, asked, cookie)
  }
  const server = createServer(async (incoming, outgoing) => {
    const { method = "GET", url: path = "/", headers } = incoming
    try {
      const answer = await ask({ method, path, headers, body: await buffer(incoming) })
      answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1)
      const { "set-cookie": _, ...told } = withoutConnection(answer.headers)
      outgoing.writeHead(answer.status, told).end(answer.body)
    } catch (error) {
      process.stderr.write(`  ${method} ${path} broke off: ${(error as Error).message}\n`)
      outgoing.destroy()
    }
  })
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answers,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

function withoutConnection(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.has(name)))
}

function pass(
  product: string,
  { method, path, headers, body }: Asked,
  cookie: string | null,
): Promise<Answer> {
  const { host, origin } = new URL(product)
  const { cookie: _, ...others } = withoutConnection(headers)
  const own = { ...others, host, origin, ...(cookie && { cookie }), "content-length": String(body.length) }
  return new Promise((resolve, reject) => {
    const onward = request(product, { method, path, headers: own, agent: false }, async (reply) => {
      resolve({ status: reply.statusCode ?? 502, headers: reply.headers, body: await buffer(reply) })
    })
    onward.on("error", reject)
    onward.end(body)
  })
}
