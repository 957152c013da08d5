import { Form } from "react-router"
import type { PersonEntry } from "#contract/accounts/people.ts"
import type { ActionReply } from "#ui/api.ts"
import { Button } from "#ui/components/button.tsx"
import { Checkbox } from "#ui/forms/field.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { peopleTexts } from "./people.texts.ts"

type Props = {
  intent: "reset-two-step" | "password-link"
  person: PersonEntry
  busy: boolean
  reply: ActionReply | undefined
}

/** Helps a person who can't sign in. The check box confirms who asked for it, also without scripts. */
export function AskedForm({ intent, person, busy, reply }: Props) {
  const text = useTexts(peopleTexts)
  const isLink = intent === "password-link"
  const isOwn = reply?.form?.initialValue?.intent === intent
  return (
    <Form method="post" preventScrollReset className="grid content-start gap-3">
      <input type="hidden" name="user_id" value={person.user_id} />
      <input type="hidden" name="name" value={person.name} />
      <Checkbox
        name="asked"
        label={text.asked}
        hint={isLink ? text.passwordLinkText : text.resetTwoStepText}
        errors={isOwn ? reply?.form?.error?.asked : undefined}
        required
      />
      <div>
        <Button
          type="submit"
          name="intent"
          value={intent}
          size="sm"
          variant={isLink ? "secondary" : "danger"}
          busy={busy}
        >
          {isLink ? text.passwordLink : text.resetTwoStep}
        </Button>
      </div>
    </Form>
  )
}
