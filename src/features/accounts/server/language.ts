import { eq, sql } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"
import type { MailLanguage } from "#platform/mail/port.ts"
import { user } from "./table.ts"

/** The language in which to write to a person: mails, text messages and notices alike. */
export async function languageOf(ctx: Pick<Ctx, "db">, userId: string): Promise<MailLanguage> {
  const [row] = await ctx.db.select({ language: user.language }).from(user).where(eq(user.id, userId))
  return row?.language === "hi" ? "hi" : "en"
}

/**
 * The language of whoever a number reaches: a guardian, else the first of the students and staff who gave it as their
 * own. English where nobody has it. `phone` is E.164.
 */
export async function languageOfPhone(ctx: Pick<Ctx, "db">, phone: string): Promise<MailLanguage> {
  const { rows } = await ctx.db.execute<{ language: string }>(sql`
    select language from (
      select user_id, 1 as nearest from guardians where phone = ${phone}
      union all select user_id, 2 from students where phone = ${phone}
      union all select user_id, 3 from teachers where phone = ${phone}
      union all select user_id, 4 from admins where phone = ${phone}) as reached
    join users on users.id = reached.user_id
    order by nearest, users.created_at limit 1`)
  return rows[0]?.language === "hi" ? "hi" : "en"
}

/** Sets the language in which to write to a person. */
export async function setLanguage(ctx: Ctx, userId: string, language: MailLanguage): Promise<void> {
  await ctx.db.update(user).set({ language, updatedAt: ctx.clock.now() }).where(eq(user.id, userId))
}
