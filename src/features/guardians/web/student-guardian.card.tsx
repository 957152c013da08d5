import type { GuardianProof } from "#contract/guardians/confirming.ts"
import type { GuardianPerson, Guardians } from "#contract/guardians/people.ts"
import { formatInstantIn } from "#shared/time.ts"
import { Button } from "#ui/components/button.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { usePlacePoster } from "#ui/forms/poster.ts"
import { useForm } from "#ui/forms/use-form.ts"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { confirmingTexts } from "./confirming.texts.ts"
import { Folded, Hidden, Step } from "./people/folded.card.tsx"
import { GuardianPeople } from "./people/guardian-people.card.tsx"
import { HowField, SeenField } from "./proof-fields.tsx"

/** The page whose action serves the staff actions on people. */
const PEOPLE = "/admin/people"

type Known = {
  guardian_id: string
  from_childs_device: boolean
  phone_of: string[]
  known_at: Date | null
  known_how: GuardianProof | null
  known_by: string | null
}

interface StudentProps {
  student: { user_id: string; name: string; under_18: boolean; guardians: Known[] }
}

type CardProps = StudentProps & { people: Guardians; zone: string }

/**
 * A student's guardians for staff: what each may do, invitations, and for a minor who confirmed whom and how.
 */
export function StudentGuardian({ student, people, zone }: CardProps) {
  return (
    <GuardianPeople
      child={{ student_id: student.user_id, first_name: student.name.split(" ")[0] ?? student.name }}
      people={people}
      zone={zone}
      action={PEOPLE}
      invites
      about={(guardian) => <Identity student={student} guardian={guardian} zone={zone} />}
    />
  )
}

type IdentityProps = StudentProps & { guardian: GuardianPerson; zone: string }

function Identity({ student, guardian, zone }: IdentityProps) {
  const text = useTexts(confirmingTexts)
  const known = student.guardians.find(({ guardian_id }) => guardian_id === guardian.guardian_id)
  if (!student.under_18 || !known) return null
  if (known.known_at) return <Confirmed student={student} known={known} zone={zone} />
  if (!guardian.rights.includes("consent")) return null
  return (
    <>
      {known.from_childs_device ? (
        <p className="text-sm font-medium text-warning">{text.childsDevice(student.name)}</p>
      ) : null}
      {known.phone_of.length > 0 ? (
        <p className="text-sm font-medium text-warning">{text.phoneOf(known.phone_of)}</p>
      ) : null}
      <Confirm student={student} guardianId={guardian.guardian_id} />
    </>
  )
}

function valuesOf({ student }: StudentProps, guardian_id: string) {
  return { user_id: student.user_id, guardian_id, name: student.name }
}

function Confirmed({ student, known, zone }: StudentProps & { known: Known; zone: string }) {
  const text = useTexts(confirmingTexts)
  const tag = LANGUAGE_TAGS[useLanguage()]
  const poster = usePlacePoster(PEOPLE)
  if (!known.known_at || !known.known_how) return null
  const when = formatInstantIn(tag, known.known_at, zone)
  return (
    <>
      <p className="text-sm">{text.knownBy(known.known_by ?? "–", known.known_how, when)}</p>
      <Folded title={text.forget} open={false}>
        <Step
          {...{ poster, intent: "forget-guardian", variant: "secondary" }}
          values={valuesOf({ student }, known.guardian_id)}
          text={text.forgetText}
          label={text.forget}
        />
      </Folded>
    </>
  )
}

type Proof = { known_how: string; known_seen: string }

function Confirm({ student, guardianId }: StudentProps & { guardianId: string }) {
  const text = useTexts(confirmingTexts)
  const { Form, action, reply, sending } = usePlacePoster(PEOPLE)
  const id = `confirm-${guardianId}`
  const [form, fields] = useForm<Proof>({ id, lastResult: reply?.form ?? null })
  return (
    <Folded title={text.confirm} open={reply !== undefined && !reply.done}>
      <Form method="post" action={action} id={form.id} className="grid gap-4">
        <FormError id={form.errorId} issues={form.errors} title={reply?.toast?.title} />
        <p className="text-sm text-ink-muted">{text.confirmText}</p>
        <Hidden values={valuesOf({ student }, guardianId)} />
        <HowField field={fields.known_how} />
        <SeenField field={fields.known_seen} />
        <div>
          <Button type="submit" name="intent" value="guardian" size="sm" busy={sending === "guardian"}>
            {text.confirmSave}
          </Button>
        </div>
      </Form>
    </Folded>
  )
}
