import type { ChangeEvent } from "react"
import { useSubmit } from "react-router"
import { POINT_PAISE, type Spending } from "#features/payments/spending.ts"
import { formatPaise } from "#shared/money.ts"
import { Checkbox } from "#ui/forms/field.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { checkoutTexts } from "./checkout.texts.ts"

/** A choice that changes the price asks for it anew. */
export const SHOW_AGAIN = { method: "get", replace: true, preventScrollReset: true } as const

type SpendingProps = {
  /** What could be spent, and what the price that is shown spends. */
  spending: Spending & { uses: Spending }
}

/** What a form asks the price for: all of it but where a child lives, which is nothing for the address of a page. */
export function asked(form: HTMLFormElement): FormData {
  const data = new FormData(form)
  data.delete("pickup_address")
  return data
}

/** Whether to pay with points and credit, where there are any. A tick asks for the price anew. */
export function SpendingChoice({ spending: { points, credit_paise, uses } }: SpendingProps) {
  const text = useTexts(checkoutTexts)
  const submit = useSubmit()
  const askPrice = ({ currentTarget: { form } }: ChangeEvent<HTMLInputElement>) => {
    if (form) void submit(asked(form), SHOW_AGAIN)
  }
  return (
    <div className="mb-5 grid gap-1 empty:hidden">
      {points > 0 ? (
        <Checkbox
          key={`points ${uses.points}`}
          name="use_points"
          label={text.payWithPoints(points, formatPaise(points * POINT_PAISE))}
          defaultChecked={uses.points > 0}
          onChange={askPrice}
        />
      ) : null}
      {credit_paise > 0 ? (
        <Checkbox
          key={`credit ${uses.credit_paise}`}
          name="use_credit"
          label={text.payWithCredit(formatPaise(credit_paise))}
          defaultChecked={uses.credit_paise > 0}
          onChange={askPrice}
        />
      ) : null}
      {uses.points > 0 ? <input type="hidden" name="points" value={uses.points} /> : null}
      {uses.credit_paise > 0 ? <input type="hidden" name="credit_paise" value={uses.credit_paise} /> : null}
    </div>
  )
}
