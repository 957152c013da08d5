import { Card } from "#ui/components/card.tsx"
import { Disclosure } from "#ui/components/disclosure.tsx"
import { Summary } from "#ui/components/summary.tsx"
import { Field, TextArea, TextInput } from "#ui/forms/field.tsx"
import { inputProps, textAreaProps } from "#ui/forms/form-props.ts"
import type { FieldMetadata } from "#ui/forms/use-form.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { pickupTexts } from "./pickup.texts.ts"

type BusinessChoiceProps = {
  /** `fault` is a sentence. */
  business: { gstin: string; name: string; address: string; fault: string | null }
  fields: { gstin: FieldMetadata; business_name: FieldMetadata; business_address: FieldMetadata }
}

/** The business that the bill is for, if it is one that is registered for GST. */
export function BusinessChoice({ business, fields }: BusinessChoiceProps) {
  const text = useTexts(pickupTexts)
  const errors = fields.gstin.errors ?? business.fault
  const isWrong = Boolean(errors ?? fields.business_address.errors)
  return (
    <Card>
      <Disclosure opens={business.gstin !== "" || isWrong}>
        <Summary>{text.business}</Summary>
        <div className="grid gap-5 pt-4 sm:grid-cols-2">
          <Field label={text.gstin} hint={text.businessHint} field={fields.gstin} errors={errors} optional>
            <TextInput
              {...inputProps(fields.gstin)}
              maxLength={30}
              autoComplete="off"
              className="uppercase"
            />
          </Field>
          <Field label={text.businessName} field={fields.business_name} optional>
            <TextInput {...inputProps(fields.business_name)} maxLength={200} autoComplete="organization" />
          </Field>
          <Field
            label={text.businessAddress}
            hint={text.businessAddressHint}
            field={fields.business_address}
            optional
            className="sm:col-span-2"
          >
            <TextArea
              {...textAreaProps(fields.business_address)}
              rows={3}
              maxLength={300}
              autoComplete="street-address"
            />
          </Field>
        </div>
      </Disclosure>
    </Card>
  )
}
