import { cx } from "../cx.ts"
import { useMessages } from "../messages/use-messages.ts"

/** 'LIVE NOW' with a gentle pulse, still where motion is reduced. */
export function LiveBadge({ label, className }: { label?: string; className?: string }) {
  const text = useMessages().common
  return (
    <span
      className={cx(
        "inline-flex w-fit items-center gap-2 rounded-full bg-live px-2.5 py-0.5 text-xs leading-5 font-bold tracking-wide text-live-ink",
        className,
      )}
    >
      <span className="relative flex size-2" aria-hidden>
        <span className="absolute inset-0 animate-live rounded-full bg-current motion-reduce:hidden" />
        <span className="size-2 rounded-full bg-current" />
      </span>
      {label ?? text.liveNow}
    </span>
  )
}
