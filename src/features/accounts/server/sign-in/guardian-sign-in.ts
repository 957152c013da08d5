import { eq } from "drizzle-orm"
import { type Ctx, inTransaction } from "#platform/context.ts"
import { ensureGuardian } from "../guardian-profiles.ts"
import { languageAsked } from "../language.ts"
import { students } from "../table.ts"
import { admit } from "./admission.ts"
import { phoneOf } from "./guardian-codes.ts"
import { LOOSE_DIGITS, takeLooseCode, takeOneTimeCode } from "./one-time-codes.ts"
import { countingGuess } from "./sign-in-limits.ts"

/**
 * Signs a guardian in by the texted code, and creates their account the first time. They say afterwards which
 * children are theirs. Throws FIELD_ERRORS, CODE_WRONG, ACCOUNT_DISABLED, SECOND_STEP_REQUIRED,
 * TOO_MANY_REQUESTS.
 */
export async function signInGuardian(
  ctx: Ctx,
  input: { phone: string; code: string; request?: string | undefined },
): Promise<{ first_name: string }> {
  const phone = phoneOf(input.phone)
  const { request, code } = input
  const given = { purpose: "guardian" as const, of: phone, code }
  await countingGuess(ctx, () =>
    code.length === LOOSE_DIGITS ? takeLooseCode(ctx, given) : takeOneTimeCode(ctx, { ...given, request }),
  )
  const guardianId = await inTransaction(ctx, async (tx) => {
    const [child] = await tx.db
      .select({ name: students.parent_name })
      .from(students)
      .where(eq(students.parent_phone, phone))
      .limit(1)
    return ensureGuardian(tx, phone, child?.name ?? null, languageAsked(tx))
  })
  const { first_name } = await admit(ctx, guardianId, "any")
  return { first_name }
}
