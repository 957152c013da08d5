import type { Quote } from "#contract/premises/quotes.ts"
import { formatPaise } from "#shared/money.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { premisesTexts } from "./premises.texts.ts"

/** The lines of a quote with its taxes. Once it is accepted the invoice says which they are. */
export function QuoteLines({
  quote: { lines, total_paise, round_off_paise, state },
}: {
  quote: Pick<Quote, "lines" | "total_paise" | "round_off_paise" | "state">
}) {
  const { quote: text } = useTexts(premisesTexts)
  const language = useLanguage()
  const sum = (of: (line: Quote["lines"][number]) => number) => lines.reduce((all, line) => all + of(line), 0)
  const taxes: [name: string, paise: number][] =
    lines.some(({ rate }) => rate !== null) && state !== "accepted"
      ? [
          [text.taxable, sum(({ taxable_paise }) => taxable_paise)],
          ["CGST", sum(({ cgst_paise }) => cgst_paise)],
          ["SGST", sum(({ sgst_paise }) => sgst_paise)],
          ["IGST", sum(({ igst_paise }) => igst_paise)],
          [text.roundOff, round_off_paise],
        ]
      : []
  return (
    <div className="grid gap-3 text-[0.9375rem]">
      <dl className="grid gap-3">
        {lines.map((line) => (
          <Row
            key={`${line.name?.en} ${line.quantity} ${line.list_paise}`}
            name={line.name?.[language] ?? ""}
            note={
              line.quantity > 1
                ? text.each(line.quantity, formatPaise(line.list_paise / line.quantity))
                : null
            }
            amount={formatPaise(line.amount_paise)}
          />
        ))}
      </dl>
      <dl className="grid gap-3 border-t border-line pt-3">
        {taxes
          .filter(([, paise]) => paise !== 0)
          .map(([name, paise]) => (
            <Row key={name} name={name} amount={formatPaise(paise)} muted />
          ))}
        <Row name={text.total} amount={formatPaise(total_paise)} strong />
      </dl>
    </div>
  )
}

type RowProps = { name: string; note?: string | null; amount: string; muted?: boolean; strong?: boolean }

function Row({ name, note, amount, muted, strong }: RowProps) {
  return (
    <div
      className={`flex items-baseline justify-between gap-4 ${muted ? "text-ink-muted" : ""} ${strong ? "text-lg font-semibold" : ""}`}
    >
      <dt className="min-w-0 wrap-anywhere">
        {name}
        {note ? <span className="block text-sm text-ink-muted">{note}</span> : null}
      </dt>
      <dd className="shrink-0 tabular-nums">{amount}</dd>
    </div>
  )
}
