import type { LucideIcon } from "lucide-react"
import type { ComponentProps, ReactNode } from "react"

type NoticeLineProps = Omit<ComponentProps<"div">, "title"> & {
  icon: LucideIcon
  title?: string
  words?: ReactNode
  /** Its buttons. */
  children?: ReactNode
}

/** A line above the bar that tells the person something, with what they can do about it. */
export function NoticeLine({ icon: Icon, title, words, children, ...rest }: NoticeLineProps) {
  return (
    <div
      role="status"
      {...rest}
      className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-t border-line bg-surface-raised px-4 py-1.5 text-sm leading-snug"
    >
      <Icon size={18} aria-hidden className="shrink-0 text-accent-text" />
      <p className="min-w-48 flex-1">
        {title ? <span className="font-semibold">{title}</span> : null}
        {title && words ? " · " : null}
        {words ? <span className={title ? "text-ink-muted" : ""}>{words}</span> : null}
      </p>
      <span className="ml-auto flex gap-2 empty:hidden">{children}</span>
    </div>
  )
}
