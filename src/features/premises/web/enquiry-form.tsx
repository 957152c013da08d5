import { type SubmissionResult, useForm } from "@conform-to/react"
import type { ReactNode } from "react"
import { PREMISES_KINDS } from "#contract/premises/codes.ts"
import { PREMISES_PATH } from "#features/programs/paths.ts"
import { Button } from "#ui/components/button.tsx"
import { Field, SelectInput, TextArea, TextInput } from "#ui/forms/field.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { inputProps, selectProps, textAreaProps } from "#ui/forms/form-props.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { premisesTexts } from "./premises.texts.ts"

type EnquiryFields = Record<
  | "name"
  | "organisation"
  | "kind"
  | "phone"
  | "email"
  | "address"
  | "pin"
  | "activity"
  | "people"
  | "ages"
  | "days"
  | "message"
  | "language"
  | "website",
  string
>

interface EnquiryFormProps {
  loaded: { titles: string[]; first: Partial<EnquiryFields> }
  result: SubmissionResult | null
}

const SUGGESTED = "premises-activities"

/** The enquiry. The page has no scripts: the form posts, and refused input comes back filled in. */
export function EnquiryForm({ loaded: { titles, first }, result }: EnquiryFormProps) {
  const text = useTexts(premisesTexts)
  const [form, fields] = useForm<EnquiryFields>({ id: "premises", lastResult: result, defaultValue: first })
  const issues = Object.entries(form.allErrors).flatMap(([name, errors]) =>
    errors.map((message) => (name ? { message, fieldId: `premises-${name}` } : message)),
  )
  const trapped = Boolean(fields.website.errors)
  return (
    <form
      method="post"
      action={`${PREMISES_PATH}#premises`}
      id={form.id}
      className="grid content-start gap-8 rounded-card border border-line bg-surface p-5 sm:p-8"
    >
      <h2 className="text-heading">{text.form}</h2>
      <FormError issues={issues} title={text.errorTitle} />
      <input {...inputProps(fields.language, { type: "hidden" })} />
      <Part title={text.you}>
        <Field label={text.organisation} field={fields.organisation}>
          <TextInput
            {...inputProps(fields.organisation)}
            required
            maxLength={120}
            autoComplete="organization"
          />
        </Field>
        <Field label={text.kind} field={fields.kind}>
          <SelectInput
            {...selectProps(fields.kind)}
            required
            options={PREMISES_KINDS.map((value) => ({ value, label: text.kinds[value] }))}
            placeholder={text.chooseKind}
          />
        </Field>
        <Field label={text.name} field={fields.name}>
          <TextInput {...inputProps(fields.name)} required maxLength={120} autoComplete="name" />
        </Field>
        <Field label={text.phone} field={fields.phone}>
          <TextInput
            {...inputProps(fields.phone, { type: "tel" })}
            required
            maxLength={20}
            autoComplete="tel"
            inputMode="tel"
          />
        </Field>
        <Field label={text.email} hint={text.emailHint} field={fields.email} className="sm:col-span-2">
          <TextInput
            {...inputProps(fields.email, { type: "email" })}
            required
            maxLength={254}
            autoComplete="email"
          />
        </Field>
      </Part>
      <Part title={text.place}>
        <Field label={text.address} field={fields.address} className="sm:col-span-2">
          <TextArea
            {...textAreaProps(fields.address)}
            required
            rows={2}
            maxLength={250}
            autoComplete="street-address"
          />
        </Field>
        <Field label={text.pin} field={fields.pin}>
          <TextInput
            {...inputProps(fields.pin)}
            required
            maxLength={10}
            autoComplete="postal-code"
            inputMode="numeric"
          />
        </Field>
      </Part>
      <Part title={text.wish}>
        <Field
          label={text.activity}
          hint={text.activityHint}
          field={fields.activity}
          className="sm:col-span-2"
        >
          <TextInput
            {...inputProps(fields.activity)}
            required
            maxLength={120}
            list={SUGGESTED}
            autoComplete="off"
          />
        </Field>
        <datalist id={SUGGESTED}>
          {titles.map((title) => (
            <option key={title} value={title} />
          ))}
        </datalist>
        <Field label={text.people} field={fields.people}>
          <TextInput
            {...inputProps(fields.people, { type: "number" })}
            required
            min={1}
            max={5_000}
            inputMode="numeric"
          />
        </Field>
        <Field label={text.ages} hint={text.agesHint} field={fields.ages}>
          <TextInput {...inputProps(fields.ages)} required maxLength={60} autoComplete="off" />
        </Field>
        <Field label={text.days} hint={text.daysHint} field={fields.days} className="sm:col-span-2">
          <TextInput {...inputProps(fields.days)} required maxLength={200} autoComplete="off" />
        </Field>
        <Field label={text.message} field={fields.message} optional className="sm:col-span-2">
          <TextArea {...textAreaProps(fields.message)} rows={4} maxLength={4000} />
        </Field>
      </Part>
      <div aria-hidden={!trapped} className={trapped ? undefined : "absolute -left-[200vw]"}>
        <Field label={text.trap} field={fields.website}>
          <TextInput {...inputProps(fields.website)} tabIndex={trapped ? undefined : -1} autoComplete="off" />
        </Field>
      </div>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <Button type="submit" size="lg" className="max-sm:w-full">
          {text.send}
        </Button>
        <p className="max-w-sm text-sm text-ink-muted">
          {text.privacy}{" "}
          <a href="/privacy" className="underline underline-offset-4 hover:text-ink">
            {text.privacyLink}
          </a>
        </p>
      </div>
    </form>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid min-w-0 gap-5 sm:grid-cols-2 sm:gap-x-4">
      <legend className="mb-4 font-semibold">{title}</legend>
      {children}
    </fieldset>
  )
}
