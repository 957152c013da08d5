import type { GuardianProof } from "#contract/guardians/confirming.ts"
import { formatInstantIn } from "#shared/time.ts"
import { Badge } from "#ui/components/badge.tsx"
import { Button, ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { usePlacePoster } from "#ui/forms/poster.ts"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { confirmingTexts } from "./confirming.texts.ts"

/** The page whose action serves the staff actions on people. */
const PEOPLE = "/admin/people"

interface StudentProps {
  student: {
    user_id: string
    name: string
    under_18: boolean
    parent_phone: string | null
    guardians: { known_at: Date | null; known_how: GuardianProof | null; known_by: string | null }[]
  }
}

/** Which staff member confirmed a minor's guardian and how, with a button to withdraw it. */
export function StudentGuardian({ student, zone }: StudentProps & { zone: string }) {
  const text = useTexts(confirmingTexts)
  const tag = LANGUAGE_TAGS[useLanguage()]
  const { Form, action, sending } = usePlacePoster(PEOPLE)
  const known = student.guardians.find((one) => one.known_at !== null)
  if (!student.under_18 || !student.parent_phone) return null
  if (!known?.known_at || !known.known_how) {
    return (
      <Card title={text.guardian} action={<Badge tone="warning">{text.waitsFor.guardian}</Badge>}>
        <ButtonLink to={`${PEOPLE}?tab=numbers`} size="sm" variant="secondary">
          {text.list}
        </ButtonLink>
      </Card>
    )
  }
  const when = formatInstantIn(tag, known.known_at, zone)
  return (
    <Card title={text.guardian} action={<Badge tone="success">{text.isConfirmed}</Badge>}>
      <Form method="post" action={action} className="grid gap-3 text-[0.9375rem]">
        <p>{text.knownBy(known.known_by ?? "–", known.known_how, when)}</p>
        <p className="text-sm text-ink-muted">{text.forgetText}</p>
        <input type="hidden" name="user_id" value={student.user_id} />
        <input type="hidden" name="name" value={student.name} />
        <div>
          <Button
            type="submit"
            name="intent"
            value="forget-guardian"
            size="sm"
            variant="secondary"
            busy={sending === "forget-guardian"}
          >
            {text.forget}
          </Button>
        </div>
      </Form>
    </Card>
  )
}
