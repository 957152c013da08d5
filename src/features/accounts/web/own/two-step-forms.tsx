import { Form } from "react-router"
import type { Profile } from "#contract/accounts/account.ts"
import { ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { Field, TextInput } from "#ui/forms/field.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { inputProps } from "#ui/forms/form-props.ts"
import { useForm } from "#ui/forms/use-form.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { CodeInput } from "../code-input.tsx"
import { accountTexts } from "./account.texts.ts"
import { type AccountReply, Submit, useOwnForm } from "./account-forms.tsx"

type Reply = AccountReply | undefined

export function StartTwoStep({ reply }: { reply: Reply }) {
  const { twoStep: text, error } = useTexts(accountTexts)
  const { lastResult, sending } = useOwnForm("start", reply)
  const [form] = useForm<object>({ id: "start", lastResult })
  return (
    <Card>
      <Form method="post" id={form.id} className="grid gap-5">
        <FormError id={form.errorId} issues={form.errors} title={error} />
        <Submit intent="start" sending={sending} label={text.start} busyLabel={text.starting} />
      </Form>
    </Card>
  )
}

export function ScanCode({ secret, qr, reply }: { secret: string; qr: string; reply: Reply }) {
  const { twoStep: text, error } = useTexts(accountTexts)
  const { lastResult, sending } = useOwnForm("confirm", reply)
  const [form, fields] = useForm<{ code?: string }>({ id: "confirm", lastResult })
  return (
    <Card title={text.scan} description={text.scanText}>
      <div className="grid gap-6 sm:grid-cols-[auto_minmax(0,1fr)] sm:items-start">
        <img
          src={qr}
          alt={text.qr}
          width={200}
          height={200}
          className="size-50 justify-self-center rounded-md border border-line bg-white p-2"
        />
        <div className="grid gap-5">
          <code className="rounded-md bg-surface-sunken p-3 text-sm tracking-wider break-all select-all">
            {secret.match(/.{1,4}/g)?.join(" ")}
          </code>
          <Form method="post" id={form.id} className="grid gap-5">
            <FormError id={form.errorId} issues={form.errors} title={error} />
            <input type="hidden" name="secret" value={secret} />
            <input type="hidden" name="qr" value={qr} />
            <CodeInput field={fields.code} label={text.code} hint={text.codeHint} autoFocus />
            <Submit intent="confirm" sending={sending} label={text.switchOn} busyLabel={text.checking} />
          </Form>
        </div>
      </div>
    </Card>
  )
}

/** The recovery codes, shown only once. */
export function KeptCodes({ codes }: { codes: string[] }) {
  const text = useTexts(accountTexts).twoStep
  return (
    <Card title={text.keep} description={text.keepText}>
      <ol className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-md bg-surface-sunken p-5 font-mono text-[0.9375rem] select-all">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <ButtonLink to="/account?tab=security" className="mt-5">
        {text.done}
      </ButtonLink>
    </Card>
  )
}

export function ManageTwoStep({ profile, reply }: { profile: Profile; reply: Reply }) {
  const { twoStep: text, error } = useTexts(accountTexts)
  const renew = useOwnForm("renew", reply)
  const stop = useOwnForm("stop", reply)
  const [renewForm, renewFields] = useForm<{ code?: string }>({ id: "renew", lastResult: renew.lastResult })
  const [stopForm, stopFields] = useForm<{ code?: string }>({ id: "stop", lastResult: stop.lastResult })
  return (
    <div className="grid gap-6">
      <Card
        title={text.renew}
        description={`${text.codesLeft(profile.two_step.recovery_codes_left)}. ${text.renewText}`}
      >
        <Form method="post" id={renewForm.id} className="grid gap-5">
          <FormError id={renewForm.errorId} issues={renewForm.errors} title={error} />
          <CodeInput field={renewFields.code} label={text.code} />
          <Submit intent="renew" sending={renew.sending} label={text.renew} variant="secondary" />
        </Form>
      </Card>
      <Card title={text.stop} description={profile.two_step.required ? text.required : text.stopText}>
        {profile.two_step.required ? null : (
          <Form method="post" id={stopForm.id} className="grid gap-5">
            <FormError id={stopForm.errorId} issues={stopForm.errors} title={error} />
            <Field label={text.code} field={stopFields.code}>
              <TextInput
                {...inputProps(stopFields.code)}
                required
                maxLength={20}
                autoComplete="one-time-code"
                className="sm:max-w-60"
              />
            </Field>
            <Submit intent="stop" sending={stop.sending} label={text.stop} variant="danger" />
          </Form>
        )}
      </Card>
    </div>
  )
}
