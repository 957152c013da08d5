import { useSyncExternalStore } from "react"
import { browserApi } from "#ui/client.ts"
import { useRoom } from "../room-context.card.tsx"
import { useBoard, useStay } from "../use-board.ts"
import { useMyPermission } from "../use-followed.ts"
import { keepUnsaved } from "./saving/unsaved.ts"
import { tellClipboard } from "./selection/tell-clipboard.ts"
import { WhiteboardSelection } from "./selection/whiteboard-selection.ts"
import { WhiteboardPen } from "./whiteboard-pen.ts"
import { type SheetFrame, type SheetView, WhiteboardSheet } from "./whiteboard-sheet.ts"

/** Returns how to make the sheet of this room's whiteboard, or of a shared screen. */
export function useSheet(screen?: string): () => WhiteboardSheet {
  const { role } = useStay()
  const { commands } = useBoard()
  const room = useRoom()
  return () =>
    new WhiteboardSheet({
      ...{ room, classId: commands.classId, api: browserApi().rooms },
      ...{ me: commands.me, isStaff: role === "instructor" },
      unsaved: keepUnsaved([commands.classId, commands.me, screen ?? "pages"].join(".")),
      ...(screen !== undefined && { screen }),
    })
}

/** Returns a sheet without its items, which change much more often. */
export function useFrame(sheet: WhiteboardSheet): SheetFrame {
  return useSyncExternalStore(sheet.subscribe, sheet.getFrame)
}

/** Returns what is on a sheet, on all of its pages. */
export function useItems(sheet: WhiteboardSheet): SheetView["items"] {
  return useSyncExternalStore(sheet.subscribe, () => sheet.getView().items)
}

/** What one person draws with on a sheet. */
export type SheetTools = { sheet: WhiteboardSheet; pen: WhiteboardPen; selection: WhiteboardSelection }

export function toolsFor(sheet: WhiteboardSheet): SheetTools {
  return { sheet, pen: new WhiteboardPen(sheet), selection: new WhiteboardSelection(sheet, tellClipboard) }
}

/** Whether the viewer may draw now, on a sheet that is there. */
export function useMayDraw({ state }: Pick<SheetFrame, "state">): boolean {
  return useDrawRight() && state === "ready"
}

/** Whether the viewer has the right to draw. */
export function useDrawRight(): boolean {
  const { role } = useStay()
  const { board } = useBoard()
  // From the video server, which also covers students held because there is no instructor.
  const sends = useMyPermission((me) => me.permissions?.canPublishData ?? false)
  const allowed = role === "instructor" || (board.state?.mine.drawing ?? board.state?.policy.drawing ?? false)
  return allowed && sends
}
