import type { ReactNode } from "react"

const SIZES = { small: "size-8", normal: "size-10 shrink-0" }

/** An icon button of the room; its label is read out and shown on hover. */
export function IconButton({
  label,
  onClick,
  size = "normal",
  children,
}: {
  label: string
  onClick: () => void
  size?: keyof typeof SIZES
  children: ReactNode
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className={`grid place-items-center rounded-md text-ink-muted hover:bg-ink/8 hover:text-ink ${SIZES[size]}`}
    >
      {children}
    </button>
  )
}
