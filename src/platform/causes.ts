/** Whether an error, or what caused it, is so. Of several tries that failed together one is enough. */
export function someCause(error: unknown, isSo: (cause: Error) => boolean): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (isSo(cause)) return true
    if (cause instanceof AggregateError && cause.errors.some((one) => someCause(one, isSo))) return true
  }
  return false
}

/** Codes of the system where no connection stands, or one broke. */
const UNREACHED = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "ECONNABORTED", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH"],
  ...["EHOSTDOWN", "ENETDOWN", "EAI_AGAIN", "ENOTFOUND", "EADDRNOTAVAIL"],
])

/** Whether a connection could not be made, or broke, as the system says it of any server. */
export function isUnreached(error: unknown): boolean {
  return someCause(error, (cause) => UNREACHED.has((cause as { code?: string }).code ?? ""))
}
