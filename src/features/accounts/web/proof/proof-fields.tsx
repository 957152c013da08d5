import type { ProofOptions } from "#contract/accounts/account-proof.ts"
import { Button, buttonClass } from "#ui/components/button.tsx"
import { Field, TextInput } from "#ui/forms/field.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { inputProps } from "#ui/forms/form-props.ts"
import { PasswordInput } from "#ui/forms/password-input.tsx"
import { type FieldMetadata, useForm } from "#ui/forms/use-form.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { CodeInput } from "../code-input.tsx"
import type { ProofReply } from "./proof.act.ts"
import { proofTexts } from "./proof.texts.ts"

/** The id of the surrounding form, of the page or the dialog. */
export const PROOF_FORM = "proof"

interface ProofFieldsProps {
  options: ProofOptions
  reply: ProofReply | undefined
  /** The step that is being sent. */
  sending: string | undefined
  /** Where to go on after a sign-in with Google. */
  to: string
}

type Values = { proof_password?: string; proof_code?: string; proof_app_code?: string }

/** The fields by which a person confirms their identity, inside a form of the page or the dialog. */
export function ProofFields({ options, reply, sending, to }: ProofFieldsProps) {
  const text = useTexts(proofTexts)
  const [form, fields] = useForm<Values>({ id: PROOF_FORM, lastResult: reply?.form ?? null })
  const { by, second_step, google } = options
  if (by === null) return google ? <GoogleLink to={to} /> : null
  const isSent = reply?.step === "send" ? reply.done : reply?.step === "give"
  const needsCode = by === "mail" || by === "text"
  return (
    <div className="grid gap-5">
      <FormError issues={form.errors} title={text.error} />
      {by === "password" ? (
        <Field label={text.password} field={fields.proof_password}>
          <PasswordInput
            {...own(fields.proof_password, "password")}
            required
            maxLength={128}
            autoComplete="current-password"
          />
        </Field>
      ) : null}
      {needsCode && isSent ? (
        <>
          <p role="status">{text.sent}</p>
          <CodeInput field={fields.proof_code} label={text.code} />
        </>
      ) : null}
      {second_step && (!needsCode || isSent) ? <AppCode field={fields.proof_app_code} /> : null}
      <div className="flex flex-wrap gap-3">
        {/* First, so that Enter in a code gives it and sends no new one. */}
        {needsCode && !isSent ? null : (
          <Button
            type="submit"
            name="proof_step"
            value="give"
            busy={sending === "give"}
            busyLabel={text.going}
          >
            {text.go}
          </Button>
        )}
        {needsCode ? (
          <Button
            type="submit"
            name="proof_step"
            value="send"
            variant={isSent ? "ghost" : "secondary"}
            formNoValidate
            busy={sending === "send"}
            busyLabel={text.sending}
          >
            {isSent ? text.sendAgain : text.send}
          </Button>
        ) : null}
      </div>
    </div>
  )
}

function AppCode({ field }: { field: FieldMetadata<string | undefined> }) {
  const text = useTexts(proofTexts)
  return (
    <Field label={text.appCode} hint={text.appCodeHint} field={field}>
      <TextInput
        {...own(field, "text")}
        required
        maxLength={20}
        autoComplete="one-time-code"
        autoCapitalize="none"
      />
    </Field>
  )
}

/** Shows a field's errors without repeating what was typed. */
function own(field: FieldMetadata<string | undefined>, type: string) {
  return inputProps(field, { type, value: false })
}

function GoogleLink({ to }: { to: string }) {
  const text = useTexts(proofTexts)
  return (
    <a
      href={`/auth/google?${new URLSearchParams({ to })}`}
      className={buttonClass({ variant: "secondary", className: "justify-self-start" })}
    >
      {text.withGoogle}
    </a>
  )
}

/** Says why a proof is needed, and what to do. */
export function useProofReason({ by, google }: ProofOptions): string {
  const text = useTexts(proofTexts)
  const how = {
    password: text.byPassword,
    mail: text.byMail,
    text: text.byText,
    demo: text.byDemo,
    none: google ? text.google : text.afresh,
  }[by ?? "none"]
  return [text.why, how, by === null ? "" : text.lasts].filter(Boolean).join(" ")
}
