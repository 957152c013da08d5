import { and, asc, eq, getTableColumns, gt, isNotNull, isNull, or, sql } from "drizzle-orm"
import type { SlideDeck } from "#contract/rooms/room-slides.ts"
import { recordAct } from "#platform/audit.ts"
import { binStart } from "#platform/bin.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound, refuse, refuseFields } from "#platform/errors.ts"
import { findOffice } from "#platform/pictures/office.ts"
import { pictureSize } from "#platform/pictures/picture-size.ts"
import { kindOfFile, safeFileName } from "#shared/files.ts"
import {
  LARGEST_SLIDES_BYTES,
  MOST_PICTURE_PIXELS,
  MOST_SLIDE_DECKS,
  type SlideKind,
} from "#shared/slides.ts"
import { nextRevision } from "../board/board-revision.ts"
import { tellRoom } from "../board/broadcast.ts"
import { keepUpload } from "../board/keep-upload.ts"
import { requireMember, requireStaff } from "../members.ts"
import type { ClassWithRoom } from "../room.ts"
import { keyOfSent } from "./slide-files.ts"
import { type StoredDeck, slideDecks } from "./table.ts"

export const DRAW_QUEUE = "rooms.draw-slides"

/** All that is shown of a deck without its pages. */
const { pages: _, ...columns } = getTableColumns(slideDecks)
export const DECK_COLUMNS = columns
export type DeckRow = Omit<StoredDeck, "pages">

/** The kinds of slides by the type of a file. */
export const KINDS: Record<string, SlideKind> = {
  "application/pdf": "pdf",
  "image/png": "png",
  "image/jpeg": "jpeg",
  "image/webp": "webp",
}
/** Files of programs for presentations, and those of them that LibreOffice saves as PDF. */
const PRESENTATION = /\.(pptx?|ppsx?|odp|key)$/i
const OF_OFFICE = new Set(["pptx", "ppt", "odp"])

/**
 * Returns the slides of a class in the order they came: for staff all, for students what they were shown of them.
 * Throws NOT_FOUND.
 */
export async function listSlides(
  ctx: SignedInCtx,
  classId: string,
): Promise<{ decks: SlideDeck[]; presentations: boolean }> {
  const { role } = await requireMember(ctx, classId)
  if (role === "instructor")
    return { decks: await readDecks(ctx, classId), presentations: await takesPresentations() }
  const { class_id, deleted_at, reached, created_at } = slideDecks
  const rows = await ctx.db
    .select(DECK_COLUMNS)
    .from(slideDecks)
    .where(and(eq(class_id, classId), isNull(deleted_at), isNotNull(reached)))
    .orderBy(asc(created_at))
  return {
    decks: rows.map((row) => ({ ...toDeck(row), pages: Math.min(row.page_count, (row.reached ?? 0) + 1) })),
    presentations: false,
  }
}

/** Whether this server can turn presentations into slides. */
export async function takesPresentations(): Promise<boolean> {
  return (await findOffice()) !== null
}

/** Returns the slides of a class, with those that can be restored. One query. */
export async function readDecks(ctx: Pick<Ctx, "db" | "clock">, classId: string): Promise<SlideDeck[]> {
  const { class_id, deleted_at, created_at } = slideDecks
  const rows = await ctx.db
    .select(DECK_COLUMNS)
    .from(slideDecks)
    .where(and(eq(class_id, classId), or(isNull(deleted_at), gt(deleted_at, binStart(ctx)))))
    .orderBy(asc(created_at))
  return rows.map(toDeck)
}

function toDeck({
  id,
  revision,
  name,
  size_bytes,
  status,
  failure,
  page_count,
  deleted_at,
}: DeckRow): SlideDeck {
  return { id, revision, name, size_bytes, status, failure, pages: page_count, deleted: deleted_at !== null }
}

/**
 * Adds slides to a class before it or while it is live; a job draws their pages. Repeating an id returns the same
 * slides. Throws NOT_FOUND, CLASS_OVER, STORAGE_FULL, and FIELD_ERRORS for a file that can't be slides.
 */
export async function addSlides(
  ctx: SignedInCtx,
  { class_id, id, file }: { class_id: string; id: string; file: File },
): Promise<SlideDeck> {
  const held = await requireStaff(ctx, class_id)
  const [known] = await ctx.db.select(DECK_COLUMNS).from(slideDecks).where(eq(slideDecks.id, id))
  if (known) return known.class_id === class_id ? toDeck(known) : notFound()
  if (held.status === "completed" || held.status === "cancelled") refuse("CLASS_OVER")
  const kind = await checkSlides(ctx, class_id, file)
  await keepUpload(ctx, keyOfSent(id), file, kind.contentType)
  const [added] = await changeDecks(ctx, held, async (tx, revision) => {
    const rows = await tx.db
      .insert(slideDecks)
      .values({
        ...{ id, class_id, revision, kind: kind.slides, status: "waiting", added_by: tx.viewer.user_id },
        name: safeFileName(file.name, kind),
        size_bytes: file.size,
        created_at: tx.clock.now(),
      })
      .onConflictDoNothing()
      .returning(DECK_COLUMNS)
    if (rows.length > 0) await tx.jobs.send(tx, DRAW_QUEUE, { deck_id: id })
    return rows
  })
  if (added) return tellDeck(ctx, held, added)
  const [twin] = await ctx.db.select(DECK_COLUMNS).from(slideDecks).where(eq(slideDecks.id, id))
  return twin?.class_id === class_id ? toDeck(twin) : notFound()
}

async function checkSlides(ctx: SignedInCtx, classId: string, file: File) {
  if (file.size > LARGEST_SLIDES_BYTES) refuseFields({ file: "SLIDES_TOO_LARGE" })
  if (file.size === 0) refuseFields({ file: "FILE_EMPTY" })
  const bytes = new Uint8Array(await file.arrayBuffer())
  const kind = kindOfFile(file.name, bytes.subarray(0, 16))
  const isOffice = kind !== null && OF_OFFICE.has(kind.extension) && (await findOffice()) !== null
  if (PRESENTATION.test(file.name) && !isOffice) refuseFields({ file: "SLIDES_AS_PDF" })
  const slides = isOffice ? "office" : kind && KINDS[kind.contentType]
  if (!kind || !slides) refuseFields({ file: "SLIDES_KIND" })
  if (slides !== "pdf" && slides !== "office") {
    const size = pictureSize(bytes, slides)
    if (!size) refuseFields({ file: "SLIDES_KIND" })
    if (size.width * size.height > MOST_PICTURE_PIXELS) refuseFields({ file: "SLIDES_PIXELS" })
  }
  const kept = and(eq(slideDecks.class_id, classId), isNull(slideDecks.deleted_at))
  if ((await ctx.db.$count(slideDecks, kept)) >= MOST_SLIDE_DECKS) refuseFields({ file: "SLIDES_TOO_MANY" })
  return { ...kind, slides }
}

/**
 * Runs `work` with the next revision of a live class's board. In others nobody is told of changes, and there it is 0.
 */
export function changeDecks<C extends Ctx, T>(
  ctx: C,
  held: Pick<ClassWithRoom, "id" | "status">,
  work: (tx: C, revision: number) => Promise<T>,
  set: Parameters<typeof nextRevision>[2] = {},
): Promise<T> {
  return inTransaction(ctx, async (tx) => {
    const revision = held.status === "live" ? (await nextRevision(tx, held.id, set)).revision : 0
    return work(tx, revision)
  })
}

/** Tells the staff in a live class about a deck. */
export async function tellDeck(
  ctx: Pick<Ctx, "db" | "video" | "log">,
  held: Pick<ClassWithRoom, "id" | "status">,
  row: DeckRow,
): Promise<SlideDeck> {
  const deck = toDeck(row)
  if (held.status === "live") await tellRoom(ctx, held.id, { revision: deck.revision, deck }, { staff: true })
  return deck
}

type OfDeck = { class_id: string; deck_id: string }

/**
 * Removes slides, and closes them if they are shown. Staff can restore them for 30 days. Repeating it changes
 * nothing. Throws NOT_FOUND.
 */
export async function deleteSlides(ctx: SignedInCtx, { class_id, deck_id }: OfDeck): Promise<SlideDeck> {
  const held = await requireStaff(ctx, class_id)
  const isShown = held.slides?.deck_id === deck_id
  const deck = await changeDecks(
    ctx,
    held,
    async (tx, revision) => {
      const [row] = await tx.db
        .update(slideDecks)
        .set({
          deleted_at: sql`coalesce(${slideDecks.deleted_at}, ${tx.clock.now().toISOString()})`,
          revision,
        })
        .where(and(eq(slideDecks.id, deck_id), eq(slideDecks.class_id, class_id)))
        .returning(DECK_COLUMNS)
      if (!row) notFound()
      await recordAct(tx, "room.delete-slides", class_id, { deck_id })
      return row
    },
    isShown ? { slides_deck: null, slides_page: 0 } : {},
  )
  if (isShown && held.status === "live")
    await tellRoom(ctx, class_id, { revision: deck.revision, slides: null })
  return tellDeck(ctx, held, deck)
}

/** Restores removed slides. Repeating it changes nothing. Throws NOT_FOUND, also after 30 days. */
export async function restoreSlides(ctx: SignedInCtx, { class_id, deck_id }: OfDeck): Promise<SlideDeck> {
  const held = await requireStaff(ctx, class_id)
  const { deleted_at } = slideDecks
  const deck = await changeDecks(ctx, held, async (tx, revision) => {
    const inBin = or(isNull(deleted_at), gt(deleted_at, binStart(tx)))
    const [row] = await tx.db
      .update(slideDecks)
      .set({ deleted_at: null, revision })
      .where(and(eq(slideDecks.id, deck_id), eq(slideDecks.class_id, class_id), inBin))
      .returning(DECK_COLUMNS)
    if (!row) notFound()
    await recordAct(tx, "room.restore-slides", class_id, { deck_id })
    return row
  })
  return tellDeck(ctx, held, deck)
}
