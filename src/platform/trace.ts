import { AsyncLocalStorage, AsyncResource } from "node:async_hooks"

/** What is being done, for the log and for traces: an id that goes with a request into the jobs it causes. */
export type Scope = {
  /** The id that the answer carries as x-request-id. */
  request: string
  /** Somebody asked this very copy of the product for it; a timer did not, nor a job restored from a backup. */
  asked?: boolean
  /** The job that is worked off, when it is one. */
  queue?: string
  job?: string
  /** The span under way, in the form of the traceparent header, where traces are recorded. */
  trace?: string
}

export type SpanKind = "server" | "internal" | "client" | "consumer"
export type SpanAttributes = Record<string, string | number | undefined>

/** A span under way. */
export type OpenSpan = {
  /** What spans below it name as their parent, as a traceparent header does. */
  trace: string
  set(attributes: SpanAttributes): void
  end(error?: unknown): void
}

/** Where spans go. There is none unless traces were asked for. */
export type SpanRecorder = {
  start(name: string, kind: SpanKind, attributes: SpanAttributes, parent: string | undefined): OpenSpan
  /** Hands over what is left. */
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

/** Whether this is done for a request that waits, and not for a job. */
export function isRequest(): boolean {
  const scope = currentScope()
  return scope !== undefined && scope.job === undefined
}

/** Runs `work` as a span of the present scope. Costs nothing where no traces are recorded. */
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

/** A span whose end is told by a callback; null where there is nothing to record or to belong to. */
export function openSpan(name: string, kind: SpanKind, attributes: SpanAttributes): OpenSpan | null {
  const scope = scopes.getStore()
  return recorder && scope?.trace ? recorder.start(name, kind, attributes, scope.trace) : null
}

/** Keeps a callback in the scope it was made in, where somebody else's release of a connection may call it. */
// biome-ignore lint/suspicious/noExplicitAny: callbacks of any kind
export function keepScope(callback: (...args: any[]) => unknown): (...args: any[]) => unknown {
  return recorder ? AsyncResource.bind(callback) : callback
}
