import { createServer, type ServerResponse } from "node:http"

/**
 * Server-sent events by plain Node: GET keeps a stream open, POST sends its body to all streams, GET /rss
 * returns the process's resident bytes. A process of its own, which sends its port to its parent.
 */

const streams = new Set<ServerResponse>()

const server = createServer(async (request, response) => {
  if (request.url === "/rss") return void response.end(String(process.memoryUsage.rss()))
  if (request.method === "POST") {
    let body = ""
    for await (const chunk of request) body += chunk
    const text = `event: message\ndata: ${body}\n\n`
    for (const stream of streams) stream.write(text)
    return void response.end()
  }
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" })
  response.flushHeaders()
  streams.add(response)
  response.once("close", () => streams.delete(response))
})

process.once("disconnect", () => process.exit())
server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  if (address && typeof address === "object") process.send?.(address.port)
})
