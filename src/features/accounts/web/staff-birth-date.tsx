import { Button } from "#ui/button.tsx"
import { DatePartsField } from "#ui/date-parts.tsx"
import { FormError } from "#ui/form-error.tsx"
import { useForm } from "#ui/use-form.ts"
import { birthDateText } from "./birth-date.text.ts"
import type { Poster } from "./form-pieces.tsx"
import { peopleText } from "./people.text.ts"

const text = peopleText.guardians

interface BirthDateFormProps {
  studentId: string
  name: string
  /** As YYYY-MM-DD. */
  date: string | null
  poster: Poster
}

/** Staff's form that confirms or corrects a student's date of birth. */
export function BirthDateForm({ studentId, name, date, poster }: BirthDateFormProps) {
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
        label={birthDateText.fields.dateOfBirth}
        field={asked as typeof fields.date_of_birth}
        labels={birthDateText.fields.dateParts}
        hint={text.birthDateHint}
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
          {text.birthDateSave}
        </Button>
      </div>
    </Form>
  )
}
