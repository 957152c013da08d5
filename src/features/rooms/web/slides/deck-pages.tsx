import type { SlideDeck } from "#contract/rooms/room-slides.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { slidesTexts } from "../texts/slides.texts.ts"
import { slideAddress } from "./slide-address.ts"

type DeckPagesProps = { classId: string; deck: Pick<SlideDeck, "id" | "pages"> }

/** The pages of slides, behind a line that opens them; each leads to its large picture. Works without scripts. */
export function DeckPages({ classId, deck: { id, pages } }: DeckPagesProps) {
  const text = useTexts(slidesTexts)
  return (
    <details className="group">
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm font-semibold text-primary-text hover:underline">
        {text.seePages}
      </summary>
      <ol className="mt-2 grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4">
        {Array.from({ length: pages }, (_, page) => (
          <li key={slideAddress(classId, id, page, "small")} className="grid gap-1">
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
            <span aria-hidden className="text-[0.8125rem] text-ink-muted tabular-nums">
              {page + 1}
            </span>
          </li>
        ))}
      </ol>
    </details>
  )
}
