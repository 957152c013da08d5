import ChartColumn from "lucide-react/icons/chart-column"
import ClipboardCheck from "lucide-react/icons/clipboard-check"
import FileText from "lucide-react/icons/file-text"
import Headphones from "lucide-react/icons/headphones"
import MessageSquare from "lucide-react/icons/message-square"
import Users from "lucide-react/icons/users"
import X from "lucide-react/icons/x"
import type { KeyboardEvent, ReactNode } from "react"
import { cx } from "#ui/cx.ts"
import { CountMark } from "./count-mark.tsx"
import type { PanelTab } from "./panel-tab.ts"
import { panelText } from "./panels.text.ts"
import { roomText as text } from "./room.text.ts"

const icons = {
  chat: MessageSquare,
  people: Users,
  polls: ChartColumn,
  files: FileText,
  extra: ClipboardCheck,
  sound: Headphones,
}

type RoomPanelProps = {
  tabs: readonly PanelTab[]
  tab: PanelTab
  labels: Record<PanelTab, string>
  /** How much is new behind a tab. */
  counts: Partial<Record<PanelTab, number>>
  onTab: (tab: PanelTab) => void
  onClose: () => void
  children: ReactNode
}

/**
 * What stands beside the stage; where the room is narrow, a sheet over its foot. On a phone that lies on its side it
 * takes the room's whole height.
 */
export function RoomPanel({ tabs, tab, labels, counts, onTab, onClose, children }: RoomPanelProps) {
  function press(event: KeyboardEvent) {
    if (event.key === "Escape") return onClose()
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0
    const list = event.target instanceof Element && event.target.closest("[role=tablist]")
    if (!step || !list) return
    const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length] ?? tab
    onTab(next)
    list.querySelector<HTMLElement>(`[data-tab=${next}]`)?.focus()
  }
  return (
    <section
      aria-label={labels[tab]}
      data-room-panel={tab}
      onKeyDown={press}
      className="absolute inset-x-0 bottom-0 z-20 flex h-[84%] animate-rise flex-col rounded-t-panel border-t border-line bg-surface shadow-float @2xl/room:relative @2xl/room:inset-auto @2xl/room:h-auto @2xl/room:w-80 @2xl/room:shrink-0 @2xl/room:animate-none @2xl/room:rounded-none @2xl/room:border-t-0 @2xl/room:border-l @2xl/room:shadow-none @4xl/room:w-88 short:h-full short:rounded-none short:border-t-0 beside:left-auto beside:w-80 beside:animate-none beside:border-l beside:shadow-none"
    >
      {/* In a sheet, and on a phone that lies on its side, the tabs alone stand above, for there every line counts. */}
      <header className="flex h-2 shrink-0 items-center pl-4 @2xl/room:h-12 short:h-2!">
        <h3 className="text-[0.9375rem] font-semibold @max-2xl/room:sr-only short:sr-only">{labels[tab]}</h3>
      </header>
      <button
        type="button"
        aria-label={text.closePanel}
        onClick={onClose}
        className="absolute top-2 right-2 grid size-11 place-items-center rounded-md text-ink-muted hover:bg-ink/8 hover:text-ink @2xl/room:top-0.5 @2xl/room:right-1.5 short:top-2! short:right-2!"
      >
        <X size={18} aria-hidden />
      </button>
      <div
        role="tablist"
        aria-label={panelText.panels}
        className="mr-14 mb-3 short:mb-1.5 ml-3 flex shrink-0 gap-1 rounded-md bg-surface-sunken p-1 @2xl/room:mr-3 short:mr-14!"
      >
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
      <div role="tabpanel" aria-label={labels[tab]} className="flex min-h-0 flex-1 flex-col">
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
  const Icon = icons[tab]
  return (
    <button
      type="button"
      role="tab"
      data-tab={tab}
      aria-selected={chosen}
      aria-label={count > 0 ? `${label}, ${panelText.unread(count)}` : label}
      title={label}
      tabIndex={chosen ? 0 : -1}
      onClick={onChoose}
      className={cx(
        "relative grid h-9 flex-1 place-items-center rounded-sm transition-colors",
        chosen ? "bg-surface-raised text-ink shadow-sm" : "text-ink-muted hover:text-ink",
      )}
    >
      <Icon size={18} aria-hidden />
      <CountMark count={count} />
    </button>
  )
}
