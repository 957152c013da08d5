import type { ReactNode } from "react"
import { cx } from "#ui/cx.ts"
import { ariaKeys, type Keys } from "#ui/shortcuts/shortcuts.ts"

type ToolButtonProps = {
  /** The value of `data-tool`, for tests. */
  name: string
  label: string
  pressed?: boolean
  disabled?: boolean
  keys?: Keys
  onClick: () => void
  children: ReactNode
}

/** A small button of the stage's tools; its label is read out and shown on hover. */
export function ToolButton({ name, label, pressed, keys, children, ...button }: ToolButtonProps) {
  return (
    <button
      type="button"
      {...button}
      data-tool={name}
      aria-label={label}
      aria-pressed={pressed}
      aria-keyshortcuts={keys && ariaKeys(keys)}
      title={label}
      className={cx(
        "grid h-9 min-w-8 shrink-0 place-items-center rounded-md transition-colors disabled:opacity-40 @lg/room:min-w-9.5",
        pressed
          ? "bg-primary-tint text-primary-text"
          : "text-ink-muted hover:not-disabled:bg-ink/8 hover:text-ink",
      )}
    >
      {children}
    </button>
  )
}
