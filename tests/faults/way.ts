import { createServer as createProxy, type IncomingMessage, request, type ServerResponse } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"

/**
 * A browser's only way into the network: a proxy for pages, sockets and media over TCP. `cut` is a cable
 * pulled out: nothing passes, and neither side is notified. After `mend` new connections work; those from
 * before stay silent for ever, as when a router forgot them.
 */
export type Way = { address: string; cut(): void; mend(): void; stop(): Promise<void> }

export async function openWay(): Promise<Way> {
  const open = new Set<Socket>()
  let isCut = false
  const keep = (socket: Socket) => {
    open.add(socket)
    socket.on("error", () => socket.destroy())
    socket.once("close", () => open.delete(socket))
  }
  const proxy = createProxy((asked, answer) => {
    if (!isCut) pass(asked, answer)
  })
  proxy.on("connection", keep)
  proxy.on("connect", ({ url }, near: Socket, head: Buffer) => {
    if (isCut) return
    const { hostname, port } = new URL(`tcp://${url}`)
    const far = connect(Number(port), hostname, () => {
      near.write("HTTP/1.1 200 Connection established\r\n\r\n")
      far.write(head)
      far.pipe(near)
      near.pipe(far)
    })
    keep(far)
    far.once("close", () => near.destroy())
    near.once("close", () => far.destroy())
  })
  await new Promise<void>((listening) => proxy.listen(0, "127.0.0.1", listening))
  return {
    address: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    cut() {
      isCut = true
      for (const socket of open) {
        socket.unpipe()
        socket.pause()
      }
    },
    mend() {
      isCut = false
    },
    async stop() {
      for (const socket of open) socket.destroy()
      await new Promise((closed) => proxy.close(closed))
    },
  }
}

function pass(asked: IncomingMessage, answer: ServerResponse): void {
  const onward = request(asked.url ?? "", { method: asked.method, headers: asked.headers }, (reply) => {
    answer.writeHead(reply.statusCode ?? 502, reply.rawHeaders)
    reply.pipe(answer)
  })
  onward.on("error", () => answer.destroy())
  asked.pipe(onward)
}
