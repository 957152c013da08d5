import { and, eq, lte } from "drizzle-orm"
import { students } from "#features/accounts/server/table.ts"
import { requireBatch } from "#features/classes/server/seats/batches.ts"
import { holds } from "#features/guardians/server/links.ts"
import { guardianOf } from "#features/guardians/server/table.ts"
import { tellPeople } from "#features/notifications/server/tell.ts"
import { checkoutPath } from "#features/programs/paths.ts"
import { inTransaction, type SignedInCtx } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import { newId } from "#shared/ids.ts"
import { askNotice } from "../../asking/ask-notice.ts"
import {
  AGAIN_AFTER,
  enrolmentIn,
  findBeneficiaries,
  readSold,
  requireMoney,
  requireTerm,
} from "../purchase.ts"
import { linkedWords } from "./notice-words.ts"
import { parentAsks } from "./table.ts"

/** The kind of the notice to the parents. */
export const ASK_NOTICE = "ask-to-pay"

/**
 * Sends what a student under 18 wants to buy to the parents who may pay, with a link to its checkout. The order is the
 * parent's to make and to pay; how many months they may change. Throws NOT_FOUND, PAYMENTS_OFF, PAYS_ALONE for a student
 * of 18, ALREADY_ENROLLED_IN_PROGRAM, NOT_SOLD for months that aren't on sale or a renewal that is too early,
 * NO_PARENT_YET and ASKED_TODAY.
 */
export async function askParent(
  ctx: SignedInCtx,
  asked: { course_id: string; batch_id?: string | undefined; months?: number | undefined },
): Promise<{ parents: number }> {
  requireMoney(ctx)
  const program = await readSold(ctx, asked.course_id)
  const batch_id = asked.batch_id ?? null
  if (batch_id) await requireBatch(ctx, { course_id: program.id, batch_id })
  const { user_id: student_id } = ctx.viewer
  if ((await findBeneficiaries(ctx, program.id)).length > 0) refuse("PAYS_ALONE")
  const months = asked.months || null
  return inTransaction(ctx, async (tx) => {
    const people = await tx.db
      .select({
        id: guardianOf.guardian_id,
        first_name: students.first_name,
        student_id: students.user_id,
        ...enrolmentIn(program.id),
      })
      .from(guardianOf)
      .innerJoin(students, eq(students.user_id, guardianOf.student_id))
      .where(and(eq(guardianOf.student_id, student_id), holds("pay")))
    const [first] = people
    if (!first) return refuse("NO_PARENT_YET")
    requireTerm(tx, first, { ...program, months })
    const now = tx.clock.now()
    const ask = { id: newId(), student_id, course_id: program.id, batch_id, asked_at: now }
    const [sent] = await tx.db
      .insert(parentAsks)
      .values(ask)
      .onConflictDoUpdate({
        target: [parentAsks.student_id, parentAsks.course_id, parentAsks.batch_id],
        set: { id: ask.id, asked_at: now },
        setWhere: lte(parentAsks.asked_at, new Date(now.getTime() - AGAIN_AFTER)),
      })
      .returning({ id: parentAsks.id })
    if (!sent) refuse("ASKED_TODAY")
    const search = new URLSearchParams({
      student_id,
      ...(batch_id && { batch_id }),
      ...(months && { months: `${months}` }),
    })
    const href = `${checkoutPath(program.slug)}?${search}`
    const facts = { student: first.first_name, course: program.title, months }
    await tellPeople(tx, {
      ...{ topic: "payments", kind: ASK_NOTICE, cause_id: ask.id, about: [student_id] },
      people: people.map(({ id }) => id),
      write: (person) => linkedWords(tx, person, href, askNotice(facts, person.language)),
    })
    return { parents: people.length }
  })
}
