import { Form, Link, useNavigation } from "react-router"
import type { Enquiry } from "#contract/premises/desk.ts"
import { Button } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { linkClass } from "#ui/components/link-class.ts"
import { FormError } from "#ui/forms/form-error.tsx"
import { useForm } from "#ui/forms/use-form.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { BatchFields, type BatchValues } from "./batch-fields.tsx"
import { premisesDeskTexts } from "./desk.texts.ts"
import type { LastResult } from "./last-result.ts"

interface BatchCardProps {
  batch: NonNullable<Enquiry["batch"]>
  quote: Enquiry["quotes"][number]
  instructors: readonly { value: string; label: string }[]
  today: string
  lastResult: LastResult
}

/** The batch of an accepted quote, or the form to schedule it. */
export function BatchCard({ batch, quote, instructors, today, lastResult }: BatchCardProps) {
  const { batch: text } = useTexts(premisesDeskTexts)
  const busy = useNavigation().formData?.get("intent") === "batch"
  const { first_on, weekdays, start_time, end_time, weeks, capacity, instructor_id } = quote
  const [form, fields] = useForm<BatchValues>({
    id: "batch",
    lastResult,
    defaultValue: {
      ...{ first_on, start_time, end_time, weekdays: weekdays.map(String) },
      ...{ weeks: `${weeks}`, capacity: `${capacity}`, instructor_id: instructor_id ?? "" },
    },
  })
  if (batch.class_id)
    return (
      <Card title={text.title}>
        <Link to={`/class/${batch.class_id}`} className={linkClass}>
          {text.made}
        </Link>
      </Card>
    )
  const refused = Object.keys(batch.problems).length > 0
  return (
    <Card title={text.title} description={refused ? text.refused : text.missing}>
      <Form method="post" id={form.id} className="grid gap-5" noValidate>
        <FormError id={form.errorId} issues={form.errors} />
        <input type="hidden" name="quote_id" value={quote.id} />
        <BatchFields fields={fields} instructors={instructors} today={today} />
        <div>
          <Button type="submit" name="intent" value="batch" busy={busy} busyLabel={text.making}>
            {text.make}
          </Button>
        </div>
      </Form>
    </Card>
  )
}
