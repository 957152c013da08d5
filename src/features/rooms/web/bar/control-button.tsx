import type { LucideIcon } from "lucide-react"
import TriangleAlert from "lucide-react/icons/triangle-alert"
import type { ReactNode } from "react"
import { cx } from "#ui/cx.ts"
import { ariaKeys, type Keys } from "#ui/shortcuts/shortcuts.ts"
import { CountMark } from "../panels/count-mark.tsx"

const looks = {
  plain: "text-ink hover:not-disabled:bg-ink/12",
  off: "bg-danger-tint text-danger hover:not-disabled:bg-danger/25",
  active: "bg-primary-tint text-primary-text hover:not-disabled:bg-primary/25",
}

/** One of the room's controls, as the bar and the menu 'More' show it. */
export type Control = {
  /** The value of `data-control`, for tests and styles. */
  control: string
  icon: LucideIcon
  /** What a click does, read out and shown on hover. */
  label: string
  /** The word below the icon. */
  name: string
  /** Shown in place of the word, such as a timer. */
  sign?: ReactNode
  look?: keyof typeof looks
  pressed?: boolean
  disabled?: boolean
  keys?: Keys
  count?: number
  /** What needs the person, in words. */
  alert?: string | null
  phase?: string | undefined
  onClick: () => void
}

export const controlClass =
  "relative grid h-14 min-w-0 flex-1 content-center justify-items-center gap-1 rounded-md px-1 transition-colors disabled:cursor-not-allowed disabled:opacity-55 max-w-20 many:min-w-16 many:max-w-24 many:flex-none many:px-2 short:h-auto short:max-h-14 short:w-full short:max-w-none"

/** A control of the bar, with its word below the icon. */
export function ControlButton({ className, ...control }: Control & { className?: string }) {
  const { icon: Icon, label, name, sign, look = "plain", pressed, keys, count = 0, alert } = control
  // Voice control presses a button by the word that is seen on it.
  const named = typeof sign === "string" ? `${label}: ${sign}` : label
  const told = alert ? `${named}. ${alert}` : named
  return (
    <button
      type="button"
      data-control={control.control}
      data-on={look !== "off"}
      data-phase={control.phase}
      data-alert={alert ? "" : undefined}
      disabled={control.disabled}
      aria-label={told}
      aria-pressed={pressed}
      aria-keyshortcuts={keys && ariaKeys(keys)}
      title={keys ? `${told} (${keys[0]})` : told}
      onClick={control.onClick}
      className={cx(controlClass, looks[look], className)}
    >
      <Icon size={21} aria-hidden className={control.phase === "recording" ? "text-live" : undefined} />
      <span
        aria-hidden
        className="max-w-full truncate text-[0.6875rem] leading-none font-medium tabular-nums"
      >
        {sign ?? name}
      </span>
      <CountMark count={count} />
      {alert ? <AlertMark /> : null}
    </button>
  )
}

/** On the corner of a control: something needs the person. */
export function AlertMark() {
  return (
    <span
      aria-hidden
      className="absolute top-0.5 right-1 grid size-4.5 place-items-center rounded-full bg-warning text-background"
    >
      <TriangleAlert size={12} />
    </span>
  )
}
