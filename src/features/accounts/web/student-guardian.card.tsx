import type { GuardianProof } from "#contract/guardians.ts"
import { formatInstant } from "#shared/time.ts"
import { Badge } from "#ui/badge.tsx"
import { Button, ButtonLink } from "#ui/button.tsx"
import { Card } from "#ui/card.tsx"
import { usePlacePoster } from "./form-pieces.tsx"
import { peopleText } from "./people.text.ts"
import { BirthDateForm } from "./staff-birth-date.tsx"

const text = peopleText.guardians
/** The page whose action serves what staff do about people. */
const PEOPLE = "/admin/people"

interface StudentProps {
  student: {
    user_id: string
    name: string
    under_18: boolean
    date_of_birth: string | null
    parent_phone: string | null
    guardians: { known_at: Date | null; known_how: GuardianProof | null; known_by: string | null }[]
  }
}

/** Who of staff confirmed a minor's guardian and how, with the way to take it back. */
export function StudentGuardian({ student, zone }: StudentProps & { zone: string }) {
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
  const when = formatInstant(known.known_at, zone)
  return (
    <Card title={text.guardian} action={<Badge tone="success">{text.isConfirmed}</Badge>}>
      <Form method="post" action={action} className="grid gap-3 text-[0.9375rem]">
        <p>{text.knownBy(known.known_by ?? "–", text.allWays[known.known_how], when)}</p>
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

/** A student's date of birth, which staff correct. */
export function StudentBirthDate({ student }: StudentProps) {
  const poster = usePlacePoster(PEOPLE)
  return (
    <Card title={text.birthDate}>
      <BirthDateForm
        key={student.date_of_birth}
        poster={poster}
        studentId={student.user_id}
        name={student.name}
        date={student.date_of_birth}
      />
    </Card>
  )
}
