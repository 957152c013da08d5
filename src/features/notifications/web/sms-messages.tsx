import type { SmsMessageLine } from "#contract/sms.ts"
import { formatInstant } from "#shared/time.ts"
import { EmptyState } from "#ui/empty-state.tsx"
import { type Column, DataTable } from "#ui/table.tsx"
import { NoticeBadge } from "./notice-badge.card.tsx"

/** The latest texts with what became of each. */
export function SmsMessages({ messages, zone }: { messages: SmsMessageLine[]; zone: string }) {
  const columns: Column<SmsMessageLine>[] = [
    { key: "who", header: "To", cell: (message) => `${message.recipient_name} ${message.recipient}` },
    { key: "status", header: "Status", cell: (message) => <NoticeBadge status={message.status} /> },
    {
      key: "text",
      header: "Text",
      cell: (message) => (
        <span className="text-sm break-words">
          {message.text ?? "A code, which is not kept"}
          {message.reason ? <span className="block text-danger">{message.reason}</span> : null}
        </span>
      ),
    },
    {
      key: "when",
      header: "When",
      cell: (message) => formatInstant(message.sent_at ?? message.created_at, zone),
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
          title="No text was written yet"
          text="After the first class that a student misses, the message stands here."
        />
      }
    />
  )
}
