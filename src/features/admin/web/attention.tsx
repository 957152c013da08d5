import ChevronRight from "lucide-react/icons/chevron-right"
import { Link } from "react-router"
import type { Attention } from "#contract/admin/admin-dashboard.ts"
import { Card } from "#ui/components/card.tsx"

type Words = { one: string; many: string; to: (classId: string | null) => string }

const registerOf = (classId: string | null) =>
  classId ? `/class/${classId}/register` : "/admin-dashboard/classes?state=past"

const WORDS: Record<Attention["kind"], Words> = {
  instructors: {
    one: "instructor to approve",
    many: "instructors to approve",
    to: () => "/admin/people?tab=approval",
  },
  numbers: {
    one: "parent's number is unconfirmed",
    many: "parents' numbers are unconfirmed",
    to: () => "/admin/people?tab=numbers",
  },
  restored: {
    one: "message held since this copy was restored from a backup",
    many: "messages held since this copy was restored from a backup",
    to: () => "/attendance/messages",
  },
  guardians: {
    one: "guardian or date of birth to confirm",
    many: "guardians and dates of birth to confirm",
    to: () => "/admin/people?tab=numbers",
  },
  notices: {
    one: "notice to a family was held or failed",
    many: "notices to families were held or failed",
    to: registerOf,
  },
  recordings: {
    one: "recording failed",
    many: "recordings failed",
    to: (classId) => (classId ? `/class/${classId}` : "/admin-dashboard/classes?state=past"),
  },
  calls: {
    one: "promised call is overdue",
    many: "promised calls are overdue",
    to: (classId) => (classId ? `/class/${classId}` : "/admin-dashboard/analytics"),
  },
}

const MOST = 100

/** What waits for the office, each with a link to where it is handled; nothing if nothing does. */
export function AttentionCard({ attention }: { attention: Attention[] }) {
  if (attention.length === 0) return null
  return (
    <Card flush title="Needs you">
      <ul className="border-t border-line">
        {attention.map(({ kind, count, class_id }) => (
          <li key={kind} className="border-t border-line first:border-t-0">
            <Link
              to={WORDS[kind].to(class_id)}
              className="flex items-center gap-4 px-5 py-4 transition-colors outline-offset-[-2px] hover:bg-surface-sunken sm:px-6"
            >
              <span className="min-w-8 text-2xl font-semibold tracking-tight tabular-nums">
                {count >= MOST ? "99+" : count}
              </span>
              <span className="min-w-0 flex-1 text-[0.9375rem]">
                {count === 1 ? WORDS[kind].one : WORDS[kind].many}
              </span>
              <ChevronRight size={18} className="shrink-0 text-ink-muted" aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
