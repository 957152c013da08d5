import Circle from "lucide-react/icons/circle"
import Crosshair from "lucide-react/icons/crosshair"
import Eraser from "lucide-react/icons/eraser"
import Hand from "lucide-react/icons/hand"
import Highlighter from "lucide-react/icons/highlighter"
import MousePointer2 from "lucide-react/icons/mouse-pointer-2"
import MoveUpRight from "lucide-react/icons/move-up-right"
import Pencil from "lucide-react/icons/pencil"
import Redo2 from "lucide-react/icons/redo-2"
import Sigma from "lucide-react/icons/sigma"
import Slash from "lucide-react/icons/slash"
import Square from "lucide-react/icons/square"
import Trash2 from "lucide-react/icons/trash-2"
import Type from "lucide-react/icons/type"
import Undo2 from "lucide-react/icons/undo-2"
import { type KeyboardEvent, useState } from "react"
import { INKS } from "#contract/rooms/whiteboard-page.ts"
import { INK_COLORS } from "#features/rooms/whiteboard-svg.ts"
import { ConfirmDialog } from "#ui/components/dialog.tsx"
import { cx } from "#ui/cx.ts"
import { ToolButton } from "../stage/tool-button.tsx"
import { whiteboardText as text } from "../texts/whiteboard.texts.ts"
import { PictureButton } from "./picture/picture-button.tsx"
import type { Choice } from "./whiteboard-pen.ts"
import type { SheetFrame, WhiteboardSheet } from "./whiteboard-sheet.ts"
import { TOOL_KEYS, TOOLS, type Width } from "./whiteboard-tool.ts"

const icons = {
  select: MousePointer2,
  pen: Pencil,
  marker: Highlighter,
  eraser: Eraser,
  text: Type,
  line: Slash,
  arrow: MoveUpRight,
  rect: Square,
  ellipse: Circle,
  laser: Crosshair,
  hand: Hand,
}

type WhiteboardToolsProps = {
  sheet: WhiteboardSheet
  shown: SheetFrame
  choice: Choice
  onChoice: (choice: Choice) => void
  isStaff: boolean
  onFormula: () => void
  onPictures: (files: File[]) => void
}

const bar = "flex shrink-0 items-center rounded-card bg-surface p-0.5"

/** The tools, below the page on a phone, otherwise beside it. Arrow keys move between them. */
export function ToolRail({ choice, onChoice }: Pick<WhiteboardToolsProps, "choice" | "onChoice">) {
  return (
    <div
      role="toolbar"
      aria-label={text.toolbar}
      onKeyDown={goAlong}
      className={cx(
        bar,
        "justify-between [grid-area:tools] @3xl/room:justify-start @3xl/room:group-data-[strip=side]/stage:flex-col @3xl/room:group-data-[strip=side]/stage:self-start",
      )}
    >
      {TOOLS.map((tool) => {
        const Icon = icons[tool]
        return (
          <ToolButton
            key={tool}
            name={tool}
            label={`${text.tools[tool]} (${TOOL_KEYS[tool]})`}
            pressed={choice.tool === tool}
            onClick={() => onChoice({ ...choice, tool })}
          >
            <Icon size={19} aria-hidden />
          </ToolButton>
        )
      })}
    </div>
  )
}

/** Colour, width, formulas, pictures and undo. */
export function InkRow({
  sheet,
  shown,
  choice,
  onChoice,
  isStaff,
  onFormula,
  onPictures,
}: WhiteboardToolsProps) {
  const [clearing, setClearing] = useState(false)
  const { clear, clearTitle, clearText } = sheet.isOverScreen ? text.screen : text
  return (
    <div
      role="toolbar"
      aria-label={text.inkbar}
      onKeyDown={goAlong}
      className={cx(
        bar,
        "justify-between overflow-x-auto [grid-area:inks] @3xl/room:justify-self-end @3xl/room:group-data-[strip=side]/stage:justify-self-center",
      )}
    >
      {INKS.map((ink) => (
        <ToolButton
          key={ink}
          name={ink}
          label={`${text.colors}: ${text.inks[ink]}`}
          pressed={choice.ink === ink}
          onClick={() => onChoice({ ...choice, ink })}
        >
          <span
            className="size-5 rounded-full border border-white/50"
            style={{ background: INK_COLORS[ink] }}
            aria-hidden
          />
        </ToolButton>
      ))}
      <Divide />
      {([0, 1, 2] as const satisfies Width[]).map((width) => (
        <ToolButton
          key={width}
          name={`width-${width}`}
          label={`${text.widths}: ${text.sizes[width]}`}
          pressed={choice.width === width}
          onClick={() => onChoice({ ...choice, width })}
        >
          <span className="w-5 rounded-full bg-current" style={{ height: 2 + width * 3 }} aria-hidden />
        </ToolButton>
      ))}
      <Divide />
      <ToolButton name="formula" label={text.formula} onClick={onFormula}>
        <Sigma size={19} aria-hidden />
      </ToolButton>
      <PictureButton onFiles={onPictures} />
      <ToolButton name="undo" label={text.undo} disabled={!shown.canUndo} onClick={sheet.undo}>
        <Undo2 size={19} aria-hidden />
      </ToolButton>
      <ToolButton name="redo" label={text.redo} disabled={!shown.canRedo} onClick={sheet.redo}>
        <Redo2 size={19} aria-hidden />
      </ToolButton>
      {isStaff ? (
        <ToolButton name="clear" label={clear} onClick={() => setClearing(true)}>
          <Trash2 size={19} aria-hidden />
        </ToolButton>
      ) : null}
      <ConfirmDialog
        open={clearing}
        onClose={() => setClearing(false)}
        title={clearTitle}
        description={clearText}
        confirmLabel={clear}
        danger
        onConfirm={() => {
          setClearing(false)
          sheet.clearPage()
        }}
      />
    </div>
  )
}

const FORTH = new Set(["ArrowRight", "ArrowDown"])
const BACK = new Set(["ArrowLeft", "ArrowUp"])

function goAlong(event: KeyboardEvent<HTMLElement>) {
  const step = FORTH.has(event.key) ? 1 : BACK.has(event.key) ? -1 : 0
  if (!step) return
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>("button:not(:disabled)")]
  const at = buttons.indexOf(document.activeElement as HTMLElement)
  buttons[(at + step + buttons.length) % buttons.length]?.focus()
}

function Divide() {
  return <span aria-hidden className="mx-1 hidden h-6 w-px shrink-0 bg-line @lg/room:block" />
}
