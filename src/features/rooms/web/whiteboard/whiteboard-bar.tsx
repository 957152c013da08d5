import ChevronLeft from "lucide-react/icons/chevron-left"
import ChevronRight from "lucide-react/icons/chevron-right"
import FileDown from "lucide-react/icons/file-down"
import Grid3x3 from "lucide-react/icons/grid-3x3"
import Plus from "lucide-react/icons/plus"
import Scan from "lucide-react/icons/scan"
import UsersRound from "lucide-react/icons/users-round"
import X from "lucide-react/icons/x"
import ZoomIn from "lucide-react/icons/zoom-in"
import ZoomOut from "lucide-react/icons/zoom-out"
import { useState } from "react"
import { MOST_PAGES } from "#contract/rooms/whiteboard-page.ts"
import { newId } from "#shared/ids.ts"
import { ToolButton } from "../stage/tool-button.tsx"
import { whiteboardText as text } from "../texts/whiteboard.texts.ts"
import { useBoard } from "../use-board.ts"
import type { useWhiteboardView } from "./use-whiteboard-view.ts"
import { itemsOnPage } from "./whiteboard-items.tsx"
import { pictureOf } from "./whiteboard-picture.ts"
import type { SheetFrame, WhiteboardSheet } from "./whiteboard-sheet.ts"

type WhiteboardBarProps = {
  sheet: WhiteboardSheet
  shown: SheetFrame
  view: ReturnType<typeof useWhiteboardView>
  isStaff: boolean
  canDraw: boolean
}

/** The bar above the page: which page, the zoom, and for the instructor who may draw. */
export function WhiteboardBar({ sheet, shown, view, isStaff, canDraw }: WhiteboardBarProps) {
  const { commands } = useBoard()
  const { page, pages } = shown
  return (
    <div className="flex min-w-0 shrink-0 items-center gap-1 overflow-x-auto text-sm [grid-area:bar]">
      {isStaff ? (
        <ToolButton
          name="previous-page"
          label={text.previousPage}
          disabled={page === 0}
          onClick={() => sheet.turnTo(page - 1)}
        >
          <ChevronLeft size={18} aria-hidden />
        </ToolButton>
      ) : null}
      <span className="shrink-0 px-1.5 font-medium tabular-nums">{text.page(page + 1, pages)}</span>
      {isStaff ? <ForwardButton sheet={sheet} shown={shown} /> : null}
      <span className="min-w-2 flex-1 truncate text-center text-[0.8125rem] text-ink-muted">
        {canDraw ? null : text.watchOnly}
      </span>
      {isStaff ? (
        <>
          <ToolButton
            name="squared"
            label={text.squared}
            pressed={shown.squared.includes(page)}
            onClick={() => sheet.square(!shown.squared.includes(page))}
          >
            <Grid3x3 size={18} aria-hidden />
          </ToolButton>
          <SavePage sheet={sheet} />
          <LetDraw />
        </>
      ) : null}
      <ZoomTools view={view} />
      {isStaff ? (
        <ToolButton
          name="close"
          label={text.close}
          onClick={() =>
            void commands.run((rooms, class_id) => rooms.setPolicy({ class_id, whiteboard: false }))
          }
        >
          <X size={18} aria-hidden />
        </ToolButton>
      ) : null}
    </div>
  )
}

/** Lets students draw, or not. */
export function LetDraw() {
  const { board, commands } = useBoard()
  const drawing = board.state?.policy.drawing ?? false
  return (
    <button
      type="button"
      role="switch"
      aria-checked={drawing}
      data-tool="let-draw"
      title={text.letDraw}
      onClick={() => void commands.run((rooms, class_id) => rooms.setPolicy({ class_id, drawing: !drawing }))}
      className={`inline-flex h-10 shrink-0 items-center gap-2 rounded-md px-2.5 font-medium ${drawing ? "bg-primary-tint text-primary-text" : "text-ink-muted hover:bg-ink/8"}`}
    >
      <UsersRound size={18} aria-hidden />
      <span className="@max-2xl/room:sr-only">{text.letDraw}</span>
    </button>
  )
}

export function ZoomTools({ view }: Pick<WhiteboardBarProps, "view">) {
  return (
    <>
      <ToolButton name="zoom-out" label={text.zoomOut} onClick={() => view.zoom(false)}>
        <ZoomOut size={18} aria-hidden />
      </ToolButton>
      <ToolButton name="zoom-in" label={text.zoomIn} onClick={() => view.zoom(true)}>
        <ZoomIn size={18} aria-hidden />
      </ToolButton>
      {view.sight.scale > 1 ? (
        <ToolButton name="fit" label={text.fit} onClick={view.fit}>
          <Scan size={18} aria-hidden />
        </ToolButton>
      ) : null}
    </>
  )
}

/** Goes to the next page, or adds one after the last. */
function ForwardButton({ sheet, shown: { page, pages } }: Pick<WhiteboardBarProps, "sheet" | "shown">) {
  const isLast = page + 1 === pages
  return (
    <ToolButton
      name="next-page"
      label={isLast ? text.addPage : text.nextPage}
      disabled={page + 1 >= MOST_PAGES}
      onClick={() => sheet.turnTo(page + 1)}
    >
      {isLast ? <Plus size={18} aria-hidden /> : <ChevronRight size={18} aria-hidden />}
    </ToolButton>
  )
}

/** Saves a picture of the page among the shared files, for students to download in class. */
function SavePage({ sheet }: Pick<WhiteboardBarProps, "sheet">) {
  const { commands } = useBoard()
  const [state, setState] = useState<"idle" | "busy" | "done">("idle")
  async function save() {
    setState("busy")
    const { page, items, squared } = sheet.getView()
    const done = await commands.run(async (rooms, class_id) => {
      const drawn = { classId: class_id, items: itemsOnPage(items, page), squared: squared.includes(page) }
      const file = await pictureOf(drawn, text.pictureName(page + 1))
      await rooms.shareFile({ class_id, id: newId(), file })
    })
    setState(done ? "done" : "idle")
  }
  return (
    <>
      <ToolButton name="save-page" label={text.share} disabled={state === "busy"} onClick={() => void save()}>
        <FileDown size={18} aria-hidden />
      </ToolButton>
      <span role="status" className="sr-only">
        {state === "done" ? text.shared : null}
      </span>
    </>
  )
}
