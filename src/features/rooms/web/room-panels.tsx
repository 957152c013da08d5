import { ChatPanel } from "./chat-panel.tsx"
import { FilesPanel } from "./files-panel.tsx"
import { PeoplePanel } from "./people-panel.tsx"
import { PollsPanel } from "./polls-panel.tsx"
import { SoundPanel } from "./sound-panel.tsx"
import type { StageLayout } from "./stage-layout.ts"

type RoomPanelsProps = {
  tab: "chat" | "people" | "polls" | "files" | "sound"
  layout: StageLayout
  onLayout: (layout: StageLayout) => void
}

/** What the chosen tab shows. Loaded once the room stands. */
export function RoomPanels({ tab, ...picture }: RoomPanelsProps) {
  if (tab === "chat") return <ChatPanel />
  if (tab === "people") return <PeoplePanel />
  if (tab === "polls") return <PollsPanel />
  if (tab === "files") return <FilesPanel />
  return <SoundPanel {...picture} />
}
