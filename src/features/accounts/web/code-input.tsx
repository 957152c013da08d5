import { Field, TextInput } from "#ui/field.tsx"
import { inputProps } from "#ui/form-props.ts"
import type { FieldMetadata } from "#ui/use-form.ts"

interface CodeInputProps {
  field: FieldMetadata<string | undefined>
  label: string
  hint?: string
  autoFocus?: boolean
  /** How many digits at most; the server knows which of six and so many it is. */
  most?: number
}

/** Six digits that were sent, as phones offer to fill them in. */
export function CodeInput({ field, label, hint, autoFocus, most = 6 }: CodeInputProps) {
  return (
    <Field label={label} field={field} hint={hint}>
      <TextInput
        {...inputProps(field)}
        required
        maxLength={most}
        pattern={most === 6 ? "\\d{6}" : `\\d{6}|\\d{${most}}`}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus={autoFocus}
        className="text-center text-xl tracking-[0.3em] tabular-nums sm:max-w-60"
      />
    </Field>
  )
}
