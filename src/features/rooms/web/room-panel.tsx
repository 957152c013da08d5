import X from "lucide-react/icons/x"
import type { ReactNode } from "react"
import { roomText as text } from "./room.text.ts"

type RoomPanelProps = { label: string; onClose: () => void; children: ReactNode }

/** What stands beside the stage, or over it where the room is narrow. */
export function RoomPanel({ label, onClose, children }: RoomPanelProps) {
  return (
    <section
      aria-label={label}
      data-room-panel
      className="absolute inset-0 z-20 flex flex-col bg-surface @3xl/room:static @3xl/room:w-88 @3xl/room:shrink-0 @3xl/room:border-l @3xl/room:border-line"
    >
      <header className="flex h-12 shrink-0 items-center justify-between pr-1.5 pl-4">
        <h3 className="text-[0.9375rem] font-semibold">{label}</h3>
        <button
          type="button"
          aria-label={text.closePanel}
          onClick={onClose}
          className="grid size-10 place-items-center rounded-md text-ink-muted hover:bg-ink/8 hover:text-ink"
        >
          <X size={18} aria-hidden />
        </button>
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pb-4">{children}</div>
    </section>
  )
}
