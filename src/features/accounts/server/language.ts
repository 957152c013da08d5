import { eq, sql } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"
import type { MailLanguage } from "#platform/mail/port.ts"
import { keptLanguage } from "#shared/language.ts"
import { user } from "./table.ts"

/**
 * Returns the language of the page that this request comes from: the one chosen in the browser, else Hindi where the
 * browser prefers it, else English.
 */
export function languageAsked({ http }: Pick<Ctx, "http">): MailLanguage {
  const kept = keptLanguage(http.request.get("cookie"))
  return kept ?? (/^hi\b/i.test(http.request.get("accept-language") ?? "") ? "hi" : "en")
}

/** Returns the language for mails, text messages and notices to a person. */
export async function languageOf(ctx: Pick<Ctx, "db">, userId: string): Promise<MailLanguage> {
  const [row] = await ctx.db.select({ language: user.language }).from(user).where(eq(user.id, userId))
  return row?.language === "hi" ? "hi" : "en"
}

/**
 * Returns the language for messages to a number: that of the guardian with this number, else of the first
 * student or staff member who gave it as their own, else English. `phone` is E.164.
 */
export async function languageOfPhone(ctx: Pick<Ctx, "db">, phone: string): Promise<MailLanguage> {
  const { rows } = await ctx.db.execute<{ language: string }>(sql`
    select language from (
      select user_id, 1 as nearest from guardians where phone = ${phone}
      union all select user_id, 2 from students where phone = ${phone}
      union all select user_id, 3 from teachers where phone = ${phone}
      union all select user_id, 4 from admins where phone = ${phone}
      union all select user_id, 5 from office_staff where phone = ${phone}) as reached
    join users on users.id = reached.user_id
    order by nearest, users.created_at limit 1`)
  return rows[0]?.language === "hi" ? "hi" : "en"
}

/** Sets the language for mails, text messages and notices to a person. */
export async function setLanguage(ctx: Ctx, userId: string, language: MailLanguage): Promise<void> {
  await ctx.db.update(user).set({ language, updatedAt: ctx.clock.now() }).where(eq(user.id, userId))
}
