import { and, eq, isNotNull } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { oneTimeCodes } from "#features/accounts/server/security-tables.ts"
import { sendGuardianCode } from "#features/accounts/server/sign-in/guardian-codes.ts"
import { totpCode } from "#features/accounts/server/sign-in/totp.ts"
import { startTwoStep } from "#features/accounts/server/sign-in/two-step.ts"
import { notices } from "#features/notifications/server/table.ts"
import type { SignedIn } from "#platform/context.ts"
import { rateLimits } from "#platform/limits.ts"
import { GUARDIAN_RIGHTS, type GuardianRight } from "#shared/guardian-rights.ts"
import { newId } from "#shared/ids.ts"
import { createClass, seat } from "./classes.ts"
import { createFurtherGuardian } from "./guardians.ts"
import { type HttpProduct, startHttpProduct } from "./http.ts"
import { createAdmin, createGuardian, createInstructor, createStudent } from "./people.ts"

let product: HttpProduct

beforeAll(async () => {
  product = await startHttpProduct({ ADMINS_NEED_TWO_STEP: "true" })
})
afterAll(() => product?.close())
beforeEach(async () => {
  await product.ctx.db.delete(rateLimits)
})

const PHONE = "+919555500001"

function createMinor(parent_phone: string): Promise<SignedIn> {
  return createStudent(product.ctx, { under_18: true, parent_name: "Sunita Rao", parent_phone })
}

function post(path: string, body: object, cookie = ""): Promise<Response> {
  return fetch(`${product.address}/api/v1${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", cookie },
    body: JSON.stringify(body),
  })
}

/** Sends the requested code, as the job does. Returns the code that a number got. */
async function deliverCode(phone: string): Promise<string | null> {
  const waiting = await product.ctx.db.select().from(oneTimeCodes).where(isNotNull(oneTimeCodes.sealed_to))
  for (const { key } of waiting) await sendGuardianCode(product.ctx, key, "en")
  const [text] = await product.ctx.db
    .select()
    .from(notices)
    .where(and(eq(notices.recipient, phone), eq(notices.kind, "guardian-code")))
  return text?.text.match(/^\d+/)?.[0] ?? null
}

/** Asks for a code as a browser does, and reads it from the text. */
async function askCode(phone: string, to: string) {
  const answer = await post("/guardian/codes", { phone })
  expect(answer.status).toBe(200)
  const { request } = (await answer.json()) as { request: string }
  return { phone, request, code: (await deliverCode(to)) ?? "" }
}

test("DASH-04 a guardian signs in by a texted code alone and sees the child's timetable, over HTTP", async () => {
  const child = await createMinor(PHONE)
  const instructor = await createInstructor(product.ctx)
  const row = await createClass(product.ctx, instructor, {
    starts_at: new Date(Date.now() + 3_600_000),
    seats_taken: 1,
    title: "Fractions without fear",
  })
  await seat(product.ctx, row.id, child)
  const given = await askCode("95555 00001", PHONE)
  const answer = await post("/guardian/session", given)
  expect(answer.status).toBe(200)
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ")
  const get = (path: string) => fetch(`${product.address}/api/v1${path}`, { headers: { cookie } })
  expect((await get(`/guardian/children/${child.user_id}/classes`)).status).toBe(404)
  const confirmed = await fetch(`${product.address}/api/v1/guardian/children/${child.user_id}/confirmation`, {
    method: "PUT",
    headers: { cookie, "content-type": "application/json" },
    body: JSON.stringify({ mine: true }),
  })
  expect(confirmed.status).toBe(200)
  const timetable = (await (await get(`/guardian/children/${child.user_id}/classes`)).json()) as {
    items: { title: string }[]
  }
  expect(timetable.items.map((one) => one.title)).toEqual(["Fractions without fear"])
  expect((await post("/guardian/session", given)).status).toBe(401)
})

test("ACC-06 a code can't be guessed over HTTP: it takes five tries, together with its request", async () => {
  const phone = "+919555500002"
  await createMinor(phone)
  const given = await askCode(phone, phone)
  const without = await post("/guardian/session", { phone, code: given.code })
  expect(without.status).toBe(401)
  for (let number = 0; number < 5; number += 1) {
    const code = String((Number(given.code) + 1 + number) % 1_000_000).padStart(6, "0")
    expect((await post("/guardian/session", { ...given, code })).status).toBe(401)
  }
  expect((await post("/guardian/session", given)).status).toBe(401)
})

test("ACC-06 numbers that somebody gave and others are answered alike", async () => {
  const known = "+919555500003"
  await createMinor(known)
  const answers = await Promise.all(
    [known, "+919555599999"].map(async (phone) => {
      const answer = await post("/guardian/codes", { phone })
      return [answer.status, (await answer.text()).replace(/[0-9a-f-]{36}/, "id")]
    }),
  )
  expect(answers[0]).toEqual(answers[1])
})

test("D1 another guardian's child answers as one that is not there, whatever is asked", async () => {
  const own = await createMinor("+919555500004")
  const other = await createMinor("+919555500005")
  const guardian = await createGuardian(product.ctx, own)
  await createGuardian(product.ctx, other)
  for (const id of [other.user_id, newId()]) {
    const paths = ["classes", "attendance", "notices", "export"].map(
      (part) => `/guardian/children/${id}/${part}`,
    )
    for (const path of paths) {
      const answer = await product.call(guardian, "GET", `/api/v1${path}`)
      expect([path, answer.status]).toEqual([path, 404])
    }
    const consent = await product.call(
      guardian,
      "PUT",
      `/api/v1/guardian/children/${id}/consents/recording`,
      {
        given: true,
        notice_version: 1,
      },
    )
    expect(consent.status).toBe(404)
  }
})

test("ACC-11 somebody else's session can't be ended by its id", async () => {
  const [one, other] = [await createStudent(product.ctx), await createStudent(product.ctx)]
  const [session] = (await (await product.call(one, "GET", "/api/v1/account/sessions")).json()) as {
    id: string
  }[]
  const answer = await product.call(other, "DELETE", `/api/v1/account/sessions/${session?.id}`)
  expect(answer.status).toBe(404)
  expect((await product.call(one, "GET", "/api/v1/session")).status).toBe(200)
})

test("ACC-11 a disabled student is out with the next request", async () => {
  const admin = await unlocked(await createAdmin(product.ctx))
  const student = await createStudent(product.ctx)
  expect((await product.call(student, "GET", "/api/v1/session")).status).toBe(200)
  const shut = await product.call(admin, "POST", `/api/v1/people/${student.user_id}/disabling`, {
    reason: "Left the academy",
  })
  expect(shut.status).toBe(200)
  expect((await product.call(student, "GET", "/api/v1/session")).status).toBe(401)
})

test("ACC-10 where admins need two-step sign-in, one without it reaches the own account and nothing else", async () => {
  const admin = await createAdmin(product.ctx)
  expect((await product.call(admin, "GET", "/api/v1/people")).status).toBe(403)
  expect((await product.call(admin, "GET", "/api/v1/classes/mine")).status).not.toBe(200)
  expect((await product.call(admin, "GET", "/api/v1/account")).status).toBe(200)
  await unlocked(admin)
  expect((await product.call(admin, "GET", "/api/v1/people")).status).toBe(200)
  const stop = await product.call(admin, "POST", "/api/v1/account/two-step/end", { code: "000000" })
  expect(((await stop.json()) as { code: string }).code).toBe("TWO_STEP_REQUIRED")
})

/** Switches two-step sign-in on, as the account page does. */
async function unlocked(admin: SignedIn): Promise<SignedIn> {
  const ctx = { ...product.ctx, viewer: admin, sessions: vouching(admin) }
  const { secret } = await startTwoStep(ctx)
  const code = totpCode(secret, new Date())
  const on = await product.call(admin, "POST", "/api/v1/account/two-step/confirmation", { code })
  expect(on.status).toBe(200)
  return admin
}

function vouching({ user_id }: SignedIn) {
  return { ...product.ctx.sessions, checkPassword: async () => user_id }
}

test("DASH-04 each procedure about a child asks for the right it needs, over HTTP", async () => {
  const child = await createMinor("+919555500020")
  await createGuardian(product.ctx, child)
  const own = `/guardian/children/${child.user_id}`
  const other = await createFurtherGuardian(product.ctx, child, ["told"])
  const consent = { given: true, notice_version: 1 }
  /** Who is let in, by right; "all" for the first guardian alone. */
  const table: [right: GuardianRight | "all", method: string, path: string, body?: object][] = [
    ["see", "GET", `${own}/classes`],
    ["see", "GET", `${own}/attendance`],
    ["told", "GET", `${own}/notices`],
    ["consent", "PUT", `${own}/consents/live_classes`, consent],
    ["all", "PATCH", own, { grade: "7" }],
    ["all", "GET", `${own}/export`],
    ["all", "DELETE", `${own}/erasure`],
    ["all", "PUT", `${own}/guardians/${other.user_id}/rights`, { rights: ["told"] }],
    [
      ...(["all", "POST", `${own}/invitations`] as const),
      { name: "Ravi Rao", to: "98980 00001", rights: ["see"], language: "en" },
    ],
  ]
  for (const right of GUARDIAN_RIGHTS) {
    const guardian = await createFurtherGuardian(product.ctx, child, [right])
    for (const [needs, method, path, body] of table) {
      const answer = await product.call(guardian, method, `/api/v1${path}`, body)
      const { code, data } = (await answer.json()) as { code?: string; data?: { right?: string } }
      expect([right, path, answer.status, code, data?.right]).toEqual(
        needs === right
          ? [right, path, 200, undefined, undefined]
          : [right, path, 403, "RIGHT_MISSING", needs],
      )
    }
    const rights = await product.call(guardian, "GET", "/api/v1/guardian/rights")
    expect(await rights.json()).toEqual([{ student_id: child.user_id, may: [right] }])
    // What joins children shows those of the right: the timetable, and what is to be paid.
    const family = await product.call(guardian, "GET", "/api/v1/guardian/family")
    const { attendance } = (await family.json()) as { attendance: unknown[] }
    expect([right, attendance.length]).toEqual([right, right === "see" ? 1 : 0])
    const referrals = await product.call(guardian, "GET", "/api/v1/my/referrals")
    const { students } = (await referrals.json()) as { students: unknown[] }
    expect([right, students.length]).toEqual([right, right === "pay" ? 1 : 0])
  }
})
