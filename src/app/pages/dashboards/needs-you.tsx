import ChevronRight from "lucide-react/icons/chevron-right"
import { Card } from "#ui/components/card.tsx"
import { useWaiting } from "#ui/layout/waiting.ts"
import { wordsOf } from "#ui/layout/work-links.ts"
import { Link } from "#ui/link.tsx"
import { useMessages, useTexts } from "#ui/messages/use-messages.ts"
import { needsYouTexts } from "./needs-you.texts.ts"

/** Where an instructor handles what waits, the nearest to lose a student first. */
const HANDLED = [
  { kind: "requests", to: "#demo-requests" },
  { kind: "calls", to: "#promised-calls" },
  { kind: "messages", to: "/attendance/messages" },
] as const

/** What waits for an instructor, each kind with its count; nothing if nothing does. */
export function NeedsYou() {
  const text = useTexts(needsYouTexts)
  const { work } = useMessages()
  const waiting = useWaiting()
  const open = HANDLED.filter(({ kind }) => (waiting?.[kind] ?? 0) > 0)
  if (open.length === 0) return null
  return (
    <Card flush title={text.title} data-needs>
      <ul className="border-t border-line">
        {open.map(({ kind, to }) => (
          <li key={kind} className="border-t border-line first:border-t-0">
            <Link
              to={to}
              className="flex min-h-12 items-center gap-4 px-5 py-3 font-medium outline-offset-[-2px] transition-colors hover:bg-surface-sunken sm:px-6"
            >
              <span className="min-w-0 flex-1">{wordsOf(work, kind, waiting)}</span>
              <ChevronRight size={18} className="shrink-0 text-ink-muted" aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
