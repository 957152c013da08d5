import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { Form, useNavigation } from "react-router"
import { Button } from "#ui/components/button.tsx"
import { DateInput } from "#ui/forms/date-input.tsx"
import { Field, SelectInput, type SelectOption, TextInput } from "#ui/forms/field.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { inputProps, selectProps } from "#ui/forms/form-props.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { nameOptions } from "./list/describe-subject.ts"
import { oneOnOneTexts } from "./one-on-one.texts.ts"
import { classTexts } from "./texts/class.texts.ts"

type SlotFormValues = {
  subject: string
  scheduled_date: string
  start_time: string
  end_time: string
  minutes: string
  instructor_id: string
}

type SlotFormProps = {
  lastResult: SubmissionResult | null | undefined
  /** Today and tomorrow in the institution's zone; earlier dates can't be chosen. */
  today: string
  tomorrow: string
  zone: string
  subjects: readonly SelectOption[]
  /** Set for an admin, who offers times for others. */
  instructors?: readonly { user_id: string; name: string }[] | undefined
}

const LENGTHS = ["15", "20", "30", "45", "60"]

/** Offers one-on-one times within a period. Posts `intent=offer` to the route that shows it. */
export function SlotForm({ lastResult, today, tomorrow, zone, subjects, instructors }: SlotFormProps) {
  const { form: text, offer } = useTexts(oneOnOneTexts)
  const { names } = useTexts(classTexts)
  const [form, fields] = useForm<SlotFormValues>({
    id: "slots",
    lastResult: lastResult ?? null,
    defaultValue: { scheduled_date: tomorrow, start_time: "16:00", end_time: "17:00", minutes: "30" },
    shouldRevalidate: "onSubmit",
  })
  const busy = useNavigation().formData?.get("intent") === "offer"
  return (
    <Form
      method="post"
      {...getFormProps(form)}
      noValidate={false}
      preventScrollReset
      className="grid gap-x-5 gap-y-6 sm:grid-cols-6"
    >
      <input type="hidden" name="intent" value="offer" />
      {form.errors ? (
        <div className="sm:col-span-6">
          <FormError issues={form.errors} />
        </div>
      ) : null}
      {instructors ? (
        <Field label={text.instructor} field={fields.instructor_id} className="sm:col-span-6">
          <SelectInput
            {...selectProps(fields.instructor_id)}
            required
            placeholder={text.chooseInstructor}
            options={instructors.map((person) => ({ value: person.user_id, label: person.name }))}
          />
        </Field>
      ) : null}
      <Field label={text.subject} field={fields.subject} className="sm:col-span-3">
        <SelectInput
          {...selectProps(fields.subject)}
          required
          placeholder={text.chooseSubject}
          options={nameOptions(subjects, names.subject)}
        />
      </Field>
      <Field label={text.date} field={fields.scheduled_date} className="sm:col-span-3">
        <DateInput {...inputProps(fields.scheduled_date, { type: "date" })} required min={today} />
      </Field>
      <Field label={text.from} field={fields.start_time} hint={zone} className="sm:col-span-2">
        <TextInput {...inputProps(fields.start_time, { type: "time" })} required />
      </Field>
      <Field label={text.to} field={fields.end_time} className="sm:col-span-2">
        <TextInput {...inputProps(fields.end_time, { type: "time" })} required />
      </Field>
      <Field label={text.lasts} field={fields.minutes} className="sm:col-span-2">
        <SelectInput
          {...selectProps(fields.minutes)}
          options={LENGTHS.map((value) => ({ value, label: text.minutes(value) }))}
        />
      </Field>
      <Button
        type="submit"
        busy={busy}
        busyLabel={text.offering}
        className="sm:col-span-6 sm:justify-self-start"
      >
        {offer}
      </Button>
    </Form>
  )
}
