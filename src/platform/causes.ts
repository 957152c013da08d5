/** Whether an error, or what caused it, is so. Of several tries that failed together one is enough. */
export function someCause(error: unknown, isSo: (cause: Error) => boolean): boolean {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (isSo(cause)) return true
    if (cause instanceof AggregateError && cause.errors.some((one) => someCause(one, isSo))) return true
  }
  return false
}

/** System error codes for a connection that could not be made, or broke. */
const UNREACHED = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "ECONNABORTED", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH"],
  ...["EHOSTDOWN", "ENETDOWN", "EAI_AGAIN", "ENOTFOUND", "EADDRNOTAVAIL"],
])

/** Whether a connection to any server could not be made, or broke, by the system's error code. */
export function isUnreached(error: unknown): boolean {
  return someCause(error, (cause) => UNREACHED.has((cause as { code?: string }).code ?? ""))
}

/** Whether the operating system refused an operation on a file or a connection, as with EIO or EMFILE. */
export function isSystemError(error: unknown): boolean {
  return someCause(error, (cause) => typeof (cause as NodeJS.ErrnoException).errno === "number")
}
