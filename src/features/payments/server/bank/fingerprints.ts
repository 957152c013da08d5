import { createHash } from "node:crypto"
import type { Credit } from "../../upi/statement.ts"

/**
 * Returns what each credit of a statement is known by: its day, amount and text, and the how manieth of such lines it is.
 * Statements that overlap have whole days, so a line has the same in each.
 */
export function fingerprintsOf(credits: readonly Credit[]): string[] {
  const seen = new Map<string, number>()
  return credits.map(({ date, amount_paise, text }) => {
    const line = [date, amount_paise, text.toUpperCase().split(/\s+/).join(" ").trim()].join("|")
    const nth = (seen.get(line) ?? 0) + 1
    seen.set(line, nth)
    return createHash("sha256").update(`${line}|${nth}`).digest("base64url")
  })
}
