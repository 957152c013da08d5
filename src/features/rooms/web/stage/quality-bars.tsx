import { ConnectionQuality } from "livekit-client"
import { cx } from "#ui/cx.ts"
import { roomText as text } from "../texts/room.texts.ts"

const signs: Record<ConnectionQuality, { bars: number; tone: string }> = {
  [ConnectionQuality.Excellent]: { bars: 3, tone: "bg-success" },
  [ConnectionQuality.Good]: { bars: 2, tone: "bg-accent" },
  [ConnectionQuality.Poor]: { bars: 1, tone: "bg-danger" },
  [ConnectionQuality.Lost]: { bars: 0, tone: "bg-danger" },
  [ConnectionQuality.Unknown]: { bars: 0, tone: "bg-ink" },
}

/** A connection's quality as three bars, and in words for the pointer and screen readers. */
export function QualityBars({ quality, className }: { quality: ConnectionQuality; className?: string }) {
  const { bars, tone } = signs[quality]
  const label = text.quality[quality]
  return (
    <span
      role="img"
      data-connection-quality={quality}
      aria-label={label}
      title={label}
      className={cx("flex items-end justify-center gap-[3px]", className)}
    >
      {["h-1.5", "h-2.5", "h-3.5"].map((height, at) => (
        <span key={height} className={cx("w-1 rounded-full", height, at < bars ? tone : "bg-white/25")} />
      ))}
    </span>
  )
}
