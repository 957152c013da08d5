import { useState } from "react"
import { isMinorHere } from "#shared/age.ts"
import { DatePartsField, typedParts } from "#ui/components/date-parts.tsx"
import { Field, TextInput } from "#ui/forms/field.tsx"
import { inputProps } from "#ui/forms/form-props.ts"
import type { FieldMetadata } from "#ui/forms/use-form.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { birthDateTexts } from "./birth-date.texts.ts"

interface BirthDateFieldProps {
  date: FieldMetadata<string>
  name: FieldMetadata<string | undefined>
  phone: FieldMetadata<string | undefined>
  /** False leaves the guardian out, who is known already. */
  guardian?: boolean
}

/**
 * Asks for the student's date of birth and, if that is under 18, for the guardian's contact. Without scripts
 * the contact is always shown, and the server decides.
 */
export function BirthDateField({ date, name, phone, guardian = true }: BirthDateFieldProps) {
  const text = useTexts(birthDateTexts).fields
  const [minor, setMinor] = useState(() => isMinorHere(typedParts(date)))
  const refused = name.errors !== undefined || phone.errors !== undefined
  const shown = minor || refused
  return (
    <>
      <DatePartsField
        label={text.dateOfBirth}
        field={date}
        labels={text.dateParts}
        hint={text.dateOfBirthHint}
        onChange={(parts) => setMinor(isMinorHere(parts))}
      />
      {guardian ? (
        <fieldset
          data-guardian
          className={`${shown ? "grid" : "hidden noscript:grid"} gap-5 rounded-card border border-line bg-surface p-4 sm:p-5`}
        >
          <legend className="sr-only">{text.guardian}</legend>
          <p className="text-sm text-ink-muted">{text.guardianWhy}</p>
          <Field label={text.guardianName} field={name}>
            <TextInput {...inputProps(name)} required={shown} maxLength={120} autoComplete="off" />
          </Field>
          <Field label={text.guardianPhone} field={phone} hint={text.phoneHint}>
            <TextInput
              {...inputProps(phone, { type: "tel" })}
              required={shown}
              maxLength={20}
              inputMode="tel"
              autoComplete="off"
            />
          </Field>
        </fieldset>
      ) : null}
    </>
  )
}
