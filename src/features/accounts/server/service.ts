import { asc, eq } from "drizzle-orm"
import type { z } from "zod"
import type { InstructorSignUp, Person, SignIn, StudentSignUp } from "#contract/accounts.ts"
import { type Ctx, inTransaction, type SignedIn, type Viewer } from "#platform/context.ts"
import { brokenConstraint } from "#platform/db.ts"
import { notFound, refuse, refuseFields } from "#platform/errors.ts"
import { newId } from "#shared/ids.ts"
import { parsePhone } from "#shared/phone.ts"
import type { Role } from "#shared/roles.ts"
import { readPerson } from "./sessions.ts"
import { account, admins, demoPeople, students, teachers, user } from "./table.ts"

type PersonRow = z.infer<typeof Person>

/**
 * Registers a student with the account, and the guardian's contact of a minor, in one transaction, and signs
 * them in. Throws EMAIL_TAKEN and FIELD_ERRORS.
 */
export async function signUpStudent(ctx: Ctx, input: z.infer<typeof StudentSignUp>): Promise<PersonRow> {
  const phone = parsePhone(input.phone)
  const parentPhone = input.under_18 ? parsePhone(input.parent_phone ?? "") : null
  const problems: Record<string, string> = {}
  if (!phone) problems.phone = "PHONE_INVALID"
  if (input.under_18 && !parentPhone) problems.parent_phone = "PHONE_INVALID"
  if (input.under_18 && phone && phone === parentPhone) problems.parent_phone = "PARENT_PHONE_IS_OWN"
  if (Object.keys(problems).length > 0) refuseFields(problems)

  const userId = await createAccount(ctx, input, async (tx, profile) => {
    await tx.db.insert(students).values({
      ...profile,
      phone,
      grade: input.grade || null,
      curriculum: input.curriculum || null,
      under_18: input.under_18,
      parent_name: input.under_18 ? (input.parent_name ?? null) : null,
      parent_phone: parentPhone,
    })
  })
  return openSessionFor(ctx, userId)
}

/** Registers an instructor with the account in one transaction and signs them in. Throws EMAIL_TAKEN, FIELD_ERRORS. */
export async function signUpInstructor(
  ctx: Ctx,
  input: z.infer<typeof InstructorSignUp>,
): Promise<PersonRow> {
  const phone = input.phone ? parsePhone(input.phone) : null
  if (input.phone && !phone) refuseFields({ phone: "PHONE_INVALID" })
  const userId = await createAccount(ctx, input, async (tx, profile) => {
    const approved_at = ctx.env.instructorsNeedApproval ? null : ctx.clock.now()
    await tx.db.insert(teachers).values({ ...profile, phone, approved_at })
  })
  return openSessionFor(ctx, userId)
}

type Credentials = { email: string; password: string; first_name: string; last_name: string }
type ProfileStart = {
  user_id: string
  email: string
  first_name: string
  last_name: string
  created_at: Date
}

/** Writes the account, its password and, by `writeProfile`, its profile: all of them or nothing. */
export async function createAccount(
  ctx: Ctx,
  person: Credentials,
  writeProfile: (ctx: Ctx, profile: ProfileStart) => Promise<void>,
): Promise<string> {
  const userId = newId()
  const now = ctx.clock.now()
  const password = await ctx.sessions.hashPassword(person.password)
  const { email, first_name, last_name } = person
  try {
    await inTransaction(ctx, async (tx) => {
      await tx.db
        .insert(user)
        .values({ id: userId, name: `${first_name} ${last_name}`, email, createdAt: now, updatedAt: now })
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

async function openSessionFor(ctx: Ctx, userId: string): Promise<PersonRow> {
  const person = await readPerson(ctx.db, userId)
  if (!person) throw new Error("a new account could not be read back")
  await ctx.sessions.openTrusted(ctx.http, userId)
  return person
}

/** Signs in by password. Throws INVALID_CREDENTIALS, INSTRUCTORS_ONLY, ACCOUNT_DISABLED; refused, no session stays. */
export async function signIn(ctx: Ctx, input: z.infer<typeof SignIn>): Promise<PersonRow> {
  const reply = new Headers()
  const userId = await ctx.sessions.open({ request: ctx.http.request, reply }, input.email, input.password)
  if (!userId) refuse("INVALID_CREDENTIALS")
  const person = await readPerson(ctx.db, userId)
  const refusal = !person
    ? "ACCOUNT_DISABLED"
    : input.portal === "instructor" && person.role !== "instructor"
      ? "INSTRUCTORS_ONLY"
      : null
  if (refusal || !person) {
    await ctx.sessions.end({ request: cookiesOf(reply), reply: new Headers() })
    refuse(refusal ?? "ACCOUNT_DISABLED")
  }
  for (const cookie of reply.getSetCookie()) ctx.http.reply.append("set-cookie", cookie)
  return person
}

/** The request headers that a browser would send after receiving these answer headers. */
function cookiesOf(reply: Headers): Headers {
  const pairs = reply.getSetCookie().map((cookie) => cookie.split(";")[0] ?? "")
  return new Headers({ cookie: pairs.join("; ") })
}

/** Ends this session. Ending none is fine. */
export async function signOut(ctx: Ctx): Promise<void> {
  await ctx.sessions.end(ctx.http)
}

/** The person of this session, as the API shows them. */
export function describeViewer(viewer: SignedIn): PersonRow {
  const { user_id, email, first_name, last_name, role } = viewer
  return { user_id, email, first_name, last_name, role }
}

/** The demo people in their order; none in production. */
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

/** Signs in as one of the demo people of a trial. Throws NOT_FOUND for anyone else, and always in production. */
export async function signInDemoPerson(ctx: Ctx, email: string): Promise<PersonRow> {
  if (!ctx.env.trial) notFound()
  const [row] = await ctx.db
    .select({ user_id: demoPeople.user_id })
    .from(demoPeople)
    .innerJoin(user, eq(user.id, demoPeople.user_id))
    .where(eq(user.email, email))
  if (!row) notFound()
  return openSessionFor(ctx, row.user_id)
}

/** Whether a person may teach: an instructor whom the academy has let in. */
export async function isApprovedInstructor(ctx: Pick<Ctx, "db">, userId: string): Promise<boolean> {
  const [row] = await ctx.db
    .select({ approved_at: teachers.approved_at })
    .from(teachers)
    .where(eq(teachers.user_id, userId))
  return row?.approved_at != null
}

/** Makes an admin with an account of their own. Throws EMAIL_TAKEN. */
export function createAdmin(ctx: Ctx, person: Credentials): Promise<string> {
  return createAccount(ctx, person, async (tx, profile) => {
    await tx.db.insert(admins).values(profile)
  })
}
