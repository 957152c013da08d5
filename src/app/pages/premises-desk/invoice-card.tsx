import { Form, useNavigation } from "react-router"
import type { Enquiry } from "#contract/premises/desk.ts"
import { formatPaise } from "#shared/money.ts"
import { formatDateIn } from "#shared/time.ts"
import { Button } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { Disclosure } from "#ui/components/disclosure.tsx"
import { linkClass } from "#ui/components/link-class.ts"
import { cx } from "#ui/cx.ts"
import { DateInput } from "#ui/forms/date-input.tsx"
import { Checkbox, Field, TextInput } from "#ui/forms/field.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { checkboxProps, inputProps } from "#ui/forms/form-props.ts"
import { useForm } from "#ui/forms/use-form.ts"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { Link } from "#ui/link.tsx"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { premisesDeskTexts } from "./desk.texts.ts"
import type { LastResult } from "./last-result.ts"
import { PaymentRow } from "./payment-row.tsx"

interface InvoiceCardProps {
  invoice: NonNullable<Enquiry["invoice"]>
  quoteId: string
  today: string
  lastResult: LastResult
  /** Of the form to note what of a payment went back, or to correct that. */
  lastReturn: LastResult
}

/** The invoice, what was paid of it, and the form to note what came. */
export function InvoiceCard({ invoice, quoteId, today, lastResult, lastReturn }: InvoiceCardProps) {
  const { invoice: text } = useTexts(premisesDeskTexts)
  const tag = LANGUAGE_TAGS[useLanguage()]
  const {
    number,
    bill_id,
    issued_on,
    total_paise,
    paid_paise,
    deducted_paise,
    charges_paise,
    owed_paise: owed,
    back_paise,
    payments,
  } = invoice
  const figures = [
    [text.total, total_paise],
    [text.received, paid_paise],
    ...(deducted_paise > 0 ? [[text.deducted, deducted_paise] as const] : []),
    ...(charges_paise > 0 ? [[text.charges, charges_paise] as const] : []),
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
        <dl
          className={cx(
            "grid gap-4",
            figures.length > 3
              ? "grid-cols-2 sm:grid-cols-[repeat(auto-fit,minmax(7rem,1fr))]"
              : "grid-cols-3",
          )}
        >
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
              <PaymentRow
                key={payment.payment_id}
                {...{ payment, quoteId, today, lastReturn }}
                open={invoice.cancelled === null}
              />
            ))}
          </ul>
        ) : null}
        {owed > 0 && !invoice.pay_to ? (
          <p className="rounded-md bg-surface-sunken px-4 py-3 text-[0.9375rem]">
            {text.nowhere}{" "}
            <Link to="/admin/settings#payments" className={linkClass}>
              {text.toSettings}
            </Link>
          </p>
        ) : null}
        {owed > 0 && back_paise > 0 ? (
          <p className="rounded-md bg-surface-sunken px-4 py-3 text-[0.9375rem]">
            {text.owedAndBack(formatPaise(back_paise))}
          </p>
        ) : null}
        {owed > 0 ? (
          <div className="border-t border-line pt-5">
            <PaymentForm key={owed} owed={owed} {...{ quoteId, today, lastResult }} />
          </div>
        ) : (
          <p className="font-semibold">{invoice.cancelled ? text.cancelled : text.settled}</p>
        )}
        {invoice.may_be_charges ? <ChargesForm owed={owed} quoteId={quoteId} /> : null}
        {owed > 0 || invoice.cancelled ? null : (
          // An organisation may pay a paid invoice once more.
          <Disclosure opens={Boolean(lastResult?.error)}>
            <summary className={`${linkClass} w-fit cursor-pointer text-[0.9375rem]`}>{text.another}</summary>
            <div className="pt-4">
              <PaymentForm owed={null} {...{ quoteId, today, lastResult }} />
            </div>
          </Disclosure>
        )}
      </div>
    </Card>
  )
}

/** Rupees as they are typed: with both decimals, or none. */
const inRupees = (paise: number) => (paise / 100).toFixed(paise % 100 === 0 ? 0 : 2)

/** Whether a payment was refused until a box is ticked, or it is: a tick isn't lost with another refusal. */
const isAsked = (last: LastResult, box: "shared" | "over") =>
  Boolean(last?.error?.[box] || last?.initialValue?.[box])

/** What staff are asked to confirm. */
const BOXES = ["shared", "over"] as const

type PaymentField =
  | "reference"
  | "amount_rupees"
  | "received_on"
  | "deducted_rupees"
  | "deducted_section"
  | (typeof BOXES)[number]
type PaymentFormProps = Pick<InvoiceCardProps, "quoteId" | "today" | "lastResult"> & {
  /** What is typed first; null where nothing is owed. */
  owed: number | null
}

function PaymentForm({ owed, quoteId, today, lastResult }: PaymentFormProps) {
  const { invoice: text } = useTexts(premisesDeskTexts)
  const busy = useNavigation().formData?.get("intent") === "payment"
  const [form, fields] = useForm<Record<PaymentField, string>>({
    id: "payment",
    lastResult,
    defaultValue: { ...(owed !== null && { amount_rupees: inRupees(owed) }), received_on: today },
  })
  return (
    <Form method="post" id={form.id} className="grid gap-4" noValidate>
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
      {BOXES.map((box) =>
        isAsked(lastResult, box) ? (
          <Checkbox key={box} {...checkboxProps(fields[box])} field={fields[box]} label={text[box]} />
        ) : null,
      )}
      <div>
        <Button type="submit" name="intent" value="payment" busy={busy} busyLabel={text.saving}>
          {text.save}
        </Button>
      </div>
    </Form>
  )
}

/** Writes off what is left as charges that banks kept. */
function ChargesForm({ owed, quoteId }: { owed: number; quoteId: string }) {
  const { invoice: text } = useTexts(premisesDeskTexts)
  const busy = useNavigation().formData?.get("intent") === "charges"
  const amount = formatPaise(owed)
  return (
    <Form method="post" className="grid gap-3 border-t border-line pt-5">
      <div className="grid gap-1">
        <h3 className="font-semibold">{text.chargesTitle}</h3>
        <p className="text-sm text-ink-muted">{text.chargesHint(amount)}</p>
      </div>
      <input type="hidden" name="quote_id" value={quoteId} />
      <input type="hidden" name="amount_paise" value={owed} />
      <div>
        <Button
          type="submit"
          name="intent"
          value="charges"
          variant="secondary"
          busy={busy}
          busyLabel={text.saving}
        >
          {text.writeOff(amount)}
        </Button>
      </div>
    </Form>
  )
}
