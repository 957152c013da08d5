import Phone from "lucide-react/icons/phone"
import { Form, useNavigation } from "react-router"
import type { DemoRequest, DemoTime } from "#contract/classes/demo-requests.ts"
import { displayPhone } from "#shared/phone.ts"
import { Badge } from "#ui/components/badge.tsx"
import { Button } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { Checkbox, Field, TextArea } from "#ui/forms/field.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { useSaidStart, useSaidTime, useWritten } from "#ui/said-time.ts"
import { teachingTexts } from "./texts/teaching.texts.ts"

const ANSWERED_SHOWN = 5

type DemoRequestsCardProps = {
  /** Null if they could not be loaded. */
  requests: DemoRequest[] | null
  /** Other times that can be offered with a rejection. */
  times: readonly DemoTime[]
  zone: string
  now: Date
}

/**
 * The instructor's demo requests: those without an answer, the promised calls, and the five most recent
 * answers. Posts `intent` (approve, reject, called) and `id` to the page's action, with `message` and
 * `offer_class_ids`, or `outcome`.
 */
export function DemoRequestsCard({ requests, times, zone, now }: DemoRequestsCardProps) {
  const text = useTexts(teachingTexts).requests
  const said = useSaidTime(zone)
  if (!requests) {
    return (
      <Card title={text.title}>
        <p role="alert" className="text-[0.9375rem] text-danger">
          {text.notLoaded}
        </p>
      </Card>
    )
  }
  const waiting = requests.filter((request) => request.status === "pending")
  const calls = requests
    .filter((request) => request.callback_by !== null && request.called_at === null)
    .sort((a, b) => Number(a.callback_by) - Number(b.callback_by))
  const answered = requests
    .filter((request) => request.responded_at !== null)
    .sort((a, b) => Number(b.responded_at) - Number(a.responded_at))
    .slice(0, ANSWERED_SHOWN)
  return (
    <>
      <Card
        id="demo-requests"
        className="scroll-mt-24"
        flush={waiting.length === 0}
        title={text.title}
        description={waiting.length === 0 ? text.none : text.waiting(waiting.length)}
      >
        {waiting.length > 0 ? (
          <ul className="grid gap-5">
            {waiting.map((request) => (
              <WaitingRequest key={request.id} request={request} times={times} zone={zone} />
            ))}
          </ul>
        ) : null}
      </Card>
      {calls.length > 0 ? <PromisedCalls calls={calls} zone={zone} now={now} /> : null}
      {answered.length > 0 ? (
        <Card title={text.responses}>
          <ul className="grid gap-4">
            {answered.map((request) => (
              <li key={request.id} className="grid gap-1 text-[0.9375rem]">
                <p className="flex flex-wrap items-center justify-between gap-2">
                  <span className="font-semibold">{request.student_name}</span>
                  <Badge tone={request.status === "approved" ? "success" : "danger"}>
                    {request.status === "approved" ? text.approved : text.rejected}
                  </Badge>
                </p>
                <p className="text-sm text-ink-muted">
                  {request.class_title}
                  {request.responded_at ? ` · ${said(request.responded_at)}` : null}
                </p>
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
    </>
  )
}

type WaitingRequestProps = { request: DemoRequest; times: readonly DemoTime[]; zone: string }

function WaitingRequest({ request, times, zone }: WaitingRequestProps) {
  const text = useTexts(teachingTexts).requests
  const said = useSaidStart()
  const { instant } = useWritten()
  const busy = useNavigation().formData?.get("id") === request.id
  const others = times.filter((time) => time.class_id !== request.class_id)
  return (
    <li
      className="grid gap-3 border-t border-line pt-5 first:border-t-0 first:pt-0"
      data-request={request.id}
    >
      <div className="grid gap-0.5">
        <p className="font-semibold">{request.student_name}</p>
        <p className="text-sm text-ink-muted">
          {request.class_title}, {said(request)}
        </p>
        <p className="text-sm text-ink-muted">{text.asked(instant(request.requested_at, zone))}</p>
        {request.held_until ? (
          <p className="text-sm font-medium">{text.held(instant(request.held_until, zone))}</p>
        ) : request.waitlist_position !== null ? (
          <p className="text-sm font-medium text-warning">{text.inLine(request.waitlist_position)}</p>
        ) : null}
      </div>
      <Form method="post" className="grid gap-3">
        <input type="hidden" name="id" value={request.id} />
        {/* Of several lines, so that Enter answers nothing. */}
        <Field label={text.message} optional>
          <TextArea name="message" rows={2} maxLength={500} autoComplete="off" />
        </Field>
        {others.length > 0 ? <TimesToOffer times={others} /> : null}
        <div className="flex gap-2.5">
          <Button type="submit" name="intent" value="approve" size="sm" busy={busy}>
            {text.approve}
          </Button>
          <Button type="submit" name="intent" value="reject" size="sm" variant="secondary" disabled={busy}>
            {text.reject}
          </Button>
        </div>
      </Form>
    </li>
  )
}

/** Collapsed, because most requests are approved. */
function TimesToOffer({ times }: { times: readonly DemoTime[] }) {
  const text = useTexts(teachingTexts).requests
  const said = useSaidStart()
  return (
    <details className="text-[0.9375rem]">
      <summary className="min-h-8 cursor-pointer rounded-sm font-medium text-primary-text">
        {text.offer}
      </summary>
      <fieldset className="mt-2.5 grid gap-2.5">
        <legend className="sr-only">{text.times}</legend>
        {times.map((time) => (
          <Checkbox
            key={time.class_id}
            name="offer_class_ids"
            value={time.class_id}
            label={
              <>
                {said(time)}
                <span className="block text-sm text-ink-muted">{time.title}</span>
              </>
            }
          />
        ))}
      </fieldset>
    </details>
  )
}

const OUTCOMES = ["reached", "no_answer", "wrong_number"] as const

/** The calls promised for requests and not yet made, the most urgent first. */
function PromisedCalls({ calls, zone, now }: { calls: DemoRequest[]; zone: string; now: Date }) {
  const text = useTexts(teachingTexts).requests
  return (
    <Card id="promised-calls" className="scroll-mt-24" title={text.calls} description={text.callsText}>
      <ul className="grid gap-5">
        {calls.map((request) => (
          <PromisedCall key={request.id} request={request} zone={zone} now={now} />
        ))}
      </ul>
    </Card>
  )
}

function PromisedCall({ request, zone, now }: { request: DemoRequest; zone: string; now: Date }) {
  const text = useTexts(teachingTexts).requests
  const { instant } = useWritten()
  const busy = useNavigation().formData?.get("id") === request.id
  const { contact, callback_by, callback_from, student_name } = request
  if (!callback_by) return null
  const overdue = callback_by < now
  const early = callback_from !== null && now < callback_from
  return (
    <li className="grid gap-2.5 border-t border-line pt-5 first:border-t-0 first:pt-0" data-call={request.id}>
      <div className="grid gap-0.5">
        <p className="flex flex-wrap items-center justify-between gap-2">
          <span className="font-semibold">{contact?.name ?? student_name}</span>
          <Badge tone={overdue ? "danger" : early ? "neutral" : "warning"}>
            {overdue ? text.overdue : early ? text.early : text.due}
          </Badge>
        </p>
        <p className="text-sm text-ink-muted">
          {contact && contact.name !== student_name ? `${text.forStudent(student_name)} · ` : null}
          {text.by(instant(callback_by, zone))}
        </p>
        {contact?.phone ? (
          <a
            href={`tel:${contact.phone}`}
            className="flex min-h-8 w-fit items-center gap-2 text-[0.9375rem] font-medium text-primary-text underline-offset-4 hover:underline"
          >
            <Phone size={16} aria-hidden />
            {displayPhone(contact.phone)}
          </a>
        ) : null}
      </div>
      <Form method="post" className="flex flex-wrap gap-2">
        <input type="hidden" name="id" value={request.id} />
        <input type="hidden" name="intent" value="called" />
        {OUTCOMES.map((value) => (
          <Button
            key={value}
            type="submit"
            name="outcome"
            value={value}
            size="sm"
            variant="secondary"
            busy={busy}
          >
            {text.outcomes[value]}
          </Button>
        ))}
      </Form>
    </li>
  )
}
