import { globSync, readFileSync } from "node:fs"
import { isContractProcedure } from "@orpc/contract"
import { and, desc, eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { contract } from "#contract/index.ts"
import { issueLink, serveMailRequest } from "#features/accounts/server/mail/mail-requests.ts"
import { mailRequests, students, user } from "#features/accounts/server/table.ts"
import { hasConsent } from "#features/guardians/server/consents.ts"
import { notices } from "#features/notifications/server/table.ts"
import { auditLog } from "#platform/audit.ts"
import type { SignedIn } from "#platform/context.ts"
import { rateLimits } from "#platform/limits.ts"
import { dateInZone } from "#shared/time.ts"
import { openTestBrowser, type TestBrowser } from "./browser.ts"
import { askProvider, type OidcProvider, startOidcProvider } from "./gateways/oidc.ts"
import { type HttpProduct, startHttpProduct } from "./http.ts"
import { bornYearsAgo, createAdmin } from "./people.ts"
import { fieldsOf } from "./schemas.ts"
import { ADULT, CHILD, newEmail, PASSWORD, studentForm } from "./sign-ups.ts"

/* A child's account stays one until staff say otherwise or time has passed: each way an account becomes a
   child's, with each way of taking it over or rewriting it after that. */

let provider: OidcProvider
let product: HttpProduct
let admin: SignedIn
let numbers = 0

beforeAll(async () => {
  provider = await startOidcProvider()
  product = await startHttpProduct({
    GOOGLE_CLIENT_ID: provider.clientId,
    GOOGLE_CLIENT_SECRET: provider.clientSecret,
    GOOGLE_ISSUER: provider.issuer,
  })
  await provider.open(product.ctx.address)
  admin = await createAdmin(product.ctx)
})
afterAll(async () => {
  await product?.close()
  await provider?.close()
})
beforeEach(async () => {
  await product.ctx.db.delete(rateLimits)
})

type Answer = { status: number; body: Record<string, unknown> }

async function send(browser: TestBrowser, method: string, path: string, body: object): Promise<Answer> {
  const answer = await browser.fetch(`${product.address}/api/v1${path}`, {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  })
  return { status: answer.status, body: await answer.json().catch(() => ({})) }
}

async function asAdmin(method: string, path: string, body: object): Promise<Record<string, unknown>> {
  const answer = await product.call(admin, method, `/api/v1${path}`, body)
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as Record<string, unknown>
}

async function asAdminGet(path: string): Promise<unknown> {
  return (await product.call(admin, "GET", `/api/v1${path}`)).json()
}

function named() {
  numbers += 1
  return { parent_name: "Sunita Rao", parent_phone: `+9197100${10_000 + numbers}` }
}

const NAMES = { first_name: "Ila", last_name: "Bose", phone: "98765 43210", terms: true }

async function newestMail(email: string): Promise<string> {
  const rows = await product.ctx.db
    .select({ text: notices.text })
    .from(notices)
    .where(eq(notices.recipient, email))
    .orderBy(desc(notices.id))
  return rows[0]?.text ?? ""
}

function linkIn(text: string): { request: string; secret: string } {
  const url = new URL(/http\S+/.exec(text)?.[0] ?? "")
  return { request: url.searchParams.get("request") ?? "", secret: url.searchParams.get("secret") ?? "" }
}

async function withGoogle(browser: TestBrowser, email: string): Promise<Answer> {
  await provider.letIn({ sub: `of-${email}`, email, email_verified: true, given_name: "Ila" })
  const { body } = await send(browser, "POST", "/session/google", { to: "/" })
  return send(browser, "POST", "/session/google/answer", await askProvider(new URL(String(body.url))))
}

async function inviteByLink(browser: TestBrowser, email: string): Promise<void> {
  const [row] = await product.ctx.db.select({ id: user.id }).from(user).where(eq(user.email, email))
  const { url } = await asAdmin("POST", `/people/${row?.id}/invitation`, { how: "link" })
  const answer = await send(browser, "POST", "/invitations/accept", {
    ...linkIn(String(url)),
    ...{ password: PASSWORD, terms: true },
  })
  expect(answer.status).toBe(200)
}

function importStudent(cells: Record<string, string>): Promise<unknown> {
  const columns = Object.keys(cells)
  const text = `${columns.join(",")}\n${columns.map((column) => cells[column]).join(",")}\n`
  return asAdmin("POST", "/admin/imports", { kind: "students", text })
}

/** Each way an account becomes a child's. */
const BECOMES: Record<string, (browser: TestBrowser, email: string) => Promise<unknown>> = {
  "signing up": (browser, email) =>
    send(browser, "POST", "/accounts/students", studentForm({ email, date_of_birth: CHILD, ...named() })),
  async "signing up by Google"(browser, email) {
    await withGoogle(browser, email)
    await send(browser, "POST", "/profiles/students", { ...NAMES, date_of_birth: CHILD, ...named() })
  },
  async "an import with the date"(browser, email) {
    const { parent_name, parent_phone } = named()
    await importStudent({
      ...{ email, first_name: "Ila", last_name: "Bose", date_of_birth: "12/04/2016" },
      ...{ parent_name, parent_phone },
    })
    await inviteByLink(browser, email)
  },
  async "an import, and the date from the student"(browser, email) {
    await importStudent({ email, first_name: "Ila", last_name: "Bose" })
    await inviteByLink(browser, email)
    await send(browser, "POST", "/account/date-of-birth", { date_of_birth: CHILD, ...named() })
  },
  async "a correction by staff"(browser, email) {
    const { body } = await send(browser, "POST", "/accounts/students", studentForm({ email }))
    await send(browser, "PATCH", "/account/contacts", named())
    await asAdmin("PUT", `/people/${body.user_id}/date-of-birth`, { date_of_birth: CHILD })
  },
  async "a tick, before dates of birth were asked"(browser, email) {
    const { body } = await send(browser, "POST", "/accounts/students", studentForm({ email }))
    await product.ctx.db
      .update(students)
      .set({ date_of_birth: null, under_18: true, ...named() })
      .where(eq(students.user_id, String(body.user_id)))
  },
}

/** Each way of proving the e-mail from another browser, which ends what was set before where it is the first proof. */
const TAKES: Record<string, (email: string) => Promise<TestBrowser>> = {
  async "a mailed code"(email) {
    const browser = openTestBrowser()
    const { body } = await send(browser, "POST", "/session/codes", { email })
    await serveMailRequest(product.ctx, String(body.request))
    const code = /^\d{6}$/m.exec(await newestMail(email))?.[0]
    await send(browser, "POST", "/session/by-code", { request: body.request, code })
    return browser
  },
  async Google(email) {
    const browser = openTestBrowser()
    await withGoogle(browser, email)
    return browser
  },
  async "a link for a new password"(email) {
    const browser = openTestBrowser()
    await send(browser, "POST", "/password-resets", { email })
    const [asked] = await product.ctx.db
      .select({ id: mailRequests.id })
      .from(mailRequests)
      .where(and(eq(mailRequests.email, email), eq(mailRequests.purpose, "reset")))
    await serveMailRequest(product.ctx, asked?.id ?? "")
    await send(browser, "POST", "/password-resets/use", {
      ...linkIn(await newestMail(email)),
      password: "umbrella for two",
    })
    await send(browser, "POST", "/session", { email, password: "umbrella for two" })
    return browser
  },
  async "a link that confirms the e-mail"(email) {
    const browser = openTestBrowser()
    const [person] = await product.ctx.db.select().from(user).where(eq(user.email, email))
    const { url } = await issueLink(product.ctx, "/verify-email", { user_id: person?.id ?? "", email })
    const password = "umbrella for two"
    await send(browser, "POST", "/email-confirmations/use", { ...linkIn(url), new_password: password })
    if ((await send(browser, "POST", "/session", { email, password })).status === 200) return browser
    // The e-mail was proved before, so the link changed nothing.
    return (await TAKES["a mailed code"]?.(email)) ?? browser
  },
}

type Taken = { browser: TestBrowser; user_id: string; email: string }

/** Each procedure that takes a date of birth or a guardian's contact, used to become an adult. */
const GROWS: Record<string, (taken: Taken) => Promise<unknown>> = {
  "accounts.signUpStudent": ({ browser, email }) =>
    send(browser, "POST", "/accounts/students", studentForm({ email })),
  "accounts.completeStudentProfile": ({ browser }) =>
    send(browser, "POST", "/profiles/students", { ...NAMES, date_of_birth: ADULT }),
  "account.giveDateOfBirth": ({ browser }) =>
    send(browser, "POST", "/account/date-of-birth", { date_of_birth: ADULT }),
  "account.updateContacts": ({ browser }) =>
    send(browser, "PATCH", "/account/contacts", { parent_name: "", parent_phone: "" }),
}
/** Staff's own: the first tried below, the second where its feature is; a child keeps a guardian's contact there, too. */
const BY_STAFF = ["people.setDateOfBirth", "people.correctGuardian"]
/** What writes a student's profile, and what happens to the age there. */
const WRITERS: Record<string, string> = {
  "accounts/server/own/dates-of-birth.ts":
    "account.giveDateOfBirth and people.setDateOfBirth, above and below",
  "accounts/server/own/profiles.ts": "accounts.completeStudentProfile, above",
  "accounts/server/service.ts": "a new account",
  "accounts/server/imported.ts": "new accounts; a guardian is given or taken, and never from a child",
  "accounts/server/mail/email-proof.ts": "takes the date away, and remembers until when it was a child's",
  "accounts/server/personal-data.ts": "leaves nobody behind",
  "accounts/server/people/people.ts": "a role by staff: a student's profile stays as it was",
  "accounts/server/own/profile.ts": "names, phone, school, and a guardian whom a child has to keep",
  "accounts/server/child-accounts.ts": "by a guardian, the child's grade and setting of texts",
  "accounts/server/guardian-profiles.ts": "when the number was confirmed",
  "accounts/server/mail/email-change.ts": "the e-mail",
  "accounts/server/seed.ts": "demo people",
}

async function takeOver(becomes: string, takes: string): Promise<Taken> {
  const email = newEmail()
  await BECOMES[becomes]?.(openTestBrowser(), email)
  const browser = await TAKES[takes]?.(email)
  const [row] = await product.ctx.db.select({ id: user.id }).from(user).where(eq(user.email, email))
  if (!browser || !row) throw new Error(`nobody is signed in after ${becomes} and ${takes}`)
  return { browser, user_id: row.id, email }
}

async function read({ browser }: Taken): Promise<Record<string, unknown>> {
  return (await (await browser.fetch(`${product.address}/api/v1/account`)).json()) as Record<string, unknown>
}

/** Returns how the product treats a person, everywhere that age matters. */
async function standing(taken: Taken) {
  const wish = { given: true, notice_version: 1, language: "en" }
  const own = await send(taken.browser, "PUT", "/account/consents/snapshots", wish)
  const allowed = async (purpose: "recording" | "live_classes") =>
    (await hasConsent(product.ctx, [taken.user_id], purpose)).size > 0
  return {
    under_18: (await read(taken)).under_18,
    decides: own.body.code ?? own.status,
    recorded: await allowed("recording"),
    joins: await allowed("live_classes"),
  }
}
const IS_CHILD = { under_18: true, decides: "GUARDIAN_DECIDES", recorded: false, joins: false }
const IS_ADULT = { under_18: false, decides: 200, recorded: true, joins: true }

const ways = Object.keys(BECOMES).flatMap((becomes) =>
  Object.keys(TAKES).map((takes) => [becomes, takes] as const),
)

test.each(ways)(
  "LAW-03 a child's account by %s, proved from elsewhere by %s, stays a child's until staff say otherwise",
  async (becomes, takes) => {
    const taken = await takeOver(becomes, takes)
    for (const grow of Object.values(GROWS)) await grow(taken)
    expect(await standing(taken)).toEqual(IS_CHILD)
    await asAdmin("PUT", `/people/${taken.user_id}/date-of-birth`, { date_of_birth: ADULT })
    expect(await standing(taken)).toEqual(IS_ADULT)
    const acts = await product.ctx.db.select().from(auditLog).where(eq(auditLog.subject_id, taken.user_id))
    expect(
      acts.find(({ detail, action }) => action === "student.date-of-birth" && detail.under_18 === false),
    ).toMatchObject({
      actor_id: admin.user_id,
      detail: { was_under_18: true },
    })
  },
)

test("LAW-03 a child who takes an instructor's profile, and is made a student again, is a child", async () => {
  const taken = await takeOver("signing up", "a mailed code")
  await send(taken.browser, "POST", "/profiles/instructors", NAMES)
  expect(await read(taken)).toMatchObject({ role: "instructor" })
  await asAdmin("PUT", `/people/${taken.user_id}/role`, { role: "student" })
  await GROWS["account.giveDateOfBirth"]?.(taken)
  expect(await standing(taken)).toEqual(IS_CHILD)
})

test("LAW-03 the office sees the date that waits, a child who gives the same date waits for nothing, and time makes an adult", async () => {
  const taken = await takeOver("signing up", "a mailed code")
  await GROWS["accounts.completeStudentProfile"]?.(taken)
  expect(await read(taken)).toMatchObject({ date_of_birth: null, date_of_birth_claimed: ADULT })
  const { items } = (await asAdminGet("/people/unconfirmed-numbers")) as { items: { student_id: string }[] }
  expect(items.find(({ student_id }) => student_id === taken.user_id)).toMatchObject({
    waits_for: ["date_of_birth"],
    under_18: true,
  })
  const until = { minor_until: "2034-04-12" }
  const stored = () => product.ctx.db.select().from(students).where(eq(students.user_id, taken.user_id))
  expect(await stored()).toMatchObject([until])
  await product.ctx.db
    .update(students)
    .set({ minor_until: dateInZone(product.ctx.clock.now(), product.ctx.env.TIME_ZONE) })
    .where(eq(students.user_id, taken.user_id))
  expect(await standing(taken)).toEqual(IS_ADULT)

  const child = await takeOver("signing up", "a mailed code")
  await send(child.browser, "POST", "/profiles/students", { ...NAMES, date_of_birth: CHILD, ...named() })
  expect(await read(child)).toMatchObject({
    date_of_birth: CHILD,
    date_of_birth_claimed: null,
    under_18: true,
  })

  const older = await takeOver("signing up", "a mailed code")
  const almost = bornYearsAgo(product.ctx, 17)
  await send(older.browser, "POST", "/profiles/students", { ...NAMES, date_of_birth: almost, ...named() })
  expect(await read(older)).toMatchObject({ date_of_birth: null, date_of_birth_claimed: almost })
})

function inputsOf(node: object, path = ""): [string, unknown][] {
  if (isContractProcedure(node)) return [[path, node["~orpc"].inputSchema]]
  return Object.entries(node).flatMap(([key, inner]) => inputsOf(inner, path ? `${path}.${key}` : key))
}

test("LAW-03 every procedure that takes an age or a guardian, and every file that writes a student, is tried here", () => {
  const taking = inputsOf(contract)
    .filter(([, input]) => fieldsOf(input).some((field) => /birth|under_18|minor|^parent_/.test(field)))
    .map(([name]) => name)
  expect(taking.toSorted()).toEqual([...Object.keys(GROWS), ...BY_STAFF].toSorted())
  const files = globSync("src/**/*.ts").filter((file) => !file.endsWith(".test.ts"))
  const writing = files.filter((file) =>
    /(insert|update)\((students|table|own)\)|(insert into|update) students/.test(readFileSync(file, "utf8")),
  )
  const known = Object.keys(WRITERS)
  expect(writing.filter((file) => !known.some((one) => file.endsWith(one)))).toEqual([])
  expect(known.filter((one) => !writing.some((file) => file.endsWith(one)))).toEqual([])
})
