import type { CancelCode } from "#contract/classes/classes.ts"
import type { NoticeLanguage } from "./notice-texts.ts"

const TEXTS: Record<NoticeLanguage, Record<CancelCode, string>> = {
  en: { not_held: "nobody started the class", given_back: "the student gave the time back" },
  hi: { not_held: "क्लास शुरू नहीं हुई", given_back: "स्टूडेंट ने यह समय लौटा दिया" },
}

/** Why a class was cancelled, in the reader's language: what a person wrote, or else what the product found. */
export function cancelReason(
  scheduledClass: { cancel_code: CancelCode | null; cancel_reason: string | null },
  language: NoticeLanguage,
): string | null {
  const { cancel_code, cancel_reason } = scheduledClass
  return cancel_reason ?? (cancel_code && TEXTS[language][cancel_code])
}
