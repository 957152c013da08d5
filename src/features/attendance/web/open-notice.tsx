import { Form, Link, useNavigation } from "react-router"
import type { NoticeDecision, OpenNotice } from "#contract/attendance-notices.ts"
import { NoticeBadge } from "#features/notifications/web/notice-badge.card.tsx"
import { formatDate, formatInstant, formatTime } from "#shared/time.ts"
import type { ActionReply } from "#ui/api.ts"
import { Button } from "#ui/button.tsx"
import { Card } from "#ui/card.tsx"
import { Field, TextInput } from "#ui/field.tsx"

const KINDS: Record<string, string> = {
  absence: "Absence",
  "absence-correction": "Correction",
}

const LABELS: Record<Exclude<NoticeDecision, "drop">, string> = {
  send: "Send",
  told: "Told by phone",
  not_sent: "It was not sent",
}

type Props = { notice: OpenNotice; zone: string; reply: ActionReply | undefined }

/** One message with why it waits, what it says, whom to call, and what can be done. */
export function OpenNoticeCard({ notice, zone, reply }: Props) {
  const { id, recipient, recipient_name } = notice
  const busy = useNavigation().formData?.get("notice_id") === id
  const problem = reply?.form?.initialValue?.notice_id === id ? reply?.form?.error?.reason?.[0] : undefined
  const plain = notice.decisions.filter((one) => one !== "drop") as Exclude<NoticeDecision, "drop">[]
  return (
    <Card as="li" className="p-4 sm:p-5" data-notice={id} data-status={notice.status}>
      <div className="grid gap-3">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
          <div className="grid gap-0.5">
            <h2 className="font-semibold">{recipient_name}</h2>
            <p className="text-sm text-ink-muted">
              {notice.channel === "sms" ? (
                <a href={`tel:${recipient}`} className="underline underline-offset-4">
                  {recipient}
                </a>
              ) : (
                recipient
              )}
              {` · ${KINDS[notice.kind] ?? notice.kind.replace(/-/g, " ")} · ${formatInstant(notice.created_at, zone)}`}
            </p>
          </div>
          <NoticeBadge status={notice.status} />
        </div>
        {notice.reason ? <p className="text-[0.9375rem] font-medium">{notice.reason}</p> : null}
        <p className="rounded-md bg-surface-sunken px-3 py-2 text-sm break-words">{notice.text}</p>
        {notice.class ? (
          <p className="text-sm">
            <Link
              to={`/class/${notice.class.class_id}/register`}
              className="text-primary-text underline underline-offset-4"
            >
              {notice.class.title}, {formatDate(notice.class.scheduled_date)},{" "}
              {formatTime(notice.class.start_time)}
            </Link>
          </p>
        ) : null}
        <div className="flex flex-wrap items-center gap-2">
          {plain.map((decision, index) => (
            <Form key={decision} method="post" preventScrollReset>
              <Which notice={notice} />
              <Button
                type="submit"
                name="decision"
                value={decision}
                size="sm"
                variant={index === 0 && decision === "send" ? "primary" : "secondary"}
                busy={busy}
              >
                {LABELS[decision]}
              </Button>
            </Form>
          ))}
        </div>
        {notice.decisions.includes("drop") ? <Drop notice={notice} busy={busy} problem={problem} /> : null}
      </div>
    </Card>
  )
}

function Which({ notice }: { notice: OpenNotice }) {
  return (
    <>
      <input type="hidden" name="notice_id" value={notice.id} />
      <input type="hidden" name="name" value={notice.recipient_name} />
    </>
  )
}

function Drop({ notice, busy, problem }: { notice: OpenNotice; busy: boolean; problem: string | undefined }) {
  return (
    <details open={problem !== undefined || undefined}>
      <summary className="w-fit cursor-pointer py-1.5 text-sm font-semibold text-ink-muted">
        Don't send it
      </summary>
      <Form method="post" preventScrollReset className="flex flex-wrap items-start gap-3 pt-2">
        <Which notice={notice} />
        <input type="hidden" name="decision" value="drop" />
        <Field label="Why" hideLabel errors={problem} className="min-w-0 flex-1 basis-52">
          <TextInput name="reason" maxLength={300} placeholder="Why it is not to be sent" />
        </Field>
        <Button type="submit" variant="danger" busy={busy}>
          Drop it
        </Button>
      </Form>
    </details>
  )
}
