import type { SubmissionResult } from "@conform-to/react"
import type { ReactNode } from "react"
import { Form, useNavigation } from "react-router"
import type { z } from "zod"
import type { SupplierDraft, SupplierSetting } from "#contract/bills.ts"
import { formatPaise } from "#shared/money.ts"
import { STATES } from "#shared/states.ts"
import { formatDateIn } from "#shared/time.ts"
import { Button } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { Field, SelectInput, TextArea, TextInput } from "#ui/forms/field.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { useForm } from "#ui/forms/use-form.ts"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { supplierTexts } from "./supplier.texts.ts"

/** What the button of the form is called. */
export const SAVE_SUPPLIER = "supplier"

type SupplierProps = {
  setting: SupplierSetting
  /** YYYY-MM-DD in the academy's zone. */
  today: string
  /** The form as it was refused. */
  refused: SubmissionResult | null
}

/** Who sells, since when, under which registration, and the rates that follow from it. */
export function SupplierCard({ setting, today, refused }: SupplierProps) {
  const text = useTexts(supplierTexts)
  const { current, is_set } = setting
  return (
    <Card id="seller" className="scroll-mt-24" title={text.title} description={text.text}>
      <div className="grid gap-6">
        {is_set ? null : (
          <p className="rounded-md bg-surface-sunken p-4 text-[0.9375rem]">
            {current ? text.sample : text.unset}
          </p>
        )}
        <SupplierForm setting={setting} today={today} refused={refused} />
        {setting.all.length > 1 ? <Turns setting={setting} /> : null}
        <Rates rates={setting.rates} />
      </div>
    </Card>
  )
}

function SupplierForm({ setting, today, refused }: SupplierProps) {
  const text = useTexts(supplierTexts)
  const language = useLanguage()
  const busy = useNavigation().formData?.get("intent") === SAVE_SUPPLIER
  const current = setting.current
  const [form, fields] = useForm<z.infer<typeof SupplierDraft>>({
    id: "supplier",
    lastResult: refused,
    defaultValue: {
      ...{ name: current?.name, address: current?.address.join("\n"), state: current?.state },
      ...{ registration: current?.registration, gstin: current?.gstin ?? "", prefix: current?.prefix },
      valid_from: today,
    },
  })
  const first = (field: { initialValue?: string | readonly string[] | undefined }) =>
    typeof field.initialValue === "string" ? field.initialValue : ""
  const states = Object.entries(STATES)
    .map(([value, names]) => ({ value, label: `${names[language]} (${value})` }))
    .sort((one, other) => one.label.localeCompare(other.label, language))
  const kinds = Object.entries(text.registrations).map(([value, label]) => ({ value, label }))
  return (
    <Form method="post" id={form.id} className="grid gap-5" noValidate>
      <FormError id={form.errorId} issues={form.errors} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={text.name} hint={text.nameHint} field={fields.name}>
          <TextInput name="name" defaultValue={first(fields.name)} required autoComplete="off" />
        </Field>
        <Field label={text.state} field={fields.state}>
          <SelectInput
            name="state"
            defaultValue={first(fields.state)}
            placeholder={text.chooseState}
            options={states}
            required
          />
        </Field>
        <Field label={text.address} hint={text.addressHint} field={fields.address} className="sm:col-span-2">
          <TextArea name="address" rows={3} defaultValue={first(fields.address)} required />
        </Field>
        <Field label={text.registration} field={fields.registration}>
          <SelectInput
            name="registration"
            defaultValue={first(fields.registration)}
            options={kinds}
            required
          />
        </Field>
        <Field label={text.gstin} hint={text.gstinHint} field={fields.gstin}>
          <TextInput
            name="gstin"
            defaultValue={first(fields.gstin)}
            autoComplete="off"
            className="uppercase"
          />
        </Field>
        <Field
          label={text.prefix}
          hint={text.prefixHint(`${current?.prefix ?? "KA"}/2627/T1`)}
          field={fields.prefix}
        >
          <TextInput
            name="prefix"
            defaultValue={first(fields.prefix)}
            required
            autoComplete="off"
            className="max-w-40 uppercase"
          />
        </Field>
        <Field label={text.validFrom} field={fields.valid_from}>
          <TextInput
            name="valid_from"
            type="date"
            defaultValue={first(fields.valid_from)}
            required
            className="max-w-60"
          />
        </Field>
      </div>
      <div>
        <Button type="submit" name="intent" value={SAVE_SUPPLIER} busy={busy} busyLabel={text.saving}>
          {text.save}
        </Button>
      </div>
    </Form>
  )
}

function Turns({ setting }: { setting: SupplierSetting }) {
  const text = useTexts(supplierTexts)
  const tag = LANGUAGE_TAGS[useLanguage()]
  return (
    <Folded title={text.turns}>
      <ul className="grid gap-2 text-sm">
        {setting.all.map(({ valid_from, name, registration, gstin }) => (
          <li key={valid_from}>
            {text.turn(formatDateIn(tag, valid_from), name, text.registrations[registration])}
            {gstin ? ` · ${gstin}` : ""}
          </li>
        ))}
      </ul>
    </Folded>
  )
}

function Rates({ rates }: { rates: SupplierSetting["rates"] }) {
  const text = useTexts(supplierTexts)
  const tag = LANGUAGE_TAGS[useLanguage()]
  const percent = (rate: number) => String(rate / 100)
  return (
    <Folded title={text.rates}>
      <p className="mb-3 text-sm font-semibold">{text.ratesText}</p>
      <ul className="grid gap-3 text-sm">
        {rates.map(({ supply, tax_code, rate, above, from, source }) => (
          <li key={`${supply} ${from}`} className="grid gap-0.5">
            <span>
              {text.supplies[supply] ?? supply} ({tax_code}): {text.rate(percent(rate))}
              {above ? text.above(percent(above.rate), formatPaise(above.piece_paise)) : null}
            </span>
            <span className="text-ink-muted">
              {text.since(formatDateIn(tag, from))}{" "}
              <cite lang="en" className="not-italic">
                {source}
              </cite>
            </span>
          </li>
        ))}
      </ul>
    </Folded>
  )
}

function Folded({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="border-t border-line pt-4">
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">{title}</summary>
      {children}
    </details>
  )
}
