import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm"
import type { z } from "zod"
import type { InstructorSignUp, Person, StudentSignUp } from "#contract/accounts/accounts.ts"
import { type Ctx, inTransaction, type SignedInCtx, type Viewer } from "#platform/context.ts"
import { brokenConstraint } from "#platform/database/db.ts"
import { notFound, Refusal, refuse } from "#platform/errors.ts"
import { newId } from "#shared/ids.ts"
import type { Role } from "#shared/roles.ts"
import { mailConfirmation, mustConfirmFirst } from "./mail/confirmation.ts"
import { instructorColumns, studentColumns } from "./own/profiles.ts"
import { refuseWeak } from "./passwords/new-passwords.ts"
import { readPerson } from "./sessions.ts"
import { admit, describePerson } from "./sign-in/admission.ts"
import { enqueueCounted, textsGuardians } from "./sign-in/guardian-codes.ts"
import { rememberDevice, thisDevice } from "./sign-in/known-devices.ts"
import { countSignUp, countSignUpMail, countTextTo, networkHere } from "./sign-in/sign-in-limits.ts"
import { account, admins, demoPeople, officeStaff, students, teachers, user } from "./table.ts"

type PersonRow = z.infer<typeof Person>

/**
 * Creates a student with the account, and a minor's guardian contact, in one transaction and signs them in.
 * Throws EMAIL_TAKEN, FIELD_ERRORS and TOO_MANY_REQUESTS.
 */
export async function signUpStudent(ctx: Ctx, input: z.infer<typeof StudentSignUp>): Promise<PersonRow> {
  const columns = studentColumns(ctx, input)
  const { parent_phone } = columns
  const admitted = await admitSignUp(ctx, input, parent_phone)
  const userId = await admitted.settle(
    createAccount(ctx, input, async (tx, profile) => {
      await tx.db.insert(students).values({ ...profile, ...columns })
      if (parent_phone && admitted.mayText) await enqueueCounted(tx, parent_phone)
      if (admitted.mayMail) await mailConfirmation(tx, profile)
    }),
  )
  return admit(ctx, userId, "any")
}

/**
 * Creates an instructor with the account in one transaction and signs them in, unless the e-mail must be
 * confirmed first. Throws EMAIL_TAKEN, FIELD_ERRORS and TOO_MANY_REQUESTS.
 */
export async function signUpInstructor(
  ctx: Ctx,
  input: z.infer<typeof InstructorSignUp>,
): Promise<PersonRow & { signed_in: boolean; link_mailed: boolean }> {
  const columns = instructorColumns(ctx, input)
  const admitted = await admitSignUp(ctx, input, null)
  const link_mailed = admitted.mayMail
  const userId = await admitted.settle(
    createAccount(ctx, input, async (tx, profile) => {
      await tx.db.insert(teachers).values({ ...profile, ...columns })
      if (link_mailed) await mailConfirmation(tx, profile)
    }),
  )
  const person = await readPerson(ctx.db, userId)
  if (!person) throw new Error("a new account could not be read back")
  if (mustConfirmFirst(ctx, person)) {
    // By this mark the link that confirms the e-mail knows that it is opened in the browser of the sign-up.
    await rememberDevice(ctx, userId)
    return { ...describePerson(person), signed_in: false, link_mailed }
  }
  return { ...(await admit(ctx, userId, "any")), signed_in: true, link_mailed }
}

/**
 * Checks the sign-up limits and the password for a new account, and counts the mail and the text that it sends. They
 * are not counted in the account's transaction, or all sign-ups would wait for each other's commit. Pass the creation
 * of the account to `settle`: if it fails, nothing was sent and the counts are taken back.
 */
async function admitSignUp(
  ctx: Ctx,
  input: Credentials & { phone?: string | undefined; parent_phone?: string | undefined },
  parent_phone: string | null,
) {
  await refuseWeak(ctx, input.password, { ...input, phones: [input.phone, input.parent_phone] })
  const wasTaken = await countSignUp(ctx, thisDevice(ctx))
  const mail = ctx.mail.configured ? await countSignUpMail(ctx) : null
  const text = parent_phone && (await textsGuardians(ctx)) ? await countTextTo(ctx, parent_phone) : null
  return {
    mayMail: mail !== null,
    mayText: text !== null,
    async settle<T>(creating: Promise<T>): Promise<T> {
      try {
        return await creating
      } catch (error) {
        await mail?.()
        await text?.()
        if (error instanceof Refusal && error.code === "EMAIL_TAKEN") await wasTaken()
        throw error
      }
    },
  }
}

type Credentials = {
  email: string
  password: string
  first_name: string
  last_name: string
  /** Confirmed by somebody trusted, such as the operator. */
  email_verified?: boolean
}
type ProfileStart = {
  user_id: string
  email: string
  first_name: string
  last_name: string
  created_at: Date
}

/** Writes the account, its password and, by `writeProfile`, its profile, or nothing if one of them fails. */
export async function createAccount(
  ctx: Ctx,
  person: Credentials,
  writeProfile: (ctx: Ctx, profile: ProfileStart) => Promise<void>,
): Promise<string> {
  const userId = newId()
  const now = ctx.clock.now()
  const password = await ctx.sessions.hashPassword(person.password, networkHere(ctx))
  const { email, first_name, last_name, email_verified = false } = person
  try {
    await inTransaction(ctx, async (tx) => {
      await tx.db.insert(user).values({
        id: userId,
        name: `${first_name} ${last_name}`,
        email,
        emailVerified: email_verified,
        createdAt: now,
        updatedAt: now,
      })
      await tx.db.insert(account).values({
        id: newId(),
        accountId: userId,
        providerId: "credential",
        userId,
        password,
        createdAt: now,
        updatedAt: now,
      })
      await writeProfile(tx, { user_id: userId, email, first_name, last_name, created_at: now })
    })
  } catch (error) {
    if (brokenConstraint(error) === "users_email_unique") refuse("EMAIL_TAKEN")
    throw error
  }
  return userId
}

/** Returns the demo people in order, none in production. */
export async function listDemoPeople(ctx: Ctx): Promise<{ email: string; name: string; role: Role }[]> {
  if (!ctx.env.trial) return []
  const rows = await ctx.db
    .select({ user_id: demoPeople.user_id })
    .from(demoPeople)
    .orderBy(asc(demoPeople.position))
  const people = await Promise.all(rows.map((row) => readPerson(ctx.db, row.user_id)))
  return people
    .filter((person): person is NonNullable<Viewer> & { role: Role } => person?.role != null)
    .map((person) => ({
      email: person.email,
      name: `${person.first_name} ${person.last_name}`,
      role: person.role,
    }))
}

/**
 * Signs in as one of the demo people of a trial. Throws NOT_FOUND for anyone else, and always in production.
 */
export async function signInDemoPerson(ctx: Ctx, email: string): Promise<PersonRow> {
  if (!ctx.env.trial) notFound()
  const [row] = await ctx.db
    .select({ user_id: demoPeople.user_id })
    .from(demoPeople)
    .innerJoin(user, eq(user.id, demoPeople.user_id))
    .where(eq(user.email, email))
  if (!row) notFound()
  return admit(ctx, row.user_id, "any")
}

/** The rows of instructors whom the office has to approve, for queries that count them. */
export const instructorsToApprove = sql`select from ${teachers} t where approved_at is null and ended_at is null
  and not exists (select from ${admins} a where a.user_id = t.user_id)
  and not exists (select from ${officeStaff} o where o.user_id = t.user_id)`

/** Whether a person is an instructor whom the academy has approved, with an account that is open. */
export async function isApprovedInstructor(ctx: Pick<Ctx, "db">, userId: string): Promise<boolean> {
  const [row] = await ctx.db
    .select({ user_id: teachers.user_id })
    .from(teachers)
    .innerJoin(user, eq(user.id, teachers.user_id))
    .where(and(eq(teachers.user_id, userId), isNotNull(teachers.approved_at), isNull(user.disabledAt)))
  return row !== undefined
}

/**
 * Gives the viewer the instructor's row that classes refer to, in the caller's transaction. It gives no role,
 * as for a former instructor. An existing row is left unchanged.
 */
export async function ensureTaughtProfile(tx: SignedInCtx): Promise<void> {
  const { user_id, email, first_name, last_name } = tx.viewer
  const now = tx.clock.now()
  await tx.db
    .insert(teachers)
    .values({ user_id, email, first_name, last_name, created_at: now, ended_at: now })
    .onConflictDoNothing()
}

/** Creates an admin with a new account. Throws EMAIL_TAKEN. */
export function createAdmin(ctx: Ctx, person: Credentials): Promise<string> {
  return createAccount(ctx, { ...person, email_verified: true }, async (tx, profile) => {
    await tx.db.insert(admins).values(profile)
  })
}
