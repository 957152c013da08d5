import { useState } from "react"
import { Link, useSearchParams } from "react-router"
import { Button, buttonClass } from "#ui/button.tsx"
import { Field, TextInput } from "#ui/field.tsx"
import { FormError } from "#ui/form-error.tsx"
import { inputProps } from "#ui/form-props.ts"
import { useForm } from "#ui/use-form.ts"
import { useHydrated } from "#ui/use-hydrated.ts"
import { accountsText } from "./accounts.text.ts"
import type { Poster } from "./form-pieces.tsx"

const text = accountsText.code
const LENGTH = 6

type CodeFields = { email: string; request: string; code: string }

/** The second step: the code that was mailed. Without scripts the browser checks its form. */
export function CodeForm({ poster }: { poster: Poster }) {
  const { Form, action, reply, sending } = poster
  const [form, fields] = useForm<CodeFields>({ id: "verify-code", lastResult: reply?.form ?? null })
  const scripted = useHydrated()
  const [code, setCode] = useState(String(fields.code.initialValue ?? ""))
  const [params] = useSearchParams()
  return (
    <Form method="post" {...(action && { action })} id={form.id} className="grid gap-5">
      <input type="hidden" name="intent" value="verify-code" />
      <input type="hidden" name="request" value={fields.request.initialValue ?? ""} />
      <input type="hidden" name="email" value={fields.email.initialValue ?? ""} />
      <FormError
        id={form.errorId}
        issues={form.errors}
        title={reply?.toast?.title ?? accountsText.verificationError}
      />
      <Field label={text.label} field={fields.code} hint={text.hint(String(fields.email.initialValue ?? ""))}>
        <TextInput
          {...inputProps(fields.code)}
          defaultValue={undefined}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value.replace(/\D/g, "").slice(0, LENGTH))}
          required
          pattern="\d{6}"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          className="text-center text-xl tracking-[0.5em] tabular-nums"
        />
      </Field>
      <Button
        type="submit"
        className="w-full"
        disabled={scripted && code.length !== LENGTH}
        busy={sending === "verify-code"}
        busyLabel={text.verifying}
      >
        {text.verify}
      </Button>
      {/* The same address again forgets what was answered. */}
      <Link to={`?${params}`} replace className={buttonClass({ variant: "ghost", className: "w-full" })}>
        {text.back}
      </Link>
    </Form>
  )
}
