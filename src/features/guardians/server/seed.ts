import { asc, eq } from "drizzle-orm"
import { CONSENT_PURPOSES } from "#contract/guardians/consents.ts"
import { minorStudent } from "#features/accounts/server/age.ts"
import { readPerson } from "#features/accounts/server/sessions.ts"
import { admins, demoPeople, students } from "#features/accounts/server/table.ts"
import type { Ctx } from "#platform/context.ts"
import { recordPaper } from "./papers.ts"

/** Creates the guardians of a trial's minors, confirmed and with every consent given on a paper. */
export async function seedGuardians(ctx: Ctx): Promise<void> {
  const minors = await ctx.db
    .select({ user_id: students.user_id })
    .from(students)
    .where(minorStudent(ctx))
    .orderBy(asc(students.created_at), asc(students.user_id))
  const [admin] = await ctx.db
    .select({ user_id: demoPeople.user_id })
    .from(demoPeople)
    .innerJoin(admins, eq(admins.user_id, demoPeople.user_id))
  const staff = admin && (await readPerson(ctx.db, admin.user_id))
  if (!staff) return
  for (const { user_id } of minors) {
    await recordPaper(
      { ...ctx, viewer: staff },
      {
        user_id,
        paper_reference: "Demo paper",
        known_seen: "met_before",
        purposes: [...CONSENT_PURPOSES],
      },
    )
  }
}
