import { eq } from "drizzle-orm"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { admit } from "./admission.ts"
import { phoneOf } from "./guardian-codes.ts"
import { ensureGuardian } from "./guardian-links.ts"
import { takeOneTimeCode } from "./one-time-codes.ts"
import { countGuess } from "./sign-in-limits.ts"
import { students } from "./table.ts"

/**
 * Signs a guardian in by the texted code. The first time makes their account. Which child is theirs they say
 * themselves afterwards. Throws FIELD_ERRORS, CODE_WRONG, ACCOUNT_DISABLED, SECOND_STEP_REQUIRED, TOO_MANY_REQUESTS.
 */
export async function signInGuardian(
  ctx: Ctx,
  input: { phone: string; code: string },
): Promise<{ first_name: string }> {
  const phone = phoneOf(input.phone)
  await countGuess(ctx)
  await takeOneTimeCode(ctx, "guardian", phone, input.code)
  const guardianId = await inTransaction(ctx, async (tx) => {
    const [child] = await tx.db
      .select({ name: students.parent_name })
      .from(students)
      .where(eq(students.parent_phone, phone))
      .limit(1)
    return ensureGuardian(tx, phone, child?.name ?? null)
  })
  const { first_name } = await admit(ctx, guardianId, "any")
  return { first_name }
}
