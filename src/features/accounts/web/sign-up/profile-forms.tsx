import { Button } from "#ui/components/button.tsx"
import { Checkbox } from "#ui/forms/field.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { checkboxProps } from "#ui/forms/form-props.ts"
import type { Poster } from "#ui/forms/poster.ts"
import { useForm } from "#ui/forms/use-form.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { NameFields, PhoneField, TermsLinks } from "../form-pieces.tsx"
import { BirthDateField } from "../own/birth-date-field.tsx"
import { mailedTexts } from "./mailed.texts.ts"
import { SchoolFields } from "./student-sign-up-form.tsx"

type Names = { first_name: string; last_name: string }
type ProfileFormProps = { poster: Poster; names: Names }

type StudentFields = Names & {
  phone?: string
  curriculum?: string
  grade?: string
  date_of_birth: string
  parent_name?: string
  parent_phone?: string
  terms: boolean
}

/** The student's profile of a person who already has an account. */
export function StudentProfileForm({ poster: { Form, reply, sending }, names }: ProfileFormProps) {
  const text = useTexts(mailedTexts).complete
  const [form, fields] = useForm<StudentFields>({
    id: "student-profile",
    lastResult: reply?.form ?? null,
    defaultValue: names,
  })
  return (
    <Form method="post" id={form.id} className="grid gap-5">
      <input type="hidden" name="intent" value="student-profile" />
      <FormError id={form.errorId} issues={form.errors} title={text.error} />
      <NameFields first={fields.first_name} last={fields.last_name} />
      <PhoneField field={fields.phone} student />
      <SchoolFields curriculum={fields.curriculum} grade={fields.grade} variant="page" />
      <BirthDateField date={fields.date_of_birth} name={fields.parent_name} phone={fields.parent_phone} />
      <Checkbox
        {...checkboxProps(fields.terms)}
        field={fields.terms}
        label={<TermsLinks wording="agree" />}
      />
      <SaveButton busy={sending === "student-profile"} />
    </Form>
  )
}

/** The instructor's profile of a person who already has an account. */
export function InstructorProfileForm({ poster: { Form, reply, sending }, names }: ProfileFormProps) {
  const text = useTexts(mailedTexts).complete
  const [form, fields] = useForm<Names & { phone?: string }>({
    id: "instructor-profile",
    lastResult: reply?.form ?? null,
    defaultValue: names,
  })
  return (
    <Form method="post" id={form.id} className="grid gap-5">
      <input type="hidden" name="intent" value="instructor-profile" />
      <FormError id={form.errorId} issues={form.errors} title={text.error} />
      <NameFields first={fields.first_name} last={fields.last_name} />
      <PhoneField field={fields.phone} />
      <p className="text-sm text-ink-muted">
        <TermsLinks wording="byCreating" />
      </p>
      <SaveButton busy={sending === "instructor-profile"} />
    </Form>
  )
}

function SaveButton({ busy }: { busy: boolean }) {
  const text = useTexts(mailedTexts).complete
  return (
    <Button type="submit" className="mt-1 w-full" busy={busy} busyLabel={text.saving}>
      {text.save}
    </Button>
  )
}
