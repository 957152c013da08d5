import type { SubmissionResult } from "@conform-to/react"
import { useId } from "react"
import { Form } from "react-router"
import { Button, buttonClass } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { Disclosure } from "#ui/components/disclosure.tsx"
import { Summary } from "#ui/components/summary.tsx"
import { CopyHere } from "#ui/forms/copy-here.tsx"
import { Field, TextInput } from "#ui/forms/field.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { inputProps } from "#ui/forms/form-props.ts"
import { useForm } from "#ui/forms/use-form.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { upiTexts } from "../checkout/upi.texts.ts"
import type { ToldOrder } from "./order.load.ts"

type Pay = NonNullable<ToldOrder["upi_pay"]>

/** How to pay to the academy's UPI id: by a link to the app, a QR code, or by hand. */
export function UpiPay({ pay, amount }: { pay: Pay; amount: string }) {
  const text = useTexts(upiTexts)
  return (
    <Card title={text.title}>
      <div className="grid gap-6 md:grid-cols-[auto_minmax(0,1fr)] md:items-start">
        <a href={pay.link} className={buttonClass({ size: "lg", className: "md:hidden" })}>
          {text.openApp(amount)}
        </a>
        <figure className="order-last grid justify-items-center gap-2 md:order-first md:w-60">
          <img
            src={pay.qr}
            alt={text.code(amount)}
            width={224}
            height={224}
            className="rounded-md border border-line bg-white p-1"
          />
          <figcaption className="text-center text-sm text-ink-muted">{text.scan}</figcaption>
        </figure>
        <div className="grid gap-5">
          <dl className="grid gap-3">
            <Line name={text.upiId} value={pay.upi_id} />
            <Line name={text.payee} value={pay.payee} />
            <Line name={text.amount} value={pay.amount} />
            <Line name={text.reference} value={pay.reference} />
          </dl>
          <div className="rounded-md bg-surface-sunken p-4 text-[0.9375rem]">
            <p className="font-semibold">{text.refused}</p>
            <p className="text-ink-muted">{text.refusedText}</p>
          </div>
        </div>
      </div>
    </Card>
  )
}

/** One value to copy; without scripts it can be selected. */
function Line({ name, value }: { name: string; value: string }) {
  const text = useTexts(upiTexts)
  const id = useId()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-b border-line pb-3 last:border-b-0">
      <dt id={id} className="text-sm text-ink-muted">
        {name}
      </dt>
      <dd className="row-start-2 font-semibold break-all select-all">{value}</dd>
      <dd className="row-span-2 row-start-1">
        <CopyHere value={value} text={text} aria-describedby={id} />
      </dd>
    </div>
  )
}

type ClaimProps = { order: ToldOrder; lastResult: SubmissionResult | null | undefined }

/** Where the payer enters the bank's reference, and what the academy said of the last one. */
export function UpiClaimCard({ order, lastResult }: ClaimProps) {
  const text = useTexts(upiTexts)
  const claim = order.upi?.claim
  if (claim?.state === "waiting") {
    return (
      <Card>
        <Disclosure opens={Boolean(lastResult?.error)}>
          <Summary>{text.correct}</Summary>
          <div className="pt-4">
            <ClaimForm lastResult={lastResult} />
          </div>
        </Disclosure>
      </Card>
    )
  }
  return (
    <Card title={text.paid}>
      <div className="grid gap-5">
        {claim?.state === "declined" && claim.reason ? (
          <div className="rounded-md bg-danger-tint p-4" role="status">
            <p className="font-semibold">{text.declined}</p>
            <p>
              {claim.utr}: {text.declinedBecause[claim.reason]}
            </p>
          </div>
        ) : order.checkout ? null : (
          <p>{text.late}</p>
        )}
        <ClaimForm lastResult={lastResult} />
      </div>
    </Card>
  )
}

function ClaimForm({ lastResult }: Pick<ClaimProps, "lastResult">) {
  const text = useTexts(upiTexts)
  const [form, fields] = useForm<{ utr: string }>({ id: "claim", lastResult })
  return (
    <Form method="post" id={form.id} className="grid max-w-md gap-4" noValidate>
      <FormError id={form.errorId} issues={form.errors} />
      <Field label={text.utr} field={fields.utr} hint={text.utrHint}>
        <TextInput
          {...inputProps(fields.utr)}
          inputMode="numeric"
          autoComplete="off"
          maxLength={30}
          required
        />
      </Field>
      <Button type="submit" size="lg" busyLabel={text.telling} className="sm:justify-self-start">
        {text.tell}
      </Button>
    </Form>
  )
}
