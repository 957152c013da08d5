import type { PagePanels } from "../bar/use-controls.ts"
import { useWaiting } from "../bar/use-controls.ts"
import type { StageLayout } from "../stage/stage-layout.ts"
import { panelText as text } from "../texts/panels.texts.ts"
import type { PanelTab } from "./panel-tab.ts"
import { RoomPanel } from "./room-panel.tsx"
import { RoomPanels } from "./room-panels.tsx"

type RoomSideProps = {
  tab: PanelTab
  onTab: (tab: PanelTab) => void
  onClose: () => void
  /** The page's own panels, such as the register. */
  pages: PagePanels
  layout: StageLayout
  onLayout: (layout: StageLayout) => void
}

/** Sound and picture are settings: they open from the menu 'More' and stand alone. */
const TABS: readonly PanelTab[] = ["chat", "people", "polls", "files", "slides", "register", "recording"]
/** Seven tabs take two lines: the teacher's own have buttons in the bar, and a tab while they are open. */
const FROM_BAR: readonly PanelTab[] = ["slides", "register", "recording"]

/** The panels beside the stage, one of which is open. */
export function RoomSide({ tab, onTab, onClose, pages, ...picture }: RoomSideProps) {
  const { register, recording } = pages
  const labels = { ...text.tabs, register: register?.label ?? "", recording: recording?.label ?? "" }
  return (
    <RoomPanel
      tabs={
        tab === "sound" ? [] : TABS.filter((one) => labels[one] && (one === tab || !FROM_BAR.includes(one)))
      }
      tab={tab}
      labels={labels}
      counts={useWaiting()}
      onTab={onTab}
      onClose={onClose}
    >
      {tab === "register" || tab === "recording" ? (
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4 pb-4">
          {pages[tab]?.content}
        </div>
      ) : (
        <RoomPanels tab={tab} {...picture} />
      )}
    </RoomPanel>
  )
}
