import { and, asc, eq, inArray, isNotNull, sql } from "drizzle-orm"
import { todayOf } from "#features/accounts/server/age.ts"
import { students } from "#features/accounts/server/table.ts"
import { listTold } from "#features/guardians/server/links.ts"
import { credit, debit } from "#features/ledger/rules.ts"
import { type NamedDraft, writeFirst } from "#features/ledger/server/first.ts"
import { tellPeople } from "#features/notifications/server/tell.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { POINTS_PATH } from "../../paths.ts"
import { referralRewarded } from "../../referral-texts.ts"
import { whyNotRewarded } from "../../referrals.ts"
import { NEWEST_RULES } from "../../rules.ts"
import { linkedWords } from "../asking/notice-words.ts"
import { findChange } from "../changes/find-change.ts"
import { readTerms } from "../refunding/terms.ts"
import { orders } from "../table.ts"
import { readSides } from "./sides.ts"
import { referrals } from "./table.ts"
import { REFERRAL_TERMS } from "./terms.ts"

type Order = typeof orders.$inferSelect

/** How many referrals one run of the job looks at. */
const AT_ONCE = 200

/**
 * Gives both sides their points for each newcomer whose first paid enrolment, in whatever plan, has lasted until nothing of
 * it can be refunded any more: the end of day 15 in the academy's zone. Decides once about each, also against it. A run
 * looks at those that no run has looked at for longest, so that many whose time hasn't come hold up nobody.
 */
export async function rewardReferrals(ctx: Ctx, atOnce = AT_ONCE): Promise<void> {
  const longest = ctx.db
    .select({ id: referrals.id })
    .from(referrals)
    .where(
      and(
        eq(referrals.state, "joined"),
        sql`(${referrals.newcomer_id} is null or exists (select from orders o
          where o.student_id = ${referrals.newcomer_id} and o.paid_at is not null))`,
      ),
    )
    .orderBy(sql`coalesce(${referrals.looked_at}, ${referrals.joined_at})`, asc(referrals.id))
    .limit(atOnce)
    .for("update", { skipLocked: true })
  const open = await ctx.db
    .update(referrals)
    .set({ looked_at: ctx.clock.now() })
    .where(inArray(referrals.id, longest))
    .returning({ id: referrals.id, newcomer_id: referrals.newcomer_id })
  for (const { id, newcomer_id } of open) await decide(ctx, id, newcomer_id)
}

async function decide(ctx: Ctx, id: string, newcomerId: string | null): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const kept = newcomerId ? await holdFirst(tx, newcomerId) : null
    // Its plan is being changed at this moment: the next run decides.
    if (kept && (await findChange(tx, kept.id))) return
    const [referral] = await tx.db.select().from(referrals).where(eq(referrals.id, id)).for("update")
    if (referral?.state !== "joined") return
    const isKept = kept?.state === "paid" && (await isEnrolled(tx, kept))
    const until = kept && isKept ? (await readTerms(tx, kept))?.terms.until : undefined
    if (until !== undefined && todayOf(tx) <= until) return
    const { referrer_id, newcomer_id } = referral
    const sides = await readSides(
      tx,
      [referrer_id, newcomer_id].filter((one) => one !== null),
    )
    const side = (one: string | null) => (one ? (sides.get(one) ?? null) : null)
    const reason = whyNotRewarded(side(referrer_id), side(newcomer_id), isKept)
    const state = reason ? ("refused" as const) : ("rewarded" as const)
    const decided_at = tx.clock.now()
    await tx.db.update(referrals).set({ state, reason, decided_at }).where(eq(referrals.id, id))
    if (reason || !referrer_id || !newcomer_id) return
    await reward(tx, id, { referrer: referrer_id, newcomer: newcomer_id })
    await tellRewarded(tx, id, referrer_id, newcomer_id)
  })
}

/**
 * The newcomer's first paid order, or the last one that its plan was changed to: a change gives the term before back. Locked
 * as a refund locks it, so it is refunded before this or not by the rule any more. Alone, since a change that is paid locks
 * its own order before the one it changes.
 */
async function holdFirst(tx: Ctx, newcomerId: string): Promise<Order | null> {
  const [first] = await tx.db
    .select()
    .from(orders)
    .where(and(eq(orders.student_id, newcomerId), isNotNull(orders.paid_at)))
    .orderBy(asc(orders.paid_at))
    .limit(1)
  if (!first) return null
  let last = first
  for (let next = await findChange(tx, last.id); next; next = await findChange(tx, last.id)) last = next
  const [held] = await tx.db.select().from(orders).where(eq(orders.id, last.id)).for("update")
  return held ?? null
}

/** Tells both students and the parents who are told, each of their own side. */
async function tellRewarded(tx: Ctx, id: string, referrerId: string, newcomerId: string): Promise<void> {
  const both = [referrerId, newcomerId]
  const rows = await tx.db
    .select({ student_id: students.user_id, first_name: students.first_name })
    .from(students)
    .where(inArray(students.user_id, both))
  const told = await listTold(tx, both)
  const nameOf = (one: string) => rows.find(({ student_id }) => student_id === one)?.first_name ?? ""
  for (const [own, other] of [
    [referrerId, newcomerId],
    [newcomerId, referrerId],
  ] as const) {
    const parents = told.flatMap(({ student_id, guardian_id }) => (student_id === own ? [guardian_id] : []))
    await tellPeople(tx, {
      ...{ topic: "payments", kind: "referral-rewarded", cause_id: id },
      ...{ people: [own, ...parents], about: [own, other] },
      write: (person) => {
        const student = person.user_id === own ? null : nameOf(own)
        const facts = { points: REFERRAL_TERMS.points, other: nameOf(other), student }
        const isNewcomer = own === newcomerId
        return linkedWords(
          tx,
          person,
          POINTS_PATH,
          referralRewarded({ ...facts, isNewcomer }, person.language),
        )
      },
    })
  }
}

async function isEnrolled(tx: Pick<Ctx, "db">, { course_id, student_id }: Order) {
  const { rows } = await tx.db.execute(sql`select from enrollments
    where course_id = ${course_id} and student_id = ${student_id} and status = 'active'`)
  return rows.length > 0
}

async function reward(tx: Ctx, id: string, sides: Record<"referrer" | "newcomer", string>): Promise<void> {
  const { points } = REFERRAL_TERMS
  const drafts = Object.entries(sides).map(
    ([side, holder]): NamedDraft => ({
      ...{ kind: "referral", key: `referral:${id}:${side}`, rules_version: NEWEST_RULES },
      ...{ trace: [{ code: "referral", side, points }], effective_at: tx.clock.now() },
      entries: [debit({ kind: "points-given" }, points), credit({ kind: "points", holder }, points)],
    }),
  )
  await writeFirst(tx, drafts)
}
