import type { ReactNode } from "react"
import { Form, useNavigation } from "react-router"
import { PREMISES_SUPPLIES } from "#contract/premises/codes.ts"
import type { Enquiry } from "#contract/premises/desk.ts"
import { Button } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { DateInput } from "#ui/forms/date-input.tsx"
import { Field, SelectInput, TextArea, TextInput } from "#ui/forms/field.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { inputProps, selectProps, textAreaProps } from "#ui/forms/form-props.ts"
import { useForm } from "#ui/forms/use-form.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { BatchFields, type BatchValues } from "./batch-fields.tsx"
import { premisesDeskTexts } from "./desk.texts.ts"
import type { LastResult } from "./last-result.ts"

type LineNumber = 1 | 2 | 3 | 4 | 5 | 6
const FIRST = [1, 2, 3] as const
const MORE = [4, 5, 6] as const

type Values = BatchValues &
  Record<
    | "title"
    | "supply"
    | "state"
    | "gstin"
    | "business_name"
    | "business_address"
    | "valid_until"
    | "note"
    | "language"
    | `${"name" | "name_hi" | "quantity" | "price"}_${LineNumber}`,
    string
  >

interface QuoteFormProps {
  enquiry: Enquiry
  /** The id of the quote that this form sends. */
  quoteId: string
  states: readonly { value: string; label: string }[]
  instructors: readonly { value: string; label: string }[]
  today: string
  /** Until when a quote is valid unless staff say something else, and when lessons begin. */
  usual: { valid_until: string; first_on: string; state: string }
  lastResult: LastResult
}

/** Sends a quote. It begins with what the newest one said. */
export function QuoteForm(props: QuoteFormProps) {
  const { enquiry, quoteId, states, instructors, today, lastResult } = props
  const { quote: text } = useTexts(premisesDeskTexts)
  const busy = useNavigation().formData?.get("intent") === "quote"
  const [form, fields] = useForm<Values>({ id: "quote", lastResult, defaultValue: firstValues(props) })
  const isAgain = enquiry.quotes.length > 0
  return (
    <Card title={isAgain ? text.again : text.title} description={isAgain ? text.againText : undefined}>
      <Form method="post" id={form.id} className="grid gap-8" noValidate>
        <FormError id={form.errorId} issues={form.errors} />
        <input type="hidden" name="quote_id" value={quoteId} />
        <input type="hidden" name="after_quote_id" value={enquiry.quotes[0]?.id ?? ""} />
        <Field label={text.name} hint={text.nameHint} field={fields.title}>
          <TextInput {...inputProps(fields.title)} required maxLength={120} />
        </Field>
        <Part title={text.lines} hint={text.linesHint}>
          {FIRST.map((at) => (
            <LineFields key={at} at={at} fields={fields} />
          ))}
          <details open={MORE.some((at) => fields[`name_${at}`].initialValue)}>
            <summary className="min-h-11 w-fit cursor-pointer py-2.5 font-semibold text-primary-text">
              {text.moreLines}
            </summary>
            <div className="grid gap-5 pt-2">
              {MORE.map((at) => (
                <LineFields key={at} at={at} fields={fields} />
              ))}
            </div>
          </details>
        </Part>
        <Part title={text.tax}>
          <div className="grid gap-5 sm:grid-cols-2">
            <Field label={text.supply} field={fields.supply}>
              <SelectInput
                {...selectProps(fields.supply)}
                required
                options={PREMISES_SUPPLIES.map((value) => ({ value, label: text.supplies[value] }))}
                placeholder={text.chooseSupply}
              />
            </Field>
            <Field label={text.state} field={fields.state}>
              <SelectInput
                {...selectProps(fields.state)}
                required
                options={states}
                placeholder={text.chooseState}
              />
            </Field>
            <Field label={text.gstin} hint={text.gstinHint} field={fields.gstin} optional>
              <TextInput {...inputProps(fields.gstin)} maxLength={30} autoComplete="off" />
            </Field>
            <Field label={text.business} field={fields.business_name} optional>
              <TextInput {...inputProps(fields.business_name)} maxLength={200} autoComplete="off" />
            </Field>
            <Field
              label={text.businessAddress}
              field={fields.business_address}
              optional
              className="sm:col-span-2"
            >
              <TextArea {...textAreaProps(fields.business_address)} rows={2} maxLength={300} />
            </Field>
          </div>
        </Part>
        <Part title={text.batch} hint={text.batchHint}>
          <BatchFields fields={fields} instructors={instructors} today={today} later />
        </Part>
        <Part title={text.validity}>
          <div className="grid gap-5 sm:grid-cols-2">
            <Field label={text.until} field={fields.valid_until}>
              <DateInput {...inputProps(fields.valid_until, { type: "date" })} required min={today} />
            </Field>
            <Field label={text.language} field={fields.language}>
              <SelectInput
                {...selectProps(fields.language)}
                options={(["en", "hi"] as const).map((value) => ({ value, label: text.languages[value] }))}
              />
            </Field>
            <Field label={text.note} field={fields.note} optional className="sm:col-span-2">
              <TextArea {...textAreaProps(fields.note)} rows={3} maxLength={1_000} />
            </Field>
          </div>
        </Part>
        <div>
          <Button type="submit" name="intent" value="quote" busy={busy} busyLabel={text.sending}>
            {text.send}
          </Button>
        </div>
      </Form>
    </Card>
  )
}

function Part({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <fieldset className="grid min-w-0 gap-5 border-t border-line pt-5">
      <legend className="float-left mb-0 font-semibold">{title}</legend>
      {hint ? <p className="-mt-4 text-sm text-ink-muted">{hint}</p> : null}
      {children}
    </fieldset>
  )
}

function LineFields({ at, fields }: { at: LineNumber; fields: ReturnType<typeof useForm<Values>>[1] }) {
  const { quote: text } = useTexts(premisesDeskTexts)
  const rest = at > 1
  return (
    <fieldset
      aria-label={text.line(at)}
      className="grid min-w-0 grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-[2fr_2fr_5rem_8rem]"
    >
      <Field label={text.lineName} field={fields[`name_${at}`]} optional={rest} className="max-sm:col-span-2">
        <TextInput {...inputProps(fields[`name_${at}`])} maxLength={120} autoComplete="off" />
      </Field>
      <Field label={text.lineNameHi} field={fields[`name_hi_${at}`]} optional className="max-sm:col-span-2">
        <TextInput {...inputProps(fields[`name_hi_${at}`])} maxLength={120} lang="hi" autoComplete="off" />
      </Field>
      <Field label={text.quantity} field={fields[`quantity_${at}`]}>
        <TextInput
          {...inputProps(fields[`quantity_${at}`], { type: "number" })}
          min={1}
          max={999}
          inputMode="numeric"
        />
      </Field>
      <Field label={text.price} field={fields[`price_${at}`]}>
        <TextInput
          {...inputProps(fields[`price_${at}`])}
          maxLength={12}
          inputMode="decimal"
          autoComplete="off"
        />
      </Field>
    </fieldset>
  )
}

/** What the newest quote said, or what follows from the enquiry. */
function firstValues({ enquiry, usual }: Pick<QuoteFormProps, "enquiry" | "usual">) {
  const [before] = enquiry.quotes
  const lines = Object.fromEntries(
    [1, 2, 3, 4, 5, 6].flatMap((at) => {
      const line = before?.lines[at - 1]
      const hindi = line?.name?.hi === line?.name?.en ? "" : line?.name?.hi
      return [
        [`name_${at}`, line?.name?.en ?? ""],
        [`name_hi_${at}`, hindi ?? ""],
        [`quantity_${at}`, `${line?.quantity ?? 1}`],
        [`price_${at}`, line ? `${line.list_paise / line.quantity / 100}` : ""],
      ]
    }),
  )
  if (before) {
    const { title, supply, buyer, note, weekdays, start_time, end_time } = before
    const { weeks, capacity, instructor_id, first_on } = before
    return {
      ...{ ...lines, title, supply, note, weekdays: weekdays.map(String), start_time, end_time },
      ...{ weeks: `${weeks}`, capacity: `${capacity}`, instructor_id: instructor_id ?? "", first_on },
      ...{ gstin: buyer.gstin ?? "", business_name: buyer.name, language: before.language },
      ...{ business_address: buyer.address?.join("\n") ?? "", valid_until: usual.valid_until },
      state: enquiry.suggested.state ?? usual.state,
    }
  }
  return {
    ...lines,
    ...{ title: enquiry.activity, name_1: enquiry.activity, supply: enquiry.suggested.supply },
    ...{ business_name: enquiry.organisation ?? "", language: enquiry.language, ...usual, weekdays: [] },
    business_address: [enquiry.address, enquiry.pin].filter(Boolean).join("\n"),
    ...{ start_time: "17:00", end_time: "18:00", weeks: "4", instructor_id: "" },
    capacity: `${Math.min(enquiry.people, 100)}`,
  }
}
