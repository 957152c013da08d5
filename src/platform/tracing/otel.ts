import {
  SpanKind as Kinds,
  ROOT_CONTEXT,
  defaultTextMapGetter as read,
  SpanStatusCode,
  trace,
  defaultTextMapSetter as write,
} from "@opentelemetry/api"
import { W3CTraceContextPropagator } from "@opentelemetry/core"
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http"
import { resourceFromAttributes } from "@opentelemetry/resources"
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace"
import type { OpenSpan, SpanAttributes, SpanKind, SpanRecorder } from "./trace.ts"

const KINDS: Record<SpanKind, Kinds> = {
  server: Kinds.SERVER,
  internal: Kinds.INTERNAL,
  client: Kinds.CLIENT,
  consumer: Kinds.CONSUMER,
}

type Settings = {
  /** The base of an OpenTelemetry collector; spans go to /v1/traces below it. */
  endpoint: string
  /** The name of this process in traces. */
  service: string
  /** The share of requests that are recorded, 0 to 1. A caller's decision counts for more. */
  share: number
}

/** Reads and writes the traceparent header. */
const headers = new W3CTraceContextPropagator()

/** Sends spans to an OpenTelemetry collector by OTLP over HTTP. Loaded only if configured. */
export function openOtel({ endpoint, service, share }: Settings): SpanRecorder {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, "")}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": service }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 1_000 })],
  })
  const tracer = provider.getTracer("kaksha")

  function start(name: string, kind: SpanKind, attributes: SpanAttributes, parent: string | undefined) {
    const context = headers.extract(ROOT_CONTEXT, { traceparent: parent }, read)
    const span = tracer.startSpan(name, { kind: KINDS[kind], attributes }, context)
    const carrier: { traceparent?: string } = {}
    headers.inject(trace.setSpan(ROOT_CONTEXT, span), carrier, write)
    const open: OpenSpan = {
      trace: carrier.traceparent ?? "",
      set: (more) => void span.setAttributes(more),
      end(error) {
        // Messages of failed queries contain people's names and numbers, so only the kind of error is sent.
        if (error !== undefined) {
          span.setStatus({ code: SpanStatusCode.ERROR })
          span.setAttribute("error.type", error instanceof Error ? error.name : typeof error)
        }
        span.end()
      },
    }
    return open
  }

  return { start, close: () => provider.shutdown() }
}
