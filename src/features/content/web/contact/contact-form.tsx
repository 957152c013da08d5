import { type SubmissionResult, useForm } from "@conform-to/react"
import { Button } from "#ui/components/button.tsx"
import { Field, SelectInput, TextArea, TextInput } from "#ui/forms/field.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { inputProps, selectProps, textAreaProps } from "#ui/forms/form-props.ts"
import { Link } from "#ui/link.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { contactTexts } from "./contact.texts.ts"

type ContactFields = {
  name: string
  email: string
  phone?: string
  topic: string
  message: string
  website?: string
}

interface ContactFormProps {
  first: { name: string; email: string; topic: string | null }
  result: SubmissionResult | null
}

/**
 * The message to the office. The page has no scripts: the form posts, and refused input comes back filled in.
 */
export function ContactForm({ first, result }: ContactFormProps) {
  const text = useTexts(contactTexts)
  const [form, fields] = useForm<ContactFields>({
    id: "contact",
    lastResult: result,
    defaultValue: { ...first, topic: first.topic ?? "" },
  })
  const issues = Object.entries(form.allErrors).flatMap(([name, errors]) =>
    errors.map((message) => (name ? { message, fieldId: `contact-${name}` } : message)),
  )
  const trapped = Boolean(fields.website.errors)
  return (
    <form
      method="post"
      action="/contact#contact"
      id={form.id}
      className="grid content-start gap-5 rounded-card border border-line bg-surface p-5 sm:p-8"
    >
      <h2 className="text-heading">{text.form}</h2>
      <FormError issues={issues} title={text.errorTitle} />
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        <Field label={text.name} field={fields.name}>
          <TextInput {...inputProps(fields.name)} required maxLength={120} autoComplete="name" />
        </Field>
        <Field label={text.email} field={fields.email}>
          <TextInput
            {...inputProps(fields.email, { type: "email" })}
            required
            maxLength={254}
            autoComplete="email"
          />
        </Field>
      </div>
      <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
        <Field label={text.topic} field={fields.topic}>
          <SelectInput
            {...selectProps(fields.topic)}
            required
            options={Object.entries(text.topics).map(([value, label]) => ({ value, label }))}
            placeholder={text.chooseTopic}
          />
        </Field>
        <Field label={text.phone} field={fields.phone} hint={text.phoneHint} optional>
          <TextInput
            {...inputProps(fields.phone, { type: "tel" })}
            maxLength={20}
            autoComplete="tel"
            inputMode="tel"
          />
        </Field>
      </div>
      <Field label={text.message} field={fields.message} hint={text.messageHint}>
        <TextArea {...textAreaProps(fields.message)} required minLength={10} maxLength={4000} rows={7} />
      </Field>
      <div aria-hidden={!trapped} className={trapped ? undefined : "absolute -left-[200vw]"}>
        <Field label={text.trap} field={fields.website}>
          <TextInput {...inputProps(fields.website)} tabIndex={trapped ? undefined : -1} autoComplete="off" />
        </Field>
      </div>
      <SendRow />
    </form>
  )
}

function SendRow() {
  const text = useTexts(contactTexts)
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
      <Button type="submit" size="lg" className="max-sm:w-full">
        {text.send}
      </Button>
      <p className="max-w-sm text-sm text-ink-muted">
        {text.privacy}{" "}
        <Link to="/privacy" reloadDocument className="underline underline-offset-4 hover:text-ink">
          {text.privacyLink}
        </Link>
      </p>
    </div>
  )
}
