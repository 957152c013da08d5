import type { Notice } from "#contract/attendance-notices.ts"
import { NoticeBadge } from "#features/notifications/web/notice-badge.card.tsx"
import { formatInstant } from "#shared/time.ts"
import { type Column, DataTable } from "#ui/table.tsx"

/** What parents were told about a class, and what became of it. */
export function NoticeList({ notices, zone }: { notices: Notice[]; zone: string }) {
  const columns: Column<Notice>[] = [
    { key: "who", header: "Parent", cell: (notice) => notice.recipient_name },
    { key: "number", header: "Number", cell: (notice) => notice.recipient },
    { key: "status", header: "Status", cell: (notice) => <NoticeBadge status={notice.status} /> },
    {
      key: "when",
      header: "When, or why",
      cell: (notice) => notice.reason ?? formatInstant(notice.sent_at ?? notice.created_at, zone),
      // A reason is a sentence, which wants the width of a phone for itself.
      className: "max-md:flex-col max-md:gap-1 max-md:[&>span:last-child]:text-left",
    },
  ]
  return (
    <DataTable
      caption="Messages to parents"
      columns={columns}
      rows={notices}
      rowKey={(notice) => notice.id}
      empty={<p className="text-ink-muted">No message was due.</p>}
    />
  )
}
