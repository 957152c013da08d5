import { Field, SelectInput } from "#ui/forms/field.tsx"
import { selectProps } from "#ui/forms/form-props.ts"
import type { FieldMetadata } from "#ui/forms/use-form.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { confirmingTexts } from "./confirming.texts.ts"

interface FieldProps {
  field: FieldMetadata<string>
}

interface ChoiceProps extends FieldProps {
  label: string
  hint?: string
  labels: Record<string, string>
}

function Choice({ field, label, hint, labels }: ChoiceProps) {
  const text = useTexts(confirmingTexts)
  return (
    <Field label={label} field={field} {...(hint && { hint })}>
      <SelectInput
        {...selectProps(field)}
        required
        placeholder={text.choose}
        options={Object.entries(labels).map(([value, name]) => ({ value, label: name }))}
      />
    </Field>
  )
}

/** How staff found out who a guardian is. */
export function HowField({ field }: FieldProps) {
  const text = useTexts(confirmingTexts)
  return <Choice field={field} label={text.how} labels={text.ways} />
}

/** What staff compared a guardian with. */
export function SeenField({ field }: FieldProps) {
  const text = useTexts(confirmingTexts)
  return <Choice field={field} label={text.seen} hint={text.seenHint} labels={text.proofs} />
}
