import { and, desc, eq, exists, inArray, isNotNull, isNull, lt, or, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import type { GuardianToConfirm } from "#contract/guardians/confirming.ts"
import type { ConsentPurpose } from "#contract/guardians/consents.ts"
import { isMinor, minorStudent } from "#features/accounts/server/age.ts"
import { guardians, students, user } from "#features/accounts/server/table.ts"
import { recordAct } from "#platform/audit.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { limitFor } from "#platform/database/paging.ts"
import { refuseFields } from "#platform/errors.ts"
import { isId } from "#shared/ids.ts"
import { currentNotice, writeConsent } from "./consents.ts"
import { type Proof, writeKnownGuardian } from "./known-guardians.ts"
import { holds } from "./links.ts"
import { guardianOf } from "./table.ts"

/** Enough to tell a family's number from a friend's. */
const MOST_NAMED = 5
const others = alias(students, "others")

function selectWaiting(ctx: Pick<Ctx, "db" | "clock" | "env">) {
  const answers = ctx.db.select({ student_id: guardianOf.student_id }).from(guardianOf)
  const declined = answers.where(
    and(eq(guardianOf.student_id, students.user_id), eq(guardianOf.answer, "declined")),
  )
  const name = sql<string>`trim(${others.first_name} || ' ' || ${others.last_name})`.as("name")
  const withThatPhone = ctx.db
    .select({ name })
    .from(others)
    .where(eq(others.phone, students.parent_phone))
    .orderBy(others.user_id)
    .limit(MOST_NAMED)
  return ctx.db
    .select({
      student: students,
      declined: exists(declined),
      guardian_unknown: exists(unknownNamed(ctx, true)),
      further_unknown: exists(unknownNamed(ctx, false)),
      from_childs_device: sql<boolean>`coalesce((
        select bool_or(${guardianOf.from_childs_device}) from ${guardianOf}
        where ${guardianOf.student_id} = ${students.user_id} and ${guardianOf.answer} = 'confirmed'), false)`,
      phone_of: sql<string[]>`array(${withThatPhone})`,
    })
    .from(students)
    .innerJoin(user, eq(user.id, students.user_id))
    .$dynamic()
}

/** Students with a guardian who decides about consents and whose identity staff have not confirmed. */
function unknownGuardians(ctx: Pick<Ctx, "db">) {
  return ctx.db
    .select({ student_id: guardianOf.student_id })
    .from(guardianOf)
    .where(and(holds("consent"), isNull(guardianOf.known_at)))
}

/** Those of a student whose number the student names, or the others. */
function unknownNamed(ctx: Pick<Ctx, "db">, named: boolean) {
  return ctx.db
    .select({ student_id: guardianOf.student_id })
    .from(guardianOf)
    .innerJoin(guardians, eq(guardians.user_id, guardianOf.guardian_id))
    .where(
      and(
        eq(guardianOf.student_id, students.user_id),
        holds("consent"),
        isNull(guardianOf.known_at),
        sql`(${guardians.phone} is not distinct from ${students.parent_phone}) = ${named}`,
      ),
    )
}

type Row = Awaited<ReturnType<typeof selectWaiting>>[number]

function describe(ctx: Pick<Ctx, "clock" | "env">, row: Row): GuardianToConfirm {
  const { student } = row
  const minor = isMinor(ctx, student)
  const unconfirmed = student.parent_phone !== null && student.parent_phone_confirmed_at === null
  return {
    student_id: student.user_id,
    student_name: `${student.first_name} ${student.last_name}`.trim(),
    under_18: minor,
    date_of_birth: student.date_of_birth,
    date_of_birth_claimed: student.date_of_birth_claimed,
    parent_name: student.parent_name,
    parent_phone: student.parent_phone,
    waits_for: [
      ...(unconfirmed ? (["number"] as const) : []),
      ...(minor && row.guardian_unknown === true ? (["guardian"] as const) : []),
      ...(minor && row.further_unknown === true ? (["further_guardian"] as const) : []),
      ...(student.date_of_birth_claimed === null ? [] : (["date_of_birth"] as const)),
    ],
    declined: row.declined === true,
    from_childs_device: row.from_childs_device,
    phone_of: row.phone_of,
    created_at: student.created_at,
  }
}

/**
 * Lists what staff have to confirm, the newest student first: unconfirmed guardians' numbers, guardians of
 * minors known only by a code, and dates of birth that would make a child an adult. One query. Throws
 * FIELD_ERRORS.
 */
export async function listUnconfirmed(
  ctx: SignedInCtx,
  input: { cursor?: string | undefined; limit: number },
): Promise<{ items: GuardianToConfirm[]; next_cursor: string | null }> {
  if (input.cursor !== undefined && !isId(input.cursor))
    refuseFields({ cursor: "Start again from the first page" })
  const rows = await selectWaiting(ctx)
    .where(
      and(
        or(
          and(isNotNull(students.parent_phone), isNull(students.parent_phone_confirmed_at)),
          isNotNull(students.date_of_birth_claimed),
          and(minorStudent(ctx), inArray(students.user_id, unknownGuardians(ctx))),
        ),
        isNull(user.disabledAt),
        input.cursor ? lt(students.user_id, input.cursor) : undefined,
      ),
    )
    .orderBy(desc(students.user_id))
    .limit(limitFor(input.limit))
  const items = rows.slice(0, input.limit).map((row) => describe(ctx, row))
  return { items, next_cursor: rows.length > input.limit ? (items.at(-1)?.student_id ?? null) : null }
}

type Paper = Omit<Proof, "known_how" | "paper_reference"> & {
  paper_reference: string
  purposes: ConsentPurpose[]
}

/**
 * Records a paper that a guardian signed. It confirms the guardian's identity and number, creates their
 * account, and gives only the consents it names. Throws NOT_FOUND if this is not a student with a guardian's
 * number.
 */
export function recordPaper(ctx: SignedInCtx, input: Paper): Promise<Record<string, never>> {
  const { purposes, ...proof } = input
  const { user_id: student_id, paper_reference } = input
  return inTransaction(ctx, async (tx) => {
    await writeKnownGuardian(tx, { ...proof, known_how: "signed_paper" })
    await recordAct(tx, "guardian.paper", student_id)
    for (const purpose of new Set(purposes)) {
      const notice = { notice_version: currentNotice(purpose), language: "en" }
      await writeConsent(tx, { student_id, purpose, given: true, how: "paper", paper_reference, ...notice })
    }
    return {}
  })
}
