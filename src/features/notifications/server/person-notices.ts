import { and, desc, eq, inArray, isNull, type Placeholder, type SQL, sql } from "drizzle-orm"
import type { PersonNotice } from "#contract/notifications.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { decodeCursor, limitFor, preparedPage, toPage } from "#platform/database/paging.ts"
import { notFound } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import { personNotices } from "./table.ts"

/** Unread notices are counted up to this number, which is shown as '99+'. */
const MOST_COUNTED = 100

/** The viewer's notices, each with how many are unread: a page at the start needs no other query. */
const newestOfPerson = preparedPage("newest_notices_of_person", (db, limit) => {
  const person = sql.placeholder("person")
  const unread = sql<number>`(${countOf({ db }, person)})`
  return selectNotices({ db }, eq(personNotices.person_id, person), limit, unread)
})

/**
 * Returns the viewer's notices inside the product, newest first, and how many are unread. One query for the first
 * page, two for another.
 */
export async function listMyNotices(
  ctx: SignedInCtx,
  input: { cursor?: string; limit: number },
): Promise<{ items: PersonNotice[]; next_cursor: string | null; unread: number }> {
  const { user_id } = ctx.viewer
  const at = decodeCursor(input.cursor)
  const placeOf = (row: PersonNotice) => ({ at: row.created_at, id: row.id })
  const describe = ({ unread: _, ...row }: PersonNotice & { unread: number }) => ({
    ...row,
    kind: row.kind.split(":")[0] ?? row.kind,
  })
  if (!at) {
    const rows = await newestOfPerson(ctx.db, input.limit, { person: user_id })
    return { ...toPage(rows, input.limit, placeOf, describe), unread: rows[0]?.unread ?? 0 }
  }
  const { created_at, id, person_id } = personNotices
  const older = sql`(${created_at}, ${id}) < (${at.at.toISOString()}::timestamptz, ${at.id}::uuid)`
  const [rows, unread] = await Promise.all([
    selectNotices(ctx, and(eq(person_id, user_id), older), input.limit, sql<number>`0`),
    countUnread(ctx),
  ])
  return { ...toPage(rows, input.limit, placeOf, describe), unread }
}

function selectNotices(ctx: Pick<Ctx, "db">, whose: SQL | undefined, limit: number, unread: SQL<number>) {
  const { id, kind, title, text, href, created_at, read_at } = personNotices
  return ctx.db
    .select({ id, kind, title, text, href, created_at, read_at, unread })
    .from(personNotices)
    .where(whose)
    .orderBy(desc(created_at), desc(id))
    .limit(limitFor(limit))
}

function countOf({ db }: Pick<Ctx, "db">, person: string | Placeholder) {
  const unread = db
    .select({ one: sql`1`.as("one") })
    .from(personNotices)
    .where(and(eq(personNotices.person_id, person), isNull(personNotices.read_at)))
    .limit(MOST_COUNTED)
    .as("unread")
  return db.select({ count: sql<number>`count(*)::int` }).from(unread)
}

async function countUnread(ctx: SignedInCtx): Promise<number> {
  const [row] = await countOf(ctx, ctx.viewer.user_id)
  return row?.count ?? 0
}

/** Marks the viewer's notices as read, either those named or all. Other people's are left unchanged. */
export function markNoticesRead(
  ctx: SignedInCtx,
  noticeIds: readonly string[] | undefined,
): Promise<{ unread: number }> {
  return inTransaction(ctx, async (tx) => {
    const read = await tx.db
      .update(personNotices)
      .set({ read_at: tx.clock.now() })
      .where(
        and(
          eq(personNotices.person_id, ctx.viewer.user_id),
          isNull(personNotices.read_at),
          noticeIds && inArray(personNotices.id, [...noticeIds]),
        ),
      )
      .returning({ id: personNotices.id })
    // The person's other tabs and devices refresh their count.
    if (read.length > 0) await emitNotice(tx, ctx.viewer.user_id)
    return { unread: await countUnread(tx) }
  })
}

/** Marks one of the viewer's notices as read and returns the path it links to. Throws NOT_FOUND. */
export async function openNotice(ctx: SignedInCtx, noticeId: string): Promise<{ href: string }> {
  const [row] = await ctx.db
    .select({ href: personNotices.href })
    .from(personNotices)
    .where(and(eq(personNotices.id, noticeId), eq(personNotices.person_id, ctx.viewer.user_id)))
  if (!row) notFound()
  await markNoticesRead(ctx, [noticeId])
  return row
}

export function emitNotice(ctx: Pick<Ctx, "db">, personId: string): Promise<void> {
  return emit(ctx, "person.notice", personId)
}
