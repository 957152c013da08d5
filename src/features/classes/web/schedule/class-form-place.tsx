import type { FieldMetadata } from "@conform-to/react"
import { Field, SelectInput, TextInput } from "#ui/forms/field.tsx"
import { inputProps, selectProps } from "#ui/forms/form-props.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { useHydrated } from "#ui/use-hydrated.ts"
import { scheduleTexts } from "../texts/schedule.texts.ts"
import type { ClassFormValues } from "./class-form-values.ts"

type PlaceFieldsProps = {
  fields: {
    [name in "delivery" | "venue_name" | "venue_address" | "course_id"]: FieldMetadata<ClassFormValues[name]>
  }
  /** The current values of the form; null until one was changed. */
  written: FormData | null
  programs: readonly { value: string; label: string }[]
}

const DELIVERIES = ["online", "on_premises"] as const

/** Where a class is held, and its program. Without scripts the venue's fields are always shown. */
export function PlaceFields({ fields, written, programs }: PlaceFieldsProps) {
  const text = useTexts(scheduleTexts)
  const { delivery, venue_name, venue_address, course_id } = fields
  const hydrated = useHydrated()
  const onPremises = String(written?.get("delivery") ?? delivery.value ?? "online") === "on_premises"
  return (
    <>
      <div className="grid gap-6 sm:grid-cols-2">
        <Field label={text.held} field={delivery}>
          <SelectInput
            {...selectProps(delivery)}
            options={DELIVERIES.map((value) => ({ value, label: text.deliveries[value] }))}
          />
        </Field>
        <Field label={text.program} field={course_id} optional>
          <SelectInput {...selectProps(course_id)} placeholder={text.noProgram} options={programs} />
        </Field>
      </div>
      {onPremises || !hydrated ? (
        <div className="grid gap-6 sm:grid-cols-2">
          <Field label={text.venue} field={venue_name} hint={text.venueHint}>
            <TextInput
              {...inputProps(venue_name)}
              required={hydrated}
              maxLength={120}
              placeholder={text.venueExample}
            />
          </Field>
          <Field label={text.address} field={venue_address} optional>
            <TextInput
              {...inputProps(venue_address)}
              maxLength={300}
              placeholder={text.addressExample}
              autoComplete="off"
            />
          </Field>
        </div>
      ) : null}
    </>
  )
}
