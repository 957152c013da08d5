import ChevronRight from "lucide-react/icons/chevron-right"
import { Link } from "react-router"
import { Card } from "#ui/components/card.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { needsYouTexts } from "./needs-you.texts.ts"

/** A kind of thing that waits for an instructor, how many of them there are, and where they are handled. */
export type Need = { kind: "requests" | "calls" | "messages"; count: number; to: string }

/** What waits for an instructor, each kind with its count; nothing if nothing does. */
export function NeedsYou({ needs }: { needs: readonly Need[] }) {
  const text = useTexts(needsYouTexts)
  const open = needs.filter(({ count }) => count > 0)
  if (open.length === 0) return null
  return (
    <Card flush title={text.title} data-needs>
      <ul className="border-t border-line">
        {open.map(({ kind, count, to }) => (
          <li key={kind} className="border-t border-line first:border-t-0">
            <Link
              to={to}
              className="flex min-h-12 items-center gap-4 px-5 py-3 font-medium outline-offset-[-2px] transition-colors hover:bg-surface-sunken sm:px-6"
            >
              <span className="min-w-0 flex-1">{text[kind](count)}</span>
              <ChevronRight size={18} className="shrink-0 text-ink-muted" aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
