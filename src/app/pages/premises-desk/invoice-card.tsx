import { Form, useNavigation } from "react-router"
import type { Enquiry } from "#contract/premises/desk.ts"
import { formatPaise } from "#shared/money.ts"
import { formatDateIn } from "#shared/time.ts"
import { Button } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { linkClass } from "#ui/components/link-class.ts"
import { cx } from "#ui/cx.ts"
import { DateInput } from "#ui/forms/date-input.tsx"
import { Field, TextInput } from "#ui/forms/field.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { inputProps } from "#ui/forms/form-props.ts"
import { useForm } from "#ui/forms/use-form.ts"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { premisesDeskTexts } from "./desk.texts.ts"
import type { LastResult } from "./last-result.ts"

interface InvoiceCardProps {
  invoice: NonNullable<Enquiry["invoice"]>
  quoteId: string
  today: string
  lastResult: LastResult
}

/** The invoice, what was paid of it, and the form to note what came. */
export function InvoiceCard({ invoice, quoteId, today, lastResult }: InvoiceCardProps) {
  const { invoice: text } = useTexts(premisesDeskTexts)
  const tag = LANGUAGE_TAGS[useLanguage()]
  const {
    number,
    bill_id,
    issued_on,
    total_paise,
    paid_paise,
    deducted_paise,
    owed_paise: owed,
    payments,
  } = invoice
  const figures = [
    [text.total, total_paise],
    [text.received, paid_paise],
    ...(deducted_paise > 0 ? [[text.deducted, deducted_paise] as const] : []),
    [text.owed, owed],
  ] as const
  return (
    <Card
      title={text.title(number)}
      description={formatDateIn(tag, issued_on)}
      action={
        <a href={`/bills/${bill_id}`} className={linkClass}>
          {text.pdf}
        </a>
      }
    >
      <div className="grid gap-6">
        <dl className={cx("grid gap-4", deducted_paise > 0 ? "grid-cols-2 sm:grid-cols-4" : "grid-cols-3")}>
          {figures.map(([label, paise]) => (
            <div key={label} className="grid gap-0.5">
              <dt className="text-sm text-ink-muted">{label}</dt>
              <dd className="text-lg font-semibold tabular-nums max-sm:text-base">{formatPaise(paise)}</dd>
            </div>
          ))}
        </dl>
        {payments.length > 0 ? (
          <ul aria-label={text.payments} className="grid gap-2 border-t border-line pt-4 text-[0.9375rem]">
            {payments.map((payment) => (
              <li key={payment.reference} className="flex justify-between gap-x-4">
                <span className="grid min-w-0">
                  <span>
                    {formatDateIn(tag, payment.received_on)} ·{" "}
                    <span className="wrap-anywhere">{payment.reference}</span>
                  </span>
                  {payment.deducted_paise > 0 ? (
                    <span className="text-sm text-ink-muted">
                      {text.taxIn(formatPaise(payment.deducted_paise), payment.deducted_section)}
                    </span>
                  ) : null}
                </span>
                <span className="shrink-0 font-semibold tabular-nums">
                  {formatPaise(payment.amount_paise)}
                </span>
              </li>
            ))}
          </ul>
        ) : null}
        {owed > 0 ? (
          <PaymentForm key={owed} owed={owed} {...{ quoteId, today, lastResult }} />
        ) : (
          <p className="font-semibold">{invoice.cancelled ? text.cancelled : text.settled}</p>
        )}
      </div>
    </Card>
  )
}

/** Rupees as they are typed: with both decimals, or none. */
const inRupees = (paise: number) => (paise / 100).toFixed(paise % 100 === 0 ? 0 : 2)

type PaymentField = "reference" | "amount_rupees" | "received_on" | "deducted_rupees" | "deducted_section"
type PaymentFormProps = Pick<InvoiceCardProps, "quoteId" | "today" | "lastResult"> & { owed: number }

function PaymentForm({ owed, quoteId, today, lastResult }: PaymentFormProps) {
  const { invoice: text } = useTexts(premisesDeskTexts)
  const busy = useNavigation().formData?.get("intent") === "payment"
  const [form, fields] = useForm<Record<PaymentField, string>>({
    id: "payment",
    lastResult,
    defaultValue: { amount_rupees: inRupees(owed), received_on: today },
  })
  return (
    <Form method="post" id={form.id} className="grid gap-4 border-t border-line pt-5" noValidate>
      <div className="grid gap-1">
        <h3 className="font-semibold">{text.record}</h3>
        <p className="text-sm text-ink-muted">{text.recordHint}</p>
      </div>
      <FormError id={form.errorId} issues={form.errors} />
      <input type="hidden" name="quote_id" value={quoteId} />
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label={text.reference} field={fields.reference}>
          <TextInput {...inputProps(fields.reference)} required maxLength={40} autoComplete="off" />
        </Field>
        <Field label={text.amount} field={fields.amount_rupees}>
          <TextInput {...inputProps(fields.amount_rupees)} required maxLength={14} inputMode="decimal" />
        </Field>
        <Field label={text.on} field={fields.received_on}>
          <DateInput {...inputProps(fields.received_on, { type: "date" })} required max={today} />
        </Field>
      </div>
      <div className="grid gap-4 sm:grid-cols-[2fr_1fr]">
        <Field label={text.tax} field={fields.deducted_rupees} hint={text.taxHint}>
          <TextInput {...inputProps(fields.deducted_rupees)} maxLength={14} inputMode="decimal" />
        </Field>
        <Field label={text.section} field={fields.deducted_section} hint={text.sectionHint}>
          <TextInput {...inputProps(fields.deducted_section)} maxLength={20} autoComplete="off" />
        </Field>
      </div>
      <div>
        <Button type="submit" name="intent" value="payment" busy={busy} busyLabel={text.saving}>
          {text.save}
        </Button>
      </div>
    </Form>
  )
}
