import { and, desc, eq, exists, isNotNull, isNull, lt } from "drizzle-orm"
import type { ConsentPurpose } from "#contract/guardians.ts"
import type { UnconfirmedNumber } from "#contract/people.ts"
import { recordAct } from "#platform/audit.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound, refuseFields } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import { limitFor } from "#platform/paging.ts"
import { isId } from "#shared/ids.ts"
import { currentNotice, writeConsent } from "./consents.ts"
import { ensureGuardian } from "./guardian-links.ts"
import { guardianOf } from "./guardian-tables.ts"
import { students, user } from "./table.ts"

function selectNumbers(ctx: Pick<Ctx, "db">) {
  const declined = ctx.db
    .select({ student_id: guardianOf.student_id })
    .from(guardianOf)
    .where(and(eq(guardianOf.student_id, students.user_id), eq(guardianOf.answer, "declined")))
  return ctx.db
    .select({ student: students, declined: exists(declined) })
    .from(students)
    .innerJoin(user, eq(user.id, students.user_id))
    .$dynamic()
}

type Row = Awaited<ReturnType<typeof selectNumbers>>[number]

function describe({ student, declined }: Row): UnconfirmedNumber {
  return {
    student_id: student.user_id,
    student_name: `${student.first_name} ${student.last_name}`.trim(),
    under_18: student.under_18,
    parent_name: student.parent_name,
    parent_phone: student.parent_phone ?? "",
    declined: declined === true,
    created_at: student.created_at,
  }
}

/** Students whose guardian's number nobody confirmed, the newest first. One query. Throws FIELD_ERRORS. */
export async function listUnconfirmed(
  ctx: SignedInCtx,
  input: { cursor?: string | undefined; limit: number },
): Promise<{ items: UnconfirmedNumber[]; next_cursor: string | null }> {
  if (input.cursor !== undefined && !isId(input.cursor))
    refuseFields({ cursor: "Start again from the first page" })
  const rows = await selectNumbers(ctx)
    .where(
      and(
        isNotNull(students.parent_phone),
        isNull(students.parent_phone_confirmed_at),
        isNull(user.disabledAt),
        input.cursor ? lt(students.user_id, input.cursor) : undefined,
      ),
    )
    .orderBy(desc(students.user_id))
    .limit(limitFor(input.limit))
  const items = rows.slice(0, input.limit).map(describe)
  return { items, next_cursor: rows.length > input.limit ? (items.at(-1)?.student_id ?? null) : null }
}

type Paper = { user_id: string; paper_reference: string; purposes: ConsentPurpose[] }

/**
 * Records a paper that a guardian signed: it confirms the number, makes the guardian's account, and gives the
 * consents it names and no other. Throws NOT_FOUND for who is no student with a guardian's number.
 */
export function recordPaper(ctx: SignedInCtx, input: Paper): Promise<UnconfirmedNumber> {
  const { user_id: student_id, paper_reference } = input
  return inTransaction(ctx, async (tx) => {
    const now = tx.clock.now()
    const [student] = await tx.db
      .update(students)
      .set({ parent_phone_confirmed_at: now })
      .where(and(eq(students.user_id, student_id), isNotNull(students.parent_phone)))
      .returning()
    if (!student?.parent_phone) notFound()
    const guardianId = await ensureGuardian(tx, student.parent_phone, student.parent_name)
    const answer = {
      answer: "confirmed" as const,
      how: "paper" as const,
      paper_reference,
      answered_by: tx.viewer.user_id,
      answered_at: now,
    }
    await tx.db
      .insert(guardianOf)
      .values({ guardian_id: guardianId, student_id, ...answer })
      .onConflictDoUpdate({ target: [guardianOf.guardian_id, guardianOf.student_id], set: answer })
    await recordAct(tx, "guardian.paper", student_id)
    for (const purpose of new Set(input.purposes)) {
      const notice = { notice_version: currentNotice(purpose), language: "en" }
      await writeConsent(tx, { student_id, purpose, given: true, how: "paper", paper_reference, ...notice })
    }
    await emit(tx, "person.changed", student_id)
    return describe({ student, declined: false })
  })
}
