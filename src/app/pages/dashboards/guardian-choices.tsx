import { Form, useNavigation, useSearchParams } from "react-router"
import type { Child } from "#contract/guardians/guardians.ts"
import { CodeInput } from "#features/accounts/web/code-input.tsx"
import { accountTexts } from "#features/accounts/web/own/account.texts.ts"
import { type AccountReply, Submit, useOwnForm } from "#features/accounts/web/own/account-forms.tsx"
import { ConsentList, OtherLanguage } from "#features/guardians/web/consents.card.tsx"
import { consentsTexts } from "#features/guardians/web/consents.texts.ts"
import { guardianTexts } from "#features/guardians/web/guardian.texts.ts"
import { dateInZone, formatDateIn } from "#shared/time.ts"
import { Badge } from "#ui/components/badge.tsx"
import { Button, ButtonLink, buttonClass } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { Field, TextInput } from "#ui/forms/field.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { inputProps } from "#ui/forms/form-props.ts"
import { ProvenLink } from "#ui/forms/proven-link.tsx"
import { useForm } from "#ui/forms/use-form.ts"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"

interface ConfirmChildProps {
  student: { student_id: string; first_name: string; last_name: string }
}

/** Asks the guardian whether a student who gave their number is their child. */
export function ConfirmChild({ student }: ConfirmChildProps) {
  const text = useTexts(guardianTexts).dashboard
  const name = `${student.first_name} ${student.last_name}`.trim()
  const busy = useNavigation().formData?.get("student_id") === student.student_id
  return (
    <Card title={text.toConfirm} description={text.toConfirmText(name)} className="border-primary/40">
      <Form method="post" preventScrollReset className="flex flex-wrap gap-3">
        <input type="hidden" name="intent" value="answer" />
        <input type="hidden" name="student_id" value={student.student_id} />
        <input type="hidden" name="name" value={student.first_name} />
        <Button type="submit" name="mine" value="yes" busy={busy}>
          {text.mine}
        </Button>
        <Button type="submit" name="mine" value="no" variant="secondary" disabled={busy}>
          {text.notMine}
        </Button>
      </Form>
    </Card>
  )
}

/** Says that live classes wait, until the guardian has decided about them. */
export function ConsentBanner({ child }: { child: Child }) {
  const text = useTexts(guardianTexts).dashboard
  const [params] = useSearchParams()
  const live = child.consents.find((one) => one.purpose === "live_classes")
  if (!child.under_18 || !child.rights.includes("consent") || live?.given || params.get("tab") === "consent")
    return null
  const next = new URLSearchParams({ child: child.student_id, tab: "consent" })
  return (
    <Card title={text.notConsented} description={text.notConsentedText(child.first_name)}>
      <ButtonLink to={`?${next}`}>{text.decide}</ButtonLink>
    </Card>
  )
}

/** Says what waits until the office has confirmed who the viewer is. */
export function KnownBanner({ child }: { child: Child }) {
  const text = useTexts(guardianTexts).dashboard
  if (!child.rights.includes("consent") || !child.consents.some((one) => one.waits_for_guardian)) return null
  return <Card title={text.notKnown} description={text.notKnownText(child.first_name)} />
}

export function ChildConsents({ child, zone }: { child: Child; zone: string }) {
  const text = useTexts(guardianTexts).dashboard
  const consents = useTexts(consentsTexts)
  return (
    <Card
      title={consents.title}
      description={child.under_18 ? consents.own : text.adultChild(child.first_name)}
      action={<OtherLanguage />}
    >
      <ConsentList
        consents={child.consents}
        studentId={child.student_id}
        zone={zone}
        decides={child.under_18}
      />
    </Card>
  )
}

interface ChildDataProps {
  child: Child
  zone: string
  reply: AccountReply | undefined
}

/** The child's profile, text messages, export and erasure. */
export function ChildData({ child, zone, reply }: ChildDataProps) {
  const { data } = useTexts(accountTexts)
  const text = useTexts(guardianTexts).dashboard
  const link = (format: string) => `/account/export.${format}?child=${child.student_id}`
  return (
    <div className="grid max-w-3xl gap-6">
      <TextMessages child={child} />
      <CorrectChild child={child} reply={reply} />
      <Card title={text.export} description={text.exportText}>
        <div className="flex flex-wrap gap-3">
          <ProvenLink href={link("html")} className={buttonClass({ variant: "secondary" })}>
            {data.html}
          </ProvenLink>
          <ProvenLink href={link("json")} className={buttonClass({ variant: "secondary" })}>
            {data.json}
          </ProvenLink>
        </div>
      </Card>
      {child.under_18 ? <EraseChild child={child} zone={zone} reply={reply} /> : null}
    </div>
  )
}

function TextMessages({ child }: { child: Child }) {
  const text = useTexts(guardianTexts).dashboard
  const on = child.sms_notifications_enabled
  const busy = useNavigation().formData?.get("intent") === "sms"
  return (
    <Card
      title={text.sms}
      description={text.smsText}
      action={<Badge tone={on ? "success" : "neutral"}>{on ? text.smsOn : text.smsOff}</Badge>}
    >
      <Form method="post" preventScrollReset>
        <input type="hidden" name="student_id" value={child.student_id} />
        <input type="hidden" name="on" value={on ? "no" : "yes"} />
        <Button type="submit" name="intent" value="sms" variant="secondary" size="sm" busy={busy}>
          {on ? text.smsTurnOff : text.smsTurnOn}
        </Button>
      </Form>
    </Card>
  )
}

type CorrectFields = { first_name: string; last_name: string; grade?: string }

function CorrectChild({ child, reply }: Pick<ChildDataProps, "child" | "reply">) {
  const { error } = useTexts(accountTexts)
  const text = useTexts(guardianTexts).dashboard
  const { lastResult, sending } = useOwnForm("correct", reply)
  const [form, fields] = useForm<CorrectFields>({
    id: "correct",
    lastResult,
    defaultValue: { first_name: child.first_name, last_name: child.last_name, grade: child.grade ?? "" },
  })
  return (
    <Card title={text.correct}>
      <Form method="post" id={form.id} className="grid gap-5">
        <FormError id={form.errorId} issues={form.errors} title={error} />
        <input type="hidden" name="student_id" value={child.student_id} />
        <div className="grid gap-5 sm:grid-cols-3 sm:gap-4">
          <Field label={text.firstName} field={fields.first_name}>
            <TextInput {...inputProps(fields.first_name)} required maxLength={60} />
          </Field>
          <Field label={text.lastName} field={fields.last_name}>
            <TextInput {...inputProps(fields.last_name)} required maxLength={60} />
          </Field>
          <Field label={text.grade} field={fields.grade} optional>
            <TextInput {...inputProps(fields.grade)} maxLength={40} />
          </Field>
        </div>
        <Submit intent="correct" sending={sending} />
      </Form>
    </Card>
  )
}

function EraseChild({ child, zone, reply }: ChildDataProps) {
  const text = useTexts(guardianTexts).dashboard
  const tag = LANGUAGE_TAGS[useLanguage()]
  const { lastResult, sending } = useOwnForm("erase", reply)
  const [form, fields] = useForm<{ code?: string }>({ id: "erase-child", lastResult })
  const { erase: own, error } = useTexts(accountTexts)
  const { sendCode, code, going } = own
  if (child.erase_at) {
    const day = formatDateIn(tag, dateInZone(child.erase_at, zone))
    return (
      <Card title={text.erase} description={text.eraseOn(day)} className="border-danger/40">
        <Form method="post">
          <input type="hidden" name="student_id" value={child.student_id} />
          <Button type="submit" name="intent" value="keep">
            {text.keep}
          </Button>
        </Form>
      </Card>
    )
  }
  return (
    <Card title={text.erase} description={text.eraseText} className="border-danger/40">
      <div className="grid gap-5">
        <Form method="post" preventScrollReset>
          <input type="hidden" name="student_id" value={child.student_id} />
          <Button type="submit" name="intent" value="erase-code" variant="secondary" size="sm">
            {sendCode}
          </Button>
        </Form>
        <Form method="post" id={form.id} className="grid gap-5">
          <FormError id={form.errorId} issues={form.errors} title={error} />
          <input type="hidden" name="student_id" value={child.student_id} />
          <CodeInput field={fields.code} label={code} />
          <Submit intent="erase" sending={sending} label={text.eraseGo} busyLabel={going} variant="danger" />
        </Form>
      </div>
    </Card>
  )
}
