import { useRef, useState } from "react"
import type { ShownSlides } from "#contract/rooms/room-slides.ts"
import { useBoard } from "../use-board.ts"

type Wanted = { deckId: string; page: number; revision: number | null }

/**
 * Turns the pages for everybody: at once here, then on the server one request after the other, of which only the last
 * wanted page matters. Returns the page to show, from 0.
 */
export function useSlideTurner({ deck_id: deckId, page: shown }: ShownSlides) {
  const { board, commands } = useBoard()
  const [wanted, setWanted] = useState<Wanted | null>(null)
  const next = useRef<Wanted | null>(null)
  const sending = useRef(false)

  async function send() {
    sending.current = true
    while (next.current) {
      const asked: Wanted = next.current
      next.current = null
      let told: Wanted | null = null
      await commands.run(async (rooms, class_id) => {
        const { revision } = await rooms.showSlides({ class_id, deck_id: asked.deckId, page: asked.page })
        told = { ...asked, revision }
      })
      // Without an answer, and when nothing else is wanted, what the board says counts.
      if (!next.current) setWanted(told)
    }
    sending.current = false
  }

  /** Until the board has what was sent, this browser is ahead of it. */
  const isAhead =
    wanted?.deckId === deckId &&
    (wanted.revision === null || Math.max(board.revision, board.newest.slides ?? 0) < wanted.revision)
  return {
    page: isAhead ? wanted.page : shown,
    turn(page: number) {
      next.current = { deckId, page, revision: null }
      setWanted(next.current)
      if (!sending.current) void send()
    },
  }
}
