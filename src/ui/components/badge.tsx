import type { ReactNode } from "react"
import { cx } from "../cx.ts"

export type BadgeTone = "neutral" | "primary" | "success" | "warning" | "danger" | "live" | "hue"

const tones: Record<BadgeTone, string> = {
  neutral: "bg-surface-sunken text-ink-muted ring-line",
  primary: "bg-primary-tint text-primary-text ring-primary/20",
  success: "bg-success-tint text-success ring-success/20",
  warning: "bg-warning-tint text-warning ring-warning/20",
  danger: "bg-danger-tint text-danger ring-danger/20",
  live: "bg-live-tint text-live ring-live/20",
  hue: "bg-hue-tint text-hue-ink ring-hue/25",
}

interface BadgeProps {
  tone?: BadgeTone
  /** One of the six services; colours a badge of tone "hue". */
  service?: string
  className?: string
  children: ReactNode
}

/** A short state or category. The words carry the meaning, the colour only repeats it. */
export function Badge({ tone = "neutral", service, className, children }: BadgeProps) {
  return (
    <span
      data-service={service}
      className={cx(
        "inline-flex w-fit items-center gap-1 rounded-full px-2.5 py-0.5 text-[0.8125rem] font-semibold ring-1 ring-inset",
        tones[service ? "hue" : tone],
        className,
      )}
    >
      {children}
    </span>
  )
}
