import { useState } from "react"
import { Field, TextInput } from "#ui/field.tsx"
import { inputProps } from "#ui/form-props.ts"
import type { FieldMetadata } from "#ui/use-form.ts"
import { accountsText } from "./accounts.text.ts"

const text = accountsText.fields

interface GuardianFieldsProps {
  under18: FieldMetadata<boolean>
  name: FieldMetadata<string | undefined>
  phone: FieldMetadata<string | undefined>
  /** The form was sent before, so that an empty answer means No. */
  answered: boolean
}

/**
 * Asks whether the student is a minor and, if so, for the guardian's contact. The contact folds by the style
 * sheet alone, so it opens without scripts too; with them the browser asks for what is missing.
 */
export function GuardianFields({ under18, name, phone, answered }: GuardianFieldsProps) {
  const yes = under18.initialValue === "on"
  const [minor, setMinor] = useState(yes)
  const choice = (value: "on" | "", label: string, checked: boolean) => (
    <label className="flex h-11 cursor-pointer items-center gap-2.5 rounded-md border border-line-strong bg-surface px-3.5 text-[0.9375rem] font-medium transition-colors hover:border-ink-muted has-checked:border-primary has-checked:bg-primary-tint">
      <input
        type="radio"
        name={under18.name}
        id={value === "on" ? under18.id : undefined}
        value={value}
        defaultChecked={checked}
        required
        onChange={() => setMinor(value === "on")}
        data-minor={value === "on" || undefined}
        className="size-4.5"
      />
      {label}
    </label>
  )
  return (
    <div className="group/minor grid gap-5">
      <fieldset>
        <legend className="mb-1.5 text-sm font-semibold">{text.under18}</legend>
        <div className="grid grid-cols-2 gap-3">
          {choice("on", text.yes, yes)}
          {choice("", text.no, answered && !yes)}
        </div>
      </fieldset>
      <fieldset className="hidden gap-5 rounded-card border border-line bg-surface p-4 group-has-[[data-minor]:checked]/minor:grid sm:p-5">
        <legend className="sr-only">{text.guardian}</legend>
        <p className="text-sm text-ink-muted">{text.guardianWhy}</p>
        <Field label={text.guardianName} field={name}>
          <TextInput {...inputProps(name)} required={minor} maxLength={120} autoComplete="off" />
        </Field>
        <Field label={text.guardianPhone} field={phone} hint={text.phoneHint}>
          <TextInput
            {...inputProps(phone, { type: "tel" })}
            required={minor}
            maxLength={20}
            inputMode="tel"
            autoComplete="off"
          />
        </Field>
      </fieldset>
    </div>
  )
}
