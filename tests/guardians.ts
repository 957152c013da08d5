import { ensureGuardian } from "#features/accounts/server/guardian-profiles.ts"
import { readPerson } from "#features/accounts/server/sessions.ts"
import { columnsOf } from "#features/guardians/server/other-guardians.ts"
import { guardianInvitations, guardianOf } from "#features/guardians/server/table.ts"
import type { Ctx, SignedIn } from "#platform/context.ts"
import type { GuardianRight } from "#shared/guardian-rights.ts"
import { newId } from "#shared/ids.ts"
import { DAY } from "#shared/time.ts"

let numbers = 0

/** An unused number, E.164. */
export function nextPhone(): string {
  numbers += 1
  return `+9194000${String(10_000 + numbers)}`
}

/** Writes a guardian who was invited and accepted, with these rights. */
export async function createFurtherGuardian(
  ctx: Ctx,
  child: SignedIn,
  rights: readonly GuardianRight[],
  phone = nextPhone(),
): Promise<SignedIn> {
  const guardian_id = await ensureGuardian(ctx, phone, "Kamala Rao")
  const now = ctx.clock.now()
  await ctx.db.insert(guardianOf).values({
    ...{ guardian_id, student_id: child.user_id, answer: "confirmed", how: "invitation" },
    ...{ answered_by: guardian_id, answered_at: now, invited_by: newId() },
    ...columnsOf(rights),
  })
  const found = await readPerson(ctx.db, guardian_id)
  if (!found) throw new Error("a guardian just written is not there")
  return found
}

/** Writes an open invitation. Returns its id. */
export async function invitationFor(ctx: Ctx, student_id: string, invited_by: string): Promise<string> {
  const [id, now] = [newId(), ctx.clock.now()]
  await ctx.db.insert(guardianInvitations).values({
    ...{ id, student_id, invited_by, by_staff: false, name: "Kamala Rao", phone: nextPhone() },
    ...{ ...columnsOf(["see"]), language: "en", token_hash: `test.${id}`, invited_at: now },
    expires_at: new Date(now.getTime() + 7 * DAY),
  })
  return id
}
