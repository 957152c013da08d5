import { useForm } from "@conform-to/react"
import { Form } from "react-router"
import type { ActionReply } from "#ui/api.ts"
import { Button } from "#ui/button.tsx"
import { Field } from "#ui/field.tsx"
import { FormError } from "#ui/form-error.tsx"
import { inputProps } from "#ui/form-props.ts"
import { PasswordInput } from "#ui/password-input.tsx"
import { useFlash } from "#ui/toast.tsx"
import { accountsText as text } from "./accounts.text.ts"
import { EmailField, NameFields, PhoneField, TermsLinks, useSending } from "./form-pieces.tsx"

type InstructorFields = {
  first_name: string
  last_name: string
  email: string
  phone?: string | undefined
  password: string
}

interface InstructorSignUpFormProps {
  reply: ActionReply | undefined
  phoneOptional?: boolean
}

/** Registers an instructor and signs them in. */
export function InstructorSignUpForm({ reply, phoneOptional }: InstructorSignUpFormProps) {
  const [form, fields] = useForm<InstructorFields>({
    id: "instructor-sign-up",
    lastResult: reply?.form ?? null,
  })
  const sending = useSending("instructor-sign-up")
  useFlash(reply?.toast)
  return (
    <Form method="post" id={form.id} className="grid gap-5">
      <input type="hidden" name="intent" value="instructor-sign-up" />
      <FormError id={form.errorId} issues={form.errors} title={reply?.toast?.title ?? text.signUpError} />
      <NameFields first={fields.first_name} last={fields.last_name} />
      <EmailField field={fields.email} autoComplete="email" />
      <PhoneField field={fields.phone} optional={phoneOptional ?? false} />
      <Field label={text.fields.password} field={fields.password} hint={text.fields.passwordHint}>
        <PasswordInput
          {...inputProps(fields.password, { type: "password" })}
          required
          minLength={8}
          maxLength={128}
          autoComplete="new-password"
        />
      </Field>
      <p className="text-sm text-ink-muted">
        <TermsLinks lead={text.terms.agreeByCreating} />.
      </p>
      <Button type="submit" className="w-full" busy={sending} busyLabel={text.creatingAccount}>
        {text.createAccount}
      </Button>
    </Form>
  )
}
