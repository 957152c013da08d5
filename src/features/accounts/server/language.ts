import { eq } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"
import type { MailLanguage } from "#platform/mail/port.ts"
import { user } from "./table.ts"

/** The language in which to write to a person. */
export async function languageOf(ctx: Pick<Ctx, "db">, userId: string): Promise<MailLanguage> {
  const [row] = await ctx.db.select({ language: user.language }).from(user).where(eq(user.id, userId))
  return row?.language === "hi" ? "hi" : "en"
}
