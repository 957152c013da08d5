import type { SubmissionResult } from "@conform-to/react"
import { Form, useNavigation } from "react-router"
import type { RefundRequest } from "#contract/orders.ts"
import { formatPaise } from "#shared/money.ts"
import { Badge } from "#ui/components/badge.tsx"
import { Button } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { linkClass } from "#ui/components/link-class.ts"
import { Field, TextInput } from "#ui/forms/field.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { inputProps } from "#ui/forms/form-props.ts"
import { useForm } from "#ui/forms/use-form.ts"
import { Link } from "#ui/link.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { useSaidTime } from "#ui/said-time.ts"
import type { ToldRefund } from "../orders/told-refund.server.ts"
import { deskTexts } from "./desk.texts.ts"

type RequestsProps = {
  requests: RefundRequest[]
  /** What the policy says of the order now. */
  refund: ToldRefund | null
  colleagues: number
  zone: string
  lastResult: SubmissionResult | null | undefined
}

/** Refunds of an order that need a colleague: the one that waits, with its decision, and those that were declined. */
export function RefundRequests({ requests, refund, colleagues, zone, lastResult }: RequestsProps) {
  const { second: text } = useTexts(deskTexts)
  const said = useSaidTime(zone)
  // What was approved is among the refunds.
  const shown = requests.filter(({ state }) => state !== "approved")
  if (shown.length === 0) return null
  return (
    <Card title={text.title}>
      <ul className="grid gap-5">
        {shown.map((request) => (
          <li key={request.id} className="grid gap-3 border-line not-first:border-t not-first:pt-5">
            <div className="flex flex-wrap justify-between gap-x-4 gap-y-1">
              <span className="grid min-w-0">
                <span>
                  {text.asked(request.asked_by ?? text.somebody)},{" "}
                  {said(new Date(request.asked_at), "within")}
                </span>
                {request.note ? <span className="text-ink-muted">{text.why(request.note)}</span> : null}
                {request.ends_enrolment ? <span className="text-ink-muted">{text.ends}</span> : null}
                {request.state === "declined" ? (
                  <span>
                    {text.declinedBy(request.decided_by ?? text.somebody)}
                    {request.reason ? ` ${text.because(request.reason)}` : ""}
                  </span>
                ) : null}
              </span>
              <span className="flex items-baseline gap-3">
                <Badge tone={request.state === "waiting" ? "warning" : "neutral"}>
                  {text.states[request.state]}
                </Badge>
                <span className="font-semibold tabular-nums">{formatPaise(request.amount_paise)}</span>
              </span>
            </div>
            {request.state === "waiting" ? (
              <Decision request={request} refund={refund} colleagues={colleagues} lastResult={lastResult} />
            ) : null}
          </li>
        ))}
      </ul>
    </Card>
  )
}

type DecisionProps = Pick<RequestsProps, "refund" | "colleagues" | "lastResult"> & { request: RefundRequest }

function Decision({ request, refund, colleagues, lastResult }: DecisionProps) {
  const { one, second: text } = useTexts(deskTexts)
  const busy = useNavigation().formData?.get("intent")
  const mine = lastResult?.initialValue?.refund_request_id === request.id
  const [form, fields] = useForm<{ reason: string }>({
    id: `decline-${request.id}`,
    lastResult: mine ? lastResult : null,
  })
  return (
    <div className="grid gap-4 rounded-md bg-surface-sunken p-4">
      <p className="font-semibold">
        {refund && refund.refund_paise > 0 ? one.byPolicy(refund.refund) : one.nothing}
      </p>
      {request.is_own ? (
        <p>{colleagues > 0 ? text.waitsForOther : <NobodyElse />}</p>
      ) : (
        <Form method="post" className="grid gap-3">
          <p>{text.check}</p>
          <input type="hidden" name="refund_request_id" value={request.id} />
          <Button
            type="submit"
            name="intent"
            value="approve-refund"
            variant="danger"
            busy={busy === "approve-refund"}
            busyLabel={text.approving}
            className="sm:justify-self-start"
          >
            {text.approve(formatPaise(request.amount_paise))}
          </Button>
        </Form>
      )}
      <Form method="post" id={form.id} noValidate className="grid gap-3">
        <FormError id={form.errorId} issues={form.errors} />
        <input type="hidden" name="refund_request_id" value={request.id} />
        <Field
          label={request.is_own ? text.takeBackReason : text.reason}
          field={fields.reason}
          hint={text.reasonHint}
        >
          <TextInput {...inputProps(fields.reason)} required maxLength={300} autoComplete="off" />
        </Field>
        <Button
          type="submit"
          name="intent"
          value="decline-refund"
          variant="secondary"
          busy={busy === "decline-refund"}
          busyLabel={text.declining}
          className="sm:justify-self-start"
        >
          {request.is_own ? text.takeBack : text.decline}
        </Button>
      </Form>
    </div>
  )
}

/** What to do where nobody else can approve. */
export function NobodyElse() {
  const { second: text } = useTexts(deskTexts)
  return (
    <>
      {text.nobody}{" "}
      <Link to="/admin/people" className={linkClass}>
        {text.people}
      </Link>{" "}
      <Link to="/admin/settings#payments" className={linkClass}>
        {text.limit}
      </Link>
    </>
  )
}
