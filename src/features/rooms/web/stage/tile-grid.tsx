import ChevronLeft from "lucide-react/icons/chevron-left"
import ChevronRight from "lucide-react/icons/chevron-right"
import { type ReactNode, useRef, useState } from "react"
import { Button } from "#ui/components/button.tsx"
import { roomText as text } from "../texts/room.texts.ts"
import { ParticipantTile } from "./participant-tile.tsx"
import { planGrid } from "./stage-layout.ts"
import type { Pin, Tile } from "./tile.ts"
import { useSize } from "./use-size.ts"

const GAP = 8

/** All tiles in equal size, as large as they fit, on several pages if needed. */
export function TileGrid({ tiles, pin }: { tiles: Tile[]; pin: Pin }) {
  const area = useRef<HTMLDivElement>(null)
  const grid = planGrid(tiles.length, useSize(area), GAP)
  const [wantedPage, setPage] = useState(0)
  const pages = Math.max(1, Math.ceil(tiles.length / grid.perPage))
  const page = Math.min(wantedPage, pages - 1)
  const shown = tiles.slice(page * grid.perPage, (page + 1) * grid.perPage)
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col gap-2 p-2">
      <div
        ref={area}
        className="flex min-h-0 flex-1 flex-wrap content-center justify-center gap-2 overflow-hidden"
      >
        {grid.width > 0
          ? shown.map((tile) => (
              <ParticipantTile
                key={tile.key}
                tile={tile}
                pin={pin(tile.key)}
                size={grid.width < 220 ? "small" : "medium"}
                style={{ width: grid.width, height: grid.height }}
              />
            ))
          : null}
      </div>
      {pages > 1 ? (
        <nav className="flex shrink-0 items-center justify-center gap-2 text-sm text-ink-muted tabular-nums">
          <PageButton label={text.previous} disabled={page === 0} onClick={() => setPage(page - 1)}>
            <ChevronLeft size={18} aria-hidden />
          </PageButton>
          {text.page(page + 1, pages)}
          <PageButton label={text.next} disabled={page === pages - 1} onClick={() => setPage(page + 1)}>
            <ChevronRight size={18} aria-hidden />
          </PageButton>
        </nav>
      ) : null}
    </div>
  )
}

type PageButtonProps = { label: string; disabled: boolean; onClick: () => void; children: ReactNode }

function PageButton({ label, disabled, onClick, children }: PageButtonProps) {
  return (
    <Button variant="ghost" size="icon" aria-label={label} disabled={disabled} onClick={onClick}>
      {children}
    </Button>
  )
}
