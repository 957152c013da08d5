import type { ReactNode } from "react"
import { cx } from "#ui/cx.ts"
import type { Control } from "./control-button.tsx"

/**
 * A menu above the end of the bar, or beside the bar on a phone held sideways. It is a popover: the browser opens and
 * closes it, and returns the focus.
 */
export function BarMenu({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <fieldset
      id={id}
      popover="auto"
      aria-label={label}
      className="fixed inset-auto right-2 bottom-[calc(4.25rem+env(safe-area-inset-bottom))] m-0 max-h-[80dvh] w-72 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-card border border-line bg-surface-raised p-1.5 text-ink shadow-float short:right-20 short:bottom-2 short:max-h-[calc(100dvh-1rem)]"
    >
      {children}
    </fieldset>
  )
}

type MenuItemProps = Pick<Control, "icon" | "pressed" | "disabled" | "alert" | "onClick"> & {
  /** The menu's id. */
  menu: string
  /** The value of `data-more`, for tests. */
  item: string
  label: string
  /** What goes on behind it, at the end of the line. */
  sign?: ReactNode
  hint?: string | undefined
  count?: number
  danger?: boolean
  className?: string | undefined
}

/** A line of a menu, which closes it. */
export function MenuItem({
  menu,
  item,
  icon: Icon,
  label,
  sign,
  hint,
  count = 0,
  danger,
  ...rest
}: MenuItemProps) {
  const { pressed, disabled, alert, onClick, className } = rest
  const below = alert ?? hint
  return (
    <button
      type="button"
      data-more={item}
      popoverTarget={menu}
      popoverTargetAction="hide"
      disabled={disabled}
      aria-pressed={pressed}
      onClick={onClick}
      className={cx(
        "flex min-h-11 w-full items-center gap-3 rounded-md px-3 py-2 text-left text-[0.9375rem] leading-snug font-medium hover:not-disabled:bg-ink/8 disabled:opacity-55",
        danger && "text-danger",
        className,
      )}
    >
      <Icon size={19} aria-hidden className="shrink-0" />
      <span className="min-w-0 flex-1">
        {label}
        {below ? (
          <span
            className={cx("block text-[0.8125rem] font-normal", alert ? "text-warning" : "text-ink-muted")}
          >
            {below}
          </span>
        ) : null}
      </span>
      {sign ? <span className="text-[0.8125rem] text-ink-muted tabular-nums">{sign}</span> : null}
      {count > 0 ? (
        <span className="rounded-full bg-accent px-2 text-xs leading-5 font-bold text-accent-ink tabular-nums">
          {count}
        </span>
      ) : null}
    </button>
  )
}
