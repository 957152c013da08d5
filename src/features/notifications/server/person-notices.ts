import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm"
import type { PersonNotice } from "#contract/notifications.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { decodeCursor, limitFor, toPage } from "#platform/database/paging.ts"
import { notFound } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import { personNotices } from "./table.ts"

/** Unread notices are counted up to this number, which is shown as '99+'. */
const MOST_COUNTED = 100

/** Returns the viewer's notices inside the product, newest first, and how many are unread. Two queries. */
export async function listMyNotices(
  ctx: SignedInCtx,
  input: { cursor?: string; limit: number },
): Promise<{ items: PersonNotice[]; next_cursor: string | null; unread: number }> {
  const at = decodeCursor(input.cursor)
  const { created_at, id } = personNotices
  const [rows, unread] = await Promise.all([
    ctx.db
      .select({
        id,
        kind: personNotices.kind,
        title: personNotices.title,
        text: personNotices.text,
        href: personNotices.href,
        created_at,
        read_at: personNotices.read_at,
      })
      .from(personNotices)
      .where(
        and(
          eq(personNotices.person_id, ctx.viewer.user_id),
          at
            ? sql`(${created_at}, ${id}) < (${at.at.toISOString()}::timestamptz, ${at.id}::uuid)`
            : undefined,
        ),
      )
      .orderBy(desc(created_at), desc(id))
      .limit(limitFor(input.limit)),
    countUnread(ctx),
  ])
  const placeOf = (row: PersonNotice) => ({ at: row.created_at, id: row.id })
  const describe = (row: PersonNotice) => ({ ...row, kind: row.kind.split(":")[0] ?? row.kind })
  return { ...toPage(rows, input.limit, placeOf, describe), unread }
}

async function countUnread(ctx: SignedInCtx): Promise<number> {
  const unread = ctx.db
    .select({ one: sql`1`.as("one") })
    .from(personNotices)
    .where(and(eq(personNotices.person_id, ctx.viewer.user_id), isNull(personNotices.read_at)))
    .limit(MOST_COUNTED)
    .as("unread")
  const [row] = await ctx.db.select({ count: sql<number>`count(*)::int` }).from(unread)
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
