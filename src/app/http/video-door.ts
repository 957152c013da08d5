import { request as ask, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { Duplex } from "node:stream"
import { type Hosts, refuseUpgrade } from "./hosts.ts"

/** The paths that browsers open for signalling; pages of ours never lie there. */
const SIGNALLING = /^\/rtc(\/|\?|$)/

export function isSignalling(url: string | undefined): boolean {
  return SIGNALLING.test(url ?? "")
}

/**
 * Forwards signalling to the bundled video server at the product's own address, so that one certificate
 * serves for both. `findPort` returns its port, or null while it is not up. Returns what shuts the door: a
 * server forgets upgraded connections, and nobody else would end them while a class goes on.
 */
export function openVideoDoor(server: Server, findPort: () => number | null, hosts?: Hosts): () => void {
  const open = new Set<Duplex>()
  let isShut = false
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    open.add(socket)
    socket.once("close", () => open.delete(socket))
    if (isShut) return void socket.destroy()
    if (hosts && !hosts.knows(request)) return refuseUpgrade(socket)
    socket.on("error", () => socket.destroy())
    const port = isSignalling(request.url) ? findPort() : null
    if (port === null) return void socket.end("HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\n\r\n")
    const onward = ask(optionsFor(request, port))
    onward.on("upgrade", (answer, inner, innerHead) => {
      // Who left meanwhile does not leave again.
      if (socket.destroyed) return void inner.destroy()
      const headers = answer.rawHeaders.flatMap((name, index, all) =>
        index % 2 ? [] : [`${name}: ${all[index + 1]}`],
      )
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${headers.join("\r\n")}\r\n\r\n`)
      if (innerHead.length > 0) socket.write(innerHead)
      if (head.length > 0) inner.write(head)
      inner.on("error", () => socket.destroy())
      inner.on("close", () => socket.destroy())
      socket.on("close", () => inner.destroy())
      inner.pipe(socket).pipe(inner)
    })
    onward.on("response", (answer) => {
      socket.write(`HTTP/1.1 ${answer.statusCode} ${answer.statusMessage}\r\nconnection: close\r\n\r\n`)
      answer.pipe(socket)
    })
    onward.on("error", () => socket.end("HTTP/1.1 502 Bad Gateway\r\nconnection: close\r\n\r\n"))
    onward.end()
  })
  return () => {
    isShut = true
    for (const socket of open) socket.destroy()
  }
}

/** Handles a plain request for signalling. Browsers send it to learn why they may not join. */
export function passSignalling(
  request: IncomingMessage,
  response: ServerResponse,
  port: number | null,
): void {
  // Nothing here takes a body, and an endless one would keep the connection.
  const { "content-length": length = "0", "transfer-encoding": chunked } = request.headers
  if (length !== "0" || chunked) return void response.writeHead(413, { connection: "close" }).end()
  if (port === null) return void response.writeHead(503).end()
  const onward = ask(optionsFor(request, port), (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  onward.on("error", () => void response.writeHead(502).end())
  onward.end()
}

function optionsFor({ method, url, headers }: IncomingMessage, port: number) {
  return { host: "127.0.0.1", port, method, path: url, headers }
}
