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
import { EmailField, GoogleButton, useSending } from "./form-pieces.tsx"

type SignInFields = { email: string; password: string }

/** Signs in by e-mail and password. */
export function SignInForm({ reply }: { reply: ActionReply | undefined }) {
  const [form, fields] = useForm<SignInFields>({ id: "sign-in", lastResult: reply?.form ?? null })
  const sending = useSending("sign-in")
  useFlash(reply?.toast)
  return (
    <div className="grid gap-6">
      <Form method="post" id={form.id} className="grid gap-5">
        <input type="hidden" name="intent" value="sign-in" />
        <FormError id={form.errorId} issues={form.errors} title={reply?.toast?.title ?? text.loginError} />
        <EmailField field={fields.email} autoComplete="username" />
        <Field label={text.fields.password} field={fields.password}>
          <PasswordInput
            {...inputProps(fields.password, { type: "password" })}
            required
            maxLength={128}
            autoComplete="current-password"
          />
        </Field>
        <Button type="submit" className="mt-1 w-full" busy={sending} busyLabel={text.signingIn}>
          {text.signIn}
        </Button>
      </Form>
      <GoogleButton />
    </div>
  )
}
