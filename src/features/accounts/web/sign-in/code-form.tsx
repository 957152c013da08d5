import { useState } from "react"
import { Button } from "#ui/components/button.tsx"
import { Field, TextInput } from "#ui/forms/field.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { inputProps } from "#ui/forms/form-props.ts"
import type { Poster } from "#ui/forms/poster.ts"
import { useForm } from "#ui/forms/use-form.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { useHydrated } from "#ui/use-hydrated.ts"
import { accountsTexts } from "../accounts.texts.ts"

const LENGTH = 6

type CodeFields = { email: string; request: string; code: string }

/** The second step: the mailed code. Without scripts the browser checks its format. */
export function CodeForm({ poster }: { poster: Poster }) {
  const { code: text, verificationError } = useTexts(accountsTexts)
  const { Form, action, reply, sending } = poster
  const [form, fields] = useForm<CodeFields>({ id: "verify-code", lastResult: reply?.form ?? null })
  const scripted = useHydrated()
  const [code, setCode] = useState(String(fields.code.initialValue ?? ""))
  return (
    <Form method="post" {...(action && { action })} id={form.id} className="grid gap-5">
      <input type="hidden" name="request" value={fields.request.initialValue ?? ""} />
      <input type="hidden" name="email" value={fields.email.initialValue ?? ""} />
      <FormError id={form.errorId} issues={form.errors} title={reply?.toast?.title ?? verificationError} />
      <Field label={text.label} field={fields.code} hint={text.hint(String(fields.email.initialValue ?? ""))}>
        <TextInput
          {...inputProps(fields.code)}
          defaultValue={undefined}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value.replace(/\D/g, "").slice(0, LENGTH))}
          required
          data-digits={LENGTH}
          pattern="\d{6}"
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          className="text-center text-xl tracking-[0.5em] tabular-nums"
        />
      </Field>
      <Button
        type="submit"
        name="intent"
        value="verify-code"
        className="w-full"
        data-needs="code"
        disabled={scripted && code.length !== LENGTH}
        busy={sending === "verify-code"}
        busyLabel={text.verifying}
      >
        {text.verify}
      </Button>
      <Button type="submit" name="intent" value="back" formNoValidate variant="ghost" className="w-full">
        {text.back}
      </Button>
    </Form>
  )
}
