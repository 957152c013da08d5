import { Form, useNavigation } from "react-router"
import type { SmsWorkbench } from "#contract/sms.ts"
import type { ActionReply } from "#ui/api.ts"
import { Button } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { Field, TextArea, TextInput } from "#ui/forms/field.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { smsTexts } from "./sms.texts.ts"

/** The academy's registration with the operators, and the links and numbers that messages may contain. */
export function SmsIdentityForm({
  workbench,
  reply,
}: {
  workbench: SmsWorkbench
  reply: ActionReply | undefined
}) {
  const { identity: text, tabs, save, saving } = useTexts(smsTexts)
  const { identity, suggested } = workbench
  const busy = useNavigation().formData?.get("intent") === "identity"
  const errors = reply?.form?.error
  const typed = reply?.done ? undefined : (reply?.form?.initialValue as Record<string, string> | undefined)
  return (
    <Card title={tabs.identity} description={text.text}>
      <Form method="post" className="grid gap-5">
        <input type="hidden" name="intent" value="identity" />
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={text.entity} hint={text.entityHint} errors={errors?.entity_id}>
            <TextInput
              name="entity_id"
              inputMode="numeric"
              defaultValue={typed?.entity_id ?? identity.entity_id}
              required
            />
          </Field>
          <Field label={text.header} hint={text.headerHint} errors={errors?.header}>
            <TextInput name="header" defaultValue={typed?.header ?? identity.header} required />
          </Field>
        </div>
        <Field label={text.links} hint={text.linksHint(suggested.link)} errors={errors?.links}>
          <TextArea
            name="links"
            defaultValue={typed?.links ?? (identity.links.join("\n") || suggested.link)}
          />
        </Field>
        <Field label={text.numbers} hint={text.numbersHint(suggested.number)} errors={errors?.numbers}>
          <TextArea
            name="numbers"
            rows={2}
            defaultValue={typed?.numbers ?? (identity.numbers.join("\n") || suggested.number)}
          />
        </Field>
        <div>
          <Button type="submit" busy={busy} busyLabel={saving}>
            {save}
          </Button>
        </div>
      </Form>
    </Card>
  )
}
