import { useEffect, useRef } from "react"
import type { ShownSlides, SlideDeck } from "#contract/rooms/room-slides.ts"
import { Button } from "#ui/components/button.tsx"
import { cx } from "#ui/cx.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { slidesTexts } from "../texts/slides.texts.ts"
import { useBoard } from "../use-board.ts"
import { PageNote } from "./page-note.tsx"
import { slideAddress } from "./slide-address.ts"
import { SlideList } from "./slide-list.tsx"
import { useSlideNotes } from "./use-slide-notes.ts"
import { useSlideTurner } from "./use-slide-turner.ts"

/** For staff in the room: the class's slides, and the pages of those that are shown. */
export function SlidesPanel() {
  const text = useTexts(slidesTexts)
  const { board, commands } = useBoard()
  const { decks = [], presentations = false, slides = null, policy } = board.state ?? {}
  async function show(deck_id: string) {
    await commands.run(async (rooms, class_id) => {
      await rooms.showSlides({ class_id, deck_id })
      // It is shown before slides.
      if (policy?.whiteboard) await rooms.setPolicy({ class_id, whiteboard: false })
    })
  }
  return (
    <div className="grid min-h-0 flex-1 content-start gap-4 overflow-y-auto overscroll-contain px-4 pb-4">
      <SlideList
        classId={commands.classId}
        decks={decks}
        presentations={presentations}
        onChanged={commands.refresh}
        renderReady={({ id, name }: SlideDeck) =>
          slides?.deck_id === id ? (
            <ShownPages key={id} slides={slides} />
          ) : (
            <Button
              size="sm"
              variant="secondary"
              className="justify-self-start"
              aria-label={text.showOf(name)}
              onClick={() => void show(id)}
            >
              {text.show}
            </Button>
          )
        }
      />
    </div>
  )
}

/** The pages of the slides that are shown, small; a click turns to one for everybody. */
function ShownPages({ slides }: { slides: ShownSlides }) {
  const text = useTexts(slidesTexts)
  const { commands } = useBoard()
  const { page, turn } = useSlideTurner(slides)
  const notes = useSlideNotes(commands.classId, slides.deck_id)
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    list.current?.children[page]?.scrollIntoView({ block: "nearest" })
  }, [page])
  return (
    <div className="grid gap-1.5">
      <p className="text-[0.8125rem] font-semibold text-primary-text">{text.shown}</p>
      <ol ref={list} aria-label={text.pages} className="grid grid-cols-3 gap-2">
        {Array.from({ length: slides.pages }, (_, at) => (
          <li key={slideAddress(commands.classId, slides.deck_id, at, "small")}>
            <button
              type="button"
              data-thumbnail={at}
              aria-current={at === page ? "page" : undefined}
              aria-label={text.pageOf(at + 1, slides.pages)}
              onClick={() => turn(at)}
              className={cx(
                "relative w-full overflow-hidden rounded-md border bg-surface-sunken",
                at === page ? "border-primary ring-2 ring-primary" : "border-line hover:border-ink-muted",
              )}
            >
              <img
                src={slideAddress(commands.classId, slides.deck_id, at, "small")}
                alt=""
                loading="lazy"
                className="aspect-video w-full object-contain"
              />
              <span className="absolute right-1 bottom-1 rounded-sm bg-black/65 px-1 text-xs text-white tabular-nums">
                {at + 1}
              </span>
            </button>
          </li>
        ))}
      </ol>
      <PageNote page={page} {...notes} />
    </div>
  )
}
