import { type SubmissionResult, useForm } from "@conform-to/react"
import { Button } from "#ui/components/button.tsx"
import { Field, TextInput } from "#ui/forms/field.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { inputProps } from "#ui/forms/form-props.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { subscribeTexts } from "./subscribe.texts.ts"

type SubscribeFields = { email: string; language: string; website?: string }

/**
 * The form to subscribe to new articles. The page has no scripts: the form posts, and refused input comes
 * back filled in.
 */
export function SubscribeForm({ result }: { result: SubmissionResult | null }) {
  const text = useTexts(subscribeTexts)
  const [form, fields] = useForm<SubscribeFields>({
    id: "subscribe",
    lastResult: result,
    defaultValue: { language: useLanguage() },
  })
  const issues = Object.entries(form.allErrors).flatMap(([name, errors]) =>
    errors.map((message) => (name ? { message, fieldId: `subscribe-${name}` } : message)),
  )
  const trapped = Boolean(fields.website.errors)
  return (
    <form method="post" action="/blog#subscribe" id={form.id} className="grid content-start gap-4">
      <div>
        <h2 className="text-heading">{text.title}</h2>
        <p className="mt-2 text-ink-muted">{text.lead}</p>
      </div>
      <FormError issues={issues} title={text.errorTitle} />
      <input {...inputProps(fields.language, { type: "hidden" })} />
      <div className="flex flex-wrap items-end gap-2">
        <Field label={text.email} field={fields.email} className="min-w-56 flex-1">
          <TextInput
            {...inputProps(fields.email, { type: "email" })}
            required
            maxLength={254}
            autoComplete="email"
          />
        </Field>
        <Button type="submit">{text.subscribe}</Button>
      </div>
      <div aria-hidden={!trapped} className={trapped ? undefined : "absolute -left-[200vw]"}>
        <Field label={text.trap} field={fields.website}>
          <TextInput {...inputProps(fields.website)} tabIndex={trapped ? undefined : -1} autoComplete="off" />
        </Field>
      </div>
    </form>
  )
}
