import type { Review } from "#contract/payments/priced.ts"
import { formatPaise } from "#shared/money.ts"
import { Card } from "#ui/components/card.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { checkoutTexts } from "./checkout.texts.ts"

type PlanChoiceProps = {
  course: Review["course"]
  plans: Review["plans"]
  /** How many months are chosen; null for the program as a whole. */
  months: number | null
  /** Whether the one-time price is offered: not to members, who renew. */
  offersWhole: boolean
  /** Asked instead of what somebody would like or renews. */
  title?: string | undefined
}

/** What to buy: the program once, or a membership of some months, each with what a month then costs. */
export function PlanChoice({ course, plans, months, offersWhole, title }: PlanChoiceProps) {
  const text = useTexts(checkoutTexts).plans
  return (
    <Card>
      <fieldset>
        <legend className="mb-4 text-lg leading-snug font-semibold tracking-tight">
          {title ?? (offersWhole ? text.title : text.renewTitle)}
        </legend>
        <div className="overflow-hidden rounded-md border border-line">
          {offersWhole ? (
            <Option
              value={0}
              chosen={months === null}
              label={text.whole}
              note={text.wholeNote}
              amount={formatPaise(course.price_paise)}
            />
          ) : null}
          {plans.map((plan) => (
            <Option
              key={plan.months}
              value={plan.months}
              chosen={months === plan.months}
              label={text.months(plan.months)}
              note={
                plan.months > 1
                  ? [
                      text.perMonth(formatPaise(plan.per_month_paise)),
                      plan.saved_paise > 0 ? text.saved(formatPaise(plan.saved_paise), plan.percent) : null,
                    ]
                      .filter(Boolean)
                      .join(" · ")
                  : text.oneMonth
              }
              amount={formatPaise(plan.total_paise)}
            />
          ))}
        </div>
      </fieldset>
    </Card>
  )
}

type OptionProps = {
  name?: string
  value: number
  chosen: boolean
  label: string
  note?: string
  amount?: string
}

/** One choice of a list, with what it costs. */
export function Option({ name = "months", value, chosen, label, note, amount }: OptionProps) {
  return (
    <label className="flex min-h-14 cursor-pointer items-center gap-3 border-t border-line px-4 py-2.5 outline-offset-[-2px] transition-colors first:border-t-0 hover:bg-surface-sunken has-checked:bg-primary-tint">
      <input
        type="radio"
        name={name}
        value={value}
        defaultChecked={chosen}
        className="size-5 shrink-0 accent-primary"
      />
      <span className="grid min-w-0 flex-1">
        <span className="font-semibold">{label}</span>
        {note ? <span className="text-sm text-ink-muted">{note}</span> : null}
      </span>
      {amount ? <span className="shrink-0 font-semibold tabular-nums">{amount}</span> : null}
    </label>
  )
}
