import { type ChangeEventHandler, useId } from "react"
import { Form, useFetcher, useNavigation, useSearchParams } from "react-router"
import type { ActionReply } from "#ui/api.ts"
import { Button, buttonClass } from "#ui/button.tsx"
import { Field, TextInput } from "#ui/field.tsx"
import { inputProps } from "#ui/form-props.ts"
import { PasswordInput } from "#ui/password-input.tsx"
import { useFlash } from "#ui/toast.tsx"
import type { FieldMetadata } from "#ui/use-form.ts"
import { accountsText } from "./accounts.text.ts"

const text = accountsText.fields

/** How a form is sent and what came back: by its page, or in place by a dialog. */
export interface Poster {
  Form: typeof Form | ReturnType<typeof useFetcher>["Form"]
  action?: string
  reply: ActionReply | undefined
  /** The intent of the form that is on its way, until the page it leads to stands. */
  sending: FormDataEntryValue | null | undefined
}

/** What a form says above its fields is not said a second time beside it. */
const toastBeside = (reply: ActionReply | undefined) => (reply?.form?.error?.[""] ? null : reply?.toast)

export function usePagePoster(reply: ActionReply | undefined): Poster {
  const sending = useNavigation().formData?.get("intent")
  useFlash(toastBeside(reply))
  return { Form, reply, sending }
}

/** For a form that stays on another page: `action` is the page whose action serves it. */
export function usePlacePoster(action: string): Poster {
  const fetcher = useFetcher<ActionReply>()
  useFlash(toastBeside(fetcher.data))
  return { Form: fetcher.Form, action, reply: fetcher.data, sending: fetcher.formData?.get("intent") }
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

interface EmailFieldProps {
  field: FieldMetadata<string>
  autoComplete: string
  onChange?: ChangeEventHandler<HTMLInputElement>
}

export function EmailField({ field, autoComplete, onChange }: EmailFieldProps) {
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

interface GoogleButtonProps {
  /** Whether the academy set it up. */
  available: boolean
  portal?: "instructor"
  /** Where to go afterwards, unless the page's address says so. */
  to?: string
}

/** The other way in, under a form. Where nobody set it up it is shown all the same, so that staff learn of it. */
export function GoogleButton({ available, portal, to }: GoogleButtonProps) {
  const reasonId = useId()
  const [params] = useSearchParams()
  const target = to ?? params.get("to")
  const search = new URLSearchParams({ ...(target && { to: target }), ...(portal && { portal }) })
  return (
    <div className="grid gap-4">
      <div aria-hidden className="flex items-center gap-3 text-sm text-ink-muted">
        <span className="h-px flex-1 bg-line" />
        {accountsText.or}
        <span className="h-px flex-1 bg-line" />
      </div>
      {available ? (
        // A document of its own: it leads to another site.
        <a
          href={`/auth/google?${search}`}
          className={buttonClass({ variant: "secondary", className: "w-full" })}
        >
          {accountsText.google}
        </a>
      ) : (
        <div className="grid gap-2">
          <Button variant="secondary" className="w-full" disabled aria-describedby={reasonId}>
            {accountsText.google}
          </Button>
          <p id={reasonId} className="text-center text-sm text-ink-muted">
            {accountsText.googleMissing}. {to ? null : accountsText.googleForStaff}
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

/** A password that is being chosen. */
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
