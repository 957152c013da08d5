import { type ReactNode, Suspense, useEffect, useRef, useState } from "react"
import type { Ink } from "#contract/rooms/whiteboard-page.ts"
import type { Paper } from "#features/rooms/screen-paper.ts"
import { INK_COLORS } from "#features/rooms/whiteboard-svg.ts"
import { latePart } from "#ui/late-part.tsx"
import { whiteboardText as text } from "../texts/whiteboard.texts.ts"
import { useBoard } from "../use-board.ts"
import { PictureNotes } from "./picture/picture-notes.tsx"
import { useNames } from "./picture/use-picture-surroundings.ts"
import { usePictures } from "./picture/use-pictures.ts"
import { SelectionBar } from "./selection/selection-bar.tsx"
import type { SheetTools } from "./use-sheet.ts"
import type { Sight } from "./use-whiteboard-view.ts"
import { useWhiteboardView } from "./use-whiteboard-view.ts"
import { WhiteboardCanvas } from "./whiteboard-canvas.tsx"
import type { Choice, Place } from "./whiteboard-pen.ts"
import type { Draft, SheetFrame } from "./whiteboard-sheet.ts"
import { sizeOf } from "./whiteboard-tool.ts"
import { InkRow, ToolRail } from "./whiteboard-tools.tsx"

const FormulaDialog = latePart(async () => (await import("./formula/formula-dialog.tsx")).FormulaDialog)

const nothing = () => undefined

type View = ReturnType<typeof useWhiteboardView>

type WhiteboardDeskProps = SheetTools & {
  shown: SheetFrame
  canDraw: boolean
  isStaff: boolean
  bar: (view: View) => ReactNode
  /** The shared screen that is drawn over: what it is called, and its picture. */
  over?: { name: string; picture: (sight: Sight) => ReactNode }
  ink?: Ink
}

/** A sheet with its bar above it and the tools around it. */
export function WhiteboardDesk(props: WhiteboardDeskProps) {
  const { sheet, pen, selection, shown, canDraw, isStaff, bar, over, ink = "ink" } = props
  const { classId } = useBoard().commands
  const svg = useRef<SVGSVGElement>(null)
  const view = useWhiteboardView(svg, shown.paper)
  const [choice, setChoice] = useState<Choice>({ tool: "pen", ink, width: 1 })
  function choose(next: Choice) {
    if (next.tool !== "select") selection.clear()
    setChoice(next)
  }
  const [writing, setWriting] = useState<(Place & { page: number }) | null>(null)
  // A text belongs to the page where it was begun: when the class turns, it is saved there.
  if (writing && writing.page !== shown.page) setWriting(null)
  const [formula, setFormula] = useState(false)
  // The page gets the focus once the dialog has given it back, so that arrow keys move what was added.
  const [added, setAdded] = useState(0)
  useEffect(() => {
    if (added > 0) svg.current?.focus()
  }, [added])
  const section = useRef<HTMLElement>(null)
  const touched = useRef(0)
  function addSelected(draft: Draft) {
    setAdded(added + 1)
    choose({ ...choice, tool: "select" })
    selection.add(draft)
  }
  const pictures = usePictures({
    ...{ classId, sheet, svg, sight: view.sight, canDraw },
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
      aria-label={over?.name ?? text.name}
      data-whiteboard={shown.state}
      data-can-draw={canDraw || undefined}
      data-saved={shown.trouble === null || undefined}
      className="grid size-full min-h-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)_auto_auto] [grid-template-areas:'bar'_'page'_'tools'_'inks'] @3xl/room:grid-cols-[auto_minmax(0,1fr)] @3xl/room:grid-rows-[auto_minmax(0,1fr)_auto] @3xl/room:group-data-[strip=below]/stage:[grid-template-areas:'bar_bar'_'page_page'_'tools_inks'] @3xl/room:group-data-[strip=side]/stage:[grid-template-areas:'bar_bar'_'tools_page'_'inks_inks']"
    >
      {bar(view)}
      <div
        {...pictures.drop}
        onPointerDownCapture={() => {
          touched.current = Date.now()
        }}
        className="relative min-h-0 overflow-clip [grid-area:page]"
      >
        {over?.picture(view.sight)}
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
          onWriting={(at) => setWriting(at && { ...at, page: shown.page })}
          onTool={(tool) => choose({ ...choice, tool })}
          over={over?.name}
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
                  addSelected(formulaAt(view.sight, shown.paper, choice, drawn))
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
  paper: Paper,
  { ink, width }: Choice,
  { tex, drawing }: { tex: string; drawing: { width: number; height: number } },
): Draft {
  const letters = sizeOf("formula", width)
  const fit = Math.min(1, paper.width / scale / 2 / (drawing.width * letters))
  const [half, high] = [(drawing.width * letters * fit) / 2, (drawing.height * letters * fit) / 2]
  const [cx, cy] = [x + paper.width / scale / 2, y + paper.height / scale / 2]
  const points = [cx - half, cy - high, cx + half, cy + high].map(Math.round)
  return { kind: "formula", ink, size: letters, points, text: tex }
}

function Trouble({ shown }: { shown: SheetFrame }) {
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
