import ChevronDown from "lucide-react/icons/chevron-down"
import ChevronUp from "lucide-react/icons/chevron-up"
import { type TouchEvent, useRef, useState } from "react"
import { roomText as text } from "../texts/room.texts.ts"
import { ParticipantTile } from "./participant-tile.tsx"
import type { Pin, Tile } from "./tile.ts"

/** How far a finger goes, in px, and how much further than to the side, to swipe the strip away or back. */
const SWIPE_PX = 32

/**
 * The faces beside or below a large picture. Below it, on a touch screen, they can be swiped away and back; a button
 * does the same.
 */
export function FaceStrip({ tiles, pin }: { tiles: readonly Tile[]; pin: Pin }) {
  const [away, setAway] = useState(false)
  const from = useRef<{ clientX: number; clientY: number } | null>(null)
  const toggle = () => setAway(!away)
  const swipe = {
    onTouchStart: ({ touches }: TouchEvent) => {
      from.current = touches.length === 1 ? touches.item(0) : null
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const to = changedTouches.item(0)
      const start = from.current
      from.current = null
      if (!start || !to) return
      const down = to.clientY - start.clientY
      if (Math.abs(down) < SWIPE_PX || Math.abs(down) < Math.abs(to.clientX - start.clientX)) return
      setAway(down > 0)
    },
  }
  const Arrow = away ? ChevronUp : ChevronDown
  return (
    <div
      {...swipe}
      data-faces={away ? "away" : "shown"}
      className="group/faces flex shrink-0 touch-pan-x gap-1.5 overflow-auto overscroll-contain p-1 group-data-[strip=side]/stage:w-48 group-data-[strip=side]/stage:touch-auto group-data-[strip=side]/stage:flex-col group-data-[strip=below]/stage:data-[faces=shown]:h-23"
    >
      <button
        type="button"
        aria-expanded={!away}
        aria-label={away ? text.showPeople(tiles.length) : text.hidePeople}
        onClick={toggle}
        className="sticky left-0 z-10 hidden shrink-0 items-center justify-center gap-1.5 rounded-md bg-surface-raised text-sm text-ink-muted group-data-[faces=away]/faces:h-8 group-data-[faces=away]/faces:flex-1 group-data-[faces=shown]/faces:w-7 pointer-coarse:group-data-[strip=below]/stage:flex"
      >
        <Arrow size={18} aria-hidden />
        {away ? <span aria-hidden>{text.showPeople(tiles.length)}</span> : null}
      </button>
      {tiles.map((tile) => (
        <ParticipantTile
          key={tile.key}
          tile={tile}
          pin={pin(tile.key)}
          size="small"
          className="aspect-video group-data-[faces=away]/faces:group-data-[strip=below]/stage:hidden group-data-[strip=below]/stage:h-full group-data-[strip=side]/stage:w-full"
        />
      ))}
    </div>
  )
}
