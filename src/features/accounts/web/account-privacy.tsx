import { Form, Link, useSearchParams } from "react-router"
import type { Profile } from "#contract/account.ts"
import type { Consent } from "#contract/guardians.ts"
import { Button, buttonClass } from "#ui/button.tsx"
import { Card } from "#ui/card.tsx"
import { FormError } from "#ui/form-error.tsx"
import { ProvenLink } from "#ui/proven-link.tsx"
import { useForm } from "#ui/use-form.ts"
import { accountText } from "./account.text.ts"
import { type AccountReply, Submit, useOwnForm } from "./account-forms.tsx"
import { OwnPassword } from "./account-security.tsx"
import { CodeInput } from "./code-input.tsx"
import { ConsentList, type NoticeLanguage } from "./consents.card.tsx"
import { linkClass } from "./form-pieces.tsx"

interface ConsentsCardProps {
  profile: Profile
  consents: Consent[]
  zone: string
}

/** The other language of the notices, in the address, so that it works without scripts. */
export function useNoticeLanguage(): { language: NoticeLanguage; other: string; label: string } {
  const [params] = useSearchParams()
  const hindi = params.get("lang") === "hi"
  const next = new URLSearchParams(params)
  next.set("lang", hindi ? "en" : "hi")
  const { inEnglish, inHindi } = accountText.consents
  return { language: hindi ? "hi" : "en", other: `?${next}`, label: hindi ? inEnglish : inHindi }
}

/** A student's consents: an adult decides, a minor reads. */
export function ConsentsCard({ profile, consents, zone }: ConsentsCardProps) {
  const text = accountText.consents
  const { language, other, label } = useNoticeLanguage()
  return (
    <Card
      title={text.title}
      description={profile.under_18 ? text.child : text.own}
      action={
        <Link to={other} preventScrollReset className={`${linkClass} text-sm`}>
          {label}
        </Link>
      }
    >
      <ConsentList
        consents={consents}
        studentId={profile.user_id}
        language={language}
        zone={zone}
        decides={!profile.under_18}
        adult={!profile.under_18}
      />
    </Card>
  )
}

export function ExportCard() {
  const text = accountText.data
  return (
    <Card title={text.title} description={text.text}>
      <div className="flex flex-wrap gap-3">
        <ProvenLink href="/account/export.html" className={buttonClass({ variant: "secondary" })}>
          {text.html}
        </ProvenLink>
        <ProvenLink href="/account/export.json" className={buttonClass({ variant: "secondary" })}>
          {text.json}
        </ProvenLink>
      </div>
    </Card>
  )
}

type EraseFields = { password?: string; code?: string }

/** Says what goes and what stays before it asks. */
export function EraseCard({ profile, reply }: { profile: Profile; reply: AccountReply | undefined }) {
  const text = accountText.erase
  const { lastResult, sending } = useOwnForm("erase", reply)
  const [form, fields] = useForm<EraseFields>({ id: "erase", lastResult })
  if (profile.guardian_decides) return <Card title={text.title} description={text.child} />
  return (
    <Card title={text.title} description={text.text} className="border-danger/40">
      <div className="grid gap-5">
        <ul className="grid max-w-prose list-disc gap-1.5 pl-5 text-[0.9375rem] text-ink-muted">
          <li>{text.goes}</li>
          <li>{text.stays}</li>
        </ul>
        {profile.has_password ? null : (
          <Form method="post">
            <Button type="submit" name="intent" value="erase-code" variant="secondary" size="sm">
              {text.sendCode}
            </Button>
          </Form>
        )}
        <Form method="post" id={form.id} className="grid gap-5">
          <FormError id={form.errorId} issues={form.errors} title={accountText.error} />
          <OwnPassword field={fields.password} label={text.password} shown={profile.has_password} />
          {profile.has_password ? null : <CodeInput field={fields.code} label={text.code} />}
          <Submit intent="erase" sending={sending} label={text.go} busyLabel={text.going} variant="danger" />
        </Form>
      </div>
    </Card>
  )
}
