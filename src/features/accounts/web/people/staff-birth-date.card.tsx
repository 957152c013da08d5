import { Button } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { DatePartsField } from "#ui/components/date-parts.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { type Poster, usePlacePoster } from "#ui/forms/poster.ts"
import { useForm } from "#ui/forms/use-form.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { birthDateTexts } from "../own/birth-date.texts.ts"
import { peopleTexts } from "./people.texts.ts"

interface BirthDateFormProps {
  studentId: string
  name: string
  /** As YYYY-MM-DD. */
  date: string | null
  poster: Poster
}

/** Staff's form that confirms or corrects a student's date of birth. */
export function BirthDateForm({ studentId, name, date, poster }: BirthDateFormProps) {
  const text = useTexts(peopleTexts).birthDate
  const { fields: labels } = useTexts(birthDateTexts)
  const [year = "", month = "", day = ""] = date?.split("-") ?? []
  const { Form, action, reply, sending } = poster
  const answered = reply?.form?.initialValue?.intent === "birth-date" ? reply.form : null
  const [form, fields] = useForm<{ date_of_birth: string }>({
    id: `birth-date-${studentId}`,
    lastResult: answered,
  })
  const asked = {
    ...fields.date_of_birth,
    initialValue: fields.date_of_birth.initialValue ?? { day, month, year },
  }
  return (
    <Form method="post" {...(action && { action })} id={form.id} preventScrollReset className="grid gap-4">
      <FormError id={form.errorId} issues={form.errors} title={text.error} />
      <input type="hidden" name="user_id" value={studentId} />
      <input type="hidden" name="name" value={name} />
      <DatePartsField
        label={labels.dateOfBirth}
        field={asked as typeof fields.date_of_birth}
        labels={labels.dateParts}
        hint={text.hint}
      />
      <div>
        <Button
          type="submit"
          name="intent"
          value="birth-date"
          size="sm"
          variant="secondary"
          busy={sending === "birth-date"}
        >
          {text.save}
        </Button>
      </div>
    </Form>
  )
}

interface StudentProps {
  student: { user_id: string; name: string; date_of_birth: string | null }
}

/** A student's date of birth, which staff can correct. */
export function StudentBirthDate({ student }: StudentProps) {
  const text = useTexts(peopleTexts).birthDate
  const poster = usePlacePoster("/admin/people")
  return (
    <Card title={text.title}>
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
