import type { SmsMessageLine } from "#contract/sms.ts"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { type Column, DataTable } from "#ui/components/table.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { useSaidTime } from "#ui/said-time.ts"
import { NoticeBadge } from "../notice-badge.card.tsx"
import { NoticeReasons } from "../notice-reasons.card.tsx"
import { languageOfText } from "../shown-notice.ts"
import { smsTexts } from "./sms.texts.ts"

/** The latest text messages with the status of each. */
export function SmsMessages({ messages, zone }: { messages: SmsMessageLine[]; zone: string }) {
  const text = useTexts(smsTexts).messages
  const said = useSaidTime(zone)
  const columns: Column<SmsMessageLine>[] = [
    { key: "who", header: text.to, cell: (message) => `${message.recipient_name} ${message.recipient}` },
    { key: "status", header: text.status, cell: (message) => <NoticeBadge status={message.status} /> },
    {
      key: "text",
      header: text.text,
      cell: (message) => (
        <span className="text-sm wrap-anywhere">
          {message.text === null ? (
            text.code
          ) : (
            <span lang={languageOfText(message.text)}>{message.text}</span>
          )}
          <NoticeReasons notice={message} className="block text-danger" />
        </span>
      ),
    },
    {
      key: "when",
      header: text.when,
      cell: (message) => said(message.sent_at ?? message.created_at),
    },
  ]
  return (
    <DataTable
      caption={text.caption}
      columns={columns}
      rows={messages}
      rowKey={(message) => message.id}
      empty={<EmptyState illustration="no-requests" title={text.empty} text={text.emptyText} />}
    />
  )
}
