import ChevronRight from "lucide-react/icons/chevron-right"
import type { Attention } from "#contract/admin/admin-dashboard.ts"
import { Card } from "#ui/components/card.tsx"
import { Link } from "#ui/link.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { overviewTexts } from "./overview.texts.ts"

/** Where each kind is handled; some in the class that the newest is about. */
const PLACES: Record<Attention["kind"], (classId: string | null) => string> = {
  instructors: () => "/admin/people?tab=approval",
  numbers: () => "/admin/people?tab=numbers",
  restored: () => "/attendance/messages",
  guardians: () => "/admin/people?tab=numbers",
  notices: () => "/attendance/messages",
  proofs: () => "/attendance/proofs",
  recordings: (classId) => (classId ? `/class/${classId}` : "/admin-dashboard/classes?state=past"),
  upi: () => "/admin/upi",
  enquiries: () => "/admin/premises",
  refunds: () => "/admin/orders?state=to-approve",
  calls: (classId) => (classId ? `/class/${classId}` : "/admin-dashboard/analytics"),
}

const MOST = 100

/** What waits for the office, each with a link to where it is handled; nothing if nothing does. */
export function AttentionCard({ attention }: { attention: Attention[] }) {
  const text = useTexts(overviewTexts).attention
  if (attention.length === 0) return null
  return (
    <Card flush title={text.title}>
      <ul className="border-t border-line">
        {attention.map(({ kind, count, class_id }) => (
          <li key={kind} className="border-t border-line first:border-t-0">
            <Link
              to={PLACES[kind](class_id)}
              className="flex items-center gap-4 px-5 py-4 transition-colors outline-offset-[-2px] hover:bg-surface-sunken sm:px-6"
            >
              <span className="min-w-8 text-2xl font-semibold tracking-tight tabular-nums">
                {count >= MOST ? "99+" : count}
              </span>
              <span className="min-w-0 flex-1 text-[0.9375rem]">{text.kinds[kind](count)}</span>
              <ChevronRight size={18} className="shrink-0 text-ink-muted" aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
