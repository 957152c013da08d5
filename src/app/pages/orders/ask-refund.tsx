import { Form } from "react-router"
import { Button } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { Summary } from "#ui/components/summary.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import type { CheckoutText } from "../checkout/checkout.text.ts"
import { checkoutTexts } from "../checkout/checkout.texts.ts"
import type { ToldRefund } from "./told-refund.server.ts"

type AskRefundProps = {
  refund: ToldRefund
  /** Whose enrolment it is; null for the viewer's own. */
  student: string | null
}

/** What would be refunded, why, and what happens to the enrolment, before anything is asked for. */
export function AskRefund({ refund, student }: AskRefundProps) {
  const text = useTexts(checkoutTexts).refunding
  if (refund.refund_paise === 0 && refund.points === 0) {
    return (
      <Card title={text.title}>
        <div className="grid gap-3">
          <p className="font-semibold">{text.nothing}</p>
          <Why why={refund.why} />
          <p className="text-ink-muted">{text.office}</p>
        </div>
      </Card>
    )
  }
  return (
    <Card title={refund.waits ? text.waitingTitle : text.title}>
      {refund.waits ? (
        <p>{text.waiting(refund.refund, student)}</p>
      ) : (
        <p>{text.possible(refund.refund, refund.until)}</p>
      )}
      <details className="mt-2">
        <Summary>{refund.waits ? text.askInstead : text.ask}</Summary>
        <Form method="post" className="grid gap-4 pt-3">
          <p className="text-xl font-semibold tabular-nums">{text.youGet(refund.refund)}</p>
          <Why why={refund.why} />
          <ul className="grid list-disc gap-1.5 pl-5 text-[0.9375rem]">
            <li>{whatHappens(text, refund, student)}</li>
            <li>{refund.way === "provider" ? text.byProvider : text.byOffice}</li>
          </ul>
          <input type="hidden" name="refund_paise" value={refund.refund_paise} />
          <Button type="submit" variant="danger" busyLabel={text.asking} className="sm:justify-self-start">
            {text.confirm(refund.refund)}
          </Button>
        </Form>
      </details>
    </Card>
  )
}

/** What becomes of the place. */
function whatHappens(
  text: CheckoutText["refunding"],
  { ends_enrolment, validUntil }: ToldRefund,
  student: string | null,
): string {
  if (!ends_enrolment) return text.placeStays(student)
  return validUntil ? text.placeUntil(student, validUntil) : text.placeEnds(student)
}

/** Why this much is refunded, step by step. */
export function Why({ why }: { why: readonly string[] }) {
  return (
    <ol className="grid list-decimal gap-1 pl-5 text-[0.9375rem] text-ink-muted">
      {why.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  )
}
