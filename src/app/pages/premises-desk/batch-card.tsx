import { Form, useNavigation } from "react-router"
import type { Enquiry } from "#contract/premises/desk.ts"
import { Button } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { linkClass } from "#ui/components/link-class.ts"
import { CopyButton } from "#ui/forms/copy-button.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { useForm } from "#ui/forms/use-form.ts"
import { Link } from "#ui/link.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { useSaidTime } from "#ui/said-time.ts"
import { BatchFields, type BatchValues } from "./batch-fields.tsx"
import { premisesDeskTexts } from "./desk.texts.ts"
import type { LastResult } from "./last-result.ts"

interface BatchCardProps {
  batch: NonNullable<Enquiry["batch"]>
  quote: Enquiry["quotes"][number]
  instructors: readonly { value: string; label: string }[]
  today: string
  zone: string
  /** The whole address by which people join, once there is one. */
  joinLink: string | null
  lastResult: LastResult
}

/** The batch of an accepted quote, or the form to schedule it. */
export function BatchCard({ batch, quote, instructors, today, zone, joinLink, lastResult }: BatchCardProps) {
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
      <Card title={text.title} description={text.closed}>
        <div className="grid gap-5">
          {joinLink ? <JoinLink link={joinLink} quoteId={quote.id} /> : null}
          <People batch={batch} quoteId={quote.id} zone={zone} />
          <Link to={`/class/${batch.class_id}`} className={linkClass}>
            {text.made}
          </Link>
        </div>
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

function JoinLink({ link, quoteId }: { link: string; quoteId: string }) {
  const { batch: text } = useTexts(premisesDeskTexts)
  const busy = useNavigation().formData?.get("intent") === "renew-link"
  return (
    <div className="grid gap-3">
      <h3 className="font-semibold">{text.link}</h3>
      <p className="rounded-md bg-surface-sunken p-3 break-all select-all">{link}</p>
      <div className="flex flex-wrap gap-3">
        <CopyButton value={link} text={text} variant="secondary" size="sm" />
        <Form method="post">
          <input type="hidden" name="quote_id" value={quoteId} />
          <Button
            type="submit"
            name="intent"
            value="renew-link"
            variant="secondary"
            size="sm"
            busy={busy}
            busyLabel={text.renewing}
          >
            {text.renew}
          </Button>
        </Form>
      </div>
    </div>
  )
}

/** Who joined. They can be taken out while there are classes to come. */
function People({ batch, quoteId, zone }: { batch: BatchCardProps["batch"]; quoteId: string; zone: string }) {
  const { batch: text } = useTexts(premisesDeskTexts)
  const said = useSaidTime(zone)
  const { people, coming, free_seats } = batch
  return (
    <div className="grid gap-2">
      <p className="font-semibold">
        {coming > 0 ? text.joined(people.length, free_seats) : text.over(people.length)}
      </p>
      {people.length > 0 ? (
        <ul className="divide-y divide-line">
          {people.map(({ user_id, name, joined_at }) => (
            <li key={user_id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
              <span className="grid min-w-0">
                <span className="wrap-anywhere">{name}</span>
                <span className="text-sm text-ink-muted">{text.since(said(new Date(joined_at)))}</span>
              </span>
              {coming > 0 ? (
                <Form method="post">
                  <input type="hidden" name="quote_id" value={quoteId} />
                  <input type="hidden" name="user_id" value={user_id} />
                  <Button
                    type="submit"
                    name="intent"
                    value="remove"
                    variant="secondary"
                    size="sm"
                    aria-label={text.removeLabel(name)}
                  >
                    {text.remove}
                  </Button>
                </Form>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
