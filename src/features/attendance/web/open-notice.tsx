import { Form, useNavigation } from "react-router"
import type { NoticeDecision, OpenNotice } from "#contract/attendance/attendance-notices.ts"
import { NoticeBadge } from "#features/notifications/web/notice-badge.card.tsx"
import { NoticeReasons } from "#features/notifications/web/notice-reasons.card.tsx"
import { displayPhone } from "#shared/phone.ts"
import type { ActionReply } from "#ui/api.ts"
import { Button } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { Disclosure } from "#ui/components/disclosure.tsx"
import { Field, TextInput } from "#ui/forms/field.tsx"
import { Link } from "#ui/link.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { useSaidStart, useSaidTime } from "#ui/said-time.ts"
import { messagesTexts } from "./texts/messages.texts.ts"

type Props = { notice: OpenNotice; zone: string; isAdmin: boolean; reply: ActionReply | undefined }

/** One message with why it waits, what it says, whom to call, and the possible actions. */
export function OpenNoticeCard({ notice, zone, isAdmin, reply }: Props) {
  const text = useTexts(messagesTexts)
  const saidStart = useSaidStart()
  const said = useSaidTime(zone)
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
              {["sms", "whatsapp"].includes(notice.channel) ? (
                <a href={`tel:${recipient}`} className="underline underline-offset-4">
                  {displayPhone(recipient)}
                </a>
              ) : (
                recipient
              )}
              {` · ${text.kinds[notice.kind] ?? notice.kind.replace(/-/g, " ")} · ${said(notice.created_at)}`}
            </p>
          </div>
          <NoticeBadge status={notice.status} />
        </div>
        <NoticeReasons notice={notice} className="text-[0.9375rem] font-medium" />
        {isAdmin && notice.reasons.some(({ code }) => code === "no-sms-provider") ? (
          <Link to="/admin/sms" className="w-fit text-sm text-primary-text underline underline-offset-4">
            {text.setUpTexts}
          </Link>
        ) : null}
        <p className="rounded-md bg-surface-sunken px-3 py-2 text-sm break-words">{notice.text}</p>
        {notice.class ? (
          <p className="text-sm">
            <Link
              to={`/class/${notice.class.class_id}/register`}
              className="text-primary-text underline underline-offset-4"
            >
              {notice.class.title}, {saidStart(notice.class)}
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
                {text.decisions[decision]}
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
  const text = useTexts(messagesTexts)
  return (
    <Disclosure opens={problem !== undefined}>
      <summary className="w-fit cursor-pointer py-1.5 text-sm font-semibold text-ink-muted">
        {text.drop}
      </summary>
      <Form method="post" preventScrollReset className="flex flex-wrap items-start gap-3 pt-2">
        <Which notice={notice} />
        <input type="hidden" name="decision" value="drop" />
        <Field label={text.dropWhy} hideLabel errors={problem} className="min-w-0 flex-1 basis-52">
          <TextInput name="reason" maxLength={300} placeholder={text.dropHint} />
        </Field>
        <Button type="submit" variant="danger" busy={busy}>
          {text.dropButton}
        </Button>
      </Form>
    </Disclosure>
  )
}
