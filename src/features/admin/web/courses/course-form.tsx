import type { SubmissionResult } from "@conform-to/react"
import { useState } from "react"
import { Form, useNavigation } from "react-router"
import type { ManagedProgram, ProgramDraft } from "#contract/programs/program-management.ts"
import { useProgramNames } from "#features/programs/web/program-names.card.tsx"
import { Button, ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { Field, SelectInput, TextArea, TextInput } from "#ui/forms/field.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { inputProps, selectProps, textAreaProps } from "#ui/forms/form-props.ts"
import { useForm } from "#ui/forms/use-form.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { courseTexts } from "./course.texts.ts"

export type CourseLists = {
  services: readonly string[]
  curricula: readonly string[]
  levels: readonly string[]
  teachers: { value: string; label: string }[]
}

type CourseFormProps = {
  course: ManagedProgram | null
  lists: CourseLists
  /** Made with a new form, so that submitting it twice creates one course. */
  newId: string
  lastResult: SubmissionResult | null | undefined
}

const DELIVERIES = ["online", "recorded", "on_premises"] as const

/** All fields of a course. Three are required, the rest have sensible defaults. */
export function CourseForm({ course, lists, newId, lastResult }: CourseFormProps) {
  const text = useTexts(courseTexts)
  const { serviceName, levelName, curriculumName } = useProgramNames()
  const [delivery, setDelivery] = useState<string>(course?.delivery ?? "online")
  const [form, fields] = useForm<ProgramDraft>({
    id: "course",
    lastResult: lastResult ?? null,
    // Without a fee the field is empty.
    defaultValue: course
      ? { ...course, monthly_fee_rupees: course.monthly_fee_rupees || undefined }
      : { grade: "All", duration: "3 months", level: "Beginner", service: "Academics" },
  })
  const busy = useNavigation().formData?.get("intent") === "save"
  const issues = Object.entries(lastResult?.error ?? {}).flatMap(([name, texts]) =>
    (texts ?? []).map((message) => ({ message, fieldId: `course-${name}` })),
  )
  const missing = ["title", "instructor", "curriculum"].some((name) => lastResult?.error?.[name])
  return (
    <Form method="post" id={form.id} noValidate className="grid gap-6">
      <FormError issues={issues} {...(missing && { title: text.missing })} />
      <input type="hidden" name="id" value={newId} />
      <Card title={text.details}>
        <div className="grid gap-6">
          <Field label={text.title} field={fields.title}>
            <TextInput {...inputProps(fields.title)} required maxLength={120} placeholder={text.titleHint} />
          </Field>
          <div className="grid gap-6 sm:grid-cols-2">
            <Field label={text.instructor} field={fields.instructor}>
              <TextInput {...inputProps(fields.instructor)} required maxLength={120} />
            </Field>
            <Field label={text.curriculum} field={fields.curriculum}>
              <SelectInput
                {...selectProps(fields.curriculum)}
                required
                placeholder={text.chooseCurriculum}
                options={lists.curricula.map((value) => ({ value, label: curriculumName(value, value) }))}
              />
            </Field>
          </div>
          <div className="grid gap-6 sm:grid-cols-3">
            <Field label={text.service} field={fields.service}>
              <SelectInput
                {...selectProps(fields.service)}
                options={lists.services.map((value) => ({ value, label: serviceName(value) }))}
              />
            </Field>
            <Field label={text.level} field={fields.level}>
              <SelectInput
                {...selectProps(fields.level)}
                options={lists.levels.map((value) => ({ value, label: levelName(value) }))}
              />
            </Field>
            <Field label={text.subject} field={fields.subject} optional>
              <TextInput {...inputProps(fields.subject)} maxLength={60} placeholder={text.subjectHint} />
            </Field>
            <Field label={text.grades} field={fields.grade} hint={text.gradesHint}>
              <TextInput {...inputProps(fields.grade)} maxLength={5} />
            </Field>
            <Field label={text.duration} field={fields.duration} hint={text.durationHint}>
              <TextInput {...inputProps(fields.duration)} maxLength={12} />
            </Field>
            <Field label={text.price} field={fields.price_rupees} hint={text.priceHint}>
              <TextInput
                {...inputProps(fields.price_rupees, { type: "number" })}
                min={0}
                step={1}
                placeholder="4999"
              />
            </Field>
            <Field
              label={text.monthlyFee}
              field={fields.monthly_fee_rupees}
              hint={text.monthlyFeeHint}
              optional
            >
              <TextInput
                {...inputProps(fields.monthly_fee_rupees, { type: "number" })}
                min={0}
                step={1}
                placeholder="1500"
              />
            </Field>
          </div>
        </div>
      </Card>
      <Card title={text.how}>
        <div className="grid gap-6">
          <Field label={text.delivery} field={fields.delivery} className="max-w-64">
            <SelectInput
              {...selectProps(fields.delivery)}
              options={DELIVERIES.map((value) => ({ value, label: text.deliveries[value] }))}
              onChange={(event) => setDelivery(event.currentTarget.value)}
            />
          </Field>
          <Field
            label={text.teacher}
            field={fields.teacher_id}
            hint={text.teacherHint}
            optional
            className="max-w-md"
          >
            <SelectInput
              {...selectProps(fields.teacher_id)}
              placeholder={text.adminsOnly}
              options={lists.teachers}
            />
          </Field>
          {delivery === "on_premises" || !lastResult ? (
            <div className="grid gap-6 sm:grid-cols-2" hidden={delivery !== "on_premises"}>
              <Field label={text.venue} field={fields.venue_name}>
                <TextInput {...inputProps(fields.venue_name)} maxLength={120} />
              </Field>
              <Field label={text.address} field={fields.venue_address} optional>
                <TextInput {...inputProps(fields.venue_address)} maxLength={300} />
              </Field>
            </div>
          ) : null}
        </div>
      </Card>
      <Card title={text.catalogue}>
        <div className="grid gap-6">
          <Field label={text.summary} field={fields.summary} hint={text.summaryHint} optional>
            <TextArea {...textAreaProps(fields.summary)} rows={2} maxLength={300} />
          </Field>
          <Field label={text.description} field={fields.description} optional>
            <TextArea {...textAreaProps(fields.description)} rows={8} maxLength={8_000} />
          </Field>
        </div>
      </Card>
      <div className="flex flex-wrap justify-end gap-3">
        <ButtonLink to="/admin-dashboard/courses" variant="secondary">
          {text.cancel}
        </ButtonLink>
        <Button type="submit" name="intent" value="save" busy={busy} busyLabel={text.saving}>
          {course ? text.save : text.create}
        </Button>
      </div>
    </Form>
  )
}
