import type { SubmissionResult } from "@conform-to/react"
import type { ReactNode } from "react"
import { Form } from "react-router"
import type { z } from "zod"
import { STATES } from "#shared/states.ts"
import { formatDateIn } from "#shared/time.ts"
import { Button } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { EndBar } from "#ui/components/end-bar.tsx"
import { Field, SelectInput } from "#ui/forms/field.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { selectProps } from "#ui/forms/form-props.ts"
import { useForm } from "#ui/forms/use-form.ts"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import type { Route } from "./+types/checkout.page.ts"
import { BusinessChoice } from "./business-choice.tsx"
import { changeTexts } from "./change/change.texts.ts"
import { checkoutTexts } from "./checkout.texts.ts"
import type { Choice } from "./checkout-forms.server.ts"
import { PickupChoice } from "./pickup-choice.tsx"
import { PlanChoice } from "./plan-choice.tsx"
import { upiTexts } from "./upi.texts.ts"

type ChoicesProps = {
  loaded: Route.ComponentProps["loaderData"]
  lastResult: SubmissionResult | null | undefined
  children: ReactNode
}

/** What the price depends on: a change of these asks for it anew. */
const ASKS = "student_id state months pickup_per_week gstin use_points use_credit"
/** Where a child lives doesn't belong in the address of a page. */
const KEEPS = "pickup_address"

/** For whom and in which State. A change asks for the price anew; without scripts a button does. */
export function Choices({ loaded, lastResult, children }: ChoicesProps) {
  const text = useTexts(checkoutTexts)
  const upi = useTexts(upiTexts)
  const changes = useTexts(changeTexts)
  const language = useLanguage()
  const { beneficiaries, viewer, price, batches, plans, business } = loaded
  const [form, fields] = useForm<z.infer<typeof Choice>>({
    id: "checkout",
    lastResult,
    defaultValue: {
      ...{ student_id: loaded.student_id, state: loaded.state, gstin: business.gstin },
      ...{ business_name: business.name, business_address: business.address },
      batch_id: loaded.batch_id ?? batches[0]?.id,
      pickup_days: loaded.pickup_days.map(String),
      pickup_address: loaded.pickup?.address,
    },
  })
  const states = Object.entries(STATES)
    .map(([value, names]) => ({ value, label: names[language] }))
    .sort((one, other) => one.label.localeCompare(other.label, language))
  return (
    <Form
      method="post"
      id={form.id}
      data-asks={ASKS}
      data-keeps={KEEPS}
      aria-busy={false}
      className="group/asks grid gap-6"
    >
      <FormError id={form.errorId} issues={form.errors} />
      <Card className="grid gap-5 sm:grid-cols-2">
        {beneficiaries.length > 1 ? (
          <Field label={text.forWhom} field={fields.student_id}>
            <SelectInput
              {...selectProps(fields.student_id)}
              options={beneficiaries.map(({ student_id, first_name, enrolled, valid_until }) => ({
                value: student_id,
                label: valid_until
                  ? text.plans.memberUntil(first_name, formatDateIn(LANGUAGE_TAGS[language], valid_until))
                  : enrolled
                    ? text.enrolledAlready(first_name)
                    : first_name,
              }))}
            />
          </Field>
        ) : (
          <div className="grid content-start gap-1.5">
            <p className="text-sm font-semibold">{text.forWhom}</p>
            <p className="flex min-h-11 items-center">
              {beneficiaries[0]?.student_id === viewer.user_id ? text.you : beneficiaries[0]?.first_name}
            </p>
            <input type="hidden" name="student_id" value={beneficiaries[0]?.student_id} />
          </div>
        )}
        {batches.length > 0 ? (
          <Field label={text.batch} field={fields.batch_id} className="sm:order-last sm:col-span-2">
            <SelectInput
              {...selectProps(fields.batch_id)}
              options={batches.map(({ id, label }) => ({ value: id, label }))}
            />
          </Field>
        ) : null}
        <Field label={text.state} field={fields.state} hint={text.stateHint}>
          <SelectInput
            {...selectProps(fields.state)}
            required
            placeholder={text.chooseState}
            options={states}
          />
        </Field>
        <noscript>
          <Button type="submit" variant="secondary" formMethod="get" formNoValidate>
            {text.showPrice}
          </Button>
        </noscript>
      </Card>
      {plans.length > 0 ? (
        <PlanChoice
          course={loaded.course}
          plans={plans}
          months={loaded.months}
          offersWhole={loaded.sells_whole}
          title={loaded.change ? changes.whichPlan : undefined}
        />
      ) : null}
      {loaded.pickup ? (
        <PickupChoice
          pickup={loaded.pickup}
          child={beneficiaries.find((one) => one.student_id === loaded.student_id)?.first_name ?? ""}
          fields={fields}
        />
      ) : null}
      {loaded.state ? <BusinessChoice business={business} fields={fields} /> : null}
      {children}
      {price ? (
        <EndBar asks className="grid gap-4 sm:flex sm:flex-wrap sm:items-center">
          <Button type="submit" size="lg" busyLabel={text.opening}>
            {price.isPaid ? (loaded.change ? changes.changeNow : text.enrolNow) : text.pay(price.total)}
          </Button>
          {loaded.upi_instead && !price.isPaid ? (
            <Button type="submit" name="way" value="upi" variant="link">
              {upi.instead}
            </Button>
          ) : null}
        </EndBar>
      ) : null}
    </Form>
  )
}
