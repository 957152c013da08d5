import { Suspense, useState } from "react"
import { Button } from "#ui/components/button.tsx"
import { linkClass } from "#ui/components/link-class.ts"
import { Field } from "#ui/forms/field.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { inputProps } from "#ui/forms/form-props.ts"
import { PasswordInput } from "#ui/forms/password-input.tsx"
import type { Poster } from "#ui/forms/poster.ts"
import { useForm } from "#ui/forms/use-form.ts"
import { latePart } from "#ui/late-part.tsx"
import { Link } from "#ui/link.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { useHydrated } from "#ui/use-hydrated.ts"
import { accountsTexts } from "../accounts.texts.ts"
import { EmailField, GoogleButton } from "../form-pieces.tsx"

const loadCodeForm = async () => (await import("./code-form.tsx")).CodeForm
/** Its code is loaded when a code was mailed. The server has it at once, for browsers without scripts. */
const CodeForm = import.meta.env.SSR ? await loadCodeForm() : latePart(loadCodeForm)

type SignInFields = { email: string; password: string }

interface SignInFormProps {
  poster: Poster
  google: boolean
  portal?: "instructor"
  /** Where to go after Google, if the page's address does not say it. */
  to?: string
  /** Leaves out sign-in by a mailed code, as in a dialog. */
  brief?: boolean
}

/** Signs in by e-mail and password, by a mailed code, or with Google. */
export function SignInForm({ poster, google, portal, to, brief }: SignInFormProps) {
  if (poster.reply?.form?.initialValue?.request) {
    return (
      <Suspense fallback={null}>
        <CodeForm poster={poster} />
      </Suspense>
    )
  }
  return (
    <div className="grid gap-6">
      <PasswordForm poster={poster} brief={brief ?? false} />
      <GoogleButton available={google} {...(portal && { portal })} {...(to && { to })} />
    </div>
  )
}

function PasswordForm({ poster, brief }: { poster: Poster; brief: boolean }) {
  const text = useTexts(accountsTexts)
  const { Form, action, reply, sending } = poster
  const [form, fields] = useForm<SignInFields>({ id: "sign-in", lastResult: reply?.form ?? null })
  const scripted = useHydrated()
  const [email, setEmail] = useState(String(fields.email.initialValue ?? ""))
  return (
    <Form method="post" {...(action && { action })} id={form.id} className="grid gap-5">
      <FormError id={form.errorId} issues={form.errors} title={reply?.toast?.title ?? text.loginError} />
      <EmailField
        field={fields.email}
        autoComplete="username"
        onChange={(event) => setEmail(event.currentTarget.value)}
      />
      <Field label={text.fields.password} field={fields.password}>
        <PasswordInput
          {...inputProps(fields.password, { type: "password" })}
          required
          maxLength={128}
          autoComplete="current-password"
        />
      </Field>
      <Link to="/forgot-password" className={`${linkClass} -mt-3 justify-self-end text-sm`}>
        {text.forgotPassword}
      </Link>
      <Button
        type="submit"
        name="intent"
        value="sign-in"
        className="w-full"
        busy={sending === "sign-in"}
        busyLabel={text.signingIn}
      >
        {text.signIn}
      </Button>
      {brief ? null : (
        <div className="grid gap-2">
          <Button
            type="submit"
            name="intent"
            value="request-code"
            formNoValidate
            variant="secondary"
            className="w-full"
            data-needs="email"
            disabled={scripted && email.trim() === ""}
            busy={sending === "request-code"}
            busyLabel={text.code.sending}
          >
            {text.code.get}
          </Button>
          <p className="text-center text-sm text-ink-muted">{text.code.or}</p>
        </div>
      )}
    </Form>
  )
}
