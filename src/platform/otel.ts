import { SpanKind as Kinds, ROOT_CONTEXT, type SpanContext, SpanStatusCode, trace } from "@opentelemetry/api"
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http"
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type TracerProviderOptions,
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
  /** The name this process goes by. */
  service: string
  /** The share of requests that are recorded, 0 to 1. A caller's decision counts for more. */
  share: number
}

/** Sends spans to an OpenTelemetry collector by OTLP over HTTP. Loaded only where that is asked for. */
export function openOtel({ endpoint, service, share }: Settings): SpanRecorder {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, "")}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceOf({ "service.name": service }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: 1_000 })],
  })
  const tracer = provider.getTracer("kaksha")

  function start(name: string, kind: SpanKind, attributes: SpanAttributes, parent: string | undefined) {
    const above = readTraceparent(parent)
    const context = above ? trace.setSpanContext(ROOT_CONTEXT, above) : ROOT_CONTEXT
    const span = tracer.startSpan(name, { kind: KINDS[kind], attributes: known(attributes) }, context)
    const { traceId, spanId, traceFlags } = span.spanContext()
    const open: OpenSpan = {
      trace: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`,
      set: (more) => void span.setAttributes(known(more)),
      end(error) {
        // Messages of failed queries hold people's names and numbers: the kind of the error must do.
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

/** The caller's span, or undefined when the header is none. */
function readTraceparent(header: string | undefined): SpanContext | undefined {
  const found = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(header ?? "")
  if (!found?.[1] || !found[2] || !found[3]) return undefined
  return {
    traceId: found[1],
    spanId: found[2],
    traceFlags: Number.parseInt(found[3], 16) & 1,
    isRemote: true,
  }
}

function known(attributes: SpanAttributes): Record<string, string | number> {
  const entries = Object.entries(attributes).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as Record<string, string | number>
}

type Resource = NonNullable<TracerProviderOptions["resource"]>

/** What OpenTelemetry's package of resources would make of plain attributes. */
function resourceOf(attributes: Record<string, string>): Resource {
  const resource: Resource = {
    attributes,
    merge: (other) => (other ? resourceOf({ ...attributes, ...(other.attributes as object) }) : resource),
    getRawAttributes: () => Object.entries(attributes),
  }
  return resource
}
