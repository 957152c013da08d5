import { and, eq, isNull, or } from "drizzle-orm"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound, refuse, refuseFields } from "#platform/errors.ts"
import type { MailLanguage } from "#platform/mail/port.ts"
import { newId } from "#shared/ids.ts"
import { maskPhone, parsePhone } from "#shared/phone.ts"
import { languageAsked, languageOfPhone } from "../language.ts"
import { guardians, students, user } from "../table.ts"
import { knownDevice } from "./known-devices.ts"
import { CODE_MINUTES, makeCode, openRequest, requestCode } from "./one-time-codes.ts"
import { countInvitingText, countTextedCode, countTexts, countTextTo } from "./sign-in-limits.ts"

export const GUARDIAN_CODE_QUEUE = "accounts.guardian-code"
/** The kind of text that has a code for a guardian. */
export const GUARDIAN_CODE = "guardian-code"

/** Returns a typed number as E.164. Throws FIELD_ERRORS. */
export function phoneOf(typed: string): string {
  return parsePhone(typed) ?? refuseFields({ phone: "PHONE_INVALID" })
}

/**
 * Has a code texted to a number that a student named or that belongs to a guardian. The response is the same
 * for other numbers. Throws FIELD_ERRORS, TEXTS_UNAVAILABLE and TOO_MANY_REQUESTS.
 */
export async function requestGuardianCode(
  ctx: Ctx,
  typed: string,
): Promise<{ request: string; minutes: number }> {
  const phone = phoneOf(typed)
  await requireTexts(ctx)
  await countTexts(ctx, phone, await knownDevice(ctx, { guardian_phone: phone }))
  const request = await inTransaction(ctx, (tx) => enqueue(tx, phone, false))
  return { request, minutes: CODE_MINUTES }
}

/** Whether guardians can be texted codes. */
export function textsGuardians(ctx: Pick<Ctx, "db" | "env" | "post">): Promise<boolean> {
  return ctx.post.canText(ctx, GUARDIAN_CODE)
}

/** Refuses where no code can be texted, whosever the number is. Throws TEXTS_UNAVAILABLE. */
export async function requireTexts(ctx: Ctx): Promise<void> {
  if (!(await textsGuardians(ctx))) refuse("TEXTS_UNAVAILABLE")
}

async function enqueue(tx: Ctx, phone: string, loose: boolean): Promise<string> {
  const key = await requestCode(tx, { purpose: "guardian", to: phone, loose })
  await tx.jobs.send(tx, GUARDIAN_CODE_QUEUE, { key, language: languageAsked(tx) })
  return key
}

/**
 * Has a code texted to a guardian's number on behalf of another person, such as a minor who signs up, in the
 * caller's transaction. It works in any browser, because the guardian's did not ask for it, and so it is
 * longer. Does nothing where no code can be texted.
 */
export async function enqueueGuardianCode(tx: Ctx, phone: string): Promise<void> {
  if ((await textsGuardians(tx)) && (await countTextTo(tx, phone))) await enqueueCounted(tx, phone)
}

/** The same for a text that `countTextTo` has counted already. */
export async function enqueueCounted(tx: Ctx, phone: string): Promise<void> {
  await enqueue(tx, phone, true)
}

/**
 * Texts the guardian of the viewer, a student, again. Throws NOT_FOUND without a guardian, TEXTS_UNAVAILABLE,
 * TOO_MANY_REQUESTS.
 */
export async function inviteOwnGuardian(ctx: SignedInCtx): Promise<{ phone: string; minutes: number }> {
  const [student] = await ctx.db
    .select({ phone: students.parent_phone })
    .from(students)
    .where(eq(students.user_id, ctx.viewer.user_id))
  const phone = student?.phone
  if (!phone) notFound()
  await requireTexts(ctx)
  await countInvitingText(ctx)
  await inTransaction(ctx, (tx) => enqueueGuardianCode(tx, phone))
  return { phone: maskPhone(phone), minutes: CODE_MINUTES }
}

const CODE_TEXTS: Record<MailLanguage, (code: string, academy: string, page: string) => string> = {
  en: (code, academy, page) =>
    `${code} is your ${academy} code for ${CODE_MINUTES} minutes. Enter it at ${page} to see your child's classes and decide about consent.`,
  hi: (code, academy, page) =>
    `${code} आपका ${academy} कोड है, ${CODE_MINUTES} मिनट तक। बच्चे की क्लास देखने और सहमति का फ़ैसला लेने के लिए इसे ${page} पर भरें।`,
}

/**
 * Makes the code of a request and texts it. Sends nothing to a number that belongs to no guardian and that no
 * student named. The text is in Hindi if the account of the number's owner is, or `asked`, the page that asked.
 */
export async function sendGuardianCode(ctx: Ctx, key: string, asked: MailLanguage): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const request = await openRequest(tx, key)
    if (!request) return
    const known = await peopleOf(tx, request.to)
    if (known.length === 0) return
    if (!request.loose) await countTextedCode(tx)
    const code = await makeCode(tx, key)
    const language = asked === "hi" ? "hi" : await languageOfPhone(tx, request.to)
    await tx.post.text(tx, {
      kind: GUARDIAN_CODE,
      cause_id: newId(),
      subject_ids: known.map((one) => one.user_id),
      recipient_name: known[0]?.name ?? "Parent",
      to: request.to,
      text: CODE_TEXTS[language](code, tx.brand.name, `${ctx.address}/guardian`),
      variables: { code, academy: tx.brand.name },
      send_before: request.expires_at,
      secret: true,
    })
  })
}

/** Returns the guardian with this number and the students who named it. Disabled accounts are left out. */
async function peopleOf(tx: Ctx, phone: string): Promise<{ user_id: string; name: string | null }[]> {
  return tx.db
    .select({ user_id: user.id, name: students.parent_name })
    .from(user)
    .leftJoin(students, eq(students.user_id, user.id))
    .leftJoin(guardians, eq(guardians.user_id, user.id))
    .where(and(or(eq(students.parent_phone, phone), eq(guardians.phone, phone)), isNull(user.disabledAt)))
}
