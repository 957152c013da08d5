import { Form, useNavigation } from "react-router"
import { Button } from "#ui/components/button.tsx"
import { Disclosure } from "#ui/components/disclosure.tsx"
import { linkClass } from "#ui/components/link-class.ts"
import { Field, TextInput } from "#ui/forms/field.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { inputProps } from "#ui/forms/form-props.ts"
import { useForm } from "#ui/forms/use-form.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { premisesDeskTexts } from "./desk.texts.ts"
import type { LastResult } from "./last-result.ts"

const INTENT = "correct-return"

interface CorrectReturnProps {
  quoteId: string
  /** The payment of which something was too much; without it, all of the cancelled invoice went back. */
  paymentId?: string
  /** As it was recorded. */
  reference: string
  lastResult: LastResult
}

/** Corrects the reference of a transfer back to an organisation, which staff may have mistyped. */
export function CorrectReturn({ quoteId, paymentId, reference, lastResult }: CorrectReturnProps) {
  const { invoice, cancel: text } = useTexts(premisesDeskTexts)
  const sent = useNavigation().formData
  const { intent, payment_id } = lastResult?.initialValue ?? {}
  const own = intent === INTENT && payment_id === paymentId ? lastResult : null
  const busy = sent?.get("intent") === INTENT && (sent.get("payment_id") ?? undefined) === paymentId
  const [form, fields] = useForm<{ reference: string }>({
    ...{ id: paymentId ? `${INTENT}-${paymentId}` : INTENT, lastResult: own, defaultValue: { reference } },
  })
  return (
    <Disclosure opens={Boolean(own?.error)}>
      <summary className={`${linkClass} w-fit cursor-pointer text-sm`}>{text.wrongReference}</summary>
      <Form method="post" id={form.id} noValidate className="grid gap-3 pt-2 pb-3 sm:max-w-md">
        <FormError id={form.errorId} issues={form.errors} />
        <input type="hidden" name="quote_id" value={quoteId} />
        {paymentId ? <input type="hidden" name="payment_id" value={paymentId} /> : null}
        <Field label={text.rightReference} field={fields.reference}>
          <TextInput {...inputProps(fields.reference)} required maxLength={40} autoComplete="off" />
        </Field>
        <Button
          type="submit"
          name="intent"
          value={INTENT}
          variant="secondary"
          size="sm"
          busy={busy}
          busyLabel={invoice.saving}
          className="sm:justify-self-start"
        >
          {text.correct}
        </Button>
      </Form>
    </Disclosure>
  )
}
