import type { NoticeStatus } from "#contract/attendance/attendance-notices.ts"
import { Badge, type BadgeTone } from "#ui/components/badge.tsx"
import type { Language } from "#ui/language.ts"
import { useLanguage } from "#ui/messages/use-messages.ts"

const STATUS: Record<NoticeStatus, { label: Record<Language, string>; tone: BadgeTone }> = {
  held: { label: { en: "Held", hi: "रुका हुआ" }, tone: "warning" },
  queued: { label: { en: "Waiting", hi: "भेजना बाक़ी" }, tone: "neutral" },
  sending: { label: { en: "Sending", hi: "भेजा जा रहा है" }, tone: "neutral" },
  sent: { label: { en: "Sent", hi: "भेजा गया" }, tone: "success" },
  delivered: { label: { en: "Delivered", hi: "पहुँच गया" }, tone: "success" },
  undelivered: { label: { en: "Not delivered", hi: "नहीं पहुँचा" }, tone: "danger" },
  failed: { label: { en: "Not sent", hi: "नहीं गया" }, tone: "danger" },
  unknown: { label: { en: "Unknown", hi: "पता नहीं" }, tone: "warning" },
  withdrawn: { label: { en: "Withdrawn", hi: "रद्द" }, tone: "neutral" },
  told: { label: { en: "Told by phone", hi: "फ़ोन पर बताया" }, tone: "success" },
}

/** A notice's status in a word. */
export function NoticeBadge({ status }: { status: NoticeStatus }) {
  return <Badge tone={STATUS[status].tone}>{STATUS[status].label[useLanguage()]}</Badge>
}
