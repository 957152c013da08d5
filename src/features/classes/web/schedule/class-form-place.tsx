import type { FieldMetadata } from "@conform-to/react"
import { Field, SelectInput, TextInput } from "#ui/forms/field.tsx"
import { inputProps, selectProps } from "#ui/forms/form-props.ts"
import { useHydrated } from "#ui/use-hydrated.ts"
import type { ClassFormValues } from "./class-form-values.ts"

type PlaceFieldsProps = {
  fields: {
    [name in "delivery" | "venue_name" | "venue_address" | "course_id"]: FieldMetadata<ClassFormValues[name]>
  }
  /** The current values of the form; null until one was changed. */
  written: FormData | null
  programs: readonly { value: string; label: string }[]
}

const DELIVERIES = [
  { value: "online", label: "Live online" },
  { value: "on_premises", label: "On premises" },
]

/** Where a class is held, and its program. Without scripts the venue's fields are always shown. */
export function PlaceFields({ fields, written, programs }: PlaceFieldsProps) {
  const { delivery, venue_name, venue_address, course_id } = fields
  const hydrated = useHydrated()
  const onPremises = String(written?.get("delivery") ?? delivery.value ?? "online") === "on_premises"
  return (
    <>
      <div className="grid gap-6 sm:grid-cols-2">
        <Field label="Held" field={delivery}>
          <SelectInput {...selectProps(delivery)} options={DELIVERIES} />
        </Field>
        <Field label="Program" field={course_id} optional>
          <SelectInput {...selectProps(course_id)} placeholder="No program" options={programs} />
        </Field>
      </div>
      {onPremises || !hydrated ? (
        <div className="grid gap-6 sm:grid-cols-2">
          <Field label="Venue" field={venue_name} hint="The room or hall, so that students can find it">
            <TextInput
              {...inputProps(venue_name)}
              required={hydrated}
              maxLength={120}
              placeholder="Hall 2, Sunrise Centre"
            />
          </Field>
          <Field label="Address" field={venue_address} optional>
            <TextInput
              {...inputProps(venue_address)}
              maxLength={300}
              placeholder="14 MG Road, Pune 411001"
              autoComplete="off"
            />
          </Field>
        </div>
      ) : null}
    </>
  )
}
