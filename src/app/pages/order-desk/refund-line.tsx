import type { SubmissionResult } from "@conform-to/react"
import { Form } from "react-router"
import type { Order } from "#contract/payments/order.ts"
import { formatPaise } from "#shared/money.ts"
import { Badge } from "#ui/components/badge.tsx"
import { Button } from "#ui/components/button.tsx"
import { Field, TextInput } from "#ui/forms/field.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { inputProps } from "#ui/forms/form-props.ts"
import { useForm } from "#ui/forms/use-form.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { useSaidTime } from "#ui/said-time.ts"
import { checkoutTexts } from "../checkout/checkout.texts.ts"
import { tellRefundState } from "../orders/tell-refund-state.ts"
import { deskTexts } from "./desk.texts.ts"

type RefundLineProps = {
  refund: Order["refunds"][number]
  zone: string
  isForStaff: boolean
  isRepeatable: boolean
  lastResult: SubmissionResult | null | undefined
}

/** One refund, and what the office has to do for it. */
export function RefundLine({ refund, zone, isForStaff, isRepeatable, lastResult }: RefundLineProps) {
  const text = useTexts(deskTexts)
  const shared = useTexts(checkoutTexts)
  const said = useSaidTime(zone)
  return (
    <li className="grid gap-3 border-line not-first:border-t not-first:pt-5">
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-1">
        <span className="grid min-w-0">
          <span>
            {tellRefundState(shared, refund)}, {said(new Date(refund.at), "within")}
          </span>
          <span className="text-ink-muted">
            {refund.note ? shared.refundReason(refund.note) : shared.refundReasons[refund.reason]}
          </span>
        </span>
        <span className="flex items-baseline gap-3">
          {isForStaff ? <Badge tone="warning">{text.one.forYou}</Badge> : null}
          <span className="font-semibold tabular-nums">{formatPaise(refund.amount_paise)}</span>
        </span>
      </div>
      {isForStaff ? (
        <div className="grid gap-4 rounded-md bg-surface-sunken p-4">
          <p>
            {refund.state === "failed" ? `${text.one.failed} ` : ""}
            {text.one.waits}
          </p>
          {isRepeatable ? (
            <Form method="post">
              <input type="hidden" name="refund_id" value={refund.id} />
              <Button type="submit" name="intent" value="retry" variant="secondary">
                {text.one.retry}
              </Button>
            </Form>
          ) : null}
          <Settle refundId={refund.id} lastResult={lastResult} />
        </div>
      ) : null}
    </li>
  )
}

/** Records how the office gave it. */
function Settle({ refundId, lastResult }: { refundId: string; lastResult: RefundLineProps["lastResult"] }) {
  const { one: text } = useTexts(deskTexts)
  const mine = lastResult?.initialValue?.refund_id === refundId
  const [form, fields] = useForm<{ reference: string; how: string }>({
    id: `settle-${refundId}`,
    lastResult: mine ? lastResult : null,
  })
  return (
    <div className="grid gap-4">
      <Form method="post" id={form.id} noValidate className="grid gap-3">
        <FormError id={form.errorId} issues={[...(form.errors ?? []), ...(fields.how.errors ?? [])]} />
        <input type="hidden" name="refund_id" value={refundId} />
        <input type="hidden" name="how" value="payout" />
        <Field label={text.reference} field={fields.reference}>
          <TextInput {...inputProps(fields.reference)} required maxLength={60} autoComplete="off" />
        </Field>
        <Button type="submit" name="intent" value="settle" className="sm:justify-self-start">
          {text.recordPayout}
        </Button>
      </Form>
      <Form method="post" className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <input type="hidden" name="refund_id" value={refundId} />
        <input type="hidden" name="how" value="credit" />
        <Button type="submit" name="intent" value="settle" variant="secondary">
          {text.recordCredit}
        </Button>
        <span className="text-sm text-ink-muted">{text.creditHint}</span>
      </Form>
    </div>
  )
}
