import { Form } from "react-router"
import type { PersonEntry } from "#contract/accounts/people.ts"
import type { ActionReply } from "#ui/api.ts"
import { Button } from "#ui/components/button.tsx"
import { Checkbox } from "#ui/forms/field.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { peopleTexts } from "./people.texts.ts"

type Props = { person: PersonEntry; busy: boolean; reply: ActionReply | undefined }

/** Switches two-step sign-in off for another person. The check box confirms it, also without scripts. */
export function ResetTwoStepForm({ person, busy, reply }: Props) {
  const text = useTexts(peopleTexts)
  return (
    <Form method="post" preventScrollReset className="grid content-start gap-3">
      <input type="hidden" name="user_id" value={person.user_id} />
      <input type="hidden" name="name" value={person.name} />
      <Checkbox
        name="asked"
        label={text.asked}
        hint={text.resetTwoStepText}
        errors={reply?.form?.error?.asked}
        required
      />
      <div>
        <Button type="submit" name="intent" value="reset-two-step" size="sm" variant="danger" busy={busy}>
          {text.resetTwoStep}
        </Button>
      </div>
    </Form>
  )
}
