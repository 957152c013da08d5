import { Form } from "react-router"
import type { Profile } from "#contract/accounts/account.ts"
import { Button, buttonClass } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { ProvenLink } from "#ui/forms/proven-link.tsx"
import { useForm } from "#ui/forms/use-form.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { CodeInput } from "../code-input.tsx"
import { accountTexts } from "./account.texts.ts"
import { type AccountReply, Submit, useOwnForm } from "./account-forms.tsx"
import { OwnPassword } from "./account-security.tsx"

export function ExportCard() {
  const text = useTexts(accountTexts).data
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

/** Says what will be deleted and what is kept before it asks. */
export function EraseCard({ profile, reply }: { profile: Profile; reply: AccountReply | undefined }) {
  const { erase: text, error } = useTexts(accountTexts)
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
          <FormError id={form.errorId} issues={form.errors} title={error} />
          <OwnPassword field={fields.password} label={text.password} shown={profile.has_password} />
          {profile.has_password ? null : <CodeInput field={fields.code} label={text.code} />}
          <Submit intent="erase" sending={sending} label={text.go} busyLabel={text.going} variant="danger" />
        </Form>
      </div>
    </Card>
  )
}
