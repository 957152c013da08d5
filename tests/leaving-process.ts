import { Readable } from "node:stream"
import { setTimeout as delay } from "node:timers/promises"
import { listen } from "#app/listen.ts"

/** A process that answers on a port, some requests slowly, until it is told to stop. */

const [port = "0"] = process.argv.slice(2)
const SLOW_MS = 1_500

async function* slowly() {
  yield new TextEncoder().encode("begun")
  await delay(SLOW_MS)
  yield new TextEncoder().encode("ended")
}

const server = await listen(
  async (request) => {
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
  process.exit(0)
})
process.send?.("open")
