import ArrowLeft from "lucide-react/icons/arrow-left"
import type { ReactNode } from "react"
import { Link } from "#ui/link.tsx"
import { cx } from "./cx.ts"

// Beside the navigation all screens begin at the same place, and only what is in them is narrower.
const widths = {
  narrow: "max-w-2xl in-data-[frame=work]:max-w-7xl in-data-[frame=work]:*:max-w-2xl",
  reading: "max-w-4xl in-data-[frame=work]:max-w-7xl in-data-[frame=work]:*:max-w-4xl",
  wide: "max-w-7xl",
}

/** The sides every screen shares. */
export const gutter = "mx-auto w-full px-4 sm:px-6 lg:px-8"

interface PageProps {
  width?: keyof typeof widths
  className?: string
  children: ReactNode
}

/** The column of a screen's content, inside the site's main element. */
export function Page({ width = "wide", className, children }: PageProps) {
  return (
    <div
      className={cx(
        gutter,
        widths[width],
        "grid gap-8 py-8 sm:py-12 in-data-[frame=work]:gap-6 in-data-[frame=work]:py-6 in-data-[frame=work]:sm:gap-8",
        className,
      )}
    >
      {children}
    </div>
  )
}

interface PageHeaderProps {
  title: ReactNode
  description?: ReactNode
  eyebrow?: ReactNode
  actions?: ReactNode
  back?: { to: string; label: string; reloadDocument?: boolean }
}

/** The screen's only h1, its back link and its main actions. */
export function PageHeader({ title, description, eyebrow, actions, back }: PageHeaderProps) {
  const { label, ...way } = back ?? {}
  return (
    <header className="grid gap-4">
      {back ? (
        <Link
          {...way}
          to={back.to}
          className="-my-2 inline-flex min-h-11 w-fit items-center gap-2 text-sm font-semibold text-ink-muted hover:text-ink"
        >
          <ArrowLeft size={16} aria-hidden />
          {label}
        </Link>
      ) : null}
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
        <div className="grid max-w-3xl gap-2">
          {eyebrow ? <p className="text-sm font-semibold text-accent-text">{eyebrow}</p> : null}
          <h1 className="text-title">{title}</h1>
          {description ? <p className="text-lead text-ink-muted">{description}</p> : null}
        </div>
        {actions ? <div className="flex flex-wrap gap-3">{actions}</div> : null}
      </div>
    </header>
  )
}

interface SectionProps {
  title: ReactNode
  description?: ReactNode
  action?: ReactNode
  id?: string
  className?: string
  children: ReactNode
}

/** A part of a screen under an h2. */
export function Section({ title, description, action, id, className, children }: SectionProps) {
  return (
    <section id={id} className={cx("grid min-w-0 gap-5", className)}>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="grid gap-1">
          <h2 className="text-heading">{title}</h2>
          {description ? <p className="text-ink-muted">{description}</p> : null}
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}
