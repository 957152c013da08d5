import type { SubmissionResult } from "@conform-to/react"
import { useState } from "react"
import { Form, useNavigation } from "react-router"
import type { ManagedProgram, ProgramDraft } from "#contract/programs/program-management.ts"
import { Button, ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { Field, SelectInput, TextArea, TextInput } from "#ui/forms/field.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { inputProps, selectProps, textAreaProps } from "#ui/forms/form-props.ts"
import { useForm } from "#ui/forms/use-form.ts"

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

const DELIVERIES = [
  { value: "online", label: "Live online" },
  { value: "recorded", label: "Recorded" },
  { value: "on_premises", label: "On premises" },
]

/** All fields of a course. Three are required, the rest have sensible defaults. */
export function CourseForm({ course, lists, newId, lastResult }: CourseFormProps) {
  const [delivery, setDelivery] = useState<string>(course?.delivery ?? "online")
  const [form, fields] = useForm<ProgramDraft>({
    id: "course",
    lastResult: lastResult ?? null,
    defaultValue: course ?? { grade: "All", duration: "3 months", level: "Beginner", service: "Academics" },
  })
  const busy = useNavigation().formData?.get("intent") === "save"
  const issues = Object.entries(lastResult?.error ?? {}).flatMap(([name, texts]) =>
    (texts ?? []).map((message) => ({ message, fieldId: `course-${name}` })),
  )
  const missing = ["title", "instructor", "curriculum"].some((name) => lastResult?.error?.[name])
  return (
    <Form method="post" id={form.id} noValidate className="grid gap-6">
      <FormError issues={issues} {...(missing && { title: "Please fill in all required fields" })} />
      <input type="hidden" name="id" value={newId} />
      <Card title="Program details">
        <div className="grid gap-6">
          <Field label="Title" field={fields.title}>
            <TextInput
              {...inputProps(fields.title)}
              required
              maxLength={120}
              placeholder="Tabla for beginners"
            />
          </Field>
          <div className="grid gap-6 sm:grid-cols-2">
            <Field label="Instructor" field={fields.instructor}>
              <TextInput {...inputProps(fields.instructor)} required maxLength={120} />
            </Field>
            <Field label="Curriculum" field={fields.curriculum}>
              <SelectInput
                {...selectProps(fields.curriculum)}
                required
                placeholder="Choose a curriculum"
                options={lists.curricula}
              />
            </Field>
          </div>
          <div className="grid gap-6 sm:grid-cols-3">
            <Field label="Service" field={fields.service}>
              <SelectInput {...selectProps(fields.service)} options={lists.services} />
            </Field>
            <Field label="Level" field={fields.level}>
              <SelectInput {...selectProps(fields.level)} options={lists.levels} />
            </Field>
            <Field label="Subject" field={fields.subject} optional>
              <TextInput {...inputProps(fields.subject)} maxLength={60} placeholder="The service's name" />
            </Field>
            <Field label="Grades" field={fields.grade} hint="'All', 8, or 6-8">
              <TextInput {...inputProps(fields.grade)} maxLength={5} />
            </Field>
            <Field label="Duration" field={fields.duration} hint="Such as 6 months or 20 hours">
              <TextInput {...inputProps(fields.duration)} maxLength={12} />
            </Field>
            <Field label="Price in rupees" field={fields.price_rupees} hint="Paid once">
              <TextInput
                {...inputProps(fields.price_rupees, { type: "number" })}
                min={0}
                step={1}
                placeholder="4999"
              />
            </Field>
          </div>
        </div>
      </Card>
      <Card title="How it is taught">
        <div className="grid gap-6">
          <Field label="Delivery" field={fields.delivery} className="max-w-64">
            <SelectInput
              {...selectProps(fields.delivery)}
              options={DELIVERIES}
              onChange={(event) => setDelivery(event.currentTarget.value)}
            />
          </Field>
          <Field
            label="Teacher who can edit the lessons"
            field={fields.teacher_id}
            hint="They can upload and order video lessons. Admins always can."
            optional
            className="max-w-md"
          >
            <SelectInput
              {...selectProps(fields.teacher_id)}
              placeholder="Admins only"
              options={lists.teachers}
            />
          </Field>
          {delivery === "on_premises" || !lastResult ? (
            <div className="grid gap-6 sm:grid-cols-2" hidden={delivery !== "on_premises"}>
              <Field label="Venue" field={fields.venue_name}>
                <TextInput {...inputProps(fields.venue_name)} maxLength={120} />
              </Field>
              <Field label="Address" field={fields.venue_address} optional>
                <TextInput {...inputProps(fields.venue_address)} maxLength={300} />
              </Field>
            </div>
          ) : null}
        </div>
      </Card>
      <Card title="Catalogue text">
        <div className="grid gap-6">
          <Field
            label="Summary"
            field={fields.summary}
            hint="One or two sentences, on cards and in searches"
            optional
          >
            <TextArea {...textAreaProps(fields.summary)} rows={2} maxLength={300} />
          </Field>
          <Field label="Description" field={fields.description} optional>
            <TextArea {...textAreaProps(fields.description)} rows={8} maxLength={8_000} />
          </Field>
        </div>
      </Card>
      <div className="flex flex-wrap justify-end gap-3">
        <ButtonLink to="/admin-dashboard/courses" variant="secondary">
          Cancel
        </ButtonLink>
        <Button type="submit" name="intent" value="save" busy={busy} busyLabel="Saving...">
          {course ? "Save changes" : "Create course"}
        </Button>
      </div>
    </Form>
  )
}
