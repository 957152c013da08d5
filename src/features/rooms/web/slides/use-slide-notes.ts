import { useEffect, useRef, useState } from "react"

/** How long after the last letter a note is sent, and after which it is tried again without a connection. */
const SEND_AFTER_MS = 800
const RETRY_AFTER_MS = 5_000

/** What was typed and has not reached the server, by deck and page: it outlives the panel in which it was typed. */
const unsent = new Map<string, Map<number, string>>()

/** Of one page: nothing to say, or what became of the last change. */
export type NoteState = "kept" | "sent" | "failed"

export type SlideNotes = {
  /** By page; null while they load, and undefined where they could not be loaded. */
  notes: readonly string[] | null | undefined
  states: ReadonlyMap<number, NoteState>
  write(page: number, note: string): void
}

/** The staff's notes on the pages of slides, which are saved while they type. Loaded as soon as they are wanted. */
export function useSlideNotes(classId: string, deckId: string, isWanted = true): SlideNotes {
  const [notes, setNotes] = useState<SlideNotes["notes"]>(null)
  const [states, setStates] = useState<SlideNotes["states"]>(new Map())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const tell = (page: number, state: NoteState) => setStates((all) => new Map(all).set(page, state))

  useEffect(() => {
    if (!isWanted) return
    import("./send-slides.ts")
      .then(({ loadNotes }) => loadNotes(classId, deckId))
      .then((kept) => setNotes(kept.map((note, page) => unsent.get(deckId)?.get(page) ?? note)))
      .catch(() => setNotes(undefined))
    return () => {
      clearTimeout(timer.current)
      void sendUnsent(classId, deckId, () => {})
    }
  }, [classId, deckId, isWanted])

  async function send() {
    if (!(await sendUnsent(classId, deckId, tell)))
      timer.current = setTimeout(() => void send(), RETRY_AFTER_MS)
  }

  return {
    notes,
    states,
    write(page, note) {
      setNotes((all) => all?.with(page, note))
      tell(page, "kept")
      unsent.set(deckId, (unsent.get(deckId) ?? new Map()).set(page, note))
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void send(), SEND_AFTER_MS)
    },
  }
}

/** Sends what has not arrived yet. Returns whether all of it has now. */
async function sendUnsent(
  class_id: string,
  deck_id: string,
  tell: (page: number, state: NoteState) => void,
): Promise<boolean> {
  const drafts = unsent.get(deck_id)
  for (const [page, note] of [...(drafts ?? [])]) {
    try {
      const { sendNote } = await import("./send-slides.ts")
      await sendNote({ class_id, deck_id, page, note })
    } catch {
      tell(page, "failed")
      return false
    }
    // Otherwise more was typed meanwhile, and is on its way next.
    if (drafts?.get(page) !== note) continue
    drafts.delete(page)
    tell(page, "sent")
  }
  return true
}
