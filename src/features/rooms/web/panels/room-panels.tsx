import { Suspense } from "react"
import { latePart } from "#ui/late-part.tsx"
import type { StageLayout } from "../stage/stage-layout.ts"
import { panelText } from "../texts/panels.texts.ts"
import { ChatPanel } from "./chat-panel.tsx"
import { FilesPanel } from "./files-panel.tsx"
import { PeoplePanel } from "./people-panel.tsx"
import { PollsPanel } from "./polls-panel.tsx"
import { SoundPanel } from "./sound-panel.tsx"

const SlidesPanel = latePart(async () => (await import("../slides/slides-panel.tsx")).SlidesPanel)

type RoomPanelsProps = {
  tab: "chat" | "people" | "polls" | "files" | "slides" | "sound"
  layout: StageLayout
  onLayout: (layout: StageLayout) => void
}

/** The content of the chosen tab. Loaded once the room is shown. */
export function RoomPanels({ tab, ...picture }: RoomPanelsProps) {
  if (tab === "chat") return <ChatPanel />
  if (tab === "people") return <PeoplePanel />
  if (tab === "polls") return <PollsPanel />
  if (tab === "files") return <FilesPanel />
  if (tab === "slides") {
    return (
      <Suspense fallback={<p className="px-4 text-sm text-ink-muted">{panelText.loading}</p>}>
        <SlidesPanel />
      </Suspense>
    )
  }
  return <SoundPanel {...picture} />
}
