import { createHmac, timingSafeEqual } from "node:crypto"
import { betterAuth } from "better-auth"
import { drizzleAdapter } from "better-auth/adapters/drizzle"
import { createAuthEndpoint } from "better-auth/api"
import { setSessionCookie } from "better-auth/cookies"
import { and, eq, gt, isNull, lt, ne, or, sql } from "drizzle-orm"
import { z } from "zod"
import type { Ctx, Http, Sessions, SignedIn, Viewer } from "#platform/context.ts"
import type { Database } from "#platform/database/db.ts"
import type { Environment } from "#platform/env.ts"
import type { Keys } from "#platform/keys.ts"
import { newId } from "#shared/ids.ts"
import type { Role } from "#shared/roles.ts"
import { DAY, SECOND } from "#shared/time.ts"
import { shownEmail } from "./no-mail.ts"
import { pendingSignIns, twoStepSecrets } from "./security-tables.ts"
import { cookiePrefix, readCookie } from "./sign-in/cookies.ts"
import { hash, matches } from "./sign-in/hashing.ts"
import { noteAfter, sessionLimits } from "./sign-in/session-limits.ts"
import {
  account,
  admins,
  guardians,
  officeStaff,
  session,
  students,
  teachers,
  user,
  verification,
} from "./table.ts"

/** Set by us, so that the library uses the address we determined and not one from the request. */
const ADDRESS_HEADER = "x-kaksha-address"
/**
 * How long the library's session and its cookie last. A session in use is extended daily; `sessionLimits`
 * ends it earlier.
 */
const LASTS = 30 * DAY
const RENEW_AFTER = DAY

/** Whether the academy requires two-step sign-in for this role. */
export function mustHaveTwoStep(
  env: Pick<Environment, "adminsNeedTwoStep" | "INSTRUCTORS_NEED_TWO_STEP">,
  role: Role | null,
): boolean {
  return (
    ((role === "admin" || role === "office") && env.adminsNeedTwoStep) ||
    (role === "instructor" && env.INSTRUCTORS_NEED_TWO_STEP)
  )
}

/**
 * Returns the session token of a Cookie header if its signature is valid, else null. It runs on every
 * request, so it reads the library's signed cookie (`token.signature`, HMAC-SHA-256 in base64) here, without
 * the library's three queries.
 */
function readSessionToken(cookies: string | null, name: string, secret: string): string | null {
  const value = readCookie(cookies, name)
  const dot = value.lastIndexOf(".")
  if (dot < 1) return null
  const token = value.slice(0, dot)
  const expected = createHmac("sha256", secret).update(token).digest()
  const given = Buffer.from(value.slice(dot + 1), "base64")
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : null
}

/** Opens a session for a person whom the caller has authenticated. Callable only from this process. */
const openTrusted = createAuthEndpoint(
  "/open-trusted",
  { method: "POST", body: z.object({ userId: z.string() }), metadata: { SERVER_ONLY: true } },
  async (ctx) => {
    const person = await ctx.context.internalAdapter.findUserById(ctx.body.userId)
    if (!person) throw new Error("there is no such user")
    const opened = await ctx.context.internalAdapter.createSession(person.id)
    await setSessionCookie(ctx, { session: opened, user: person })
    return ctx.json({ opened: true })
  },
)

function createAuth(db: Database, env: Environment, secret: string, address: string) {
  return betterAuth({
    appName: "Kaksha",
    baseURL: address,
    secret,
    database: drizzleAdapter(db, {
      provider: "pg",
      transaction: true,
      schema: { user, session, account, verification },
    }),
    session: { expiresIn: LASTS / SECOND, updateAge: RENEW_AFTER / SECOND },
    // The library's HTTP endpoints are not mounted, so its limiter would never run. Our procedures have
    // limits.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    plugins: [{ id: "trusted", endpoints: { openTrusted } }],
    advanced: {
      database: { generateId: () => newId() },
      // The library's own prefix is __Secure-, which a neighbouring host can set. It is off in favour of
      // ours.
      cookiePrefix: cookiePrefix(env),
      useSecureCookies: false,
      defaultCookieAttributes: { secure: !env.trial },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
    },
    logger: { disabled: true },
  })
}

function copyCookies(from: Headers, to: Headers): void {
  for (const cookie of from.getSetCookie()) to.append("set-cookie", cookie)
}

function headersOf({ request, address }: Http): Headers {
  const headers = new Headers(request)
  headers.delete(ADDRESS_HEADER)
  if (address) headers.set(ADDRESS_HEADER, address)
  return headers
}

/**
 * Opens server-side sessions with the auth library, which hashes passwords, signs cookies and keeps the
 * session rows. Sign-up is ours, so that account and profile are written in one transaction. Sign-in is ours,
 * so that each way has its limits.
 */
export function openSessions(
  db: Database,
  env: Environment,
  keys: Pick<Keys, "sessionSecret">,
  address: string,
  /** Returns the environment with the admins' current settings. */
  current: () => Environment = () => env,
): Sessions {
  const secret = keys.sessionSecret
  const auth = createAuth(db, env, secret, address)
  const cookieName = `${cookiePrefix(env)}.session_token`
  const findPerson = preparePersonOfSession(db)
  const tokenOf = (http: Http) => readSessionToken(http.request.get("cookie"), cookieName, secret)
  return {
    async read(http) {
      const token = tokenOf(http)
      if (!token) return null
      const [row] = await findPerson.execute({ token })
      if (!row) return null
      const person = describePerson(row)
      const limits = sessionLimits(current(), person.role)
      const unused = Date.now() - row.renewed_at.getTime()
      if (unused > limits.idle || Date.now() - row.signed_in_at.getTime() > limits.total) {
        await db.delete(session).where(eq(session.token, token))
        return null
      }
      if (unused > noteAfter(limits)) {
        await db.update(session).set({ updatedAt: new Date() }).where(eq(session.token, token))
        if (!person.email_verified)
          await db.update(user).set({ updatedAt: new Date() }).where(eq(user.id, person.user_id))
      }
      if (row.expires_at.getTime() - Date.now() < LASTS - RENEW_AFTER) {
        copyCookies(
          (await auth.api.getSession({ headers: headersOf(http), asResponse: true })).headers,
          http.reply,
        )
      }
      // A minor's consent is the guardian's, so a student must give a date of birth before anything else.
      if (person.role === "student" && row.date_of_birth === null)
        return { ...person, locked: true, undated: true }
      // Staff can read children's data, so where the academy requires a second step nothing works without it.
      const locked = mustHaveTwoStep(current(), person.role) && row.two_step_at === null
      return locked ? { ...person, locked: true } : person
    },
    async current(http) {
      const token = tokenOf(http)
      if (!token) return null
      const [row] = await db.select({ id: session.id }).from(session).where(eq(session.token, token))
      return row?.id ?? null
    },
    async provedAt(http) {
      const token = tokenOf(http)
      if (!token) return null
      const [row] = await db
        .select({ proved_at: session.provedAt, signed_in_at: session.createdAt })
        .from(session)
        .where(eq(session.token, token))
      return row ? (row.proved_at ?? row.signed_in_at) : null
    },
    async noteProof(http, at) {
      const token = tokenOf(http)
      if (token) await db.update(session).set({ provedAt: at }).where(eq(session.token, token))
    },
    async checkPassword(email, password, from) {
      const [found] = await db
        .select({ user_id: user.id, hash: account.password })
        .from(user)
        .innerJoin(account, and(eq(account.userId, user.id), eq(account.providerId, "credential")))
        .where(eq(user.email, email))
      return (await matches(password, found?.hash ?? null, from)) ? (found?.user_id ?? null) : null
    },
    async openTrusted(http, userId) {
      const headers = headersOf(http)
      const answer = await auth.api.openTrusted({ body: { userId }, headers, asResponse: true })
      if (!answer.ok) throw new Error(`opening a session failed with ${answer.status}`)
      copyCookies(answer.headers, http.reply)
      const before = tokenOf(http)
      if (before) await db.delete(session).where(eq(session.token, before))
    },
    async end(http) {
      const answer = await auth.api.signOut({ headers: http.request, asResponse: true })
      copyCookies(answer.headers, http.reply)
    },
    hashPassword: hash,
  }
}

/**
 * Deletes sessions that can't be used any more. The longest limits apply here; shorter ones are checked on
 * use.
 */
export async function sweepSessions(ctx: Pick<Ctx, "db" | "clock" | "env">): Promise<void> {
  const now = ctx.clock.now().getTime()
  const { SESSION_DAYS, STAFF_SESSION_DAYS } = ctx.env
  const oldest = new Date(now - Math.max(SESSION_DAYS, STAFF_SESSION_DAYS) * DAY)
  await ctx.db.delete(session).where(or(lt(session.expiresAt, new Date(now)), lt(session.createdAt, oldest)))
  await ctx.db.delete(verification).where(lt(verification.expiresAt, new Date(now)))
}

/**
 * Ends every session of a person, except `exceptId`, and sign-ins that wait for the second step, in the caller's
 * transaction: they began with what may have been the old password.
 */
export async function endSessionsOf(ctx: Pick<Ctx, "db">, userId: string, exceptId?: string): Promise<void> {
  const others = exceptId === undefined ? undefined : ne(session.id, exceptId)
  await ctx.db.delete(session).where(and(eq(session.userId, userId), others))
  await ctx.db.delete(pendingSignIns).where(eq(pendingSignIns.user_id, userId))
}

const personColumns = {
  user_id: user.id,
  email: user.email,
  email_verified: user.emailVerified,
  name: user.name,
  admin: admins.first_name,
  admin_last: admins.last_name,
  office: officeStaff.first_name,
  office_last: officeStaff.last_name,
  teacher: teachers.first_name,
  teacher_last: teachers.last_name,
  guardian: guardians.first_name,
  guardian_last: guardians.last_name,
  student: students.first_name,
  student_last: students.last_name,
}

type PersonRow = Pick<SignedIn, "user_id" | "email" | "email_verified"> & { name: string } & Record<
    | "admin"
    | "admin_last"
    | "office"
    | "office_last"
    | "teacher"
    | "teacher_last"
    | "guardian"
    | "guardian_last"
    | "student"
    | "student_last",
    string | null
  >

/** The instructor's profile, unless they stopped teaching or must give it again. */
const teaches = and(eq(teachers.user_id, user.id), isNull(teachers.ended_at), eq(user.profileDue, false))
const learns = and(eq(students.user_id, user.id), eq(user.profileDue, false))

function preparePersonOfSession(db: Database) {
  return db
    .select({
      ...personColumns,
      renewed_at: session.updatedAt,
      signed_in_at: session.createdAt,
      expires_at: session.expiresAt,
      two_step_at: twoStepSecrets.confirmed_at,
      date_of_birth: sql<
        string | null
      >`coalesce(${students.date_of_birth}, ${students.date_of_birth_claimed})`,
    })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .leftJoin(admins, eq(admins.user_id, user.id))
    .leftJoin(officeStaff, eq(officeStaff.user_id, user.id))
    .leftJoin(teachers, teaches)
    .leftJoin(guardians, eq(guardians.user_id, user.id))
    .leftJoin(students, learns)
    .leftJoin(twoStepSecrets, eq(twoStepSecrets.user_id, user.id))
    .where(
      and(
        eq(session.token, sql.placeholder("token")),
        gt(session.expiresAt, sql`now()`),
        isNull(user.disabledAt),
      ),
    )
    .prepare("person_of_session")
}

/** Returns a person by id, or null if they are disabled or unknown. */
export async function readPerson(db: Pick<Database, "select">, userId: string): Promise<Viewer> {
  const [row] = await db
    .select(personColumns)
    .from(user)
    .leftJoin(admins, eq(admins.user_id, user.id))
    .leftJoin(officeStaff, eq(officeStaff.user_id, user.id))
    .leftJoin(teachers, teaches)
    .leftJoin(guardians, eq(guardians.user_id, user.id))
    .leftJoin(students, learns)
    .where(and(eq(user.id, userId), isNull(user.disabledAt)))
  return row ? describePerson(row) : null
}

/**
 * Returns a person with the role of their profile: admin before office, teacher, guardian and student. Without a
 * profile the role is null.
 */
function describePerson(row: PersonRow): SignedIn {
  const as = (role: Role | null, first: string, last: string | null): SignedIn => ({
    user_id: row.user_id,
    email: shownEmail(row.email),
    email_verified: row.email_verified,
    role,
    first_name: first,
    last_name: last ?? "",
  })
  if (row.admin !== null) return as("admin", row.admin, row.admin_last)
  if (row.office !== null) return as("office", row.office, row.office_last)
  if (row.teacher !== null) return as("instructor", row.teacher, row.teacher_last)
  if (row.guardian !== null) return as("guardian", row.guardian, row.guardian_last)
  if (row.student !== null) return as("student", row.student, row.student_last)
  return as(null, row.name, null)
}
