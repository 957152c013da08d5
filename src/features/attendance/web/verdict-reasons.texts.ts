import type { VerdictReason } from "#contract/attendance/verdict-reasons.ts"
import type { Language } from "#ui/language.ts"
import { pageTexts } from "#ui/messages/page-texts.ts"
import { verdictReasonText } from "./verdict-reasons.text.ts"

/** Explains why a verdict was reached, in both languages. */
export const verdictReasonTexts = await pageTexts(verdictReasonText, {
  hi: async () => (await import("./verdict-reasons.text.hi.ts")).verdictReasonTextHi,
})

/** Returns all reasons of a verdict in one line. Times are in `zone`, the academy's. */
export function explainReasons(reasons: readonly VerdictReason[], language: Language, zone: string): string {
  const stop = language === "hi" ? "। " : ". "
  return reasons.map((reason) => verdictReasonTexts[language](reason, zone)).join(stop)
}
