import { POINT_PAISE, type Spending } from "#features/payments/spending.ts"
import { formatPaise } from "#shared/money.ts"
import { Checkbox } from "#ui/forms/field.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { checkoutTexts } from "./checkout.texts.ts"

type SpendingProps = {
  /** What could be spent, and what the price that is shown spends. */
  spending: Spending & { uses: Spending }
}

/** Whether to pay with points and credit, where there are any. A tick asks for the price anew. */
export function SpendingChoice({ spending: { points, credit_paise, uses } }: SpendingProps) {
  const text = useTexts(checkoutTexts)
  return (
    <div className="mb-5 grid gap-1 empty:hidden">
      {points > 0 ? (
        <Checkbox
          name="use_points"
          label={text.payWithPoints(points, formatPaise(points * POINT_PAISE))}
          defaultChecked={uses.points > 0}
        />
      ) : null}
      {credit_paise > 0 ? (
        <Checkbox
          name="use_credit"
          label={text.payWithCredit(formatPaise(credit_paise))}
          defaultChecked={uses.credit_paise > 0}
        />
      ) : null}
      {uses.points > 0 ? <input type="hidden" name="points" value={uses.points} /> : null}
      {uses.credit_paise > 0 ? <input type="hidden" name="credit_paise" value={uses.credit_paise} /> : null}
    </div>
  )
}
