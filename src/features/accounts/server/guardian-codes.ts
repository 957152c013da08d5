import { and, eq, isNull, or } from "drizzle-orm"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound, refuseFields } from "#platform/errors.ts"
import { brand } from "#shared/brand.ts"
import { newId } from "#shared/ids.ts"
import { maskPhone, parsePhone } from "#shared/phone.ts"
import { guardians } from "./guardian-tables.ts"
import { knownDevice } from "./known-devices.ts"
import { CODE_MINUTES, makeCode, openRequest, requestCode } from "./one-time-codes.ts"
import { countInvitingText, countTexts, mayInvite } from "./sign-in-limits.ts"
import { students, user } from "./table.ts"

export const GUARDIAN_CODE_QUEUE = "accounts.guardian-code"

/** A typed number as E.164. Throws FIELD_ERRORS. */
export function phoneOf(typed: string): string {
  return parsePhone(typed) ?? refuseFields({ phone: "PHONE_INVALID" })
}

/**
 * Has a code texted to a number that some student named or a guardian has. The answer is the same for others.
 * Throws FIELD_ERRORS and TOO_MANY_REQUESTS.
 */
export async function requestGuardianCode(
  ctx: Ctx,
  typed: string,
): Promise<{ request: string; minutes: number }> {
  const phone = phoneOf(typed)
  await countTexts(ctx, phone, await knownDevice(ctx, { guardian_phone: phone }))
  const request = await inTransaction(ctx, (tx) => enqueue(tx, phone, false))
  return { request, minutes: CODE_MINUTES }
}

async function enqueue(tx: Ctx, phone: string, loose: boolean): Promise<string> {
  const key = await requestCode(tx, { purpose: "guardian", to: phone, loose })
  await tx.jobs.send(tx, GUARDIAN_CODE_QUEUE, { key })
  return key
}

/**
 * Has a code texted to a guardian's number, in the caller's transaction, on behalf of somebody else: when a minor
 * registers, for example. The guardian's browser did not ask for it, so it is a long one.
 */
export async function enqueueGuardianCode(tx: Ctx, phone: string): Promise<void> {
  if (await mayInvite(tx, phone)) await enqueue(tx, phone, true)
}

/** Texts the guardian of the viewer, a student, once more. Throws NOT_FOUND without one, TOO_MANY_REQUESTS. */
export async function inviteOwnGuardian(ctx: SignedInCtx): Promise<{ phone: string; minutes: number }> {
  const [student] = await ctx.db
    .select({ phone: students.parent_phone })
    .from(students)
    .where(eq(students.user_id, ctx.viewer.user_id))
  const phone = student?.phone
  if (!phone) notFound()
  await countInvitingText(ctx)
  await inTransaction(ctx, (tx) => enqueueGuardianCode(tx, phone))
  return { phone: maskPhone(phone), minutes: CODE_MINUTES }
}

/** Makes the code of a request and texts it. A number that nobody gave gets none. */
export async function sendGuardianCode(ctx: Ctx, key: string): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const request = await openRequest(tx, key)
    if (!request) return
    const known = await peopleOf(tx, request.to)
    if (known.length === 0) return
    const code = await makeCode(tx, key)
    await tx.post.text(tx, {
      kind: "guardian-code",
      cause_id: newId(),
      subject_ids: known.map((one) => one.user_id),
      recipient_name: known[0]?.name ?? "Parent",
      to: request.to,
      text: `${code} is your ${brand.name} code for ${CODE_MINUTES} minutes. Enter it at ${ctx.address}/guardian to see your child's classes and decide about consent.`,
      variables: { code, academy: brand.name },
      send_before: request.expires_at,
      secret: true,
    })
  })
}

/** The guardian of a number and the students who named it, as far as their accounts are open. */
async function peopleOf(tx: Ctx, phone: string): Promise<{ user_id: string; name: string | null }[]> {
  return tx.db
    .select({ user_id: user.id, name: students.parent_name })
    .from(user)
    .leftJoin(students, eq(students.user_id, user.id))
    .leftJoin(guardians, eq(guardians.user_id, user.id))
    .where(and(or(eq(students.parent_phone, phone), eq(guardians.phone, phone)), isNull(user.disabledAt)))
}
