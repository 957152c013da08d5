import type { Notice, NoticeStatus } from "#contract/attendance-notices.ts"
import { formatInstant } from "#shared/time.ts"
import { Badge, type BadgeTone } from "#ui/badge.tsx"
import { type Column, DataTable } from "#ui/table.tsx"

const STATUS: Record<NoticeStatus, { label: string; tone: BadgeTone }> = {
  held: { label: "Held", tone: "warning" },
  queued: { label: "Waiting", tone: "neutral" },
  sending: { label: "Sending", tone: "neutral" },
  sent: { label: "Sent", tone: "success" },
  delivered: { label: "Delivered", tone: "success" },
  undelivered: { label: "Not delivered", tone: "danger" },
  failed: { label: "Not sent", tone: "danger" },
  unknown: { label: "Unknown", tone: "warning" },
  withdrawn: { label: "Taken back", tone: "neutral" },
  told: { label: "Told by phone", tone: "success" },
}

/** How a notice stands, in a word. */
export function NoticeBadge({ status }: { status: NoticeStatus }) {
  return <Badge tone={STATUS[status].tone}>{STATUS[status].label}</Badge>
}

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
