import type { SmsMessageLine } from "#contract/sms.ts"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { type Column, DataTable } from "#ui/components/table.tsx"
import { useSaidTime } from "#ui/said-time.ts"
import { NoticeBadge } from "../notice-badge.card.tsx"
import { NoticeReasons } from "../notice-reasons.card.tsx"

/** The latest text messages with the status of each. */
export function SmsMessages({ messages, zone }: { messages: SmsMessageLine[]; zone: string }) {
  const said = useSaidTime(zone, "en")
  const columns: Column<SmsMessageLine>[] = [
    { key: "who", header: "To", cell: (message) => `${message.recipient_name} ${message.recipient}` },
    { key: "status", header: "Status", cell: (message) => <NoticeBadge status={message.status} /> },
    {
      key: "text",
      header: "Text",
      cell: (message) => (
        <span className="text-sm break-words">
          {message.text ?? "A code (not stored)"}
          <NoticeReasons notice={message} className="block text-danger" />
        </span>
      ),
    },
    {
      key: "when",
      header: "When",
      cell: (message) => said(message.sent_at ?? message.created_at),
    },
  ]
  return (
    <DataTable
      caption="The latest text messages"
      columns={columns}
      rows={messages}
      rowKey={(message) => message.id}
      empty={
        <EmptyState
          illustration="no-requests"
          title="No text messages yet"
          text="Messages appear here after the first missed class."
        />
      }
    />
  )
}
