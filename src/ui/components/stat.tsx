import type { LucideIcon } from "lucide-react"
import type { ReactNode } from "react"

interface StatProps {
  label: string
  value: ReactNode
  /** A line below: what the figure counts, or how it changed. */
  note?: ReactNode
  icon?: LucideIcon
}

/** One figure with its name. Put several into StatGrid. */
export function Stat({ label, value, note, icon: Icon }: StatProps) {
  return (
    <div className="grid content-start gap-1 bg-surface p-5">
      <dt className="flex items-center justify-between gap-3 text-sm font-medium text-ink-muted">
        {label}
        {Icon ? <Icon size={18} aria-hidden /> : null}
      </dt>
      <dd className="text-3xl leading-tight font-semibold tracking-tight tabular-nums">{value}</dd>
      {note ? <dd className="text-sm text-ink-muted">{note}</dd> : null}
    </div>
  )
}

/** Figures side by side in one frame, two to a row on a phone. */
export function StatGrid({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section aria-label={label}>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line [&>*:last-child:nth-child(odd)]:col-span-2 lg:grid-flow-col lg:[&>*:last-child:nth-child(odd)]:col-span-1 lg:auto-cols-fr lg:grid-cols-none">
        {children}
      </dl>
    </section>
  )
}
