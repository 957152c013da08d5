/** The result of one check. Anything that isn't fine says how to fix it. */
export type Finding = {
  check: string
  state: "fine" | "warning" | "problem"
  found: string
  mend?: string
}

export function fine(check: string, found: string): Finding {
  return { check, state: "fine", found }
}

/** Something works less well than it could, or only for some people. */
export function warning(check: string, found: string, mend: string): Finding {
  return { check, state: "warning", found, mend }
}

/** Something doesn't work. */
export function problem(check: string, found: string, mend: string): Finding {
  return { check, state: "problem", found, mend }
}

/** Returns an error's message with its cause below it, if any, because fetch hides the reason there. */
export function reasonOf(error: unknown): string {
  const { message, cause } = error as Error
  const { code, message: below } = (cause ?? {}) as { code?: string; message?: string }
  return [message, code ?? below].filter(Boolean).join(": ")
}
