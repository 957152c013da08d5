import type { LucideIcon } from "lucide-react"
import { Link } from "#ui/link.tsx"
import { useMessages } from "../messages/use-messages.ts"
import { Section } from "../page.tsx"

export type QuickAction = { to: string; label: string; icon: LucideIcon }

/** Links to the most frequent actions, as cards: two in a row on phones, all in one row on wide screens. */
export function QuickActions({ actions }: { actions: readonly QuickAction[] }) {
  const text = useMessages()
  return (
    <Section title={text.work.quickActions}>
      <ul className="grid grid-cols-2 gap-3 xl:grid-cols-4">
        {actions.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex h-full min-h-24 flex-col justify-between gap-3 rounded-card border border-line bg-surface p-4 font-semibold transition-colors hover:border-ink-muted"
            >
              <Icon size={20} className="text-primary-text" aria-hidden />
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}
