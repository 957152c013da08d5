import type { Notice } from "#contract/attendance/attendance-notices.ts"
import { NoticeBadge } from "#features/notifications/web/notice-badge.card.tsx"
import { NoticeReasons } from "#features/notifications/web/notice-reasons.card.tsx"
import { type Column, DataTable } from "#ui/components/table.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { useSaidTime } from "#ui/said-time.ts"
import { messagesTexts } from "./texts/messages.texts.ts"

/** The notices sent to parents about a class, with the status of each. */
export function NoticeList({ notices, zone }: { notices: Notice[]; zone: string }) {
  const text = useTexts(messagesTexts)
  const said = useSaidTime(zone)
  const columns: Column<Notice>[] = [
    { key: "who", header: text.columns.who, cell: (notice) => notice.recipient_name },
    { key: "number", header: text.columns.number, cell: (notice) => notice.recipient },
    { key: "status", header: text.columns.status, cell: (notice) => <NoticeBadge status={notice.status} /> },
    {
      key: "when",
      header: text.columns.when,
      cell: (notice) =>
        notice.reasons.length > 0 ? (
          <NoticeReasons notice={notice} />
        ) : (
          said(notice.sent_at ?? notice.created_at)
        ),
      // A reason is a sentence and needs the full width of a phone.
      className: "max-md:flex-col max-md:gap-1 max-md:[&>span:last-child]:text-left",
    },
  ]
  return (
    <DataTable
      caption={text.title}
      columns={columns}
      rows={notices}
      rowKey={(notice) => notice.id}
      empty={<p className="text-ink-muted">{text.noneDue}</p>}
    />
  )
}
