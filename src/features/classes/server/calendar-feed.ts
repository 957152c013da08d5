import { createHash, randomBytes } from "node:crypto"
import { and, asc, eq, gte, sql } from "drizzle-orm"
import type { CalendarFeed } from "#contract/classes/classes.ts"
import { readPerson } from "#features/accounts/server/sessions.ts"
import { user } from "#features/accounts/server/table.ts"
import { recordAct } from "#platform/audit.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { DAY } from "#shared/time.ts"
import { type CalendarFile, writeCalendar } from "./calendar.ts"
import { selectClasses } from "./class-view.ts"
import { calendarFeeds, classEnrollments, demoClassRequests, scheduledClasses } from "./table.ts"

const TOKEN_BYTES = 32
/** How far back a calendar goes, and how many classes it has at most. */
const PAST_SHOWN_MS = 90 * DAY
const MOST_CLASSES = 1_000

/** Returns since when the viewer has a calendar address, or null. The address itself is not stored. */
export async function readFeed(ctx: SignedInCtx): Promise<CalendarFeed | null> {
  const [row] = await ctx.db
    .select({ created_at: calendarFeeds.created_at })
    .from(calendarFeeds)
    .where(eq(calendarFeeds.user_id, ctx.viewer.user_id))
  return row ?? null
}

/** Creates the viewer's private calendar address, which is shown only once. An earlier one stops working. */
export async function makeFeed(ctx: SignedInCtx): Promise<CalendarFeed & { path: string }> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url")
  const created_at = ctx.clock.now()
  const made = { token_hash: hashOf(token), created_at }
  await inTransaction(ctx, async (tx) => {
    await tx.db
      .insert(calendarFeeds)
      .values({ user_id: tx.viewer.user_id, ...made })
      .onConflictDoUpdate({ target: calendarFeeds.user_id, set: made })
    await recordAct(tx, "calendar.share", tx.viewer.user_id)
  })
  return { created_at, path: `/calendar/${token}.ics` }
}

/** Ends the viewer's calendar address. Changes nothing if there is none. */
export async function revokeFeed(ctx: SignedInCtx): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const ended = await tx.db
      .delete(calendarFeeds)
      .where(eq(calendarFeeds.user_id, tx.viewer.user_id))
      .returning({ user_id: calendarFeeds.user_id })
    if (ended.length > 0) await recordAct(tx, "calendar.unshare", tx.viewer.user_id)
  })
}

/**
 * Returns the calendar of a private address: the classes its owner has a seat in, teaches or owns, from 90
 * days ago, as they see them. Null if the address never existed or has ended, and for a disabled account. Three
 * queries.
 */
export async function readFeedFile(ctx: Ctx, token: string, origin: string): Promise<CalendarFile | null> {
  const [feed] = await ctx.db
    .select({ user_id: calendarFeeds.user_id })
    .from(calendarFeeds)
    .innerJoin(user, eq(user.id, calendarFeeds.user_id))
    .where(
      and(
        eq(calendarFeeds.token_hash, hashOf(token)),
        // An address made before the e-mail's owner claimed the account may be a stranger's.
        sql`${calendarFeeds.created_at} > coalesce(${user.accessSince}, '-infinity')`,
      ),
    )
  const viewer = feed && (await readPerson(ctx.db, feed.user_id))
  if (!viewer) return null
  const rows = await selectClasses({ ...ctx, viewer })
    .where(and(gte(scheduledClasses.starts_at, shownFrom(ctx)), concerns(viewer.user_id, shownFrom(ctx))))
    .orderBy(asc(scheduledClasses.starts_at), asc(scheduledClasses.id))
    .limit(MOST_CLASSES)
  return writeCalendar(viewer, rows, { name: "Kaksha classes", origin })
}

function shownFrom(ctx: Ctx): Date {
  return new Date(ctx.clock.now().getTime() - PAST_SHOWN_MS)
}

/** Four separate conditions, because each has an index that a single OR could not use. */
function concerns(userId: string, from: Date) {
  const { id, instructor_id, substitutes_for } = scheduledClasses
  return sql`${id} in (
    select ${classEnrollments.class_id} from ${classEnrollments} where ${classEnrollments.student_id} = ${userId}
      and ${classEnrollments.starts_at} >= ${from.toISOString()}::timestamptz
    union
    select ${demoClassRequests.class_id} from ${demoClassRequests}
    where ${demoClassRequests.student_id} = ${userId} and ${demoClassRequests.status} = 'approved'
    union
    select ${id} from ${scheduledClasses} where ${instructor_id} = ${userId}
    union
    select ${id} from ${scheduledClasses} where ${substitutes_for} = ${userId})`
}

/** Addresses are random and long, so a plain hash can't be reversed. */
function hashOf(token: string): string {
  return createHash("sha256").update(token).digest("base64url")
}
