import Monitor from "lucide-react/icons/monitor"
import Smartphone from "lucide-react/icons/smartphone"
import { Form, useNavigation } from "react-router"
import type { Profile } from "#contract/accounts/account.ts"
import type { OwnSession } from "#contract/accounts/account-security.ts"
import { Badge } from "#ui/components/badge.tsx"
import { Button, ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { Field, TextInput } from "#ui/forms/field.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { inputProps } from "#ui/forms/form-props.ts"
import { PasswordInput } from "#ui/forms/password-input.tsx"
import { useForm } from "#ui/forms/use-form.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { useSaidTime } from "#ui/said-time.ts"
import { CodeInput } from "../code-input.tsx"
import { NewPassword } from "../form-pieces.tsx"
import { accountTexts } from "./account.texts.ts"
import { type AccountReply, Submit, useOwnForm } from "./account-forms.tsx"

interface CardProps {
  profile: Profile
  reply: AccountReply | undefined
}

/** Asks for the password. Shows nothing for people without one. */
export function OwnPassword({
  field,
  label,
  shown,
}: {
  field: Parameters<typeof inputProps>[0] & { errors?: string[] | undefined; id: string }
  label: string
  shown: boolean
}) {
  if (!shown) return null
  return (
    <Field label={label} field={field}>
      <PasswordInput
        {...inputProps(field, { type: "password" })}
        required
        maxLength={128}
        autoComplete="current-password"
      />
    </Field>
  )
}

type EmailFields = { email: string; code?: string }

/** Changes the e-mail in two steps: the second asks for the code that was mailed to the new one. */
export function EmailCard({ profile, reply }: CardProps) {
  const text = useTexts(accountTexts).email
  const asked = reply?.intent === "email" && reply.done ? String(reply.form?.initialValue?.email ?? "") : ""
  const typed = reply?.intent === "email-code" ? String(reply.form?.initialValue?.email ?? "") : ""
  return (
    <Card title={text.title} description={text.current(profile.email)}>
      {asked || (typed && !reply?.done) ? (
        <EmailCode email={asked || typed} reply={reply} />
      ) : (
        <NewEmail reply={reply} />
      )}
    </Card>
  )
}

function NewEmail({ reply }: Pick<CardProps, "reply">) {
  const { email: text, error } = useTexts(accountTexts)
  const { lastResult, sending } = useOwnForm("email", reply)
  const [form, fields] = useForm<EmailFields>({ id: "email", lastResult })
  return (
    <Form method="post" id={form.id} className="grid gap-5">
      <FormError id={form.errorId} issues={form.errors} title={error} />
      <Field label={text.next} field={fields.email}>
        <TextInput
          {...inputProps(fields.email, { type: "email" })}
          required
          maxLength={254}
          autoComplete="email"
          autoCapitalize="none"
        />
      </Field>
      <Submit intent="email" sending={sending} label={text.ask} busyLabel={text.asking} />
    </Form>
  )
}

function EmailCode({ email, reply }: { email: string; reply: AccountReply | undefined }) {
  const { email: text, error } = useTexts(accountTexts)
  const { lastResult, sending } = useOwnForm("email-code", reply)
  const [form, fields] = useForm<EmailFields>({ id: "email-code", lastResult })
  return (
    <Form method="post" id={form.id} className="grid gap-5">
      <FormError id={form.errorId} issues={form.errors} title={error} />
      <input type="hidden" name="email" value={email} />
      <CodeInput field={fields.code} label={text.code} hint={text.sentText(email)} />
      <Submit intent="email-code" sending={sending} label={text.confirm} busyLabel={text.confirming} />
    </Form>
  )
}

type PasswordFields = { current_password: string; new_password: string }

export function PasswordCard({ profile, reply }: CardProps) {
  const { password: text, error } = useTexts(accountTexts)
  const { lastResult, sending } = useOwnForm("password", reply)
  const [form, fields] = useForm<PasswordFields>({ id: "change-password", lastResult })
  if (!profile.has_password) return <Card title={text.title} description={text.none} />
  return (
    <Card title={text.title} description={text.text}>
      <Form method="post" id={form.id} className="grid gap-5">
        <FormError id={form.errorId} issues={form.errors} title={error} />
        <OwnPassword field={fields.current_password} label={text.current} shown />
        <NewPassword field={fields.new_password} label={text.next} hint={text.hint} />
        <Submit intent="password" sending={sending} label={text.change} busyLabel={text.changing} />
      </Form>
    </Card>
  )
}

export function TwoStepCard({ profile }: { profile: Profile }) {
  const text = useTexts(accountTexts).twoStep
  const { on, recovery_codes_left } = profile.two_step
  return (
    <Card
      title={text.title}
      description={text.text}
      action={<Badge tone={on ? "success" : "neutral"}>{on ? text.on : text.off}</Badge>}
    >
      <div className="flex flex-wrap items-center gap-4">
        <ButtonLink to="/account/two-step" variant={on ? "secondary" : "primary"}>
          {on ? text.manage : text.setUp}
        </ButtonLink>
        {on ? <p className="text-sm text-ink-muted">{text.codesLeft(recovery_codes_left)}</p> : null}
      </div>
    </Card>
  )
}

/** The devices on which the viewer is signed in, each with a button to sign out. */
export function SessionsCard({ sessions, zone }: { sessions: OwnSession[]; zone: string }) {
  const text = useTexts(accountTexts).sessions
  const busy = useNavigation().formData?.get("intent") === "end-others"
  const others = sessions.some((one) => !one.current)
  return (
    <Card
      title={text.title}
      description={text.text}
      action={
        others ? (
          <Form method="post">
            <Button type="submit" name="intent" value="end-others" size="sm" variant="secondary" busy={busy}>
              {text.endOthers}
            </Button>
          </Form>
        ) : null
      }
    >
      <ul className="divide-y divide-line border-t border-line">
        {sessions.map((session) => (
          <SessionLine key={session.id} session={session} zone={zone} />
        ))}
      </ul>
    </Card>
  )
}

function SessionLine({ session, zone }: { session: OwnSession; zone: string }) {
  const text = useTexts(accountTexts).sessions
  const said = useSaidTime(zone)
  const busy = useNavigation().formData?.get("session_id") === session.id
  const Icon = /Android|iPhone|iPad/.test(session.device) ? Smartphone : Monitor
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4 last:pb-0" data-session={session.id}>
      <Icon size={22} aria-hidden className="shrink-0 text-ink-muted" />
      <div className="grid min-w-0 flex-1 basis-48 gap-0.5">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {text.device(session.device)}
          {session.current ? <Badge tone="primary">{text.here}</Badge> : null}
        </p>
        <p className="text-sm text-ink-muted">
          {text.lastUsed(said(session.last_used_at))}
          {session.place ? ` · ${text.near(session.place)}` : null}
        </p>
      </div>
      {session.current ? null : (
        <Form method="post">
          <input type="hidden" name="session_id" value={session.id} />
          <Button type="submit" name="intent" value="end-session" size="sm" variant="ghost" busy={busy}>
            {text.end}
          </Button>
        </Form>
      )}
    </li>
  )
}
