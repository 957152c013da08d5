import type { ReactNode } from "react"
import { PartMissing } from "#ui/late-part.tsx"
import { roomText as text } from "../texts/room.texts.ts"

/** Shown while a panel's code is loading. */
export function PanelOpening() {
  return (
    <PanelPlace>
      <p role="status">{text.openingPanel}</p>
    </PanelPlace>
  )
}

/** Shown if a panel's code could not be loaded. */
export function PanelMissing() {
  return (
    <PanelPlace>
      <PartMissing />
    </PanelPlace>
  )
}

/**
 * Where a panel is: beside the stage in windows wider than 1024 px, where more than half of them is left for it, in
 * others over its end with half of it free; in upright ones below it, and at most 60 % of the height and 512 px.
 */
export const panelPlace =
  "z-20 flex h-[min(60dvh,32rem)] max-h-[calc(100%-9rem)] min-h-0 shrink-0 animate-rise flex-col border-t border-line bg-surface text-ink beside:absolute beside:inset-y-0 beside:right-0 beside:h-auto beside:max-h-none beside:w-[min(22.5rem,50%)] beside:animate-none beside:border-t-0 beside:border-l beside:shadow-float beside:@min-[64.0625rem]/room:relative beside:@min-[64.0625rem]/room:inset-auto beside:@min-[64.0625rem]/room:w-80 beside:@min-[64.0625rem]/room:shadow-none beside:@min-[80.0625rem]/room:w-90 short:relative! short:inset-auto! short:h-auto! short:max-h-none! short:w-[min(20rem,50%)]! short:animate-none! short:border-t-0! short:border-l!"

function PanelPlace({ children }: { children: ReactNode }) {
  return (
    <div className={panelPlace}>
      <div className="p-4 text-sm text-ink-muted">{children}</div>
    </div>
  )
}
