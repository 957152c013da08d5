import { useEffect, useState } from "react"
import { useShownWhiteboard } from "../shown/use-shown-board.ts"
import { useStay } from "../use-board.ts"
import { toolsFor, useFrame, useMayDraw, useSheet } from "./use-sheet.ts"
import { WhiteboardBar } from "./whiteboard-bar.tsx"
import { WhiteboardDesk } from "./whiteboard-desk.tsx"

export { ScreenTools } from "../screen/screen-tools.tsx"

/** The whiteboard on the room's stage. Loaded when the instructor opens it. */
export function WhiteboardStage() {
  const isStaff = useStay().role === "instructor"
  const make = useSheet()
  const [tools] = useState(() => toolsFor(make()))
  const { sheet, pen } = tools
  useEffect(() => sheet.follow(), [sheet])
  useShownWhiteboard(sheet, pen)
  const shown = useFrame(sheet)
  const canDraw = useMayDraw(shown)
  return (
    <WhiteboardDesk
      {...tools}
      {...{ shown, canDraw, isStaff }}
      bar={(view) => (
        <WhiteboardBar sheet={sheet} shown={shown} view={view} isStaff={isStaff} canDraw={canDraw} />
      )}
    />
  )
}
