import { Readable } from "node:stream"
import { setTimeout as delay } from "node:timers/promises"
import { listen } from "#app/events/listen.ts"

/**
 * A process that serves a port, some requests slowly, until it is told to stop. Its last message is the number
 * of requests it received.
 */

const [port = "0"] = process.argv.slice(2)
const SLOW_MS = 1_500

async function* slowly() {
  yield new TextEncoder().encode("begun")
  await delay(SLOW_MS)
  yield new TextEncoder().encode("ended")
}

let received = 0
const server = await listen(
  async (request) => {
    received += 1
    const { pathname } = new URL(request.url)
    if (pathname === "/slow") await delay(SLOW_MS)
    if (pathname === "/stream") return new Response(Readable.toWeb(Readable.from(slowly())) as BodyInit)
    return new Response(`${request.method} ${pathname}`)
  },
  Number(port),
  "127.0.0.1",
)
process.once("SIGTERM", async () => {
  await server.close()
  process.send?.(received, () => process.exit(0))
})
process.send?.("open")
