import { type SubmissionResult, useForm } from "@conform-to/react"
import type { Quote } from "#contract/premises/quotes.ts"
import { Button } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { Field, TextArea, TextInput } from "#ui/forms/field.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { inputProps, textAreaProps } from "#ui/forms/form-props.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import type { Flash } from "#ui/toast.tsx"
import { premisesTexts } from "./premises.texts.ts"

type Posted = SubmissionResult | null
const isOf = (result: Posted, intent: string) => result?.initialValue?.intent === intent

/** Accepts for the organisation. What staff know of whom the invoice is for is filled in. */
export function AcceptForm({
  quote: { buyer },
  lastResult,
  problem,
}: {
  quote: Quote
  lastResult: Posted
  problem: Flash | null
}) {
  const { quote: text } = useTexts(premisesTexts)
  const [form, fields] = useForm<
    Record<"accepted_by" | "gstin" | "business_name" | "business_address", string>
  >({
    id: "accept",
    lastResult: isOf(lastResult, "accept") ? lastResult : null,
    defaultValue: {
      gstin: buyer.gstin ?? "",
      business_name: buyer.name,
      business_address: buyer.address?.join("\n") ?? "",
    },
  })
  const issues = Object.entries(form.allErrors).flatMap(([name, errors]) =>
    errors.map((message) => (name ? { message, fieldId: `accept-${name}` } : message)),
  )
  return (
    <Card title={text.acceptTitle} description={text.acceptText}>
      <form method="post" id={form.id} className="grid gap-5">
        <FormError issues={issues} title={problem?.title ?? text.acceptError} />
        <div className="grid gap-5 sm:grid-cols-2 sm:gap-x-4">
          <Field label={text.acceptedBy} field={fields.accepted_by}>
            <TextInput {...inputProps(fields.accepted_by)} required maxLength={120} autoComplete="name" />
          </Field>
          <Field label={text.business} field={fields.business_name} optional>
            <TextInput {...inputProps(fields.business_name)} maxLength={200} autoComplete="organization" />
          </Field>
          <Field
            label={text.gstin}
            hint={text.gstinHint}
            field={fields.gstin}
            optional
            className="sm:col-span-2"
          >
            <TextInput
              {...inputProps(fields.gstin)}
              maxLength={30}
              autoComplete="off"
              autoCapitalize="characters"
              className="sm:max-w-72"
            />
          </Field>
          <Field
            label={text.businessAddress}
            field={fields.business_address}
            optional
            className="sm:col-span-2"
          >
            <TextArea {...textAreaProps(fields.business_address)} rows={3} maxLength={300} />
          </Field>
        </div>
        <div>
          <Button type="submit" name="intent" value="accept" size="lg" className="max-sm:w-full">
            {text.accept}
          </Button>
        </div>
      </form>
    </Card>
  )
}

/** Declines. Folded, so that it isn't pressed by mistake. */
export function DeclineForm({ lastResult }: { lastResult: Posted }) {
  const { quote: text } = useTexts(premisesTexts)
  const mine = isOf(lastResult, "decline")
  const [form, fields] = useForm<{ reason: string }>({ id: "decline", lastResult: mine ? lastResult : null })
  return (
    <details open={mine} className="rounded-card border border-line bg-surface px-5 py-3 sm:px-6">
      <summary className="min-h-11 cursor-pointer py-2.5 font-semibold">{text.declineTitle}</summary>
      <form method="post" id={form.id} className="grid gap-4 pt-2 pb-3">
        <FormError issues={form.errors} />
        <Field label={text.reason} field={fields.reason} optional>
          <TextArea {...textAreaProps(fields.reason)} rows={3} maxLength={500} />
        </Field>
        <div>
          <Button type="submit" name="intent" value="decline" variant="secondary">
            {text.decline}
          </Button>
        </div>
      </form>
    </details>
  )
}
