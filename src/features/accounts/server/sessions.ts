import { betterAuth } from "better-auth"
import { drizzleAdapter } from "better-auth/adapters/drizzle"
import { createAuthEndpoint } from "better-auth/api"
import { setSessionCookie } from "better-auth/cookies"
import { and, eq, isNull } from "drizzle-orm"
import { z } from "zod"
import type { Http, Sessions, Viewer } from "#platform/context.ts"
import type { Database } from "#platform/db.ts"
import type { Environment } from "#platform/env.ts"
import { newId } from "#shared/ids.ts"
import { DAY, SECOND } from "#shared/time.ts"
import { account, admins, session, students, teachers, user, verification } from "./table.ts"

/** Opens a session for a person the caller has already vouched for; callable only from this process. */
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
    emailAndPassword: { enabled: true, disableSignUp: true },
    session: { expiresIn: (30 * DAY) / SECOND, updateAge: DAY / SECOND },
    // Its own HTTP endpoints are not mounted, so its limiter never runs: limits are ours, at the procedures.
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    plugins: [{ id: "trusted", endpoints: { openTrusted } }],
    advanced: {
      database: { generateId: () => newId() },
      cookiePrefix: "kaksha",
      useSecureCookies: !env.trial,
    },
    logger: { disabled: true },
  })
}

function copyCookies(from: Headers, to: Headers): void {
  for (const cookie of from.getSetCookie()) to.append("set-cookie", cookie)
}

/**
 * Server-side sessions on the auth library: it verifies passwords, signs cookies and keeps the session rows;
 * registering people is ours, so that account and profile are written in one transaction.
 */
export function openSessions(db: Database, env: Environment, secret: string, address: string): Sessions {
  const auth = createAuth(db, env, secret, address)
  return {
    async read(headers) {
      if (!headers.get("cookie")?.includes("kaksha.session_token")) return null
      const found = await auth.api.getSession({ headers })
      return found ? readPerson(db, found.user.id) : null
    },
    async open(http: Http, email, password) {
      const answer = await auth.api.signInEmail({
        body: { email, password },
        headers: http.request,
        asResponse: true,
      })
      if (!answer.ok) {
        if (answer.status === 401 || answer.status === 403) return null
        throw new Error(`signing in failed with ${answer.status}`)
      }
      copyCookies(answer.headers, http.reply)
      const { user: person } = (await answer.json()) as { user: { id: string } }
      return person.id
    },
    async openTrusted(http, userId) {
      const answer = await auth.api.openTrusted({ body: { userId }, headers: http.request, asResponse: true })
      if (!answer.ok) throw new Error(`opening a session failed with ${answer.status}`)
      copyCookies(answer.headers, http.reply)
    },
    async end(http) {
      const answer = await auth.api.signOut({ headers: http.request, asResponse: true })
      copyCookies(answer.headers, http.reply)
    },
    async hashPassword(password) {
      return (await auth.$context).password.hash(password)
    },
  }
}

/** A person with the role their profile gives: teachers first, then students; a disabled person is nobody. */
export async function readPerson(db: Pick<Database, "select">, userId: string): Promise<Viewer> {
  const [row] = await db
    .select({
      user_id: user.id,
      email: user.email,
      name: user.name,
      admin: admins.first_name,
      admin_last: admins.last_name,
      teacher: teachers.first_name,
      teacher_last: teachers.last_name,
      student: students.first_name,
      student_last: students.last_name,
    })
    .from(user)
    .leftJoin(admins, eq(admins.user_id, user.id))
    .leftJoin(teachers, eq(teachers.user_id, user.id))
    .leftJoin(students, eq(students.user_id, user.id))
    .where(and(eq(user.id, userId), isNull(user.disabledAt)))
  if (!row) return null
  const identity = { user_id: row.user_id, email: row.email }
  if (row.admin !== null)
    return { ...identity, role: "admin", first_name: row.admin, last_name: row.admin_last ?? "" }
  if (row.teacher !== null)
    return { ...identity, role: "instructor", first_name: row.teacher, last_name: row.teacher_last ?? "" }
  if (row.student !== null)
    return { ...identity, role: "student", first_name: row.student, last_name: row.student_last ?? "" }
  return { ...identity, role: null, first_name: row.name, last_name: "" }
}
