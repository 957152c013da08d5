import { and, eq, isNull } from "drizzle-orm"
import type { z } from "zod"
import type { Person } from "#contract/accounts/accounts.ts"
import type { Ctx, SignedIn } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import { mustConfirmFirst, remindToConfirm } from "../mail/confirmation.ts"
import { keepOwnAccount } from "../own/keep-account.ts"
import { readPerson } from "../sessions.ts"
import { teachers, user } from "../table.ts"
import { rememberDevice } from "./known-devices.ts"
import { beginSecondStep, needsSecondStep, takeSecondStep } from "./two-step.ts"

export type Portal = "any" | "instructor"
type PersonRow = z.infer<typeof Person>

/** Returns a person as the API shows them. */
export function describePerson(person: SignedIn): PersonRow {
  const { user_id, email, first_name, last_name, role, email_verified } = person
  return { user_id, email, first_name, last_name, role, email_verified }
}

/**
 * Opens a session for a person whose identity was proven. Every way to sign in calls this. Throws
 * ACCOUNT_DISABLED, INSTRUCTORS_ONLY, EMAIL_UNCONFIRMED, CONFIRMATION_LATER if the link can't be mailed today,
 * and SECOND_STEP_REQUIRED if the authenticator app must be checked first. No session is opened when it throws.
 */
export async function admit(ctx: Ctx, userId: string, portal: Portal): Promise<PersonRow> {
  const person = await readPerson(ctx.db, userId)
  if (!person) refuse("ACCOUNT_DISABLED")
  if (portal === "instructor" && !(await belongsInPortal(ctx, person))) refuse("INSTRUCTORS_ONLY")
  if (mustConfirmFirst(ctx, person))
    refuse((await remindToConfirm(ctx, person)) ? "EMAIL_UNCONFIRMED" : "CONFIRMATION_LATER")
  if (await needsSecondStep(ctx, userId)) {
    await beginSecondStep(ctx, userId)
    refuse("SECOND_STEP_REQUIRED")
  }
  return letIn(ctx, person)
}

/** Includes instructors who must give their profile again. */
async function belongsInPortal(ctx: Ctx, { user_id, role }: SignedIn): Promise<boolean> {
  if (role !== null) return role === "instructor"
  const [row] = await ctx.db
    .select({ user_id: teachers.user_id })
    .from(teachers)
    .where(and(eq(teachers.user_id, user_id), isNull(teachers.ended_at)))
  return row !== undefined
}

/**
 * Opens the session of the sign-in that this browser began, by its second factor. Throws what
 * `takeSecondStep` throws, and ACCOUNT_DISABLED.
 */
export async function finishSignIn(ctx: Ctx, code: string): Promise<PersonRow> {
  const person = await readPerson(ctx.db, await takeSecondStep(ctx, code))
  if (!person) refuse("ACCOUNT_DISABLED")
  return letIn(ctx, person)
}

/** Writes down that an account whose e-mail was never confirmed is in use, so that it isn't erased. */
async function noteUse(ctx: Ctx, userId: string): Promise<void> {
  const noted = await ctx.db
    .update(user)
    .set({ updatedAt: ctx.clock.now() })
    .where(eq(user.id, userId))
    .returning({ id: user.id })
  if (noted.length === 0) refuse("ACCOUNT_DISABLED")
}

async function letIn(ctx: Ctx, person: SignedIn): Promise<PersonRow> {
  await keepOwnAccount(ctx, person.user_id)
  if (!person.email_verified) await noteUse(ctx, person.user_id)
  await ctx.sessions.openTrusted(ctx.http, person.user_id)
  await rememberDevice(ctx, person.user_id)
  return describePerson(person)
}
