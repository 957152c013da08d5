import type { Environment } from "#platform/env.ts"
import { recordSpans } from "#platform/tracing/trace.ts"
import type { Role } from "./program.ts"

/** Sends what this process traces to the collector, if there is one. Returns how to end it. */
export async function startTracing(env: Environment, role: Role): Promise<() => Promise<void>> {
  if (!env.OTEL_EXPORTER_OTLP_ENDPOINT) return async () => {}
  const { openOtel } = await import("#platform/tracing/otel.ts")
  const recorder = openOtel({
    endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    service: role === "all" ? env.OTEL_SERVICE_NAME : `${env.OTEL_SERVICE_NAME}-${role}`,
    share: env.OTEL_TRACES_SAMPLER_ARG,
  })
  recordSpans(recorder)
  return async () => {
    recordSpans(null)
    // A collector that is away must not delay the end.
    await recorder.close().catch(() => undefined)
  }
}
