import type { SubmissionResult } from "@conform-to/react"
import { Form, useNavigation } from "react-router"
import type { Order } from "#contract/payments/order.ts"
import { formatPaise } from "#shared/money.ts"
import { Badge } from "#ui/components/badge.tsx"
import { Button } from "#ui/components/button.tsx"
import { Disclosure } from "#ui/components/disclosure.tsx"
import { linkClass } from "#ui/components/link-class.ts"
import { Checkbox, Field, TextInput } from "#ui/forms/field.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { checkboxProps, inputProps } from "#ui/forms/form-props.ts"
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
  /** The transfer that it gives back, where that can be taken back as counted by mistake. */
  claimId: string | null
  /** The bank's reference of what the office paid out. */
  reference: string | null
  /** Whether the office kept it as credit. */
  isKept: boolean
  lastResult: SubmissionResult | null | undefined
}

/** One refund, and what the office has to do for it. */
export function RefundLine(props: RefundLineProps) {
  const { refund, zone, isForStaff, isRepeatable, claimId, reference, isKept, lastResult } = props
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
      {isKept ? (
        <Mistake
          summary={text.one.keptByMistake}
          text={text.one.keptText(formatPaise(refund.amount_paise))}
          button={text.one.reopen}
          intent="reopen"
          named={["refund_id", refund.id]}
        />
      ) : null}
      {reference ? <Payout key={reference} {...{ refund, reference, lastResult }} /> : null}
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
          <Settle refund={refund} lastResult={lastResult} />
          {claimId ? (
            <Mistake
              summary={text.one.mistake}
              text={text.one.mistakeText(formatPaise(refund.amount_paise))}
              button={text.one.takeBack}
              intent="take-back"
              named={["claim_id", claimId]}
            />
          ) : null}
        </div>
      ) : null}
    </li>
  )
}

/** The reference of a payout, which staff may have mistyped. */
function Payout({
  refund,
  reference,
  lastResult,
}: Pick<RefundLineProps, "refund" | "lastResult"> & { reference: string }) {
  const { one: text } = useTexts(deskTexts)
  const sent = useNavigation().formData
  const { refund_id, how } = lastResult?.initialValue ?? {}
  const own = refund_id === refund.id && how === undefined ? lastResult : null
  const [form, fields] = useForm<{ reference: string }>({
    ...{ id: `correct-${refund.id}`, lastResult: own, defaultValue: { reference } },
  })
  return (
    <div className="grid gap-1">
      <p>
        {text.reference}: <span className="wrap-anywhere select-all">{reference}</span>
      </p>
      <Disclosure opens={Boolean(own?.error)}>
        <summary className={`${linkClass} w-fit cursor-pointer text-sm`}>{text.wrongReference}</summary>
        <Form method="post" id={form.id} noValidate className="grid gap-3 pt-2 sm:max-w-md">
          <FormError id={form.errorId} issues={form.errors} />
          <input type="hidden" name="refund_id" value={refund.id} />
          <Field label={text.rightReference} field={fields.reference}>
            <TextInput {...inputProps(fields.reference)} required maxLength={60} autoComplete="off" />
          </Field>
          <Button
            type="submit"
            name="intent"
            value="correct"
            variant="secondary"
            size="sm"
            busy={sent?.get("intent") === "correct" && sent.get("refund_id") === refund.id}
            busyLabel={text.saving}
            className="sm:justify-self-start"
          >
            {text.correct}
          </Button>
        </Form>
      </Disclosure>
    </div>
  )
}

type MistakeProps = {
  summary: string
  text: string
  button: string
  intent: string
  /** The field that says what is undone, and its value. */
  named: [name: string, value: string]
}

/** Undoes what was recorded by mistake, once it is read what that means. */
function Mistake({ summary, text, button, intent, named: [name, value] }: MistakeProps) {
  const { one } = useTexts(deskTexts)
  const sent = useNavigation().formData
  const busy = sent?.get("intent") === intent && sent.get(name) === value
  return (
    <Disclosure opens={false}>
      <summary className={`${linkClass} w-fit cursor-pointer text-sm`}>{summary}</summary>
      <Form method="post" className="grid gap-3 pt-2">
        <p className="max-w-prose text-sm text-ink-muted">{text}</p>
        <input type="hidden" name={name} value={value} />
        <div>
          <Button
            type="submit"
            name="intent"
            value={intent}
            variant="danger"
            size="sm"
            busy={busy}
            busyLabel={one.saving}
          >
            {button}
          </Button>
        </div>
      </Form>
    </Disclosure>
  )
}

/** Records how the office gave it. */
function Settle({ refund, lastResult }: Pick<RefundLineProps, "refund" | "lastResult">) {
  const { one: text } = useTexts(deskTexts)
  const refundId = refund.id
  const { refund_id, how } = lastResult?.initialValue ?? {}
  const resultOf = (way: string) => (refund_id === refundId && how === way ? lastResult : null)
  const [form, fields] = useForm<{ reference: string; how: string }>({
    id: `settle-${refundId}`,
    lastResult: resultOf("payout"),
  })
  const [credit, creditFields] = useForm<{ agreed: string; how: string }>({
    id: `credit-${refundId}`,
    lastResult: resultOf("credit"),
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
      <Form method="post" id={credit.id} noValidate className="grid gap-3">
        <FormError
          id={credit.errorId}
          issues={[...(credit.errors ?? []), ...(creditFields.how.errors ?? [])]}
        />
        <input type="hidden" name="refund_id" value={refundId} />
        <input type="hidden" name="how" value="credit" />
        <Checkbox
          {...checkboxProps(creditFields.agreed)}
          field={creditFields.agreed}
          label={text.creditAgreed(formatPaise(refund.amount_paise))}
          hint={text.creditHint}
        />
        <Button
          type="submit"
          name="intent"
          value="settle"
          variant="secondary"
          className="sm:justify-self-start"
        >
          {text.recordCredit}
        </Button>
      </Form>
    </div>
  )
}
