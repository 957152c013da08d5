import { Field, TextInput } from "#ui/forms/field.tsx"
import { inputProps } from "#ui/forms/form-props.ts"
import type { FieldMetadata } from "#ui/forms/use-form.ts"

interface CodeInputProps {
  field: FieldMetadata<string | undefined>
  label: string
  hint?: string
  autoFocus?: boolean
  /** The most digits. The server knows whether the code has six or this many. */
  most?: number
}

/** So many digits, with the spaces and dashes that come along when a code is copied. The server leaves them out. */
function digitsPattern(count: number): string {
  return `(?:[\\s\\-]*\\d){${count}}[\\s\\-]*`
}

/** A field for six digits, which phones can fill in from the message. */
export function CodeInput({ field, label, hint, autoFocus, most = 6 }: CodeInputProps) {
  return (
    <Field label={label} field={field} hint={hint}>
      <TextInput
        {...inputProps(field)}
        required
        pattern={most === 6 ? digitsPattern(6) : `${digitsPattern(6)}|${digitsPattern(most)}`}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus={autoFocus}
        className="text-center text-xl tracking-[0.3em] tabular-nums sm:max-w-60"
      />
    </Field>
  )
}
