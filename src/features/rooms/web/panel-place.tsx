import type { ReactNode } from "react"
import { PartMissing } from "#ui/late-part.tsx"
import { roomText as text } from "./room.text.ts"

/** Where a panel will stand, for who opens one before its code is there. */
export function PanelOpening() {
  return (
    <PanelPlace>
      <p role="status">{text.openingPanel}</p>
    </PanelPlace>
  )
}

/** Where a panel would stand whose code did not arrive. */
export function PanelMissing() {
  return (
    <PanelPlace>
      <PartMissing />
    </PanelPlace>
  )
}

function PanelPlace({ children }: { children: ReactNode }) {
  return (
    <div className="absolute inset-x-0 bottom-0 z-20 border-t border-line bg-surface p-4 text-sm text-ink-muted @2xl/room:relative @2xl/room:w-80 @2xl/room:shrink-0 @2xl/room:border-t-0 @2xl/room:border-l @4xl/room:w-88 beside:left-auto beside:w-80">
      {children}
    </div>
  )
}
