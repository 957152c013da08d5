import { eq } from "drizzle-orm"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { closeAccount, exportOf } from "./own/erasure.ts"
import { keepAccount } from "./own/keep-account.ts"
import { sendOwnCode, takeOwnMailedCode } from "./own/own-codes.ts"
import { renameEverywhere } from "./own/profile.ts"
import { knownDevice } from "./sign-in/known-devices.ts"
import { students } from "./table.ts"

/*
 * What a guardian can do with a child's account. The guardians feature checks that the child is the viewer's
 * before it calls any of these.
 */

type Correction = {
  first_name?: string | undefined
  last_name?: string | undefined
  grade?: string | undefined
  sms_notifications_enabled?: boolean | undefined
}

/**
 * Corrects a student's name, grade and text-message setting in the caller's transaction. Omitted fields keep
 * their value.
 */
export async function correctStudent(
  tx: Ctx,
  student: typeof students.$inferSelect,
  { first_name, last_name, grade, sms_notifications_enabled }: Correction,
): Promise<void> {
  await renameEverywhere(tx, student.user_id, {
    first_name: first_name ?? student.first_name,
    last_name: last_name ?? student.last_name,
  })
  await tx.db
    .update(students)
    .set({
      grade: grade === undefined ? student.grade : grade || null,
      sms_notifications_enabled: sms_notifications_enabled ?? student.sms_notifications_enabled,
    })
    .where(eq(students.user_id, student.user_id))
}

/** Returns everything that is stored about a person. Throws TOO_MANY_REQUESTS. */
export const exportAccount = exportOf

/** Sends the viewer the code that closing asks for. Throws MAIL_UNAVAILABLE, TEXTS_UNAVAILABLE, TOO_MANY_REQUESTS. */
export function sendErasureCode(ctx: SignedInCtx): Promise<{ minutes: number }> {
  return sendOwnCode(ctx, "erasure")
}

/**
 * Closes an account by the code that was sent to the viewer. It is erased in 30 days. Throws CODE_WRONG,
 * TOO_MANY_REQUESTS.
 */
export async function closeAccountByCode(
  ctx: SignedInCtx,
  userId: string,
  code: string,
): Promise<{ erase_at: Date }> {
  await takeOwnMailedCode(ctx, "erasure", code)
  return inTransaction(ctx, (tx) => closeAccount(tx, userId))
}

/** Cancels the erasure of an account. */
export async function takeBackErasure(ctx: SignedInCtx, userId: string): Promise<void> {
  await inTransaction(ctx, (tx) => keepAccount(tx, userId))
}

/** Whether the person has signed in with the viewer's browser. */
export async function isOwnDevice(ctx: Ctx, userId: string): Promise<boolean> {
  return (await knownDevice(ctx, { user_id: userId })) !== null
}
