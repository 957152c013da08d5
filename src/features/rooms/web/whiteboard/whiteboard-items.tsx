import { memo, useEffect, useMemo, useState } from "react"
import type { Item } from "#features/rooms/whiteboard.ts"
import { WhiteboardShape } from "./whiteboard-shape.tsx"

/** Items that are drawn again together when one of them changes. */
const CHUNK = 50
/** Pages with so few are drawn finely right away. */
const FEW_CHUNKS = 6
/** Leaves the browser time for a frame between two chunks. */
const BETWEEN_CHUNKS_MS = 16
const NONE: ReadonlySet<string> = new Set()

/** Returns the items of a page in their order on it. Ids sort by time, so later ones are on top for everybody. */
export function itemsOnPage(items: ReadonlyMap<string, Item>, page: number): Item[] {
  return [...items.values()]
    .filter((item) => item.page === page && !item.gone)
    .sort((one, other) => (one.id < other.id ? -1 : 1))
}

type WhiteboardItemsProps = {
  items: readonly Item[]
  /** Shown pale, because they are about to be erased. */
  pale: ReadonlySet<string>
  /** Not shown here, because they are being moved. */
  lifted: ReadonlySet<string>
}

/** The items of a page. Of thousands only those few are drawn again that are in one chunk with a change. */
export const WhiteboardItems = memo(function WhiteboardItems({ items, pale, lifted }: WhiteboardItemsProps) {
  const chunks = useChunks(items)
  const fine = useRefinement(chunks.length)
  const within = (chunk: readonly Item[], ids: ReadonlySet<string>) =>
    ids.size > 0 && chunk.some(({ id }) => ids.has(id)) ? ids : NONE
  return chunks.map((chunk, index) => (
    <Chunk
      // A chunk is known by its place; which items are in it changes.
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      key={index}
      items={chunk}
      pale={within(chunk, pale)}
      lifted={within(chunk, lifted)}
      plain={index >= fine}
    />
  ))
})

const Chunk = memo(function Chunk({ items, pale, lifted, plain }: WhiteboardItemsProps & { plain: boolean }) {
  return items.map((item) =>
    lifted.has(item.id) ? null : (
      <WhiteboardShape key={item.id} id={item.id} shape={item} pale={pale.has(item.id)} plain={plain} />
    ),
  )
})

/**
 * Returns how many chunks are drawn finely. Of a full page strokes are even lines at first, so that it opens at once;
 * their outlines follow chunk by chunk while the browser has nothing else to do.
 */
function useRefinement(chunks: number): number {
  const [fine, setFine] = useState(0)
  const isFew = chunks <= FEW_CHUNKS
  useEffect(() => {
    if (chunks === 0 || fine === Number.POSITIVE_INFINITY) return
    const next = isFew || fine + 1 >= chunks ? Number.POSITIVE_INFINITY : fine + 1
    const later = setTimeout(() => setFine(next), isFew ? 0 : BETWEEN_CHUNKS_MS)
    return () => clearTimeout(later)
  }, [chunks, fine, isFew])
  return isFew ? chunks : fine
}

/** Returns items in arrays, of which those of `before` are kept that hold the same. */
export function chunksOf(
  items: readonly Item[],
  before: readonly (readonly Item[])[],
): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / CHUNK) }, (_, index) => {
    const [kept, next] = [before[index], items.slice(index * CHUNK, (index + 1) * CHUNK)]
    return kept?.length === next.length && next.every((item, at) => item === kept[at]) ? kept : next
  })
}

function useChunks(items: readonly Item[]): readonly (readonly Item[])[] {
  const [kept] = useState<{ chunks: readonly (readonly Item[])[] }>({ chunks: [] })
  return useMemo(() => {
    kept.chunks = chunksOf(items, kept.chunks)
    return kept.chunks
  }, [items, kept])
}
