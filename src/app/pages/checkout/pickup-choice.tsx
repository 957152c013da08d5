import type { Review } from "#contract/payments/priced.ts"
import { formatPaise } from "#shared/money.ts"
import { Card } from "#ui/components/card.tsx"
import { ChipBox } from "#ui/forms/chip-box.tsx"
import { Field, FieldNotes, TextArea } from "#ui/forms/field.tsx"
import { textAreaProps } from "#ui/forms/form-props.ts"
import type { FieldMetadata } from "#ui/forms/use-form.ts"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { pickupTexts } from "./pickup.texts.ts"
import { Option } from "./plan-choice.tsx"

const WEEK = [1, 2, 3, 4, 5, 6, 7]

type PickupChoiceProps = {
  pickup: NonNullable<Review["pickup"]>
  /** The first name of the child. */
  child: string
  fields: { pickup_days: FieldMetadata; pickup_address: FieldMetadata }
}

/** Pick-up and drop with a membership: how often, on which days, and where; or why this child can't be picked up. */
export function PickupChoice({ pickup, child, fields }: PickupChoiceProps) {
  const text = useTexts(pickupTexts)
  const { age_below, days_per_week, why } = pickup
  const whyNot = why && text.whyNot[why]
  if (whyNot)
    return (
      <Card title={text.title}>
        <p className="text-ink-muted">{whyNot(child, age_below)}</p>
      </Card>
    )
  return (
    <Card>
      <fieldset>
        <legend className="mb-1 text-lg leading-snug font-semibold tracking-tight">{text.title}</legend>
        <p className="mb-4 text-ink-muted">{text.note(age_below)}</p>
        <div className="overflow-hidden rounded-md border border-line">
          <Option name="pickup_per_week" value={0} chosen={days_per_week === 0} label={text.none} />
          {pickup.plans.map((plan) => (
            <Option
              key={plan.days_per_week}
              name="pickup_per_week"
              value={plan.days_per_week}
              chosen={days_per_week === plan.days_per_week}
              label={text.plan(plan.days_per_week)}
              amount={text.everyMonth(formatPaise(plan.monthly_paise))}
            />
          ))}
        </div>
      </fieldset>
      {days_per_week > 0 ? (
        <div className="mt-5 grid gap-5">
          <Weekdays field={fields.pickup_days} perWeek={days_per_week} />
          <Field label={text.address} hint={text.addressHint} field={fields.pickup_address}>
            <TextArea
              {...textAreaProps(fields.pickup_address)}
              rows={2}
              maxLength={300}
              required
              autoComplete="street-address"
            />
          </Field>
        </div>
      ) : null}
    </Card>
  )
}

type WeekdaysProps = { field: FieldMetadata; perWeek: number }

function Weekdays({ field, perWeek }: WeekdaysProps) {
  const text = useTexts(pickupTexts)
  const tag = LANGUAGE_TAGS[useLanguage()]
  const [short, long] = (["short", "long"] as const).map(
    (weekday) => new Intl.DateTimeFormat(tag, { weekday, timeZone: "UTC" }),
  )
  const [error] = field.errors ?? []
  const ticked = [field.initialValue ?? []].flat()
  return (
    <fieldset id={field.id} aria-describedby={error ? field.errorId : undefined} className="grid gap-2">
      <legend className="mb-2 text-sm font-semibold">{text.days(perWeek)}</legend>
      <div className="flex flex-wrap gap-2">
        {WEEK.map((day) => (
          <ChipBox
            key={day}
            name="pickup_days"
            value={day}
            defaultChecked={ticked.includes(`${day}`)}
            label={
              // The first of January 2024 was a Monday.
              <abbr title={long?.format(Date.UTC(2024, 0, day))} className="no-underline">
                {short?.format(Date.UTC(2024, 0, day))}
              </abbr>
            }
          />
        ))}
      </div>
      <FieldNotes hint={null} hintId={field.descriptionId} error={error} errorId={field.errorId} />
    </fieldset>
  )
}
