import type { ComponentProps, ReactNode } from "react"
import { cx } from "../cx.ts"

interface CardProps extends Omit<ComponentProps<"section">, "title"> {
  as?: "section" | "article" | "div" | "li"
  title?: ReactNode
  description?: ReactNode
  /** Shown right of the title. */
  action?: ReactNode
  /** Heading level of the title; 2 unless the card is below another heading. */
  level?: 2 | 3
  /** Leaves out the inner padding, for tables and images that run to the edge. */
  flush?: boolean
}

export function Card({
  as: Element = "section",
  title,
  description,
  action,
  level = 2,
  flush,
  className,
  children,
  ...rest
}: CardProps) {
  const Heading = level === 2 ? "h2" : "h3"
  return (
    <Element
      {...(rest as object)}
      className={cx("min-w-0 rounded-card border border-line bg-surface", !flush && "p-5 sm:p-6", className)}
    >
      {title ? (
        <header
          className={cx("flex flex-wrap items-start justify-between gap-3", flush ? "p-5 sm:px-6" : "mb-5")}
        >
          <div className="grid gap-1">
            <Heading className="text-lg leading-snug font-semibold tracking-tight">{title}</Heading>
            {description ? <p className="text-sm text-ink-muted">{description}</p> : null}
          </div>
          {action}
        </header>
      ) : null}
      {children}
    </Element>
  )
}
