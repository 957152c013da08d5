import type { FocusEvent } from "react"
import { Card } from "#ui/components/card.tsx"
import { Disclosure } from "#ui/components/disclosure.tsx"
import { Summary } from "#ui/components/summary.tsx"
import { Field, TextArea, TextInput } from "#ui/forms/field.tsx"
import type { FieldMetadata } from "#ui/forms/use-form.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { pickupTexts } from "./pickup.texts.ts"

type BusinessChoiceProps = {
  /** `fault` is a sentence. */
  business: { gstin: string; name: string; address: string; fault: string | null }
  fields: { gstin: FieldMetadata; business_name: FieldMetadata; business_address: FieldMetadata }
  /** Asks for the price anew: the GSTIN decides where it is taxed. */
  onChange: (form: HTMLFormElement) => void
}

/** The business that the bill is for, if it is one that is registered for GST. */
export function BusinessChoice({ business, fields, onChange }: BusinessChoiceProps) {
  const text = useTexts(pickupTexts)
  const askIfChanged = ({ currentTarget: { form, value } }: FocusEvent<HTMLInputElement>) => {
    if (form && value.trim().toUpperCase() !== business.gstin) onChange(form)
  }
  const errors = fields.gstin.errors ?? business.fault
  const isWrong = Boolean(errors ?? fields.business_address.errors)
  return (
    <Card>
      <Disclosure opens={business.gstin !== "" || isWrong}>
        <Summary>{text.business}</Summary>
        <div className="grid gap-5 pt-4 sm:grid-cols-2">
          <Field label={text.gstin} hint={text.businessHint} field={fields.gstin} errors={errors} optional>
            <TextInput
              name="gstin"
              defaultValue={business.gstin}
              onBlur={askIfChanged}
              maxLength={30}
              autoComplete="off"
              className="uppercase"
            />
          </Field>
          <Field label={text.businessName} field={fields.business_name} optional>
            <TextInput
              name="business_name"
              defaultValue={business.name}
              maxLength={200}
              autoComplete="organization"
            />
          </Field>
          <Field
            label={text.businessAddress}
            hint={text.businessAddressHint}
            field={fields.business_address}
            optional
            className="sm:col-span-2"
          >
            <TextArea
              name="business_address"
              defaultValue={business.address}
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
