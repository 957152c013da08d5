import type { ReactNode } from "react"
import type { PanelTab } from "./panel-tab.ts"
import { panelText as text } from "./panels.text.ts"
import { RoomPanel } from "./room-panel.tsx"
import { RoomPanels } from "./room-panels.tsx"
import type { StageLayout } from "./stage-layout.ts"
import { useBoard, useStay } from "./use-board.ts"

type RoomSideProps = {
  tab: PanelTab
  onTab: (tab: PanelTab) => void
  onClose: () => void
  /** What the page puts beside the room, such as the register. */
  extra: { label: string; content: ReactNode } | null
  layout: StageLayout
  onLayout: (layout: StageLayout) => void
}

const TABS: readonly PanelTab[] = ["chat", "people", "polls", "files", "extra", "sound"]

/** The panels beside the stage, of which one is open. */
export function RoomSide({ tab, onTab, onClose, extra, ...picture }: RoomSideProps) {
  const { role } = useStay()
  const { board, unread } = useBoard()
  const polls = board.state?.polls ?? []
  const unanswered = polls.filter((poll) => poll.status === "open" && (poll.mine ?? []).length === 0).length
  return (
    <RoomPanel
      tabs={TABS.filter((one) => one !== "extra" || extra)}
      tab={tab}
      labels={{ ...text.tabs, ...(extra && { extra: extra.label }) }}
      counts={{
        chat: unread,
        people: role === "instructor" ? (board.state?.hands.length ?? 0) : 0,
        polls: role === "student" ? unanswered : 0,
      }}
      onTab={onTab}
      onClose={onClose}
    >
      {tab === "extra" ? (
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pb-4">{extra?.content}</div>
      ) : (
        <RoomPanels tab={tab} {...picture} />
      )}
    </RoomPanel>
  )
}
