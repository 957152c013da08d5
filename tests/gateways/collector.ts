import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"

export type SentSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: object }[]
  status: { code: number; message?: string }
}

type Sent = {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] }
    scopeSpans: { spans: SentSpan[] }[]
  }[]
}

export type Collector = {
  endpoint: string
  spans: SentSpan[]
  /** The names of the services that sent spans. */
  services: Set<string | undefined>
  close(): void
}

/** An OpenTelemetry collector that keeps the spans it is sent. */
export async function startCollector(): Promise<Collector> {
  const spans: SentSpan[] = []
  const services = new Set<string | undefined>()
  const server = createServer(async (request, response) => {
    const sent = JSON.parse(await text(request)) as Sent
    for (const { resource, scopeSpans } of request.url === "/v1/traces" ? sent.resourceSpans : []) {
      services.add(resource.attributes.find(({ key }) => key === "service.name")?.value.stringValue)
      spans.push(...scopeSpans.flatMap((scope) => scope.spans))
    }
    response.setHeader("content-type", "application/json").end("{}")
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { endpoint, spans, services, close: () => server.close() }
}
