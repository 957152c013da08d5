import { Button } from "#ui/button.tsx"
import { FormError } from "#ui/form-error.tsx"
import { useForm } from "#ui/use-form.ts"
import { accountsText as text } from "./accounts.text.ts"
import { EmailField, NameFields, NewPassword, PhoneField, type Poster, TermsLinks } from "./form-pieces.tsx"

type InstructorFields = {
  first_name: string
  last_name: string
  email: string
  phone?: string | undefined
  password: string
}

interface InstructorSignUpFormProps {
  poster: Poster
  phoneOptional?: boolean
}

/** Registers an instructor, who is signed in unless the e-mail has to be confirmed first. */
export function InstructorSignUpForm({ poster, phoneOptional }: InstructorSignUpFormProps) {
  const { Form, reply, sending } = poster
  const [form, fields] = useForm<InstructorFields>({
    id: "instructor-sign-up",
    lastResult: reply?.form ?? null,
  })
  return (
    <Form method="post" id={form.id} className="grid gap-5">
      <input type="hidden" name="intent" value="instructor-sign-up" />
      <FormError id={form.errorId} issues={form.errors} title={reply?.toast?.title ?? text.signUpError} />
      <NameFields first={fields.first_name} last={fields.last_name} />
      <EmailField field={fields.email} autoComplete="email" />
      <PhoneField field={fields.phone} optional={phoneOptional ?? false} />
      <NewPassword field={fields.password} label={text.fields.password} hint={text.fields.passwordHint} />
      <p className="text-sm text-ink-muted">
        <TermsLinks lead={text.terms.agreeByCreating} />.
      </p>
      <Button
        type="submit"
        className="w-full"
        busy={sending === "instructor-sign-up"}
        busyLabel={text.creatingAccount}
      >
        {text.createAccount}
      </Button>
    </Form>
  )
}
