import type { BillLine } from "#contract/bills.ts"
import { formatPaise } from "#shared/money.ts"
import { formatDateIn } from "#shared/time.ts"
import { Card } from "#ui/components/card.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { billPath } from "../paths.ts"
import { billsTexts } from "./bills.texts.ts"

type BillsProps = {
  bills: readonly BillLine[]
  /** Names what each is for; left out where all are of one order. */
  withTitles?: boolean
}

/** Bills to download, the newest first. */
export function BillsCard({ bills, withTitles }: BillsProps) {
  const text = useTexts(billsTexts)
  const tag = LANGUAGE_TAGS[useLanguage()]
  if (bills.length === 0) {
    return <EmptyState illustration="no-requests" title={text.none} text={text.noneText} />
  }
  return (
    <Card flush title={text.title} {...(withTitles && { description: text.text })}>
      <ul className="border-t border-line">
        {bills.map(({ id, kind, number, issued_on, total_paise, title, corrects }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line px-5 py-4 first:border-t-0 sm:px-6"
          >
            <div className="grid min-w-0 gap-0.5">
              <p className="font-semibold">{withTitles ? title : text.numbered(text.kinds[kind], number)}</p>
              <p className="text-sm text-ink-muted">
                {[
                  withTitles ? text.numbered(text.kinds[kind], number) : null,
                  corrects ? text.corrects(corrects) : null,
                  formatDateIn(tag, issued_on),
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </p>
            </div>
            <div className="flex items-center gap-x-5">
              <span className="font-semibold tabular-nums">
                {kind === "credit-note" ? "−" : ""}
                {formatPaise(total_paise)}
              </span>
              <a
                href={billPath(id)}
                download
                aria-label={text.downloadNamed(number)}
                className="flex min-h-11 items-center font-semibold text-primary-text hover:underline"
              >
                {text.download}
              </a>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
