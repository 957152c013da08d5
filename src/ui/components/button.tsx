import LoaderCircle from "lucide-react/icons/loader-circle"
import type { ComponentProps, MouseEvent } from "react"
import { Link } from "#ui/link.tsx"
import { cx } from "../cx.ts"

export type ButtonVariant = "primary" | "secondary" | "ghost" | "danger" | "accent" | "link"
export type ButtonSize = "sm" | "md" | "lg" | "icon"

const base =
  "inline-flex items-center justify-center gap-2 rounded-md font-semibold whitespace-nowrap transition-colors " +
  "duration-150 disabled:opacity-50 disabled:cursor-not-allowed aria-disabled:cursor-progress [&_svg]:shrink-0"

const variants: Record<ButtonVariant, string> = {
  primary: "bg-primary text-primary-ink hover:not-disabled:bg-primary-hover",
  secondary:
    "border border-line-strong/60 bg-surface text-ink hover:not-disabled:border-ink-muted hover:not-disabled:bg-surface-sunken",
  ghost: "text-ink hover:not-disabled:bg-ink/7",
  danger: "bg-danger text-danger-ink hover:not-disabled:bg-danger-hover",
  accent: "bg-accent text-accent-ink hover:not-disabled:bg-accent/85",
  link: "text-primary-text underline decoration-1 underline-offset-4 hover:decoration-2",
}

const sizes: Record<ButtonSize, string> = {
  sm: "h-9 px-3.5 text-sm",
  md: "h-11 px-5 text-[0.9375rem]",
  lg: "h-13 px-7 text-base",
  icon: "size-11",
}

interface ButtonLook {
  variant?: ButtonVariant
  size?: ButtonSize
  className?: string
}

/** The classes of a button, for an element that is neither a button nor a router link (a download, a summary). */
export function buttonClass({ variant = "primary", size = "md", className }: ButtonLook = {}): string {
  return cx(base, variants[variant], variant === "link" ? "min-h-6 text-[0.9375rem]" : sizes[size], className)
}

interface ButtonProps extends ComponentProps<"button">, ButtonLook {
  /** While true the button ignores clicks but keeps its focus, and reads `busyLabel`. */
  busy?: boolean
  busyLabel?: string
}

export function Button({
  variant,
  size,
  className,
  busy,
  busyLabel,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ variant, size, className })}
      aria-disabled={busy || undefined}
      data-busy-label={busyLabel}
      onClick={handleClick}
    >
      {busy ? <LoaderCircle size={18} className="animate-spin" aria-hidden /> : null}
      {busy && busyLabel ? busyLabel : children}
    </button>
  )
}

type ButtonLinkProps = ComponentProps<typeof Link> & ButtonLook

export function ButtonLink({ variant, size, className, ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={buttonClass({ variant, size, className })} />
}
