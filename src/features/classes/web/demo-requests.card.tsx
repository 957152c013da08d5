import { Form, useNavigation } from "react-router"
import type { DemoRequest } from "#contract/demo-requests.ts"
import { formatDate, formatInstant, formatTime } from "#shared/time.ts"
import { Badge } from "#ui/badge.tsx"
import { Button } from "#ui/button.tsx"
import { Card } from "#ui/card.tsx"
import { Field, TextInput } from "#ui/field.tsx"

const ANSWERED_SHOWN = 5

/** The instructor's demo requests: those that wait, and the five most recent answers. Posts to the page's action. */
export function DemoRequestsCard({ requests, zone }: { requests: DemoRequest[]; zone: string }) {
  const waiting = requests.filter((request) => request.status === "pending")
  const answered = requests
    .filter((request) => request.responded_at !== null)
    .sort((a, b) => Number(b.responded_at) - Number(a.responded_at))
    .slice(0, ANSWERED_SHOWN)
  return (
    <>
      <Card
        title="Demo requests"
        description={waiting.length === 0 ? "Nobody is waiting for an answer." : `${waiting.length} waiting`}
      >
        {waiting.length > 0 ? (
          <ul className="grid gap-5">
            {waiting.map((request) => (
              <WaitingRequest key={request.id} request={request} zone={zone} />
            ))}
          </ul>
        ) : null}
      </Card>
      {answered.length > 0 ? (
        <Card title="Recent responses">
          <ul className="grid gap-4">
            {answered.map((request) => (
              <li key={request.id} className="grid gap-1 text-[0.9375rem]">
                <p className="flex flex-wrap items-center justify-between gap-2">
                  <span className="font-semibold">{request.student_name}</span>
                  <Badge tone={request.status === "approved" ? "success" : "danger"}>
                    {request.status === "approved" ? "Approved" : "Rejected"}
                  </Badge>
                </p>
                <p className="text-sm text-ink-muted">
                  {request.class_title}
                  {request.responded_at ? ` · ${formatInstant(request.responded_at, zone)}` : null}
                </p>
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
    </>
  )
}

function WaitingRequest({ request, zone }: { request: DemoRequest; zone: string }) {
  const busy = useNavigation().formData?.get("id") === request.id
  return (
    <li
      className="grid gap-3 border-t border-line pt-5 first:border-t-0 first:pt-0"
      data-request={request.id}
    >
      <div className="grid gap-0.5">
        <p className="font-semibold">{request.student_name}</p>
        <p className="text-sm text-ink-muted">
          {request.class_title}, {formatDate(request.scheduled_date)}, {formatTime(request.start_time)}
        </p>
        <p className="text-sm text-ink-muted">Asked {formatInstant(request.requested_at, zone)}</p>
      </div>
      <Form method="post" className="grid gap-3">
        <input type="hidden" name="id" value={request.id} />
        <Field label="Message" optional>
          <TextInput name="message" maxLength={500} autoComplete="off" />
        </Field>
        <div className="flex gap-2.5">
          <Button type="submit" name="intent" value="approve" size="sm" busy={busy}>
            Approve
          </Button>
          <Button type="submit" name="intent" value="reject" size="sm" variant="secondary" disabled={busy}>
            Reject
          </Button>
        </div>
      </Form>
    </li>
  )
}
