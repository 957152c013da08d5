import type { SubmissionResult } from "@conform-to/react"
import { Form } from "react-router"
import type { Review } from "#contract/payments/priced.ts"
import { CATALOGUE_PATH } from "#features/programs/paths.ts"
import { Button, ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { SelectInput } from "#ui/forms/field.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { useSaidTime } from "#ui/said-time.ts"
import type { Route } from "./+types/checkout.page.ts"
import { checkoutTexts } from "./checkout.texts.ts"
import { PlanChoice } from "./plan-choice.tsx"
import { Refused } from "./refused.tsx"

type AskParentFormProps = {
  loaded: Route.ComponentProps["loaderData"]
  asker: NonNullable<Review["asker"]>
  lastResult: SubmissionResult | null | undefined
}

/** What a student under 18 would like, which is sent to the parents. The parents choose again before they pay. */
export function AskParentForm({ loaded, asker, lastResult }: AskParentFormProps) {
  const text = useTexts(checkoutTexts)
  const said = useSaidTime(loaded.zone)
  const { batches, batch_id, plans, refused } = loaded
  if (asker.asked_at)
    return (
      <EmptyState
        illustration="no-requests"
        title={text.asked}
        text={`${text.askedWhen(said(new Date(asker.asked_at), "within"))} ${text.askedText}`}
        action={
          <ButtonLink to={CATALOGUE_PATH} variant="secondary">
            {text.browse}
          </ButtonLink>
        }
      />
    )
  if (refused.length > 0) return <Refused reasons={refused} />
  if (asker.enrolled && asker.valid_until === null)
    return <EmptyState illustration="no-requests" title={text.hasIt} text={text.hasItText} />
  return (
    <Form method="post" className="grid gap-6">
      <FormError issues={lastResult?.error?.[""]} />
      <div className="grid gap-1">
        <h2 className="text-heading">{text.guardianPays}</h2>
        <p className="text-ink-muted">
          {batches.length > 0 || plans.length > 0 ? text.guardianHow : text.guardianHowWhole}
        </p>
      </div>
      {batches.length > 0 ? (
        <Card>
          <div className="grid gap-1.5">
            <label htmlFor="batch" className="text-sm font-semibold">
              {text.batch}
            </label>
            <SelectInput
              id="batch"
              name="batch_id"
              defaultValue={batch_id ?? batches[0]?.id}
              options={batches.map(({ id, label }) => ({ value: id, label }))}
            />
          </div>
        </Card>
      ) : null}
      {plans.length > 0 ? (
        <PlanChoice
          course={loaded.course}
          plans={plans}
          months={loaded.months}
          offersWhole={loaded.sells_whole}
        />
      ) : null}
      <Button
        type="submit"
        size="lg"
        name="ask_parent"
        value="yes"
        busyLabel={text.askingParent}
        className="sm:justify-self-start"
      >
        {text.askParent}
      </Button>
    </Form>
  )
}
