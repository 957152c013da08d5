/**
 * A refusal that the contract declares: services throw it by code, the API returns the code's status and
 * data, and the screens show the text of that code.
 */
export class Refusal extends Error {
  readonly code: string
  readonly data: unknown
  constructor(code: string, data?: unknown, message?: string) {
    super(message ?? code)
    this.name = "Refusal"
    this.code = code
    this.data = data
  }
}

/** Refuses with a code that the procedure's contract declares. */
export function refuse(code: string, data?: unknown): never {
  throw new Refusal(code, data)
}

/**
 * Refuses because of named fields; each value is a code of the field messages, with the values that `withValues` adds,
 * or a sentence.
 */
export function refuseFields(fields: Record<string, string>): never {
  throw new Refusal("FIELD_ERRORS", { fields })
}

/** For things that must not be revealed to the viewer. */
export function notFound(): never {
  throw new Refusal("NOT_FOUND")
}

/** Returns a field code with the values that its text names, such as dates: "CLASS_OVERLAPS_ON|2026-11-25". */
export function withValues(code: string, ...values: string[]): string {
  return [code, ...values].join("|")
}
