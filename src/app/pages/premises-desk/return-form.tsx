import { Form, useNavigation } from "react-router"
import { Button } from "#ui/components/button.tsx"
import { DateInput } from "#ui/forms/date-input.tsx"
import { Field, TextInput } from "#ui/forms/field.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { inputProps } from "#ui/forms/form-props.ts"
import { useForm } from "#ui/forms/use-form.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { premisesDeskTexts } from "./desk.texts.ts"
import type { LastResult } from "./last-result.ts"

interface ReturnFormProps {
  intent: "return" | "return-excess"
  /** What has to go back. */
  title: string
  quoteId: string
  /** The payment of which something was too much. */
  paymentId?: string
  today: string
  lastResult: LastResult
}

/** The form to note by which transfer money went back to an organisation. */
export function ReturnForm({ intent, title, quoteId, paymentId, today, lastResult }: ReturnFormProps) {
  const { invoice, cancel: text } = useTexts(premisesDeskTexts)
  const sent = useNavigation().formData
  const busy = sent?.get("intent") === intent && (sent.get("payment_id") ?? undefined) === paymentId
  const [form, fields] = useForm<Record<"reference" | "returned_on", string>>({
    id: paymentId ? `${intent}-${paymentId}` : intent,
    lastResult,
    defaultValue: { returned_on: today },
  })
  return (
    <Form method="post" id={form.id} className="grid gap-4" noValidate>
      <div className="grid gap-1">
        <p className="font-semibold">{title}</p>
        <p className="text-sm text-ink-muted">{text.backHint}</p>
      </div>
      <FormError id={form.errorId} issues={form.errors} />
      <input type="hidden" name="quote_id" value={quoteId} />
      {paymentId ? <input type="hidden" name="payment_id" value={paymentId} /> : null}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={invoice.reference} field={fields.reference}>
          <TextInput {...inputProps(fields.reference)} required maxLength={40} autoComplete="off" />
        </Field>
        <Field label={text.returnedOn} field={fields.returned_on}>
          <DateInput {...inputProps(fields.returned_on, { type: "date" })} required max={today} />
        </Field>
      </div>
      <div>
        <Button type="submit" name="intent" value={intent} busy={busy} busyLabel={invoice.saving}>
          {text.noteReturn}
        </Button>
      </div>
    </Form>
  )
}
