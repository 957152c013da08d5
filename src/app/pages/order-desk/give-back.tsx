import type { SubmissionResult } from "@conform-to/react"
import { useState } from "react"
import { Form, useNavigation } from "react-router"
import { formatPaise } from "#shared/money.ts"
import { Button } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { Checkbox, Field, TextArea, TextInput } from "#ui/forms/field.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { inputProps, textAreaProps } from "#ui/forms/form-props.ts"
import { useForm } from "#ui/forms/use-form.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { Why } from "../orders/ask-refund.tsx"
import type { ToldRefund } from "../orders/told-refund.server.ts"
import { deskTexts } from "./desk.texts.ts"
import { NobodyElse } from "./second-person.tsx"

type GiveBackProps = {
  refund: ToldRefund | null
  /** Whether goods were sold, which end no enrolment. */
  isGoods: boolean
  requestId: string
  /** Whether a refund of this order waits for a colleague. */
  isWaiting: boolean
  /** What one person may refund alone; null without a limit. */
  limitPaise: number | null
  colleagues: number
  lastResult: SubmissionResult | null | undefined
}

/** What the policy refunds and why, and the form to refund that or another amount. */
export function GiveBack({ refund, isWaiting, ...form }: GiveBackProps) {
  const { one: text, second } = useTexts(deskTexts)
  if (!refund || refund.left_paise === 0) {
    return (
      <Card title={text.refund}>
        <p className="text-ink-muted">{refund ? text.allBack : text.unpaid}</p>
      </Card>
    )
  }
  return (
    <Card title={text.refund}>
      <div className="grid gap-5">
        <div className="grid gap-2">
          <p className="font-semibold">
            {refund.refund_paise > 0 ? text.byPolicy(refund.refund) : text.nothing}
          </p>
          <Why why={refund.why} />
        </div>
        {isWaiting ? (
          <p className="text-ink-muted">{second.first}</p>
        ) : (
          <RefundForm key={refund.left_paise} refund={refund} {...form} />
        )}
      </div>
    </Card>
  )
}

type RefundFormProps = Omit<GiveBackProps, "refund" | "isWaiting"> & { refund: ToldRefund }

/** One form until a refund was given with it: reloading the page's data meanwhile keeps what is typed. */
function RefundForm({ refund, isGoods, requestId, limitPaise, colleagues, lastResult }: RefundFormProps) {
  const { one: text, second } = useTexts(deskTexts)
  const [formId] = useState(requestId)
  const busy = useNavigation().formData?.get("intent") === "refund"
  const [form, fields] = useForm<{ amount_paise: string; note: string; ends_enrolment: boolean }>({
    id: "refund",
    lastResult: lastResult ?? null,
    defaultValue: {
      amount_paise: refund.refund_paise > 0 ? String(refund.refund_paise / 100) : "",
      ends_enrolment: refund.ends_enrolment,
    },
  })
  return (
    <Form method="post" id={form.id} noValidate className="grid gap-5">
      <FormError id={form.errorId} issues={form.errors} />
      <input type="hidden" name="request_id" value={formId} />
      <Field label={text.amount} field={fields.amount_paise} hint={text.left(refund.left)}>
        <TextInput {...inputProps(fields.amount_paise)} required inputMode="decimal" autoComplete="off" />
      </Field>
      <Field label={text.reason} field={fields.note} hint={text.reasonHint}>
        <TextArea {...textAreaProps(fields.note)} required rows={2} maxLength={300} />
      </Field>
      {isGoods ? null : (
        <Checkbox
          name="ends_enrolment"
          label={text.ends}
          hint={text.endsHint}
          defaultChecked={fields.ends_enrolment.initialValue === "on"}
        />
      )}
      <p className="text-sm text-ink-muted">{refund.way === "provider" ? text.byProvider : text.byOffice}</p>
      {limitPaise !== null && refund.left_paise > limitPaise ? (
        <p className="text-sm text-ink-muted">
          {second.above(formatPaise(limitPaise))} {colleagues > 0 ? null : <NobodyElse />}
        </p>
      ) : null}
      <Button
        type="submit"
        name="intent"
        value="refund"
        variant="danger"
        busy={busy}
        busyLabel={text.giving}
        className="sm:justify-self-start"
      >
        {text.give}
      </Button>
    </Form>
  )
}
