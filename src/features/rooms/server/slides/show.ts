import { and, eq, getTableColumns, gt, isNull, sql } from "drizzle-orm"
import type { ShownSlides } from "#contract/rooms/room-slides.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound } from "#platform/errors.ts"
import type { SlideSize } from "#shared/slides.ts"
import { nextRevision } from "../board/board-revision.ts"
import { tellRoom } from "../board/broadcast.ts"
import { type Member, requireMember, requireStaff, requireStaffOfLive } from "../members.ts"
import type { ClassWithRoom } from "../room.ts"
import { keyOfSlide } from "./slide-files.ts"
import { type SlidePage, type StoredDeck, slideDecks } from "./table.ts"

/** Longer than a class, for one picture. */
const LINK_SECONDS = 3_600

type OfDeck = { class_id: string; deck_id: string }

const shownDeck = ({ class_id, deck_id }: OfDeck) =>
  and(
    eq(slideDecks.id, deck_id),
    eq(slideDecks.class_id, class_id),
    eq(slideDecks.status, "ready"),
    isNull(slideDecks.deleted_at),
  )

type Shown = Pick<StoredDeck, "id" | "name" | "page_count" | "reached">

function toShown({ id: deck_id, name, page_count: pages, reached }: Shown, page: number): ShownSlides {
  return { deck_id, name, page, pages, reached: reached ?? page }
}

/** Returns the slides that are shown in a room, or null. One query, or none. */
export async function readShown(
  ctx: Pick<Ctx, "db">,
  { id: class_id, slides }: Pick<ClassWithRoom, "id" | "slides">,
): Promise<ShownSlides | null> {
  if (!slides) return null
  const { id, name, page_count, reached } = getTableColumns(slideDecks)
  const [deck] = await ctx.db
    .select({ id, name, page_count, reached })
    .from(slideDecks)
    .where(shownDeck({ class_id, deck_id: slides.deck_id }))
  return deck ? toShown(deck, slides.page) : null
}

/**
 * Shows a page to everybody in a room, or closes the slides. Repeating it shows the same. Throws NOT_FOUND,
 * CLASS_NOT_LIVE.
 */
export async function showSlides(
  ctx: SignedInCtx,
  { class_id, deck_id, page }: { class_id: string; deck_id: string | null; page: number },
) {
  await requireStaffOfLive(ctx, class_id)
  const shown = await inTransaction(ctx, async (tx) => {
    const slides = deck_id === null ? null : await reach(tx, { class_id, deck_id }, page)
    const set = { slides_deck: deck_id, slides_page: slides?.page ?? 0 }
    return { revision: (await nextRevision(tx, class_id, set)).revision, slides }
  })
  await tellRoom(ctx, class_id, shown)
  return shown
}

/** From now on students can look back up to this page. Throws NOT_FOUND. */
async function reach(tx: Pick<Ctx, "db">, deck: OfDeck, page: number): Promise<ShownSlides> {
  const [row] = await tx.db
    .update(slideDecks)
    .set({ reached: sql`greatest(${slideDecks.reached}, ${page}::smallint)` })
    .where(and(shownDeck(deck), sql`${slideDecks.page_count} > ${page}`))
    .returning({
      id: slideDecks.id,
      name: slideDecks.name,
      page_count: slideDecks.page_count,
      reached: slideDecks.reached,
    })
  return row ? toShown(row, page) : notFound()
}

/**
 * Returns how many pages the viewer may see: staff all, students those that were shown and the next one, which their
 * browsers fetch ahead.
 */
function pagesFor({ role }: Pick<Member, "role">, deck: Pick<StoredDeck, "page_count" | "reached">): number {
  if (role === "instructor") return deck.page_count
  return deck.reached === null ? 0 : Math.min(deck.page_count, deck.reached + 2)
}

/**
 * Returns the pages that the viewer may see, with what they say, and for staff their notes. Throws NOT_FOUND, also when
 * there are none.
 */
export async function listSlidePages(
  ctx: SignedInCtx,
  deck: OfDeck,
): Promise<{ pages: Required<SlidePage>[] }> {
  const member = await requireMember(ctx, deck.class_id)
  const { page_count, reached, pages } = slideDecks
  const [row] = await ctx.db.select({ page_count, reached, pages }).from(slideDecks).where(shownDeck(deck))
  const count = row ? pagesFor(member, row) : 0
  if (!row || count === 0) notFound()
  const isStaff = member.role === "instructor"
  return {
    pages: row.pages
      .slice(0, count)
      .map(({ note = "", ...page }) => ({ ...page, note: isStaff ? note : "" })),
  }
}

/** Keeps what the staff note on a page, in place of what they noted before. Throws NOT_FOUND. */
export async function noteSlide(
  ctx: SignedInCtx,
  { page, note, ...deck }: OfDeck & { page: number; note: string },
): Promise<{ note: string }> {
  await requireStaff(ctx, deck.class_id)
  const { page_count, pages } = slideDecks
  const noted = await ctx.db
    .update(slideDecks)
    .set({ pages: sql`jsonb_set(${pages}, array[${String(page)}, 'note'], to_jsonb(${note}::text))` })
    .where(and(shownDeck(deck), gt(page_count, page)))
    .returning({ id: slideDecks.id })
  return noted.length > 0 ? { note } : notFound()
}

/** Returns a page of a class's slides, from 0; undefined if there is none. */
export async function readPage(
  ctx: Pick<Ctx, "db">,
  { page, ...deck }: OfDeck & { page: number },
): Promise<SlidePage | undefined> {
  const [row] = await ctx.db.select({ pages: slideDecks.pages }).from(slideDecks).where(shownDeck(deck))
  return row?.pages[page]
}

/** Returns a link to the picture of a page that the viewer may see, valid for an hour. Throws NOT_FOUND. */
export async function linkSlide(
  ctx: SignedInCtx,
  { page, size, ...deck }: OfDeck & { page: number; size: SlideSize },
): Promise<{ url: string }> {
  const member = await requireMember(ctx, deck.class_id)
  const { page_count, reached } = slideDecks
  const [row] = await ctx.db.select({ page_count, reached }).from(slideDecks).where(shownDeck(deck))
  if (!row || page >= pagesFor(member, row)) notFound()
  // Pages show pictures of our own origin alone.
  const link = { seconds: LINK_SECONDS, contentType: "image/webp", throughUs: true }
  return { url: await ctx.links.make(keyOfSlide(deck.deck_id, page, size), link) }
}
