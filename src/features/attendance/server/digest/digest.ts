import { and, desc, eq, gt, gte, inArray, isNull, lt, lte, sql } from "drizzle-orm"
import { guardians, students, user } from "#features/accounts/server/table.ts"
import { type DigestFacts, digestWords, isWorthSaying } from "#features/attendance/digest-words.ts"
import { percentAttended } from "#features/attendance/month-rule.ts"
import { REGISTER_MAY_TAKE_MS } from "#features/classes/rules.ts"
import { scheduledClasses } from "#features/classes/server/table.ts"
import { holds } from "#features/guardians/server/links.ts"
import { guardianOf } from "#features/guardians/server/table.ts"
import { tellDigest } from "#features/notifications/server/digest/tell-digest.ts"
import { noticePreferences } from "#features/notifications/server/table.ts"
import { isToRenew, readFamilyNeeds } from "#features/payments/server/memberships/family-needs.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { findUndecidedCopy } from "#platform/restored.ts"
import { newId } from "#shared/ids.ts"
import { DAY, dateInZone, MINUTE, weekdayOf } from "#shared/time.ts"
import { addDays, instantInZone } from "#shared/zone.ts"
import { tallyHeld, tallyOf } from "../counted.ts"
import { readFamily } from "../family.ts"
import { attendanceVerdicts } from "../table.ts"
import { weeklyDigests } from "./table.ts"

export const DIGEST_QUEUE = "attendance.digest"
/** When a digest is due on its day, in the academy's zone: in the evening, before the quiet hours. */
const DUE_AT = "18:00"
/** After an outage it still comes the next day, and not later. */
const LATE_MS = DAY
/** Long enough that no week comes again. */
const KEPT_MS = 60 * DAY
const AT_ONCE = 500
const WEEK_MS = 7 * DAY
/** A class that is just being settled can't be read yet, though it has its time. It is in the next digest. */
const SETTLING_MS = 5 * MINUTE

/**
 * Enqueues the digests that are due: of guardians who chose one, whose evening has come and who have none of this
 * week. Runs every few minutes. A restored copy sends none before staff decide: the original does.
 */
export async function queueDigests(ctx: Ctx): Promise<void> {
  if (await findUndecidedCopy(ctx)) return
  const old = new Date(ctx.clock.now().getTime() - KEPT_MS)
  await ctx.db.delete(weeklyDigests).where(lt(weeklyDigests.made_at, old))
  for (const { date, week } of evenings(ctx)) {
    const rows = await ctx.db
      .select({ guardian_id: noticePreferences.user_id })
      .from(noticePreferences)
      .innerJoin(guardians, eq(guardians.user_id, noticePreferences.user_id))
      .innerJoin(user, eq(user.id, guardians.user_id))
      .leftJoin(
        weeklyDigests,
        and(eq(weeklyDigests.guardian_id, noticePreferences.user_id), eq(weeklyDigests.week, week)),
      )
      .where(
        and(
          eq(noticePreferences.digest_weekday, weekdayOf(date)),
          isNull(weeklyDigests.id),
          isNull(user.disabledAt),
        ),
      )
      .limit(AT_ONCE)
    for (const { guardian_id } of rows) await ctx.jobs.send(ctx, DIGEST_QUEUE, { guardian_id, date })
  }
}

/** The evenings that have come and are not over by more than a day: today's and yesterday's, each with its week. */
function evenings(ctx: Pick<Ctx, "clock" | "env">): { date: string; week: string }[] {
  const now = ctx.clock.now().getTime()
  const today = dateInZone(ctx.clock.now(), ctx.env.TIME_ZONE)
  return [today, addDays(today, -1)]
    .filter((date) => {
      const due = dueAt(ctx, date).getTime()
      return due <= now && now < due + LATE_MS
    })
    .map((date) => ({ date, week: weekOf(date) }))
}

function dueAt({ env }: Pick<Ctx, "env">, date: string): Date {
  return instantInZone(date, DUE_AT, env.TIME_ZONE)
}

/** The Monday of a date's week. */
function weekOf(date: string): string {
  return addDays(date, 1 - weekdayOf(date))
}

/**
 * Sends a guardian's digest of a week, once: the row and the message are written together, so that a second
 * worker or attempt finds the row. Without anything to say only the row is written. A guardian who chose
 * otherwise since gets none.
 */
export function sendDigest(
  ctx: Ctx,
  { guardian_id, date }: { guardian_id: string; date: string },
): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const [chosen] = await tx.db
      .select({ weekday: noticePreferences.digest_weekday })
      .from(noticePreferences)
      .where(eq(noticePreferences.user_id, guardian_id))
      .for("share")
    const send_before = new Date(dueAt(tx, date).getTime() + LATE_MS)
    if (chosen?.weekday !== weekdayOf(date) || send_before <= tx.clock.now()) return
    const viewer = { user_id: guardian_id, email: "", first_name: "", last_name: "" }
    const as: SignedInCtx = { ...tx, viewer: { ...viewer, role: "guardian", email_verified: false } }
    const children = await listChildren(as)
    const facts = await readFacts(as, children)
    const said = children.length > 0 && isWorthSaying(facts)
    const id = newId()
    const [written] = await tx.db
      .insert(weeklyDigests)
      .values({ id, guardian_id, week: weekOf(date), said, made_at: tx.clock.now() })
      .onConflictDoNothing()
      .returning({ id: weeklyDigests.id })
    if (!written || !said) return
    await tellDigest(tx, {
      ...{ cause_id: id, person: guardian_id, about: children.map(({ id: child }) => child), send_before },
      write: (language) => digestWords(facts, language, children.length > 1),
    })
  })
}

type Child = { id: string; first_name: string }

function listChildren({ db, viewer }: SignedInCtx): Promise<Child[]> {
  return db
    .select({ id: students.user_id, first_name: students.first_name })
    .from(guardianOf)
    .innerJoin(students, eq(students.user_id, guardianOf.student_id))
    .where(and(eq(guardianOf.guardian_id, viewer.user_id), holds("see")))
    .orderBy(students.first_name, students.user_id)
}

async function readFacts(ctx: SignedInCtx, children: readonly Child[]): Promise<DigestFacts> {
  const now = ctx.clock.now()
  // Until this time next week, so that a class on the day of the digest is in one of them.
  const family = await readFamily(ctx, new Date(now.getTime() + WEEK_MS))
  const { memberships, asks } = await readFamilyNeeds(ctx)
  const ids = children.map(({ id }) => id)
  const lastWeek = await countSince(ctx, ids, await readSince(ctx))
  return {
    attendance: children.map(({ id, first_name }) => {
      const { attended = 0, held = 0 } = lastWeek.get(id) ?? {}
      const month = family.attendance.find(({ student_id }) => student_id === id)?.month
      return { first_name, attended, held, percent: month ? percentAttended(month) : null }
    }),
    coming: family.timetable
      .filter(({ status, starts_at }) => status === "scheduled" && starts_at > now)
      .map(({ title, scheduled_date, start_time, student_ids, waiting_ids }) => ({
        ...{ title, scheduled_date, start_time },
        children: children
          .filter(({ id }) => student_ids.includes(id) && !waiting_ids.includes(id))
          .map(({ first_name }) => first_name),
      }))
      // A demo class that was only asked for may not come.
      .filter((one) => one.children.length > 0),
    needs: {
      absences: family.absences.length,
      proofs: family.proofs.filter(({ proof, open_until }) => proof?.state === "declined" && open_until)
        .length,
      renewals: memberships.filter(isToRenew).length,
      asks: asks.length,
    },
  }
}

/** Returns when the digest before was made, or the time a week ago if that was longer ago. */
async function readSince({ db, clock, viewer }: SignedInCtx): Promise<Date> {
  const now = clock.now().getTime()
  const [before] = await db
    .select({ made_at: weeklyDigests.made_at })
    .from(weeklyDigests)
    .where(
      and(
        eq(weeklyDigests.guardian_id, viewer.user_id),
        gte(weeklyDigests.made_at, new Date(now - WEEK_MS - LATE_MS)),
      ),
    )
    .orderBy(desc(weeklyDigests.made_at))
    .limit(1)
  return before?.made_at ?? new Date(now - WEEK_MS)
}

/**
 * Counts each student's classes whose verdict first counted since the digest that was made at that instant. Those that
 * changed since, by a late mark or a correction, were in a digest before.
 */
async function countSince(ctx: SignedInCtx, ids: string[], made_at: Date) {
  const { student_id, class_id, settled_at, first_counted_at } = attendanceVerdicts
  const since = new Date(made_at.getTime() - SETTLING_MS)
  const until = new Date(ctx.clock.now().getTime() - SETTLING_MS)
  const firstCounted = sql`coalesce(${first_counted_at}, ${settled_at})`
  const rows = await ctx.db
    .select({ student_id, attended: tallyOf("present"), held: tallyHeld })
    .from(attendanceVerdicts)
    .innerJoin(scheduledClasses, eq(scheduledClasses.id, class_id))
    .where(
      and(
        ids.length > 0 ? inArray(student_id, ids) : sql`false`,
        gt(settled_at, since),
        gt(firstCounted, since),
        lte(firstCounted, until),
        gte(scheduledClasses.ended_at, new Date(since.getTime() - REGISTER_MAY_TAKE_MS)),
      ),
    )
    .groupBy(student_id)
  return new Map(rows.map((row) => [row.student_id, row]))
}
