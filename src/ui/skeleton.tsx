import { cx } from "./cx.ts"
import { useMessages } from "./messages/use-messages.ts"

/** A grey shape where content is coming. Give it the content's size. */
export function Skeleton({ round, className }: { round?: boolean; className?: string }) {
  return (
    <div
      aria-hidden
      className={cx("animate-shimmer bg-ink/8", round ? "rounded-full" : "rounded-md", className)}
    />
  )
}

/** Rows of a list that is loading, with its words for those who can't see the shapes. */
export function SkeletonList({ rows = 3, label }: { rows?: number; label?: string }) {
  const text = useMessages().common
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">{label ?? text.loading}</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never reordered
        <div key={row} className="flex items-center gap-4 rounded-card border border-line bg-surface p-5">
          <Skeleton round className="size-11" />
          <div className="grid flex-1 gap-2">
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-3.5 w-3/5" />
          </div>
        </div>
      ))}
    </div>
  )
}
