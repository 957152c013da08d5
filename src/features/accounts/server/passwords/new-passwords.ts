import { eq } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"
import { notFound, refuseFields } from "#platform/errors.ts"
import { admins, officeStaff, students, teachers, user } from "../table.ts"
import { type Owner, passwordProblem } from "./password-rules.ts"

/** Rejects a weak password at sign-up. Throws FIELD_ERRORS. */
export async function refuseWeak(
  ctx: Pick<Ctx, "brand">,
  password: string,
  owner: Owner,
  field = "password",
): Promise<void> {
  const problem = await passwordProblem(password, owner, ctx.brand.name)
  if (problem) refuseFields({ [field]: problem })
}

/** Rejects a weak password for a person who has an account. Throws FIELD_ERRORS, NOT_FOUND. */
export async function refuseWeakFor(
  ctx: Pick<Ctx, "db" | "brand">,
  userId: string,
  password: string,
  field = "password",
): Promise<void> {
  const [row] = await ctx.db
    .select({
      email: user.email,
      name: user.name,
      phone: students.phone,
      parent_phone: students.parent_phone,
      teacher_phone: teachers.phone,
      admin_phone: admins.phone,
      office_phone: officeStaff.phone,
    })
    .from(user)
    .leftJoin(students, eq(students.user_id, user.id))
    .leftJoin(teachers, eq(teachers.user_id, user.id))
    .leftJoin(admins, eq(admins.user_id, user.id))
    .leftJoin(officeStaff, eq(officeStaff.user_id, user.id))
    .where(eq(user.id, userId))
  if (!row) notFound()
  const [first_name, ...last] = row.name.split(" ")
  const phones = [row.phone, row.parent_phone, row.teacher_phone, row.admin_phone, row.office_phone]
  await refuseWeak(ctx, password, { email: row.email, first_name, last_name: last.join(" "), phones }, field)
}
