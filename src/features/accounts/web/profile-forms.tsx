import { Button } from "#ui/button.tsx"
import { Checkbox } from "#ui/field.tsx"
import { FormError } from "#ui/form-error.tsx"
import { checkboxProps } from "#ui/form-props.ts"
import { useForm } from "#ui/use-form.ts"
import { accountsText } from "./accounts.text.ts"
import { BirthDateField } from "./birth-date-field.tsx"
import { NameFields, PhoneField, type Poster, TermsLinks } from "./form-pieces.tsx"
import { mailedText } from "./mailed.text.ts"
import { SchoolFields } from "./student-sign-up-form.tsx"

const text = mailedText.complete

type Names = { first_name: string; last_name: string }
type ProfileFormProps = { poster: Poster; names: Names }

type StudentFields = Names & {
  phone: string
  curriculum?: string
  grade?: string
  date_of_birth: string
  parent_name?: string
  parent_phone?: string
  terms: boolean
}

/** The student's profile of a person who has an account already. */
export function StudentProfileForm({ poster: { Form, reply, sending }, names }: ProfileFormProps) {
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
      <PhoneField field={fields.phone} />
      <SchoolFields curriculum={fields.curriculum} grade={fields.grade} variant="page" />
      <BirthDateField date={fields.date_of_birth} name={fields.parent_name} phone={fields.parent_phone} />
      <Checkbox
        {...checkboxProps(fields.terms)}
        field={fields.terms}
        label={<TermsLinks lead={accountsText.terms.agree} />}
      />
      <SaveButton busy={sending === "student-profile"} />
    </Form>
  )
}

/** The same for an instructor. */
export function InstructorProfileForm({ poster: { Form, reply, sending }, names }: ProfileFormProps) {
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
        <TermsLinks lead={accountsText.terms.agreeByCreating} />.
      </p>
      <SaveButton busy={sending === "instructor-profile"} />
    </Form>
  )
}

function SaveButton({ busy }: { busy: boolean }) {
  return (
    <Button type="submit" className="mt-1 w-full" busy={busy} busyLabel={text.saving}>
      {text.save}
    </Button>
  )
}
