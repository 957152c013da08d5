import type { SubmissionResult } from "@conform-to/react"
import { Form, useNavigation } from "react-router"
import lists from "#content/option-lists.json" with { type: "json" }
import { Button } from "#ui/components/button.tsx"
import { Disclosure } from "#ui/components/disclosure.tsx"
import { linkClass } from "#ui/components/link-class.ts"
import { Field, SelectInput, TextInput } from "#ui/forms/field.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { inputProps, selectProps } from "#ui/forms/form-props.ts"
import { useForm } from "#ui/forms/use-form.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { accountsTexts } from "../accounts.texts.ts"
import { namedBy, withOwn } from "../named-options.ts"
import { peopleTexts } from "./people.texts.ts"

type Values = { first_name: string; last_name: string; phone: string; grade: string; curriculum: string }

interface CorrectProps {
  student: {
    first_name: string
    last_name: string
    phone: string | null
    grade: string | null
    curriculum: string | null
  }
  lastResult: SubmissionResult | null | undefined
}

/** The office's form that corrects a student's name, phone and school. */
export function CorrectStudent({ student, lastResult }: CorrectProps) {
  const { correct: text } = useTexts(peopleTexts)
  const { fields: labels } = useTexts(accountsTexts)
  const { first_name, last_name, phone, grade, curriculum } = student
  const [form, fields] = useForm<Values>({
    id: "correct",
    lastResult: lastResult ?? null,
    defaultValue: {
      ...{ first_name, last_name },
      phone: phone ?? "",
      grade: grade ?? "",
      curriculum: curriculum ?? "",
    },
  })
  return (
    <Disclosure opens={Boolean(lastResult?.error)}>
      <summary className={`${linkClass} w-fit cursor-pointer text-sm`}>{text.student}</summary>
      <Form method="post" id={form.id} preventScrollReset className="grid gap-4 pt-3 pb-2">
        <FormError id={form.errorId} issues={form.errors} />
        <Field label={labels.firstName} field={fields.first_name}>
          <TextInput {...inputProps(fields.first_name)} required maxLength={60} autoComplete="off" />
        </Field>
        <Field label={labels.lastName} field={fields.last_name}>
          <TextInput {...inputProps(fields.last_name)} required maxLength={60} autoComplete="off" />
        </Field>
        <Field label={text.phone} field={fields.phone} optional>
          <TextInput
            {...inputProps(fields.phone, { type: "tel" })}
            maxLength={20}
            inputMode="tel"
            autoComplete="off"
          />
        </Field>
        <Field label={labels.curriculum} field={fields.curriculum} optional>
          <SelectInput
            {...selectProps(fields.curriculum)}
            options={namedBy(labels.curriculumName, withOwn(lists.registrationCurricula, curriculum))}
            placeholder={labels.chooseCurriculum}
          />
        </Field>
        <Field label={labels.grade} field={fields.grade} optional>
          <SelectInput
            {...selectProps(fields.grade)}
            options={namedBy(labels.gradeName, withOwn(lists.grades, grade))}
            placeholder={labels.chooseGrade}
          />
        </Field>
        <Save intent="correct" />
      </Form>
    </Disclosure>
  )
}

interface GuardianProps {
  student: { parent_name: string | null; parent_phone: string | null; under_18: boolean }
  lastResult: SubmissionResult | null | undefined
}

/** The admins' form that corrects the name and number of a student's guardian. */
export function CorrectGuardian({ student, lastResult }: GuardianProps) {
  const { correct: text } = useTexts(peopleTexts)
  const { parent_name, parent_phone, under_18 } = student
  const [form, fields] = useForm<{ parent_name: string; parent_phone: string }>({
    id: "correct-guardian",
    lastResult: lastResult ?? null,
    defaultValue: { parent_name: parent_name ?? "", parent_phone: parent_phone ?? "" },
  })
  return (
    <Disclosure opens={Boolean(lastResult?.error)}>
      <summary className={`${linkClass} w-fit cursor-pointer text-sm`}>{text.guardian}</summary>
      <Form method="post" id={form.id} preventScrollReset className="grid gap-4 pt-3 pb-2">
        <FormError id={form.errorId} issues={form.errors} />
        <Field label={text.guardianName} field={fields.parent_name} optional={!under_18}>
          <TextInput
            {...inputProps(fields.parent_name)}
            required={under_18}
            maxLength={120}
            autoComplete="off"
          />
        </Field>
        <Field
          label={text.guardianPhone}
          field={fields.parent_phone}
          hint={text.guardianPhoneHint}
          optional={!under_18}
        >
          <TextInput
            {...inputProps(fields.parent_phone, { type: "tel" })}
            required={under_18}
            maxLength={20}
            inputMode="tel"
            autoComplete="off"
          />
        </Field>
        <Save intent="correct-guardian" />
      </Form>
    </Disclosure>
  )
}

function Save({ intent }: { intent: "correct" | "correct-guardian" }) {
  const { correct: text } = useTexts(peopleTexts)
  return (
    <div>
      <Button
        type="submit"
        name="intent"
        value={intent}
        size="sm"
        variant="secondary"
        busy={useNavigation().formData?.get("intent") === intent}
        busyLabel={text.saving}
      >
        {text.save}
      </Button>
    </div>
  )
}
