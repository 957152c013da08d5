import { useEffect } from "react"
import { useRoom } from "../room-context.card.tsx"
import { slideAddress } from "../slides/slide-address.ts"
import { useBoard } from "../use-board.ts"
import { itemsOnPage } from "../whiteboard/whiteboard-items.tsx"
import type { WhiteboardPen } from "../whiteboard/whiteboard-pen.ts"
import type { WhiteboardSheet } from "../whiteboard/whiteboard-sheet.ts"
import type { PagePainter } from "./page-painter.ts"
import { showBoard } from "./shown-board.card.tsx"

const loadPainter = () => import("./page-painter.ts")

/** Offers the whiteboard's page to who records the room. The strokes of others are in it once they are finished. */
export function useShownWhiteboard(sheet: WhiteboardSheet, pen: WhiteboardPen): void {
  useShownSheet(sheet, pen, undefined)
}

/** Offers what is drawn over somebody's shared screen, by their identity, to who records the room. */
export function useShownScreen(over: string, sheet: WhiteboardSheet, pen: WhiteboardPen | null): void {
  useShownSheet(sheet, pen, over)
}

function useShownSheet(sheet: WhiteboardSheet, pen: WhiteboardPen | null, over: string | undefined): void {
  const room = useRoom()
  const { classId } = useBoard().commands
  useEffect(() => {
    const listeners = new Set<() => void>()
    const tell = () => {
      for (const listener of listeners) listener()
    }
    let painter: PagePainter | null = null
    const stops = [sheet.subscribe(tell), pen?.subscribe(tell)]
    const leave = showBoard(room, {
      ...(over !== undefined && { over }),
      subscribe(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      async take(isAllowed) {
        painter ??= new (await loadPainter()).PagePainter(classId, tell, over === undefined)
        const { state, items, page, squared, paper } = sheet.getView()
        if (state !== "ready") return null
        const draft = pen?.draftOn(page) ?? null
        const drawn = itemsOnPage(items, page).filter(({ author }) => isAllowed(author))
        return painter.paint(drawn, { squared: squared.includes(page), draft, size: paper })
      },
    })
    return () => {
      leave()
      for (const stop of stops) stop?.()
    }
  }, [room, classId, sheet, pen, over])
}

/** Offers a page of slides to who records the room. */
export function useShownSlide(classId: string, deckId: string, page: number): void {
  const room = useRoom()
  useEffect(
    () =>
      showBoard(room, {
        // Another page is another board.
        subscribe: () => () => undefined,
        async take() {
          const answer = await fetch(slideAddress(classId, deckId, page, "large"))
          if (!answer.ok) throw new Error(`page ${page} answered ${answer.status}`)
          return createImageBitmap(await answer.blob())
        },
      }),
    [room, classId, deckId, page],
  )
}
