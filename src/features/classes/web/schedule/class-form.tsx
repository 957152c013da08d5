import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { type FormEvent, useState } from "react"
import { Form, useNavigation } from "react-router"
import lists from "#content/option-lists.json" with { type: "json" }
import { Button, ButtonLink } from "#ui/components/button.tsx"
import { DateInput } from "#ui/forms/date-input.tsx"
import { Checkbox, Field, SelectInput, TextArea, TextInput } from "#ui/forms/field.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { checkboxProps, inputProps, selectProps, textAreaProps } from "#ui/forms/form-props.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { MAX_CAPACITY, MIN_CAPACITY } from "../../rules.ts"
import { nameOptions } from "../list/describe-subject.ts"
import { classTexts } from "../texts/class.texts.ts"
import { scheduleTexts } from "../texts/schedule.texts.ts"
import { BatchField, type EndingBatches } from "./class-form-batch.tsx"
import { PlaceFields } from "./class-form-place.tsx"
import { RepeatFields } from "./class-form-repeat.tsx"
import type { ClassFormValues } from "./class-form-values.ts"
import { ScopeChoice } from "./scope-choice.tsx"

/** The choices of the form's fields. */
export type ClassChoices = {
  /** Set for an admin, who schedules for others. */
  instructors?: readonly { value: string; label: string }[] | undefined
  programs: readonly { value: string; label: string }[]
  /** Rooms can be recorded: not where classes meet on Jitsi. */
  records: boolean
}

/** A new class has a key under which it is made once. An edit names its class and, in a series, its scope. */
export type ClassFormKind =
  | { kind: "new"; requestKey: string; ending?: EndingBatches | null }
  | { kind: "edit"; knownUpdatedAt: string; inSeries: boolean }

export type ClassFormProps = {
  id: string
  defaults: Partial<ClassFormValues>
  lastResult: SubmissionResult | null | undefined
  subjects: readonly { value: string; label: string }[]
  choices: ClassChoices
  /** Today in the institution's zone; earlier dates can't be chosen. */
  today: string
  submit: { label: string; busy: string }
  zone: string
} & ClassFormKind &
  (
    | { cancelTo: string; dialog?: never }
    /** In a dialog: the intent posted with the fields, and how the dialog closes. */
    | { cancelTo?: never; dialog: { intent: string; onCancel: () => void } }
  )

/** The form for every way to schedule or edit a class. It posts to the route that shows it. */
export function ClassForm(props: ClassFormProps) {
  const { id, defaults, lastResult, subjects, choices, today, submit, cancelTo, zone, dialog } = props
  const text = useTexts(scheduleTexts)
  const { names, types } = useTexts(classTexts)
  const [form, fields] = useForm<ClassFormValues>({
    id,
    lastResult: lastResult ?? null,
    defaultValue: defaults,
    shouldRevalidate: "onSubmit",
  })
  const { formMethod, formData } = useNavigation()
  const intent = dialog?.intent ?? "save"
  const busy = formMethod === "POST" && formData?.get("intent") === intent
  const [named, setNamed] = useState(!dialog)
  const [written, setWritten] = useState<FormData | null>(null)
  function note(event: FormEvent<HTMLFormElement>) {
    const values = new FormData(event.currentTarget)
    setWritten(values)
    if (dialog) setNamed(Boolean(values.get("title")?.toString().trim() && values.get("subject")))
  }
  return (
    <Form method="post" {...getFormProps(form)} noValidate={false} onInput={note} className="grid gap-6">
      <input type="hidden" name="intent" value={intent} />
      {props.kind === "new" ? (
        <input type="hidden" name="request_key" value={props.requestKey} />
      ) : (
        <input type="hidden" name="known_updated_at" value={props.knownUpdatedAt} />
      )}
      <FormError issues={form.errors} />
      <Field label={text.name} field={fields.title}>
        <TextInput {...inputProps(fields.title)} required maxLength={120} placeholder={text.nameExample} />
      </Field>
      <div className="grid gap-6 sm:grid-cols-3">
        <Field label={text.subject} field={fields.subject}>
          <SelectInput
            {...selectProps(fields.subject)}
            required
            placeholder={text.chooseSubject}
            options={nameOptions(subjects, names.subject)}
          />
        </Field>
        <Field label={text.grade} field={fields.grade} optional>
          <SelectInput
            {...selectProps(fields.grade)}
            placeholder={text.anyGrade}
            options={nameOptions(lists.grades, names.grade)}
          />
        </Field>
        <Field label={text.curriculum} field={fields.curriculum}>
          <SelectInput
            {...selectProps(fields.curriculum)}
            options={nameOptions(lists.scheduleCurricula, names.curriculum)}
          />
        </Field>
      </div>
      {choices.instructors ? (
        <Field label={text.instructor} field={fields.instructor_id}>
          <SelectInput
            {...selectProps(fields.instructor_id)}
            required
            placeholder={text.chooseInstructor}
            options={choices.instructors}
          />
        </Field>
      ) : null}
      <div className="grid gap-6 sm:grid-cols-2">
        <Field label={text.date} field={fields.scheduled_date}>
          {/* The server words the dialog's error for a missing date, so the browser does not check it. */}
          <DateInput
            {...inputProps(fields.scheduled_date, { type: "date" })}
            required={!dialog}
            min={today}
          />
        </Field>
        <Field
          label={text.capacity}
          field={fields.max_capacity}
          hint={text.capacityHint(MIN_CAPACITY, MAX_CAPACITY)}
        >
          <TextInput
            {...inputProps(fields.max_capacity, { type: "number" })}
            required
            min={MIN_CAPACITY}
            max={MAX_CAPACITY}
          />
        </Field>
        <Field label={text.start} field={fields.start_time} hint={text.timesIn(zone)}>
          <TextInput {...inputProps(fields.start_time, { type: "time" })} required />
        </Field>
        <Field label={text.end} field={fields.end_time}>
          <TextInput {...inputProps(fields.end_time, { type: "time" })} required />
        </Field>
      </div>
      {props.kind === "new" ? <RepeatFields fields={fields} written={written} today={today} /> : null}
      <Field label={text.description} field={fields.description} optional>
        <TextArea
          {...textAreaProps(fields.description)}
          rows={4}
          maxLength={4_000}
          placeholder={text.descriptionExample}
        />
      </Field>
      <PlaceFields fields={fields} written={written} programs={choices.programs} />
      {props.kind === "new" ? (
        <BatchField
          field={fields.continues}
          program={String(written?.get("course_id") ?? fields.course_id.value ?? "")}
          instructor={
            choices.instructors
              ? String(written?.get("instructor_id") ?? fields.instructor_id.value ?? "")
              : ""
          }
          known={props.ending ?? null}
        />
      ) : null}
      <div className="grid gap-6 sm:grid-cols-2">
        <Field label={text.type} field={fields.class_type} hint={text.typeHint}>
          <SelectInput
            {...selectProps(fields.class_type)}
            options={nameOptions(lists.classTypes, (type, label) => types[type] ?? label)}
          />
        </Field>
        {choices.records ? (
          <Checkbox
            {...checkboxProps(fields.auto_record)}
            field={fields.auto_record}
            label={text.record}
            hint={text.recordHint}
            className="sm:pt-7"
          />
        ) : null}
      </div>
      {props.kind === "edit" && props.inSeries ? <ScopeChoice legend={text.changeSeries} /> : null}
      <div className="flex flex-wrap justify-end gap-3 border-t border-line pt-6">
        {dialog ? (
          <Button variant="secondary" onClick={dialog.onCancel}>
            {text.cancel}
          </Button>
        ) : (
          <ButtonLink to={cancelTo} variant="secondary">
            {text.cancel}
          </ButtonLink>
        )}
        <Button type="submit" busy={busy} disabled={!named}>
          {busy ? submit.busy : submit.label}
        </Button>
      </div>
    </Form>
  )
}
