import { type ChangeEventHandler, useId } from "react"
import { useSearchParams } from "react-router"
import { Button, buttonClass } from "#ui/components/button.tsx"
import { linkClass } from "#ui/components/link-class.ts"
import { Field, TextInput } from "#ui/forms/field.tsx"
import { inputProps } from "#ui/forms/form-props.ts"
import { PasswordInput } from "#ui/forms/password-input.tsx"
import type { FieldMetadata } from "#ui/forms/use-form.ts"
import { Link } from "#ui/link.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { accountsTexts } from "./accounts.texts.ts"

/** Returns a function that adds the address to go to afterwards to links between the sign-in pages. */
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
  const text = useTexts(accountsTexts).fields
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

interface EmailFieldProps {
  field: FieldMetadata<string>
  autoComplete: string
  onChange?: ChangeEventHandler<HTMLInputElement>
}

export function EmailField({ field, autoComplete, onChange }: EmailFieldProps) {
  const text = useTexts(accountsTexts).fields
  return (
    <Field label={text.email} field={field}>
      <TextInput
        {...inputProps(field, { type: "email" })}
        required
        maxLength={254}
        onChange={onChange}
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
  /** Only adults must give one, which the server checks by the date of birth. */
  student?: boolean
}

export function PhoneField({ field, optional, student }: PhoneFieldProps) {
  const text = useTexts(accountsTexts).fields
  return (
    <Field
      label={text.phone}
      field={field}
      hint={student ? text.studentPhoneHint : text.phoneHint}
      optional={optional ?? false}
    >
      <TextInput
        {...inputProps(field, { type: "tel" })}
        required={!(optional || student)}
        maxLength={20}
        autoComplete="tel"
        inputMode="tel"
      />
    </Field>
  )
}

interface GoogleButtonProps {
  /** Whether the academy has set it up. */
  available: boolean
  portal?: "instructor"
  /** Where to go afterwards, unless the page's address says it. */
  to?: string
}

/** Sign-in with Google, under a form. Where it is not set up the button is disabled and says so. */
export function GoogleButton({ available, portal, to }: GoogleButtonProps) {
  const text = useTexts(accountsTexts)
  const reasonId = useId()
  const [params] = useSearchParams()
  const target = to ?? params.get("to")
  const search = new URLSearchParams({ ...(target && { to: target }), ...(portal && { portal }) })
  return (
    <div className="grid gap-4">
      <div aria-hidden className="flex items-center gap-3 text-sm text-ink-muted">
        <span className="h-px flex-1 bg-line" />
        {text.or}
        <span className="h-px flex-1 bg-line" />
      </div>
      {available ? (
        // A full page load, because it leads to another site.
        <a
          href={`/auth/google?${search}`}
          className={buttonClass({ variant: "secondary", className: "w-full" })}
        >
          {text.google}
        </a>
      ) : (
        <div className="grid gap-2">
          <Button variant="secondary" className="w-full" disabled aria-describedby={reasonId}>
            {text.google}
          </Button>
          <p id={reasonId} className="text-center text-sm text-ink-muted">
            {text.googleMissing}
          </p>
        </div>
      )}
    </div>
  )
}

interface NewPasswordProps {
  field: FieldMetadata<string>
  label: string
  hint?: string
}

/** A field for a new password. */
export function NewPassword({ field, label, hint }: NewPasswordProps) {
  return (
    <Field label={label} field={field} hint={hint}>
      <PasswordInput
        {...inputProps(field, { type: "password" })}
        required
        minLength={8}
        maxLength={128}
        autoComplete="new-password"
      />
    </Field>
  )
}

/** Opens in a new tab, so that what was typed in the form is kept. */
export function TermsLinks({ wording }: { wording: "agree" | "byCreating" }) {
  const text = useTexts(accountsTexts).terms
  const { terms, privacy, newTab } = text
  const [before, and, after] = text[wording]
  const link = (href: string, label: string) => (
    <a href={href} target="_blank" rel="noreferrer" className={linkClass}>
      {label}
      <span className="sr-only"> {newTab}</span>
    </a>
  )
  return (
    <>
      {before} {link("/terms", terms)} {and} {link("/privacy", privacy)}
      {after}
    </>
  )
}

/**
 * The way in for parents, who have no password: below every form of students and teachers. `to` is where they were
 * going, if the address doesn't say it.
 */
export function ParentsWay({ to }: { to?: string }) {
  const text = useTexts(accountsTexts).parents
  const keepTarget = useKeepTarget()
  return (
    <span className="mt-2 block first:mt-0">
      {text.question}{" "}
      <Link
        to={to ? `/guardian?${new URLSearchParams({ to })}` : keepTarget("/guardian")}
        className={linkClass}
      >
        {text.link}
      </Link>
    </span>
  )
}
