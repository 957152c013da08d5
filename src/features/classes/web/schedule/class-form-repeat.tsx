import type { FieldMetadata } from "@conform-to/react"
import { ChipBox } from "#ui/forms/chip-box.tsx"
import { DateInput } from "#ui/forms/date-input.tsx"
import { Field, SelectInput, TextInput } from "#ui/forms/field.tsx"
import { inputProps, selectProps } from "#ui/forms/form-props.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { useHydrated } from "#ui/use-hydrated.ts"
import { MAX_OCCURRENCES, summariseSeries, weeklyDates } from "../../recurrence.ts"
import { isClassDate } from "../../rules.ts"
import type { scheduleText } from "../texts/schedule.text.ts"
import { scheduleTexts } from "../texts/schedule.texts.ts"
import type { ClassFormValues } from "./class-form-values.ts"

type RepeatFieldsProps = {
  fields: {
    [name in
      | "scheduled_date"
      | "repeats"
      | "repeat_until"
      | "repeat_weeks"
      | "repeat_weekdays"]: FieldMetadata<ClassFormValues[name]>
  }
  /** The current values of the form; null until one was changed. */
  written: FormData | null
  today: string
}

const REPEATS = ["never", "until", "weeks"] as const

/**
 * Whether and how a class repeats, with a summary of what will be scheduled. Without scripts every field is
 * shown.
 */
export function RepeatFields({ fields, written, today }: RepeatFieldsProps) {
  const text = useTexts(scheduleTexts)
  const { repeats, repeat_until, repeat_weeks, repeat_weekdays } = fields
  const hydrated = useHydrated()
  const chosen = String(written?.get("repeats") ?? repeats.value ?? "never")
  const shows = (kind: string) => !hydrated || chosen === kind
  const days = new Set(
    written ? written.getAll("repeat_weekdays").map(String) : (repeat_weekdays.value ?? []),
  )
  return (
    <div className="grid gap-5 rounded-md bg-surface-sunken/60 p-4 sm:p-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={text.repeats} field={repeats}>
          <SelectInput
            {...selectProps(repeats)}
            options={REPEATS.map((value) => ({ value, label: text.repetitions[value] }))}
          />
        </Field>
        {shows("until") ? (
          <Field label={text.until} field={repeat_until}>
            <DateInput {...inputProps(repeat_until, { type: "date" })} min={today} />
          </Field>
        ) : null}
        {shows("weeks") ? (
          <Field label={text.weeks} field={repeat_weeks}>
            <TextInput
              {...inputProps(repeat_weeks, { type: "number" })}
              min={1}
              max={MAX_OCCURRENCES}
              inputMode="numeric"
            />
          </Field>
        ) : null}
      </div>
      {!hydrated || chosen !== "never" ? (
        <fieldset className="grid gap-2">
          <legend className="mb-2 text-sm font-semibold">{text.onDays}</legend>
          <div className="flex flex-wrap gap-2">
            {text.weekdays.map(({ name, short }, index) => (
              <ChipBox
                key={name}
                name="repeat_weekdays"
                value={index + 1}
                defaultChecked={days.has(String(index + 1))}
                label={
                  <abbr title={name} className="no-underline">
                    {short}
                  </abbr>
                }
              />
            ))}
          </div>
          <p className="text-sm text-ink-muted" role="status">
            {(hydrated && written && preview(written, text)) || text.firstDay}
          </p>
        </fieldset>
      ) : null}
    </div>
  )
}

/** Returns "12 classes, every Monday …" once the form is complete enough, or why that is too many. */
function preview(written: FormData, text: typeof scheduleText): string | null {
  const read = (name: string) => String(written.get(name) ?? "")
  const from = read("scheduled_date")
  if (!isClassDate(from)) return null
  const weeks = Number(read("repeat_weeks"))
  const until = read("repeat_until")
  const end =
    read("repeats") === "until" && isClassDate(until) && until >= from
      ? { until }
      : read("repeats") === "weeks" && Number.isInteger(weeks) && weeks > 0
        ? { weeks }
        : null
  if (!end) return null
  const weekdays = written.getAll("repeat_weekdays").map(Number)
  const dates = weeklyDates({ from, weekdays, end })
  return dates.length > MAX_OCCURRENCES
    ? text.seriesTooLong(MAX_OCCURRENCES)
    : text.series(summariseSeries(dates))
}
