import Presentation from "lucide-react/icons/presentation"
import X from "lucide-react/icons/x"
import type { ReactNode } from "react"
import type { SlideDeck } from "#contract/rooms/room-slides.ts"
import { Button } from "#ui/components/button.tsx"
import { cx } from "#ui/cx.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { formatSize } from "../panels/file-size.ts"
import { slidesTexts } from "../texts/slides.texts.ts"
import { AddSlides } from "./add-slides.tsx"
import { slideAddress } from "./slide-address.ts"

type SlideListProps = {
  classId: string
  decks: readonly SlideDeck[]
  /** Whether presentations can be added. */
  presentations: boolean
  /** Called when something was added, removed or restored. */
  onChanged: () => void
  /** What a deck that is ready can do, beside being removed. */
  renderReady: (deck: SlideDeck) => ReactNode
}

/** The slides of a class, for its staff: they add, remove and restore them. */
export function SlideList({ classId, decks, presentations, onChanged, renderReady }: SlideListProps) {
  const text = useTexts(slidesTexts)
  const kept = decks.filter((deck) => !deck.deleted)
  const removed = decks.filter((deck) => deck.deleted)
  /** Nothing is lost if it fails: the list stays as it is. */
  async function change(deckId: string, how: "deleteSlides" | "restoreSlides") {
    await import("./send-slides.ts")
      .then(({ changeSlides }) => changeSlides(classId, deckId, how))
      .catch(() => undefined)
    onChanged()
  }
  return (
    <div className="grid content-start gap-4">
      <AddSlides classId={classId} presentations={presentations} onAdded={onChanged} />
      {kept.length === 0 ? <p className="text-sm text-ink-muted">{text.empty}</p> : null}
      <ul className="divide-y divide-line empty:hidden">
        {kept.map((deck) => (
          <DeckLine
            key={deck.id}
            classId={classId}
            deck={deck}
            onRemove={() => void change(deck.id, "deleteSlides")}
          >
            {deck.status === "ready" ? renderReady(deck) : null}
          </DeckLine>
        ))}
      </ul>
      {removed.length > 0 ? (
        <section aria-labelledby="removed-slides" className="grid gap-1 border-t border-line pt-4">
          <h3 id="removed-slides" className="text-[0.8125rem] font-semibold text-ink-muted">
            {text.removed}
          </h3>
          <ul className="divide-y divide-line">
            {removed.map(({ id, name }) => (
              <li key={id} data-removed-slides={id} className="flex min-h-12 items-center gap-3">
                <span className="min-w-0 flex-1 truncate text-[0.9375rem] text-ink-muted" title={name}>
                  {name}
                </span>
                <Button
                  variant="ghost"
                  size="sm"
                  aria-label={text.restore(name)}
                  onClick={() => void change(id, "restoreSlides")}
                >
                  {text.undo}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </div>
  )
}

type DeckLineProps = { classId: string; deck: SlideDeck; onRemove: () => void; children: ReactNode }

function DeckLine({ classId, deck, onRemove, children }: DeckLineProps) {
  const text = useTexts(slidesTexts)
  const { id, name, status, failure, pages, size_bytes } = deck
  return (
    <li data-slides={id} data-status={status} className="grid gap-2 py-3">
      <div className="flex items-center gap-3">
        <span className="grid aspect-video w-20 shrink-0 place-items-center overflow-hidden rounded-md border border-line bg-surface-sunken text-ink-muted">
          {status === "ready" ? (
            <img
              src={slideAddress(classId, id, 0, "small")}
              alt=""
              loading="lazy"
              className="size-full object-contain"
            />
          ) : (
            <Presentation size={20} aria-hidden />
          )}
        </span>
        <span className="grid min-w-0 flex-1">
          <span className="truncate text-[0.9375rem] font-medium" title={name}>
            {name}
          </span>
          <span
            role="status"
            className={cx("text-[0.8125rem] tabular-nums", failure ? "text-danger" : "text-ink-muted")}
          >
            {failure
              ? text.failures[failure]
              : status === "ready"
                ? text.ready(pages, formatSize(size_bytes))
                : text.preparing}
          </span>
        </span>
        <Button variant="ghost" size="icon" aria-label={text.remove(name)} onClick={onRemove}>
          <X size={18} aria-hidden />
        </Button>
      </div>
      {children}
    </li>
  )
}
