import { and, asc, eq, gte, isNotNull, isNull, lte, sql } from "drizzle-orm"
import { ageColumns, isMinor, todayOf } from "#features/accounts/server/age.ts"
import { students } from "#features/accounts/server/table.ts"
import { listTold } from "#features/guardians/server/links.ts"
import { tellPeople } from "#features/notifications/server/tell.ts"
import { checkoutPath } from "#features/programs/paths.ts"
import { enrollments, programs } from "#features/programs/server/table.ts"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { formatDateIn } from "#shared/time.ts"
import { addDays } from "#shared/zone.ts"
import { membershipEnds } from "../../ending-texts.ts"
import { linkedWords } from "../asking/notice-words.ts"
import { RENEWAL } from "../price.ts"
import { hasOpenAccount } from "../purchase.ts"

/** For so many days after its end a membership that nobody was told about is still worth a notice. */
const TELL_WITHIN = 7
const AT_ONCE = 200
/** Where a guardian who is told but doesn't pay goes on. */
const FAMILY_PATH = "/family"
const TAGS = { en: "en-IN", hi: "hi-IN" } as const

type Ending = {
  id: string
  student_id: string
  first_name: string
  valid_until: string
  title: string
  slug: string
  minor: boolean
}

/**
 * Tells students and the guardians who are told that a membership ends: some days ahead, again shortly before, and once
 * when it has ended. Each once, however often it runs; days that were missed are caught up. Nothing where it can't be
 * renewed, or where the student's account is closed.
 */
export async function remindMembers(ctx: Ctx): Promise<void> {
  if (!ctx.money) return
  const today = todayOf(ctx)
  let least = 0
  for (const days of RENEWAL.remindDaysBefore.toSorted((one, other) => one - other)) {
    const range = { from: addDays(today, least), to: addDays(today, days) }
    await remindBetween(ctx, `${days}`, range)
    least = days + 1
  }
  await remindBetween(ctx, "ended", { from: addDays(today, -TELL_WITHIN), to: addDays(today, -1) })
}

async function remindBetween(ctx: Ctx, stage: string, range: { from: string; to: string }): Promise<void> {
  for (const ending of await listEnding(ctx, stage, range)) {
    await inTransaction(ctx, (tx) => tell(tx, stage, ending))
  }
}

async function listEnding(ctx: Ctx, stage: string, { from, to }: { from: string; to: string }) {
  const told = sql`exists (select from person_notices n where n.person_id = ${enrollments.student_id}
    and n.cause_id = ${enrollments.id}
    and n.kind = 'membership-ends:' || ${enrollments.valid_until}::text || ':' || ${stage}::text)`
  const rows = await ctx.db
    .select({
      id: enrollments.id,
      student_id: enrollments.student_id,
      first_name: students.first_name,
      valid_until: enrollments.valid_until,
      title: programs.title,
      slug: programs.slug,
      age: ageColumns,
    })
    .from(enrollments)
    .innerJoin(programs, eq(programs.id, enrollments.course_id))
    .innerJoin(students, eq(students.user_id, enrollments.student_id))
    .where(
      and(
        eq(enrollments.status, "active"),
        gte(enrollments.valid_until, from),
        lte(enrollments.valid_until, to),
        isNotNull(programs.monthly_fee_paise),
        isNull(programs.archived_at),
        hasOpenAccount,
        sql`not ${told}`,
      ),
    )
    .orderBy(asc(enrollments.valid_until), asc(enrollments.id))
    .limit(AT_ONCE)
  return rows.map(
    ({ age, ...row }): Ending => ({ ...row, valid_until: row.valid_until ?? "", minor: isMinor(ctx, age) }),
  )
}

async function tell(tx: Ctx, stage: string, ending: Ending): Promise<void> {
  const { id, student_id, valid_until } = ending
  const told = await listTold(tx, [student_id])
  await tellPeople(tx, {
    ...{ topic: "payments", kind: `membership-ends:${valid_until}:${stage}`, cause_id: id },
    ...{ people: [student_id, ...told.map(({ guardian_id }) => guardian_id)], about: [student_id] },
    write: (person) => {
      const { language } = person
      const student = person.user_id === student_id ? null : ending.first_name
      const date = formatDateIn(TAGS[language], valid_until)
      const child = student === null && ending.minor
      const facts = { course: ending.title, date, student, ended: stage === "ended", child }
      const search = student === null ? "" : `?${new URLSearchParams({ student_id })}`
      const isPayer = told.find(({ guardian_id }) => guardian_id === person.user_id)?.may_pay ?? true
      const path = isPayer ? `${checkoutPath(ending.slug)}${search}` : FAMILY_PATH
      return linkedWords(tx, person, path, membershipEnds(facts, language))
    },
  })
}
