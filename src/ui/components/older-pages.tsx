import { useSearchParams } from "react-router"
import { cx } from "../cx.ts"
import { ButtonLink } from "./button.tsx"

interface OlderPagesProps {
  /** What is paged, for screen readers. */
  label: string
  /** Where the next page begins. */
  cursor: string | null
  newest: string
  older: string
  size?: "sm" | undefined
  className?: string
}

/** Links to older entries of a list, and back to its start. Keeps the address's other parameters. */
export function OlderPages({ label, cursor, newest, older, size, className }: OlderPagesProps) {
  const [params] = useSearchParams()
  const further = params.has("after")
  if (!cursor && !further) return null
  const to = (after: string | null) => {
    const next = new URLSearchParams(params)
    if (after) next.set("after", after)
    else next.delete("after")
    return `?${next}`
  }
  return (
    <nav aria-label={label} className={cx("flex flex-wrap justify-between gap-4", className)}>
      {further ? (
        <ButtonLink to={to(null)} variant="secondary" size={size}>
          {newest}
        </ButtonLink>
      ) : (
        <span />
      )}
      {cursor ? (
        <ButtonLink to={to(cursor)} variant="secondary" size={size}>
          {older}
        </ButtonLink>
      ) : null}
    </nav>
  )
}
