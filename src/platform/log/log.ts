import { pino } from "pino"
import { currentScope } from "../tracing/trace.ts"
import { type LogDestination, openLogDestination } from "./log-file.ts"

export type Log = {
  debug(detail: object, message: string): void
  info(detail: object, message: string): void
  warn(detail: object, message: string): void
  error(detail: object, message: string): void
  child(bindings: object): Log
}

/** Fields with secrets or phone numbers are blanked at any depth of a logged object. */
const HIDDEN = [
  "password",
  "token",
  "secret",
  "phone",
  "parent_phone",
  "authorization",
  "cookie",
  "otp",
  "api_key",
]
const paths = HIDDEN.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])

function describeScope(): object {
  const { request, queue, job } = currentScope() ?? {}
  return { ...(request && { request }), ...(queue && { queue, job }) }
}

/**
 * Returns an error as it is logged. A failed query's message and fields contain its parameters, which are
 * people's names and numbers: they are left out; the statement and the cause are enough.
 */
function describeError(error: unknown): unknown {
  const { params: _, ...told } = pino.stdSerializers.err(error as Error) as {
    params?: unknown
    message?: string
  }
  const plain = (text: string | undefined) => text?.replace(/\nparams: [^\n]*/g, "")
  const {
    message,
    stack,
    detail: __,
    ...rest
  } = told as { message?: string; stack?: string; detail?: unknown }
  return { ...rest, message: plain(message), stack: plain(stack) }
}

/**
 * One JSON object a line on standard output, or to `destination` when a file or an open one is given. Lines say which
 * request or job they belong to, and where there are several processes which one wrote them.
 */
export function createLog(level: string, destination?: string | LogDestination, process?: string): Log {
  const options = {
    level,
    base: process ? { process } : null,
    serializers: { err: describeError },
    mixin: describeScope,
    redact: { paths, censor: "[hidden]" },
    timestamp: pino.stdTimeFunctions.isoTime,
  }
  return pino(options, typeof destination === "object" ? destination : openLogDestination(destination))
}
