import { Form } from "react-router"
import type { PersonEntry } from "#contract/people.ts"
import type { ActionReply } from "#ui/api.ts"
import { Button } from "#ui/button.tsx"
import { Checkbox } from "#ui/field.tsx"
import { peopleText as text } from "./people.text.ts"

type Props = { person: PersonEntry; busy: boolean; reply: ActionReply | undefined }

/** Takes two-step sign-in off somebody else. The box is the confirmation, and works without scripts. */
export function ResetTwoStepForm({ person, busy, reply }: Props) {
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
