import { Form, useNavigation } from "react-router"
import type { ActionReply } from "#ui/api.ts"
import { Button } from "#ui/button.tsx"
import { Card } from "#ui/card.tsx"
import { Field, SelectInput, TextInput } from "#ui/field.tsx"
import { FormError } from "#ui/form-error.tsx"
import { inputProps, selectProps } from "#ui/form-props.ts"
import { useForm } from "#ui/use-form.ts"
import type { ShownInvitation } from "./invite.act.ts"

type InviteCardProps = {
  /** Whether mails can leave. */
  mail: boolean
  reply: ActionReply | undefined
  invitation: ShownInvitation | null
}

/** Lets somebody new in: they choose their own password by a link that works once. */
export function InviteCard({ mail, reply, invitation }: InviteCardProps) {
  const [form, fields] = useForm<{ first_name: string; last_name: string; email: string; how: string }>({
    id: "invite",
    lastResult: reply?.form ?? null,
  })
  const busy = useNavigation().formData?.get("intent") === "invite"
  return (
    <div className="grid max-w-3xl gap-6">
      {invitation ? <LinkCard {...invitation} /> : null}
      <Card
        title="Invite an instructor"
        description="They may teach at once. Students come by signing up, or from a list under 'Import'."
      >
        <Form method="post" id={form.id} preventScrollReset className="grid gap-5">
          <FormError issues={form.errors} />
          <div className="grid gap-5 sm:grid-cols-2">
            <Field label="First name" field={fields.first_name}>
              <TextInput {...inputProps(fields.first_name)} required maxLength={60} autoComplete="off" />
            </Field>
            <Field label="Last name" field={fields.last_name}>
              <TextInput {...inputProps(fields.last_name)} required maxLength={60} autoComplete="off" />
            </Field>
            <Field label="E-mail" field={fields.email}>
              <TextInput
                {...inputProps(fields.email, { type: "email" })}
                required
                maxLength={120}
                autoComplete="off"
              />
            </Field>
            <Field
              label="How"
              field={fields.how}
              hint={
                mail ? "By mail it also proves the e-mail" : "No mail server is set up: hand the link over"
              }
            >
              <SelectInput
                {...selectProps(fields.how)}
                options={[
                  ...(mail ? [{ value: "mail", label: "By e-mail" }] : []),
                  { value: "link", label: "As a link to hand over" },
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
            busyLabel="Inviting..."
          >
            Invite
          </Button>
        </Form>
      </Card>
    </div>
  )
}

/** The link is in no list and in no log: who loses it gets a new one. */
function LinkCard({ name, url }: ShownInvitation) {
  return (
    <Card
      title={`The invitation of ${name}`}
      description="It works once, for two weeks, and is shown only now. Whoever has it comes in as this person."
      className="border-primary/40 bg-primary-tint"
    >
      <Field label="Link">
        <TextInput readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
      </Field>
    </Card>
  )
}
