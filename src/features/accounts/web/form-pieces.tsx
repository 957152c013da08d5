import type { FieldMetadata } from "@conform-to/react"
import { useId } from "react"
import { useNavigation, useSearchParams } from "react-router"
import { Button } from "#ui/button.tsx"
import { Field, TextInput } from "#ui/field.tsx"
import { inputProps } from "#ui/form-props.ts"
import { accountsText } from "./accounts.text.ts"

const text = accountsText.fields

/** Whether the form of this intent is on its way, until the page it leads to stands. */
export function useSending(intent: string): boolean {
  return useNavigation().formData?.get("intent") === intent
}

/** Makes links to the other sign-in pages remember where the person was going. */
export function useKeepTarget(): (path: string) => string {
  const [params] = useSearchParams()
  const to = params.get("to")
  return (path) => (to ? `${path}?${new URLSearchParams({ to })}` : path)
}

interface NameFieldsProps {
  first: FieldMetadata<string>
  last: FieldMetadata<string>
}

export function NameFields({ first, last }: NameFieldsProps) {
  return (
    <div className="grid gap-5 min-[24rem]:grid-cols-2 min-[24rem]:gap-4">
      <Field label={text.firstName} field={first}>
        <TextInput {...inputProps(first)} required maxLength={60} autoComplete="given-name" />
      </Field>
      <Field label={text.lastName} field={last}>
        <TextInput {...inputProps(last)} required maxLength={60} autoComplete="family-name" />
      </Field>
    </div>
  )
}

export function EmailField({ field, autoComplete }: { field: FieldMetadata<string>; autoComplete: string }) {
  return (
    <Field label={text.email} field={field}>
      <TextInput
        {...inputProps(field, { type: "email" })}
        required
        maxLength={254}
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
      />
    </Field>
  )
}

interface PhoneFieldProps {
  field: FieldMetadata<string | undefined>
  optional?: boolean
}

export function PhoneField({ field, optional }: PhoneFieldProps) {
  return (
    <Field label={text.phone} field={field} hint={text.phoneHint} optional={optional ?? false}>
      <TextInput
        {...inputProps(field, { type: "tel" })}
        required={!optional}
        maxLength={20}
        autoComplete="tel"
        inputMode="tel"
      />
    </Field>
  )
}

/** The other way in, under a form. It is shown although nobody set it up, so that staff learn that it exists. */
export function GoogleButton() {
  const reasonId = useId()
  return (
    <div className="grid gap-4">
      <div aria-hidden className="flex items-center gap-3 text-sm text-ink-muted">
        <span className="h-px flex-1 bg-line" />
        {accountsText.or}
        <span className="h-px flex-1 bg-line" />
      </div>
      <div className="grid gap-2">
        <Button variant="secondary" className="w-full" disabled aria-describedby={reasonId}>
          {accountsText.google}
        </Button>
        <p id={reasonId} className="text-center text-sm text-ink-muted">
          {accountsText.googleMissing}
        </p>
      </div>
    </div>
  )
}

export const linkClass = "font-semibold text-primary-text underline underline-offset-4"

/** Opens beside the form, so that what was typed stays. */
export function TermsLinks({ lead }: { lead: string }) {
  const { terms, and, privacy, newTab } = accountsText.terms
  const link = (href: string, label: string) => (
    <a href={href} target="_blank" rel="noreferrer" className={linkClass}>
      {label}
      <span className="sr-only"> {newTab}</span>
    </a>
  )
  return (
    <>
      {lead} {link("/terms", terms)} {and} {link("/privacy", privacy)}
    </>
  )
}
