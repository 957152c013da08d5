import { buffer } from "node:stream/consumers"
import { and, eq } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"
import { findOffice, openPresentation } from "#platform/pictures/office.ts"
import { makePagePictures, type PAGE_LIMITS } from "#platform/pictures/page-pictures.ts"
import { Unreadable } from "#platform/pictures/page-work.ts"
import { FileExists, FileMissing } from "#platform/storage/port.ts"
import type { SlideFailure } from "#shared/slides.ts"
import { readClassWithRoom } from "../room.ts"
import { changeDecks, DECK_COLUMNS, type DeckRow, tellDeck } from "./decks.ts"
import { keyOfSent, keyOfSlide, removeSlideFiles } from "./slide-files.ts"
import { type SlidePage, type StoredDeck, slideDecks } from "./table.ts"

/**
 * Draws the pages of slides that were added, once, and removes what was sent: from then on there are only pictures
 * that the product made. Repeating it changes nothing. Throws StorageFull; the caller tries again.
 */
export async function drawSlides(ctx: Ctx, deckId: string, limits?: typeof PAGE_LIMITS): Promise<void> {
  const [deck] = await ctx.db.select().from(slideDecks).where(eq(slideDecks.id, deckId))
  if (!deck) return
  // An earlier run was stopped right before the end.
  if (deck.status === "ready") return ctx.files.remove(keyOfSent(deckId))
  if (deck.status === "failed") return removeSlideFiles(ctx, deckId)
  const pages = await drawPages(ctx, deck, limits)
  if (typeof pages === "string") return failSlides(ctx, deck, pages)
  await settle(ctx, deck, { status: "ready", pages, page_count: pages.length })
  await ctx.files.remove(keyOfSent(deckId))
}

async function drawPages(
  ctx: Ctx,
  { id, kind, name }: StoredDeck,
  limits?: typeof PAGE_LIMITS,
): Promise<SlidePage[] | SlideFailure> {
  const pages: SlidePage[] = []
  try {
    const file = new Uint8Array(await buffer(await ctx.files.read(keyOfSent(id))))
    const { pdf, notes } = kind === "office" ? await open(file, name) : { pdf: file, notes: [] }
    await makePagePictures(
      pdf,
      kind === "office" ? "pdf" : kind,
      async ({ width, height, text, ...pictures }, at) => {
        for (const size of ["small", "large"] as const)
          await keep(ctx, keyOfSlide(id, at, size), pictures[size])
        pages.push({ width, height, text })
      },
      limits,
    )
    // Hidden slides have notes and no page: then it is not known whose they are.
    return notes.length === pages.length ? pages.map((page, at) => ({ ...page, note: notes[at] })) : pages
  } catch (error) {
    if (error instanceof FileMissing) return "LOST"
    if (!(error instanceof Unreadable)) throw error
    ctx.log.warn({ err: error, deck: id }, "slides could not be drawn")
    return error.failure
  }
}

async function open(file: Uint8Array, name: string) {
  const office = await findOffice()
  // It was there when the file was added: another process may have it.
  if (!office) throw new Error("LibreOffice is not on the PATH of this process")
  return openPresentation(office, file, name.slice(name.lastIndexOf(".") + 1))
}

async function keep(ctx: Ctx, key: string, picture: Uint8Array): Promise<void> {
  try {
    await ctx.files.put(key, picture, "image/webp")
  } catch (error) {
    // By an earlier run, which drew the same.
    if (!(error instanceof FileExists)) throw error
  }
}

/** Marks slides that are waiting as failed, and removes their files. */
export async function failSlides(ctx: Ctx, deck: StoredDeck, failure: SlideFailure): Promise<void> {
  await settle(ctx, deck, { status: "failed", failure })
  await removeSlideFiles(ctx, deck.id)
}

async function settle(ctx: Ctx, { id, class_id }: StoredDeck, values: Partial<StoredDeck>): Promise<void> {
  // A class in the bin keeps its slides.
  const held = (await readClassWithRoom(ctx, class_id)) ?? { id: class_id, status: "scheduled" as const }
  const [settled]: DeckRow[] = await changeDecks(ctx, held, (tx, revision) =>
    tx.db
      .update(slideDecks)
      .set({ ...values, revision })
      .where(and(eq(slideDecks.id, id), eq(slideDecks.status, "waiting")))
      .returning(DECK_COLUMNS),
  )
  if (settled) await tellDeck(ctx, held, settled)
}
