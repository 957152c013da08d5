import { useEffect, useState } from "react"
import { formatLength } from "#shared/lengths.ts"
import { SECOND } from "#shared/time.ts"
import { roomText as text } from "../texts/room.texts.ts"

/** That the class is live, and since how long by the server's clock: `now` is its time as the page was made. */
export function LiveTime({ startedAt, now }: { startedAt: Date | null; now: Date | undefined }) {
  const [ahead] = useState(() => (now ? now.getTime() - Date.now() : 0))
  const [at, setAt] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setAt(Date.now()), SECOND)
    return () => clearInterval(timer)
  }, [])
  const seconds = startedAt ? Math.floor((at + ahead - startedAt.getTime()) / SECOND) : null
  return (
    <span className="inline-flex shrink-0 items-center gap-1.5 rounded-full bg-live px-2.5 text-xs leading-6 font-bold tracking-wide text-live-ink tabular-nums">
      <span className="size-2 rounded-full bg-current" aria-hidden />
      <span className="@max-md/room:sr-only">{text.live}</span>
      {seconds === null ? null : <span data-live-seconds={seconds}>{formatLength(seconds)}</span>}
    </span>
  )
}
