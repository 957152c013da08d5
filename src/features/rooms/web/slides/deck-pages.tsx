import { useState } from "react"
import type { SlideDeck } from "#contract/rooms/room-slides.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { slidesTexts } from "../texts/slides.texts.ts"
import { PageNote } from "./page-note.tsx"
import { slideAddress } from "./slide-address.ts"
import { useSlideNotes } from "./use-slide-notes.ts"

type DeckPagesProps = { classId: string; deck: Pick<SlideDeck, "id" | "pages"> }

/**
 * The pages of slides with the staff's notes, behind a line that opens them; each leads to its large picture. Without
 * scripts there are no notes.
 */
export function DeckPages({ classId, deck: { id, pages } }: DeckPagesProps) {
  const text = useTexts(slidesTexts)
  const [isOpen, setIsOpen] = useState(false)
  const notes = useSlideNotes(classId, id, isOpen)
  return (
    <details className="group" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm font-semibold text-primary-text hover:underline">
        {text.seePages}
      </summary>
      {isOpen ? <p className="text-[0.8125rem] text-ink-muted">{text.noteHint}</p> : null}
      <ol className="mt-2 grid gap-x-4 gap-y-6 sm:grid-cols-2">
        {Array.from({ length: pages }, (_, page) => (
          <li key={slideAddress(classId, id, page, "small")} className="grid content-start gap-2">
            <a
              href={slideAddress(classId, id, page, "large")}
              target="_blank"
              rel="noopener"
              className="overflow-hidden rounded-md border border-line bg-surface-sunken"
            >
              <img
                src={slideAddress(classId, id, page, "small")}
                alt={text.pageOf(page + 1, pages)}
                loading="lazy"
                className="aspect-video w-full object-contain"
              />
            </a>
            {isOpen ? <PageNote page={page} hint={false} {...notes} /> : null}
          </li>
        ))}
      </ol>
    </details>
  )
}
