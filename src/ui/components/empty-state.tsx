import type { ReactNode } from "react"
import { cx } from "../cx.ts"
import { Illustration } from "./illustration.tsx"

interface EmptyStateProps {
  /** A file of /images/empty without its ending: no-classes, no-programs, no-recordings, no-requests, … */
  illustration?: string
  title: string
  text?: ReactNode
  /** What to do next: a button or a link. */
  action?: ReactNode
  level?: 1 | 2 | 3
  className?: string
}

/** Shown by an empty list: why it is empty, and what to do. */
export function EmptyState({ illustration, title, text, action, level = 2, className }: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <div className={cx("mx-auto grid max-w-md justify-items-center px-4 py-12 text-center", className)}>
      {illustration ? (
        <Illustration src={`/images/empty/${illustration}.svg`} width={240} height={180} className="mb-6" />
      ) : null}
      <Heading className="text-heading">{title}</Heading>
      {text ? <p className="mt-2 text-ink-muted">{text}</p> : null}
      {action ? <div className="mt-6">{action}</div> : null}
    </div>
  )
}
