import { Form, useNavigation } from "react-router"
import type { ActionReply } from "#ui/api.ts"
import { Button } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { CopyButton } from "#ui/forms/copy-button.tsx"
import { Field, SelectInput, TextInput } from "#ui/forms/field.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { inputProps, selectProps } from "#ui/forms/form-props.ts"
import { useForm } from "#ui/forms/use-form.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import type { ShownLink } from "./invite.act.ts"
import { peopleTexts } from "./people.texts.ts"

type InviteCardProps = {
  /** Whether mails can be sent. */
  mail: boolean
  reply: ActionReply | undefined
}

/** Invites a new person, who chooses a password by a link that works once. */
export function InviteCard({ mail, reply }: InviteCardProps) {
  const text = useTexts(peopleTexts).invite
  const [form, fields] = useForm<{ first_name: string; last_name: string; email: string; how: string }>({
    id: "invite",
    lastResult: reply?.form ?? null,
  })
  const busy = useNavigation().formData?.get("intent") === "invite"
  return (
    <div className="grid max-w-3xl gap-6">
      <Card title={text.title} description={text.text}>
        <Form method="post" id={form.id} preventScrollReset className="grid gap-5">
          <FormError issues={form.errors} />
          <div className="grid gap-5 sm:grid-cols-2">
            <Field label={text.firstName} field={fields.first_name}>
              <TextInput {...inputProps(fields.first_name)} required maxLength={60} autoComplete="off" />
            </Field>
            <Field label={text.lastName} field={fields.last_name}>
              <TextInput {...inputProps(fields.last_name)} required maxLength={60} autoComplete="off" />
            </Field>
            <Field label={text.email} field={fields.email}>
              <TextInput
                {...inputProps(fields.email, { type: "email" })}
                required
                maxLength={120}
                autoComplete="off"
              />
            </Field>
            <Field label={text.how} field={fields.how} hint={mail ? text.mailHint : text.noMailHint}>
              <SelectInput
                {...selectProps(fields.how)}
                options={[
                  ...(mail ? [{ value: "mail", label: text.byMail }] : []),
                  { value: "link", label: text.byLink },
                ]}
              />
            </Field>
          </div>
          <Button
            type="submit"
            name="intent"
            value="invite"
            className="justify-self-end"
            busy={busy}
            busyLabel={text.going}
          >
            {text.go}
          </Button>
        </Form>
      </Card>
    </div>
  )
}

/** The link is not listed or logged. If it is lost, a new one can be made. */
export function LinkCard({ name, url, of }: ShownLink) {
  const text = useTexts(peopleTexts).invite
  const isPassword = of === "password"
  return (
    <Card
      title={isPassword ? text.passwordTitle(name) : text.linkTitle(name)}
      description={isPassword ? text.passwordText : text.linkText}
      className="max-w-3xl border-primary/40 bg-primary-tint"
    >
      <Field label={text.link}>
        <TextInput readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
      </Field>
      <div className="mt-4">
        <CopyButton value={url} text={text} />
      </div>
    </Card>
  )
}
