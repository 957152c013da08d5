import type { Review } from "#contract/payments/priced.ts"
import { formatPaise } from "#shared/money.ts"
import { formatDateIn } from "#shared/time.ts"
import { LANGUAGE_TAGS, type Language } from "#ui/language.ts"
import { pageTexts } from "#ui/messages/page-texts.ts"
import { changeText } from "./change.text.ts"

/** The texts of changing a plan, in both languages. */
export const changeTexts = await pageTexts(changeText, {
  hi: async () => (await import("./change.text.hi.ts")).changeTextHi,
})

/** What would be given up, in the reader's words, with the amount to send along. */
export function tellChange(language: Language, change: NonNullable<Review["change"]>) {
  const text = changeTexts[language]
  const { order_number, months, starts_on, ends_on, days, of_days, paid_paise, unused_paise } = change
  const date = (on: string) => formatDateIn(LANGUAGE_TAGS[language], on)
  return {
    ...{ order_number, unused_paise },
    steps: [
      text.present(months, date(starts_on), date(ends_on)),
      text.unused(days, of_days, formatPaise(paid_paise), formatPaise(unused_paise)),
      text.starts,
      ...(change.rest_paise ? [text.rest(formatPaise(change.rest_paise))] : []),
    ],
  }
}
export type ToldChange = ReturnType<typeof tellChange>
