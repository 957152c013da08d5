import { Suspense, useState } from "react"
import { Link } from "react-router"
import { Button } from "#ui/button.tsx"
import { Field } from "#ui/field.tsx"
import { FormError } from "#ui/form-error.tsx"
import { inputProps } from "#ui/form-props.ts"
import { latePart } from "#ui/late-part.tsx"
import { PasswordInput } from "#ui/password-input.tsx"
import { useForm } from "#ui/use-form.ts"
import { useHydrated } from "#ui/use-hydrated.ts"
import { accountsText as text } from "./accounts.text.ts"
import { EmailField, GoogleButton, linkClass, type Poster } from "./form-pieces.tsx"

const loadCodeForm = async () => (await import("./code-form.tsx")).CodeForm
/** Its code comes when a code was mailed. The server has it at once, for browsers without scripts. */
const CodeForm = import.meta.env.SSR ? await loadCodeForm() : latePart(loadCodeForm)

type SignInFields = { email: string; password: string }

interface SignInFormProps {
  poster: Poster
  google: boolean
  portal?: "instructor"
  /** Where Google leads back to, where the page's address does not say so. */
  to?: string
  /** Leaves the e-mailed code out, as a dialog does. */
  brief?: boolean
}

/** Signs in by e-mail and password, by a code that is mailed, or by Google. */
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
