import { AsyncLocalStorage, AsyncResource } from "node:async_hooks"

/** The current work, for the log and for traces: an id that goes with a request into the jobs it causes. */
export type Scope = {
  /** The id that the response carries as x-request-id. */
  request: string
  /** A person asked this very copy of the product for it, not a timer, nor a job restored from a backup. */
  asked?: boolean
  /** The job that is worked off, when it is one. */
  queue?: string
  job?: string
  /** The current span, in the form of the traceparent header, if traces are recorded. */
  trace?: string
}

export type SpanKind = "server" | "internal" | "client" | "consumer"
export type SpanAttributes = Record<string, string | number | undefined>

/** A span in progress. */
export type OpenSpan = {
  /** What spans below it name as their parent, as a traceparent header does. */
  trace: string
  set(attributes: SpanAttributes): void
  end(error?: unknown): void
}

/** Where spans are sent. There is none unless traces are configured. */
export type SpanRecorder = {
  start(name: string, kind: SpanKind, attributes: SpanAttributes, parent: string | undefined): OpenSpan
  /** Sends what is left. */
  close(): Promise<void>
}

const scopes = new AsyncLocalStorage<Scope>()
let recorder: SpanRecorder | null = null

/** Sends the spans of this process there from now on; null ends it. */
export function recordSpans(to: SpanRecorder | null): void {
  recorder = to
}

/** Runs `work` and all it causes as part of a request or a job. */
export function inScope<T>(scope: Scope, work: () => T): T {
  return scopes.run(scope, work)
}

export function currentScope(): Scope | undefined {
  return scopes.getStore()
}

/** Whether the current work is for a request that waits, and not for a job. */
export function isRequest(): boolean {
  const scope = currentScope()
  return scope !== undefined && scope.job === undefined
}

/** Runs `work` as a span of the current scope. Costs nothing if no traces are recorded. */
export async function traced<T>(
  name: string,
  kind: SpanKind,
  attributes: SpanAttributes,
  work: (span: OpenSpan | null) => Promise<T>,
): Promise<T> {
  const scope = scopes.getStore()
  if (!recorder || !scope) return work(null)
  const span = recorder.start(name, kind, attributes, scope.trace)
  try {
    const result = await scopes.run({ ...scope, trace: span.trace }, () => work(span))
    span.end()
    return result
  } catch (error) {
    span.end(error)
    throw error
  }
}

/** Opens a span whose end a callback reports; null if nothing is recorded or there is no parent. */
export function openSpan(name: string, kind: SpanKind, attributes: SpanAttributes): OpenSpan | null {
  const scope = scopes.getStore()
  return recorder && scope?.trace ? recorder.start(name, kind, attributes, scope.trace) : null
}

/** Runs a callback in the scope it was made in, even if another caller's release of a connection calls it. */
// biome-ignore lint/suspicious/noExplicitAny: callbacks of any kind
export function keepScope(callback: (...args: any[]) => unknown): (...args: any[]) => unknown {
  return recorder ? AsyncResource.bind(callback) : callback
}
