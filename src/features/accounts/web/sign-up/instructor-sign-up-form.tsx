import { Button } from "#ui/components/button.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import type { Poster } from "#ui/forms/poster.ts"
import { useForm } from "#ui/forms/use-form.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { accountsTexts } from "../accounts.texts.ts"
import { EmailField, NameFields, NewPassword, PhoneField, TermsLinks } from "../form-pieces.tsx"

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

/** Signs up an instructor, who is signed in unless the e-mail must be confirmed first. */
export function InstructorSignUpForm({ poster, phoneOptional }: InstructorSignUpFormProps) {
  const text = useTexts(accountsTexts)
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
        <TermsLinks wording="byCreating" />
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
