import { useState } from "react"
import lists from "#content/option-lists.json" with { type: "json" }
import { Button } from "#ui/components/button.tsx"
import { Checkbox, Field, SelectInput, TextInput } from "#ui/forms/field.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { checkboxProps, inputProps, selectProps } from "#ui/forms/form-props.ts"
import type { Poster } from "#ui/forms/poster.ts"
import { type FieldMetadata, useForm } from "#ui/forms/use-form.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { useHydrated } from "#ui/use-hydrated.ts"
import { accountsTexts } from "../accounts.texts.ts"
import { EmailField, NameFields, NewPassword, PhoneField, TermsLinks } from "../form-pieces.tsx"
import { namedBy } from "../named-options.ts"
import { BirthDateField } from "../own/birth-date-field.tsx"

type StudentFields = {
  first_name: string
  last_name: string
  email: string
  phone?: string
  curriculum?: string
  grade?: string
  date_of_birth: string
  parent_name?: string
  parent_phone?: string
  password: string
  confirm_password: string
  terms: boolean
}

interface StudentSignUpFormProps {
  poster: Poster
  /**
   * The sign-up page lists the grades and asks for the password twice. The sign-up portal takes the grade as
   * text. The dialog beside a class asks for neither school nor phone.
   */
  variant: "page" | "portal" | "dialog"
}

/** Signs up a student, with a minor's guardian, and signs them in. */
export function StudentSignUpForm({ poster, variant }: StudentSignUpFormProps) {
  const text = useTexts(accountsTexts)
  const { Form, action, reply, sending } = poster
  const [form, fields] = useForm<StudentFields>({ id: "student-sign-up", lastResult: reply?.form ?? null })
  const intent = variant === "dialog" ? "quick-sign-up" : "student-sign-up"
  const [agreed, setAgreed] = useState(fields.terms.initialValue === "on")
  const scripted = useHydrated()
  return (
    <Form method="post" {...(action && { action })} id={form.id} className="grid gap-5">
      <input type="hidden" name="intent" value={intent} />
      <FormError id={form.errorId} issues={form.errors} title={reply?.toast?.title ?? text.signUpError} />
      <NameFields first={fields.first_name} last={fields.last_name} />
      <EmailField field={fields.email} autoComplete="email" />
      {variant === "dialog" ? null : (
        <>
          <PhoneField field={fields.phone} student />
          <SchoolFields curriculum={fields.curriculum} grade={fields.grade} variant={variant} />
        </>
      )}
      <BirthDateField date={fields.date_of_birth} name={fields.parent_name} phone={fields.parent_phone} />
      <NewPassword field={fields.password} label={text.fields.password} hint={text.fields.passwordHint} />
      {variant === "page" ? (
        <NewPassword field={fields.confirm_password} label={text.fields.confirmPassword} />
      ) : null}
      <Checkbox
        {...checkboxProps(fields.terms)}
        field={fields.terms}
        label={<TermsLinks wording="agree" />}
        onChange={(event) => setAgreed(event.currentTarget.checked)}
      />
      <Button
        type="submit"
        className="mt-1 w-full"
        data-needs="terms"
        disabled={scripted && !agreed}
        busy={sending === intent}
        busyLabel={text.creatingAccount}
      >
        {text.createAccount}
      </Button>
    </Form>
  )
}

interface SchoolFieldsProps {
  curriculum: FieldMetadata<string | undefined>
  grade: FieldMetadata<string | undefined>
  variant: "page" | "portal"
}

/** Curriculum and grade. */
export function SchoolFields({ curriculum, grade, variant }: SchoolFieldsProps) {
  const text = useTexts(accountsTexts).fields
  const portal = variant === "portal"
  const listed = portal ? lists.signUpPortalCurricula : lists.registrationCurricula
  const curricula = namedBy(text.curriculumName, listed)
  const grades = namedBy(text.gradeName, lists.grades)
  return (
    <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
      <Field label={text.curriculum} field={curriculum} optional>
        <SelectInput {...selectProps(curriculum)} options={curricula} placeholder={text.chooseCurriculum} />
      </Field>
      <Field label={text.grade} field={grade} optional={!portal}>
        {portal ? (
          <TextInput {...inputProps(grade)} required maxLength={40} placeholder={text.gradeExample} />
        ) : (
          <SelectInput {...selectProps(grade)} options={grades} placeholder={text.chooseGrade} />
        )}
      </Field>
    </div>
  )
}
