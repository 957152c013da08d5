import type { Review } from "#contract/payments/priced.ts"
import { formatPaise } from "#shared/money.ts"
import { formatDateIn } from "#shared/time.ts"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { checkoutTexts } from "./checkout.texts.ts"

/** What a membership comes to: when it runs, until when it is paid back, and what paying early earns. */
export function TermLines({ term }: { term: NonNullable<Review["term"]> }) {
  const text = useTexts(checkoutTexts).plans
  const tag = LANGUAGE_TAGS[useLanguage()]
  const date = (on: string) => formatDateIn(tag, on)
  return (
    <>
      <li>
        {term.continues
          ? text.goesOn(date(term.starts_on), date(term.ends_on))
          : text.runs(date(term.starts_on), date(term.ends_on))}
      </li>
      {term.early ? (
        <li>{text.early(formatPaise(term.early.points_paise), date(term.early.before))}</li>
      ) : null}
      <li>{text.refundUntil(date(term.refund_until))}</li>
      <li>{text.noRollover}</li>
    </>
  )
}
