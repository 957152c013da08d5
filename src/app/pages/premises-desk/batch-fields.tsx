import { ChipBox } from "#ui/forms/chip-box.tsx"
import { DateInput } from "#ui/forms/date-input.tsx"
import { Field, SelectInput, TextInput } from "#ui/forms/field.tsx"
import { inputProps, selectProps } from "#ui/forms/form-props.ts"
import type { FieldMetadata } from "#ui/forms/use-form.ts"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { premisesDeskTexts } from "./desk.texts.ts"

export type BatchValues = Record<
  "first_on" | "weekdays" | "start_time" | "end_time" | "weeks" | "capacity" | "instructor_id",
  string
>

type BatchFieldsProps = {
  fields: Record<keyof BatchValues, FieldMetadata>
  instructors: readonly { value: string; label: string }[]
  today: string
  /** Whether nobody need be chosen yet. */
  later?: boolean
}

/** When the lessons are, for how many, and who teaches. */
export function BatchFields({ fields, instructors, today, later }: BatchFieldsProps) {
  const { quote: text } = useTexts(premisesDeskTexts)
  const chosen = [fields.weekdays.initialValue ?? []].flat().map(String)
  const format = new Intl.DateTimeFormat(LANGUAGE_TAGS[useLanguage()], { weekday: "short", timeZone: "UTC" })
  return (
    <>
      <div className="grid gap-5 sm:grid-cols-3">
        <Field label={text.first} field={fields.first_on}>
          <DateInput {...inputProps(fields.first_on, { type: "date" })} required min={today} />
        </Field>
        <Field label={text.from} field={fields.start_time}>
          <TextInput {...inputProps(fields.start_time, { type: "time" })} required />
        </Field>
        <Field label={text.to} field={fields.end_time}>
          <TextInput {...inputProps(fields.end_time, { type: "time" })} required />
        </Field>
      </div>
      <fieldset className="grid gap-2">
        <legend className="mb-2 text-sm font-semibold">{text.weekdays}</legend>
        <div className="flex flex-wrap gap-2">
          {[1, 2, 3, 4, 5, 6, 7].map((day) => (
            <ChipBox
              key={day}
              name="weekdays"
              value={day}
              defaultChecked={chosen.includes(`${day}`)}
              // 1 January 2024 was a Monday.
              label={format.format(Date.UTC(2024, 0, day))}
            />
          ))}
        </div>
        {fields.weekdays.errors ? (
          <p className="text-sm font-medium text-danger">{fields.weekdays.errors[0]}</p>
        ) : null}
      </fieldset>
      <div className="grid gap-5 sm:grid-cols-3">
        <Field label={text.weeks} field={fields.weeks}>
          <TextInput
            {...inputProps(fields.weeks, { type: "number" })}
            required
            min={1}
            max={60}
            inputMode="numeric"
          />
        </Field>
        <Field label={text.capacity} field={fields.capacity}>
          <TextInput
            {...inputProps(fields.capacity, { type: "number" })}
            required
            min={1}
            max={100}
            inputMode="numeric"
          />
        </Field>
        <Field label={text.instructor} field={fields.instructor_id} optional={later === true}>
          <SelectInput
            {...selectProps(fields.instructor_id)}
            options={instructors}
            placeholder={text.noInstructor}
          />
        </Field>
      </div>
    </>
  )
}
