import { and, asc, count, eq, gt, inArray, isNotNull, isNull, sql } from "drizzle-orm"
import { user } from "#features/accounts/server/table.ts"
import { changed, type Item, isNewer } from "#features/rooms/whiteboard.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import { requireMember } from "../members.ts"
import { type ItemBody, roomWhiteboardItems as items, roomWhiteboards } from "../whiteboard-tables.ts"
import { requireDrawer } from "./drawer.ts"
import { picturesOf } from "./pictures.ts"

/** What a browser can still draw at once, on all pages and over one screen. */
const MOST_ITEMS = 5_000
/** With those that were erased, of which markers remain. */
const MOST_EVER = 20_000
/** Of one student, so that nobody can fill the whiteboard alone. */
const OF_STUDENT = { items: 1_500, ever: 5_000 }

type Drawn = Omit<Item, "author" | "changed_by">
type Drawing = {
  class_id: string
  items: Drawn[]
  page?: number | undefined
  pages?: number | undefined
  squared?: number[] | undefined
}

/**
 * Returns the whiteboard of a class, or what is drawn over one shared screen, or what changed on it since a revision,
 * in the order items were begun. Throws NOT_FOUND.
 */
export async function getWhiteboard(
  ctx: SignedInCtx,
  { class_id, since, screen }: { class_id: string; since?: number | undefined; screen?: string | undefined },
) {
  await requireMember(ctx, class_id)
  const [sheet] = await ctx.db.select().from(roomWhiteboards).where(eq(roomWhiteboards.class_id, class_id))
  if (!sheet) return { revision: 0, page: 0, pages: 1, squared: [], items: [], authors: [] }
  const { revision, page, pages, squared } = sheet
  const known = since !== undefined && since <= revision ? since : undefined
  const changed = known === revision ? [] : await readItems(ctx, class_id, { since: known, screen })
  return { revision, page, pages, squared, items: changed, authors: await readAuthors(ctx, changed) }
}

/** Returns who added the pictures among items, with their names. */
async function readAuthors(ctx: Pick<Ctx, "db">, items: readonly Item[]) {
  const ids = new Set(items.flatMap(({ picture, author }) => (picture ? [author] : [])))
  if (ids.size === 0) return []
  return ctx.db
    .select({ id: user.id, name: user.name })
    .from(user)
    .where(inArray(user.id, [...ids]))
}

const screenOf = sql`${items.body} ->> 'screen'`
/** Items on the whiteboard's pages, and not over a shared screen. */
export const isOnPages = isNull(screenOf)

/**
 * Returns the items on the whiteboard's pages, or over one shared screen, in the order they were begun; with `since`
 * also those erased after it, and with `page` those of one page.
 */
export async function readItems(
  ctx: Pick<Ctx, "db">,
  classId: string,
  { since, screen, page }: { since?: number | undefined; screen?: string | undefined; page?: number } = {},
): Promise<Item[]> {
  const wanted = since === undefined ? eq(items.gone, false) : gt(items.revision, since)
  const where = screen === undefined ? isOnPages : eq(screenOf, screen.toLowerCase())
  const rows = await ctx.db
    .select()
    .from(items)
    .where(
      and(eq(items.class_id, classId), wanted, where, page === undefined ? undefined : eq(items.page, page)),
    )
    .orderBy(asc(items.id))
  return rows.map(toItem)
}

/** Returns the pages on which there is something, from 0, in order. */
export async function readPages(ctx: Pick<Ctx, "db">, classId: string): Promise<number[]> {
  const rows = await ctx.db
    .selectDistinct({ page: items.page })
    .from(items)
    .where(and(eq(items.class_id, classId), eq(items.gone, false), isOnPages))
    .orderBy(asc(items.page))
  return rows.map(({ page }) => page)
}

/** Deletes what was drawn over shared screens: nobody sees it once they are gone. */
export async function removeScreenItems(ctx: Ctx, classId: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    await lockWhiteboard(tx, classId)
    await tx.db.delete(items).where(and(eq(items.class_id, classId), isNotNull(screenOf)))
    await recountItems(tx, [classId])
  })
}

/** Returns how often a class's whiteboard was changed; 0 without one. */
export async function readRevision(ctx: Pick<Ctx, "db">, classId: string): Promise<number> {
  const { class_id, revision } = roomWhiteboards
  const [sheet] = await ctx.db.select({ revision }).from(roomWhiteboards).where(eq(class_id, classId))
  return sheet?.revision ?? 0
}

/** Locks a whiteboard, so that nobody can change it until the transaction ends, and returns its revision; 0 without one. */
export async function lockWhiteboard(tx: Pick<Ctx, "db">, classId: string): Promise<number> {
  const { class_id, revision } = roomWhiteboards
  const [sheet] = await tx.db
    .select({ revision })
    .from(roomWhiteboards)
    .where(eq(class_id, classId))
    .for("update")
  return sheet?.revision ?? 0
}

/** Returns the pages on squared paper. */
export async function readSquared(ctx: Pick<Ctx, "db">, classId: string): Promise<number[]> {
  const [sheet] = await ctx.db
    .select({ squared: roomWhiteboards.squared })
    .from(roomWhiteboards)
    .where(eq(roomWhiteboards.class_id, classId))
  return sheet?.squared ?? []
}

/**
 * Saves what the viewer drew or erased and, for staff, which page is shown and the paper of each. The newer of two states of an
 * item counts, so sending again changes nothing. Students can't change others' items, and items show pictures of their
 * own class alone. Throws NOT_FOUND,
 * CLASS_NOT_LIVE, DRAWING_HELD, WHITEBOARD_FULL.
 */
export async function draw(ctx: SignedInCtx, drawing: Drawing) {
  const { class_id } = drawing
  const { isStaff } = await requireDrawer(ctx, class_id)
  return inTransaction(ctx, async (tx) => {
    const revision = await nextRevision(tx, class_id)
    const { added, shown, hidden } = await saveItems(tx, drawing, isStaff, revision)
    const { page, pages, squared } = isStaff ? drawing : {}
    const [sheet] = await tx.db
      .update(roomWhiteboards)
      .set({
        items: sql`${roomWhiteboards.items} + ${added}`,
        there: sql`${roomWhiteboards.there} + ${shown - hidden}`,
        ...(page !== undefined && { page }),
        ...(pages !== undefined && { pages }),
        ...(squared !== undefined && { squared: [...new Set(squared)] }),
      })
      .where(eq(roomWhiteboards.class_id, class_id))
      .returning()
    if (!sheet) throw new Error(`class ${class_id} has no whiteboard`)
    if (added > 0 || shown > 0) await requireSpace(tx, sheet, isStaff)
    return { revision, page: sheet.page, pages: sheet.pages, squared: sheet.squared }
  })
}

/** Throws WHITEBOARD_FULL if more is drawn than the whiteboard takes, or than one student may draw. */
async function requireSpace(
  tx: SignedInCtx,
  sheet: typeof roomWhiteboards.$inferSelect,
  isStaff: boolean,
): Promise<void> {
  // Most whiteboards never have as many, and nothing has to be counted.
  if (sheet.items <= OF_STUDENT.items) return
  if (sheet.items > MOST_EVER || sheet.there > MOST_ITEMS) refuse("WHITEBOARD_FULL")
  if (isStaff) return
  const [mine] = await tx.db
    .select({ ever: count(), there: sql<number>`count(*) filter (where not ${items.gone})::int` })
    .from(items)
    .where(and(eq(items.author, tx.viewer.user_id), eq(items.class_id, sheet.class_id)))
  if (!mine || mine.there > OF_STUDENT.items || mine.ever > OF_STUDENT.ever) refuse("WHITEBOARD_FULL")
}

/** Counts anew what is there on these whiteboards, whose rows are locked in the caller's transaction. */
export async function recountItems(tx: Pick<Ctx, "db">, classIds: readonly string[]): Promise<void> {
  const there = tx.db
    .select({ there: count() })
    .from(items)
    .where(and(eq(items.class_id, roomWhiteboards.class_id), eq(items.gone, false)))
  await tx.db
    .update(roomWhiteboards)
    .set({ there: sql`(${there})` })
    .where(inArray(roomWhiteboards.class_id, [...classIds]))
}

/** Takes the next revision; nobody else can change this whiteboard until the transaction ends. */
async function nextRevision(tx: Pick<Ctx, "db">, class_id: string): Promise<number> {
  const [row] = await tx.db
    .insert(roomWhiteboards)
    .values({ class_id, revision: 1 })
    .onConflictDoUpdate({
      target: roomWhiteboards.class_id,
      set: { revision: sql`${roomWhiteboards.revision} + 1` },
    })
    .returning({ revision: roomWhiteboards.revision })
  if (!row) throw new Error(`class ${class_id} has no whiteboard`)
  return row.revision
}

/**
 * Saves the states that count by the rule that browsers apply as well. Returns how many items are new, how many are
 * there now that weren't, and how many were there and aren't.
 */
async function saveItems(
  tx: SignedInCtx,
  { class_id, items: drawn }: Drawing,
  isStaff: boolean,
  revision: number,
): Promise<{ added: number; shown: number; hidden: number }> {
  if (drawn.length === 0) return { added: 0, shown: 0, hidden: 0 }
  const me = tx.viewer.user_id
  const known = await readItemsById(
    tx,
    class_id,
    drawn.map((item) => item.id),
  )
  const pictures = await picturesOf(
    tx,
    class_id,
    drawn.flatMap(({ picture }) => picture ?? []),
  )
  const latest = new Map<string, Item>()
  for (const sent of drawn) {
    if (sent.kind === "picture" && !sent.gone && !pictures.has(sent.picture ?? "")) continue
    // The database finds a row by its id in capitals as well, so the rule has to.
    const id = sent.id.toLowerCase()
    const state = changed(known.get(id), { ...sent, id }, me, isStaff)
    if (state && isNewer(state, latest.get(id))) latest.set(id, state)
  }
  if (latest.size === 0) return { added: 0, shown: 0, hidden: 0 }
  const excluded = (column: string) => sql.raw(`excluded.${column}`)
  await tx.db
    .insert(items)
    .values(
      [...latest.values()].map(({ id, page, version, gone, author, ...looks }) => ({
        ...{ class_id, id, page, version, gone, revision, author },
        ...{ changed_by: me, by_staff: isStaff, drawn_at: tx.clock.now() },
        body: bodyOf({ gone, ...looks }),
      })),
    )
    .onConflictDoUpdate({
      target: [items.class_id, items.id],
      set: {
        page: excluded("page"),
        version: excluded("version"),
        changed_by: excluded("changed_by"),
        body: excluded("body"),
        gone: excluded("gone"),
        revision: excluded("revision"),
      },
    })
  const isThere = (id: string) => known.get(id)?.gone === false
  const states = [...latest.values()]
  return {
    added: states.filter(({ id }) => !known.has(id)).length,
    shown: states.filter(({ id, gone }) => !gone && !isThere(id)).length,
    hidden: states.filter(({ id, gone }) => gone && isThere(id)).length,
  }
}

/** An erased item keeps nothing but its marker. */
function bodyOf({
  kind,
  ink,
  size,
  points,
  text,
  picture,
  screen,
  gone,
}: ItemBody & { gone: boolean }): ItemBody {
  const over = screen && { screen: screen.toLowerCase() }
  if (gone) return { kind, ink, size, points: [0, 0], text: "", ...over }
  return { kind, ink, size, points, text, ...(kind === "picture" && { picture }), ...over }
}

async function readItemsById(
  tx: Pick<Ctx, "db">,
  class_id: string,
  ids: string[],
): Promise<Map<string, Item>> {
  const rows = await tx.db
    .select()
    .from(items)
    .where(and(eq(items.class_id, class_id), inArray(items.id, ids)))
  return new Map(rows.map((row) => [row.id, toItem(row)]))
}

function toItem(row: typeof items.$inferSelect): Item {
  const { id, page, version, author, changed_by, gone, body } = row
  return { id, page, version, author, changed_by, gone, ...body }
}
