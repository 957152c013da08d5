import { and, desc, eq, ilike, inArray, isNotNull, isNull, lt, or, type SQL, sql } from "drizzle-orm"
import type { z } from "zod"
import type { listPeople as listContract, PersonEntry } from "#contract/accounts/people.ts"
import type { Ctx, SignedInCtx } from "#platform/context.ts"
import { notFound, refuseFields } from "#platform/errors.ts"
import { isId } from "#shared/ids.ts"
import { phoneSearched } from "#shared/phone.ts"
import type { Role } from "#shared/roles.ts"
import { NO_MAIL, shownEmail } from "../no-mail.ts"
import { twoStepSecrets } from "../security-tables.ts"
import {
  admins,
  guardians,
  officeStaff,
  peopleText,
  phoneEndsIn,
  students,
  teachers,
  user,
} from "../table.ts"
import { hasJoined } from "./joined.ts"

type ListInput = z.output<NonNullable<(typeof listContract)["~orpc"]["inputSchema"]>>

function selectPeople(ctx: Pick<Ctx, "db">) {
  return ctx.db
    .select({
      user_id: user.id,
      name: user.name,
      email: user.email,
      created_at: user.createdAt,
      joined: hasJoined(ctx),
      two_step: sql<boolean>`${twoStepSecrets.confirmed_at} is not null`,
      disabled_at: user.disabledAt,
      disabled_reason: user.disabledReason,
      erase_at: user.eraseAt,
      admin: admins.user_id,
      office: officeStaff.user_id,
      teacher: teachers.user_id,
      approved_at: teachers.approved_at,
      guardian: guardians.user_id,
      student: students.user_id,
    })
    .from(user)
    .leftJoin(admins, eq(admins.user_id, user.id))
    .leftJoin(officeStaff, eq(officeStaff.user_id, user.id))
    .leftJoin(teachers, and(eq(teachers.user_id, user.id), isNull(teachers.ended_at)))
    .leftJoin(guardians, eq(guardians.user_id, user.id))
    .leftJoin(students, eq(students.user_id, user.id))
    .leftJoin(twoStepSecrets, eq(twoStepSecrets.user_id, user.id))
    .$dynamic()
}

type Row = Awaited<ReturnType<typeof selectPeople>>[number]

function roleOf(row: Row): Role | null {
  if (row.admin) return "admin"
  if (row.office) return "office"
  if (row.teacher) return "instructor"
  if (row.guardian) return "guardian"
  return row.student ? "student" : null
}

function describe({ admin, office, teacher, approved_at, guardian, student, ...row }: Row): PersonEntry {
  const role = roleOf({ admin, office, teacher, approved_at, guardian, student, ...row })
  const email = shownEmail(row.email)
  const isStaff = role === "office" || role === "admin"
  return {
    ...row,
    email,
    role,
    password_link: row.joined && !isStaff && email !== "" && row.disabled_at === null,
    awaits_approval: role === "instructor" && approved_at === null,
  }
}

/** Lists people for staff, the newest first. One query per page. Throws FIELD_ERRORS. */
export async function listPeople(
  ctx: SignedInCtx,
  input: ListInput,
): Promise<{ items: PersonEntry[]; next_cursor: string | null }> {
  if (input.cursor !== undefined && !isId(input.cursor))
    refuseFields({ cursor: "Start again from the first page" })
  const rows = await selectPeople(ctx)
    .where(
      and(
        isNull(user.erasedAt),
        input.q ? matching(ctx, input.q) : undefined,
        input.role && withRole(ctx, input.role),
        input.state === "disabled" ? isNotNull(user.disabledAt) : undefined,
        input.state === "awaits_approval"
          ? and(
              isNotNull(teachers.user_id),
              isNull(teachers.approved_at),
              isNull(admins.user_id),
              isNull(officeStaff.user_id),
            )
          : undefined,
        input.cursor ? lt(user.id, input.cursor) : undefined,
      ),
    )
    .orderBy(desc(user.id))
    .limit(input.limit + 1)
  const items = rows.slice(0, input.limit).map(describe)
  return { items, next_cursor: rows.length > input.limit ? (items.at(-1)?.user_id ?? null) : null }
}

/**
 * A condition for people with this in name or e-mail, without the placeholders of who has no e-mail, or with a number
 * that ends so.
 */
function matching({ db }: Pick<Ctx, "db">, q: string): SQL | undefined {
  const pattern = `%${q.replace(/[\\%_]/g, "\\$&")}%`
  const isReal = sql`${user.email} not like ${`%${NO_MAIL}`}`
  const called = and(ilike(peopleText(user), pattern), or(isReal, ilike(user.name, pattern)))
  const digits = phoneSearched(q)
  if (!digits) return called
  const reached = [students, teachers, guardians, admins, officeStaff].map(
    (table) => sql`select ${table.user_id} from ${table} where ${phoneEndsIn(table.phone, digits)}`,
  )
  const named = db.select({ id: user.id }).from(user).where(called)
  return sql`${user.id} in (${sql.join([named, ...reached], sql` union all `)})`
}

/**
 * A condition for people with this effective role. It starts from the role's own table, which may be small.
 */
function withRole(ctx: Pick<Ctx, "db">, role: Role | "none"): SQL | undefined {
  const { db } = ctx
  switch (role) {
    case "admin":
      return inArray(user.id, db.select({ id: admins.user_id }).from(admins))
    case "office":
      return and(
        inArray(user.id, db.select({ id: officeStaff.user_id }).from(officeStaff)),
        isNull(admins.user_id),
      )
    case "instructor":
      return and(
        inArray(user.id, db.select({ id: teachers.user_id }).from(teachers).where(isNull(teachers.ended_at))),
        isNull(admins.user_id),
        isNull(officeStaff.user_id),
      )
    case "guardian":
      return inArray(user.id, db.select({ id: guardians.user_id }).from(guardians))
    case "student":
      return and(
        isNotNull(students.user_id),
        isNull(teachers.user_id),
        isNull(admins.user_id),
        isNull(officeStaff.user_id),
      )
    case "none":
      return and(
        isNull(students.user_id),
        isNull(teachers.user_id),
        isNull(admins.user_id),
        isNull(guardians.user_id),
        isNull(officeStaff.user_id),
      )
  }
}

/** Returns a person as staff see them. Throws NOT_FOUND. */
export async function readEntry(ctx: Pick<Ctx, "db">, userId: string): Promise<PersonEntry> {
  const [row] = await selectPeople(ctx).where(and(eq(user.id, userId), isNull(user.erasedAt)))
  return row ? describe(row) : notFound()
}
