import type { StageLayout } from "../stage/stage-layout.ts"
import { ChatPanel } from "./chat-panel.tsx"
import { FilesPanel } from "./files-panel.tsx"
import { PeoplePanel } from "./people-panel.tsx"
import { PollsPanel } from "./polls-panel.tsx"
import { SoundPanel } from "./sound-panel.tsx"

type RoomPanelsProps = {
  tab: "chat" | "people" | "polls" | "files" | "sound"
  layout: StageLayout
  onLayout: (layout: StageLayout) => void
}

/** The content of the chosen tab. Loaded once the room is shown. */
export function RoomPanels({ tab, ...picture }: RoomPanelsProps) {
  if (tab === "chat") return <ChatPanel />
  if (tab === "people") return <PeoplePanel />
  if (tab === "polls") return <PollsPanel />
  if (tab === "files") return <FilesPanel />
  return <SoundPanel {...picture} />
}
