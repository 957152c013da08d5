import type { NoticeStatus } from "#contract/attendance-notices.ts"
import { Badge, type BadgeTone } from "#ui/badge.tsx"

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
