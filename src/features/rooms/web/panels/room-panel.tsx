import X from "lucide-react/icons/x"
import type { KeyboardEvent, ReactNode } from "react"
import { cx } from "#ui/cx.ts"
import { panelText } from "../texts/panels.texts.ts"
import { roomText as text } from "../texts/room.texts.ts"
import { panelPlace } from "./panel-place.tsx"
import type { PanelTab } from "./panel-tab.ts"

type RoomPanelProps = {
  /** None for a panel that stands alone. */
  tabs: readonly PanelTab[]
  tab: PanelTab
  labels: Record<PanelTab, string>
  /** The number of new items behind each tab. */
  counts: Partial<Record<PanelTab, number>>
  onTab: (tab: PanelTab) => void
  onClose: () => void
  children: ReactNode
}

/**
 * The panel beside the stage; over its edge where the window is narrow, and on a phone below it. Closed by Escape.
 */
export function RoomPanel({ tabs, tab, labels, counts, onTab, onClose, children }: RoomPanelProps) {
  function press(event: KeyboardEvent) {
    // It closes a dialog of the panel first.
    const inDialog = event.target instanceof Element && event.target.closest("dialog")
    if (event.key === "Escape" && !inDialog) return onClose()
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0
    const list = event.target instanceof Element && event.target.closest("[role=tablist]")
    if (!step || !list) return
    const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length] ?? tab
    // The keys turn slides elsewhere.
    event.preventDefault()
    onTab(next)
    list.querySelector<HTMLElement>(`[data-tab=${next}]`)?.focus()
  }
  const isAlone = tabs.length === 0
  return (
    <section aria-label={labels[tab]} data-room-panel={tab} onKeyDown={press} className={panelPlace}>
      <header className="flex shrink-0 items-start gap-1 border-b border-line p-1.5">
        {isAlone ? (
          <h2 className="flex h-9 min-w-0 flex-1 items-center px-2.5 text-[0.9375rem] font-semibold">
            {labels[tab]}
          </h2>
        ) : (
          <div role="tablist" aria-label={panelText.panels} className="flex min-w-0 flex-1 flex-wrap gap-0.5">
            {tabs.map((one) => (
              <PanelTabButton
                key={one}
                tab={one}
                label={labels[one]}
                count={counts[one] ?? 0}
                chosen={one === tab}
                onChoose={() => onTab(one)}
              />
            ))}
          </div>
        )}
        <button
          type="button"
          aria-label={text.closePanel}
          title={text.closePanel}
          onClick={onClose}
          className="grid size-9 shrink-0 place-items-center rounded-md text-ink-muted hover:bg-ink/8 hover:text-ink pointer-coarse:size-11"
        >
          <X size={18} aria-hidden />
        </button>
      </header>
      <div
        {...(!isAlone && { role: "tabpanel", "aria-label": labels[tab] })}
        className="flex min-h-0 flex-1 flex-col pt-3"
      >
        {children}
      </div>
    </section>
  )
}

type PanelTabButtonProps = {
  tab: PanelTab
  label: string
  count: number
  chosen: boolean
  onChoose: () => void
}

function PanelTabButton({ tab, label, count, chosen, onChoose }: PanelTabButtonProps) {
  return (
    <button
      type="button"
      role="tab"
      data-tab={tab}
      aria-selected={chosen}
      aria-label={count > 0 ? `${label}, ${panelText.unread(count)}` : undefined}
      tabIndex={chosen ? 0 : -1}
      onClick={onChoose}
      className={cx(
        "flex h-9 items-center gap-1.5 rounded-md px-2 text-[0.8125rem] font-semibold whitespace-nowrap transition-colors",
        chosen ? "bg-primary-tint text-primary-text" : "text-ink-muted hover:bg-ink/8 hover:text-ink",
      )}
    >
      {label}
      {count > 0 ? (
        <span
          aria-hidden
          data-count={count > 9 ? "9+" : count}
          className="rounded-full bg-accent px-1.5 text-[0.6875rem] leading-4.5 font-bold text-accent-ink before:content-[attr(data-count)]"
        />
      ) : null}
    </button>
  )
}
