import { Suspense, useEffect, useRef, useState, useSyncExternalStore } from "react"
import { PAGE } from "#contract/rooms/whiteboard-page.ts"
import { INK_COLORS } from "#features/rooms/whiteboard-svg.ts"
import { browserApi } from "#ui/client.ts"
import { latePart } from "#ui/late-part.tsx"
import { useRoom } from "../room-context.card.tsx"
import { useShownWhiteboard } from "../shown/use-shown-board.ts"
import { whiteboardText as text } from "../texts/whiteboard.texts.ts"
import { useBoard, useStay } from "../use-board.ts"
import { useMyPermission } from "../use-followed.ts"
import { PictureNotes } from "./picture/picture-notes.tsx"
import { useNames } from "./picture/use-picture-surroundings.ts"
import { usePictures } from "./picture/use-pictures.ts"
import { SelectionBar } from "./selection/selection-bar.tsx"
import { tellClipboard } from "./selection/tell-clipboard.ts"
import { WhiteboardSelection } from "./selection/whiteboard-selection.ts"
import type { Sight } from "./use-whiteboard-view.ts"
import { useWhiteboardView } from "./use-whiteboard-view.ts"
import { WhiteboardBar } from "./whiteboard-bar.tsx"
import { WhiteboardCanvas } from "./whiteboard-canvas.tsx"
import { type Choice, type Place, WhiteboardPen } from "./whiteboard-pen.ts"
import { type Draft, WhiteboardSheet } from "./whiteboard-sheet.ts"
import { sizeOf } from "./whiteboard-tool.ts"
import { InkRow, ToolRail } from "./whiteboard-tools.tsx"

const FormulaDialog = latePart(async () => (await import("./formula/formula-dialog.tsx")).FormulaDialog)

const nothing = () => undefined
const FIRST: Choice = { tool: "pen", ink: "ink", width: 1 }

/** The whiteboard on the room's stage. Loaded when the instructor opens it. */
export function WhiteboardStage() {
  const { role } = useStay()
  const { board, commands } = useBoard()
  const room = useRoom()
  const isStaff = role === "instructor"
  const [{ sheet, pen, selection }] = useState(() => {
    const api = browserApi().rooms
    const made = new WhiteboardSheet({ room, classId: commands.classId, api, me: commands.me, isStaff })
    return {
      sheet: made,
      pen: new WhiteboardPen(made),
      selection: new WhiteboardSelection(made, tellClipboard),
    }
  })
  useEffect(() => sheet.follow(), [sheet])
  useShownWhiteboard(commands.classId, sheet, pen)
  const shown = useSyncExternalStore(sheet.subscribe, sheet.getView)
  const svg = useRef<SVGSVGElement>(null)
  const view = useWhiteboardView(svg)
  const [choice, setChoice] = useState(FIRST)
  function choose(next: Choice) {
    if (next.tool !== "select") selection.clear()
    setChoice(next)
  }
  const [writing, setWriting] = useState<Place | null>(null)
  const [formula, setFormula] = useState(false)
  // The page gets the focus once the dialog has given it back, so that arrow keys move what was added.
  const [added, setAdded] = useState(0)
  useEffect(() => {
    if (added > 0) svg.current?.focus()
  }, [added])
  // From the video server, which also covers students held because there is no instructor.
  const sends = useMyPermission((me) => me.permissions?.canPublishData ?? false)
  const allowed = isStaff || (board.state?.mine.drawing ?? board.state?.policy.drawing ?? false)
  const canDraw = shown.state === "ready" && allowed && sends
  const section = useRef<HTMLElement>(null)
  const touched = useRef(0)
  function addSelected(draft: Draft) {
    setAdded(added + 1)
    choose({ ...choice, tool: "select" })
    selection.add(draft)
  }
  const pictures = usePictures({
    ...{ classId: commands.classId, sheet, svg, sight: view.sight, canDraw },
    onPasted: choice.tool === "select" ? selection.paste : nothing,
    onPicture(draft, { page, begun }) {
      // Somebody who does something else meanwhile isn't interrupted.
      const at = document.activeElement
      const isHere = at === document.body || (section.current?.contains(at) ?? false)
      if (isHere && !writing && touched.current < begun && page === shown.page) addSelected(draft)
      else sheet.add(draft, undefined, page)
    },
  })
  const nameOf = useNames(shown.authors)
  return (
    <section
      ref={section}
      aria-label={text.name}
      data-whiteboard={shown.state}
      data-can-draw={canDraw || undefined}
      data-saved={shown.trouble === null || undefined}
      className="grid size-full min-h-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)_auto_auto] [grid-template-areas:'bar'_'page'_'tools'_'inks'] @3xl/room:grid-cols-[auto_minmax(0,1fr)] @3xl/room:grid-rows-[auto_minmax(0,1fr)_auto] @3xl/room:group-data-[strip=below]/stage:[grid-template-areas:'bar_bar'_'page_page'_'tools_inks'] @3xl/room:group-data-[strip=side]/stage:[grid-template-areas:'bar_bar'_'tools_page'_'inks_inks']"
    >
      <WhiteboardBar sheet={sheet} shown={shown} view={view} isStaff={isStaff} canDraw={canDraw} />
      <div
        {...pictures.drop}
        onPointerDownCapture={() => {
          touched.current = Date.now()
        }}
        className="relative min-h-0 [grid-area:page]"
      >
        <WhiteboardCanvas
          svg={svg}
          sheet={sheet}
          shown={shown}
          pen={pen}
          selection={selection}
          choice={choice}
          canDraw={canDraw}
          view={view}
          writing={writing}
          onWriting={setWriting}
          onTool={(tool) => choose({ ...choice, tool })}
        />
        <SelectionBar selection={selection} active={canDraw && choice.tool === "select"} nameOf={nameOf} />
        <Trouble shown={shown} />
        <PictureNotes sender={pictures.sender} />
        {pictures.over ? (
          <p className="pointer-events-none absolute inset-0 grid place-items-center rounded-card border-2 border-dashed border-primary bg-surface-raised/85 p-4 text-center font-medium">
            {text.dropPictures}
          </p>
        ) : null}
      </div>
      {canDraw ? (
        <>
          <ToolRail choice={choice} onChoice={choose} />
          <InkRow
            {...{ sheet, shown, choice, isStaff }}
            onChoice={choose}
            onFormula={() => setFormula(true)}
            onPictures={pictures.add}
          />
          {formula ? (
            <Suspense fallback={null}>
              <FormulaDialog
                color={INK_COLORS[choice.ink]}
                onClose={() => setFormula(false)}
                onAdd={(drawn) => {
                  setFormula(false)
                  addSelected(formulaAt(view.sight, choice, drawn))
                }}
              />
            </Suspense>
          ) : null}
        </>
      ) : null}
    </section>
  )
}

/** Returns a formula in the middle of what is shown of the page, at most as wide as half of that. */
function formulaAt(
  { x, y, scale }: Sight,
  { ink, width }: Choice,
  { tex, drawing }: { tex: string; drawing: { width: number; height: number } },
): Draft {
  const letters = sizeOf("formula", width)
  const fit = Math.min(1, PAGE.width / scale / 2 / (drawing.width * letters))
  const [half, high] = [(drawing.width * letters * fit) / 2, (drawing.height * letters * fit) / 2]
  const [cx, cy] = [x + PAGE.width / scale / 2, y + PAGE.height / scale / 2]
  const points = [cx - half, cy - high, cx + half, cy + high].map(Math.round)
  return { kind: "formula", ink, size: letters, points, text: tex }
}

function Trouble({ shown }: { shown: ReturnType<WhiteboardSheet["getView"]> }) {
  const words =
    shown.state === "loading"
      ? text.loading
      : shown.state === "failed"
        ? text.failed
        : shown.trouble === "unsaved"
          ? text.unsaved
          : shown.trouble === "held"
            ? text.held
            : shown.trouble === "full"
              ? text.fullUp
              : null
  return (
    <p
      role="status"
      className={
        words
          ? "absolute inset-x-0 top-2 mx-auto w-fit max-w-full rounded-full bg-surface-raised px-4 py-1.5 text-sm shadow-float"
          : "sr-only"
      }
    >
      {words}
    </p>
  )
}
