import { type RefObject, useLayoutEffect, useRef, useState } from "react"
import { PAGE } from "#contract/rooms/whiteboard-page.ts"
import { INK_COLORS, LINE_HEIGHT, TEXT_FONT } from "#features/rooms/whiteboard-svg.ts"
import { whiteboardText as text } from "../texts/whiteboard.texts.ts"
import type { Choice, Place } from "./whiteboard-pen.ts"
import type { WhiteboardSheet } from "./whiteboard-sheet.ts"
import { sizeOf } from "./whiteboard-tool.ts"

type WritingProps = {
  at: Place
  choice: Choice
  sheet: WhiteboardSheet
  svg: RefObject<SVGSVGElement | null>
  onDone: () => void
}

/**
 * A text being typed: Ctrl+Enter or a click elsewhere saves it, Escape discards it. It stays on the page where it was
 * begun, and is saved as well if the whiteboard closes.
 */
export function WhiteboardWriting({ at, choice, sheet, svg, onDone }: WritingProps) {
  const size = sizeOf("text", choice.width)
  const [page] = useState(() => sheet.getView().page)
  const area = useRef<HTMLTextAreaElement>(null)
  function add(words: string) {
    const written = words.trimEnd()
    if (!written) return
    sheet.add({ kind: "text", ink: choice.ink, size, points: [at.x, at.y], text: written }, undefined, page)
  }
  const addLast = useRef(add)
  addLast.current = add
  useLayoutEffect(() => {
    const element = area.current
    element?.focus()
    // Taken away while somebody types, it tells of no blur. What was saved or discarded before is empty by now.
    return () => addLast.current(element?.value ?? "")
  }, [])
  function keep(element: HTMLTextAreaElement) {
    const words = element.value
    element.value = ""
    add(words)
    onDone()
  }
  return (
    <foreignObject x={at.x} y={at.y} width={PAGE.width} height={PAGE.height} className="pointer-events-none">
      <textarea
        ref={area}
        aria-label={text.typing}
        maxLength={500}
        rows={4}
        onBlur={(event) => keep(event.currentTarget)}
        onPointerDown={(event) => event.stopPropagation()}
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.currentTarget.blur()
          if (event.key === "Escape") {
            event.currentTarget.value = ""
            event.currentTarget.blur()
          }
          if (event.key === "Escape" || (event.key === "Enter" && event.ctrlKey)) svg.current?.focus()
        }}
        style={{ font: `${size}px/${LINE_HEIGHT} ${TEXT_FONT}`, color: INK_COLORS[choice.ink] }}
        className="pointer-events-auto w-[900px] resize-none border-0 bg-transparent p-0 caret-[#1c5fc2] outline-dashed outline-2 outline-[#1c5fc2]/40"
      />
    </foreignObject>
  )
}
