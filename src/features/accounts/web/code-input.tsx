import { Field, TextInput } from "#ui/field.tsx"
import { inputProps } from "#ui/form-props.ts"
import type { FieldMetadata } from "#ui/use-form.ts"

interface CodeInputProps {
  field: FieldMetadata<string | undefined>
  label: string
  hint?: string
  autoFocus?: boolean
}

/** Six digits that were sent, as phones offer to fill them in. */
export function CodeInput({ field, label, hint, autoFocus }: CodeInputProps) {
  return (
    <Field label={label} field={field} hint={hint}>
      <TextInput
        {...inputProps(field)}
        required
        maxLength={6}
        pattern="\d{6}"
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus={autoFocus}
        className="text-center text-xl tracking-[0.5em] tabular-nums sm:max-w-60"
      />
    </Field>
  )
}
