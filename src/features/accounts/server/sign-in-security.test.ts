import { eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { SignedIn } from "#platform/context.ts"
import { countTry, rateLimits } from "#platform/limits.ts"
import { MINUTE } from "#shared/time.ts"
import { openTestBrowser, type TestBrowser } from "#tests/browser.ts"
import { type HttpProduct, startHttpProduct } from "#tests/http.ts"
import { createStudent } from "#tests/people.ts"
import { newEmail, PASSWORD, refusalOf, requestOn, studentForm } from "#tests/sign-ups.ts"
import { knownDevice } from "./sign-in/known-devices.ts"
import { countPassword } from "./sign-in/sign-in-limits.ts"
import { user } from "./table.ts"

let product: HttpProduct
let address = 0

beforeAll(async () => {
  product = await startHttpProduct({ TRUSTED_PROXIES: "1" })
})
beforeEach(async () => {
  await product.ctx.db.delete(rateLimits)
})
afterAll(() => product?.close())

/** Sends from an address of its own each time, unless told. */
function post(browser: TestBrowser, path: string, body: object, headers: Record<string, string> = {}) {
  address += 1
  return browser.fetch(`${product.address}/api/v1${path}`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-forwarded-for": `198.18.${address >> 8}.${address & 255}`,
      ...headers,
    },
    body: JSON.stringify(body),
  })
}

const signIn = (browser: TestBrowser, email: string, password: string) =>
  post(browser, "/session", { email, password })

async function register(browser = openTestBrowser()): Promise<{ email: string; browser: TestBrowser }> {
  const form = studentForm({ email: `security-${newEmail()}` })
  expect((await post(browser, "/accounts/students", form)).status).toBe(200)
  return { email: form.email, browser }
}

const whoIs = (browser: TestBrowser) => browser.fetch(`${product.address}/api/v1/session`)

test("ACC-11 guessing a password from many addresses is stopped, with the wait and another way in", async () => {
  const { email } = await register()
  for (let turn = 0; turn < 10; turn += 1) {
    expect((await signIn(openTestBrowser(), email, `guess number ${turn}`)).status).toBe(401)
  }
  const stopped = await signIn(openTestBrowser(), email, PASSWORD)
  expect(stopped.status).toBe(429)
  expect(Number(stopped.headers.get("retry-after"))).toBeGreaterThan(800)
  const { data } = (await stopped.json()) as { data: { retry_after_seconds: number } }
  expect(data).toMatchObject({ retry_after_seconds: expect.any(Number), other_way: "code-or-reset" })
  expect((await post(openTestBrowser(), "/session/codes", { email })).status).toBe(200)
  expect((await post(openTestBrowser(), "/password-resets", { email })).status).toBe(200)
})

test("ACC-11 others' guesses don't lock a person out of the browser they signed in with", async () => {
  const { email, browser } = await register()
  const other = newEmail()
  for (let turn = 0; turn < 11; turn += 1) await signIn(openTestBrowser(), email, "a wrong guess")
  await browser.fetch(`${product.address}/api/v1/session`, { method: "DELETE" })
  expect((await whoIs(browser)).status).toBe(401)
  expect((await signIn(browser, email, PASSWORD)).status).toBe(200)

  // Knowing one account says nothing of another, and a made-up mark nothing at all.
  const device = browser.cookies.get("kaksha.known") ?? ""
  const known = (mark: string, person: string) => {
    const made = requestOn(product.ctx)
    made.http.request.set("cookie", `kaksha.known=${mark}`)
    return knownDevice(made, { email: person })
  }
  expect(await known(device, email)).not.toBeNull()
  expect(await known(device, other)).toBeNull()
  expect(await known(`${device.split(".")[0]}.AAAAAAAAAAAAAAAAAAAAAA`, email)).toBeNull()
})

test("ACC-11 one address that tries many accounts is stopped, and right passwords don't count", async () => {
  const from = (host: string) => {
    const made = requestOn(product.ctx)
    made.http.address = host
    return made
  }
  const try100 = (right: boolean) =>
    Promise.all(
      Array.from({ length: 100 }, async () =>
        (await countPassword(from("203.0.113.9"), newEmail(), null))(right ? "right" : "wrong"),
      ),
    )
  for (let turn = 0; turn < 11; turn += 1) await try100(true)
  for (let turn = 0; turn < 10; turn += 1) await try100(false)
  expect((await refusalOf(countPassword(from("203.0.113.9"), newEmail(), null))).code).toBe(
    "TOO_MANY_REQUESTS",
  )
  await expect(countPassword(from("203.0.113.10"), newEmail(), null)).resolves.toBeTypeOf("function")
})

test("ACC-11 an address that a request makes up is not believed beyond the trusted proxy", async () => {
  const { email } = await register()
  const guess = (turn: number) =>
    post(
      openTestBrowser(),
      "/session/by-code",
      { request: "0190b6f0-0000-7000-8000-000000000001", code: "000000" },
      { "x-forwarded-for": `10.9.8.${turn}, 203.0.113.77` },
    )
  const failures = { name: "failed-guesses", of: "203.0.113.77", most: 1_000, window: MINUTE }
  await Promise.all(Array.from({ length: 999 }, () => countTry(product.ctx, [failures])))
  expect((await guess(1)).status).toBe(401)
  expect((await guess(2)).status).toBe(429)
  expect((await signIn(openTestBrowser(), email, PASSWORD)).status).toBe(200)
})

test("ACC-11 signing in gives a session of its own: one that was planted is not taken over, and the old one ends", async () => {
  const planted = await register()
  const victim = await register()
  const browser = openTestBrowser()
  for (const [name, value] of planted.browser.cookies) browser.cookies.set(name, value)
  await signIn(browser, victim.email, PASSWORD)
  expect(await (await whoIs(browser)).json()).toMatchObject({ email: victim.email })
  expect((await whoIs(planted.browser)).status).toBe(401)
})

test("ACC-11 a write that a browser sends from another site is refused, for the API and for pages", async () => {
  const { browser } = await register()
  const foreign: Record<string, string>[] = [
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { origin: "https://evil.example" },
    { origin: "null" },
  ]
  for (const headers of foreign) {
    for (const [method, path] of [
      ["DELETE", "/api/v1/session"],
      ["POST", "/logout"],
      ["POST", "/auth"],
    ] as const) {
      const form = { "content-type": "application/x-www-form-urlencoded" }
      const answer = await browser.fetch(product.address + path, { method, headers: { ...form, ...headers } })
      expect(answer.status, `${method} ${path} ${JSON.stringify(headers)}`).toBe(403)
    }
  }
  expect((await whoIs(browser)).status).toBe(200)
  const own = { origin: product.address, "sec-fetch-site": "same-origin" }
  expect(
    (await browser.fetch(`${product.address}/api/v1/session`, { method: "DELETE", headers: own })).status,
  ).toBe(200)
})

test("ACC-11 in production every cookie of ours is __Host-, Secure, HttpOnly and SameSite=Lax", async () => {
  const production = await startHttpProduct({
    APP_URL: "https://academy.example",
    AUTH_SECRET: "a-secret-of-at-least-32-characters",
  })
  try {
    const answer = await fetch(`${production.address}/api/v1/accounts/students`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(studentForm({ email: "cookies@example.com" })),
    })
    const lines = answer.headers.getSetCookie()
    expect(lines.map((line) => line.split("=")[0]).sort()).toEqual([
      "__Host-kaksha.known",
      "__Host-kaksha.session_token",
    ])
    for (const line of lines) {
      for (const flag of [/; Secure/i, /; HttpOnly/i, /; SameSite=Lax/i, /; Path=\//i])
        expect(line).toMatch(flag)
      expect(line).not.toMatch(/domain=/i)
    }
    const cookie = lines.map((line) => line.split(";")[0]).join("; ")
    const me = await fetch(`${production.address}/api/v1/session`, { headers: { cookie } })
    expect(await me.json()).toMatchObject({ email: "cookies@example.com" })
  } finally {
    await production.close()
  }
})

test("ACC-11 disabling a person ends their sessions at once", async () => {
  const { browser, email } = await register()
  await product.ctx.db.update(user).set({ disabledAt: new Date() }).where(eq(user.email, email))
  expect((await whoIs(browser)).status).toBe(401)
})

async function timeOf(work: () => Promise<Response>): Promise<{ ms: number; said: string; status: number }> {
  const started = performance.now()
  const answer = await work()
  const said = (await answer.text()).replace(/[0-9a-f-]{36}/g, "id")
  return { ms: performance.now() - started, said, status: answer.status }
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

test.each([
  ["/session", 8, (email: string) => ({ email, password: "not the password" })],
  ["/session/codes", 30, (email: string) => ({ email })],
  ["/password-resets", 30, (email: string) => ({ email })],
])(
  "ACC-06 ACC-07 ACC-11 POST %s answers a known and an unknown e-mail alike, in words and in time",
  async (path, rounds, body) => {
    const known: SignedIn[] = []
    for (let turn = 0; turn < rounds; turn += 1) known.push(await createStudent(product.ctx))
    const times = { known: [] as number[], unknown: [] as number[] }
    const said = new Set<string>()
    await post(openTestBrowser(), path, body(newEmail()))
    for (const person of known) {
      const one = await timeOf(() => post(openTestBrowser(), path, body(person.email)))
      const other = await timeOf(() => post(openTestBrowser(), path, body(`nobody-${newEmail()}`)))
      times.known.push(one.ms)
      times.unknown.push(other.ms)
      said.add(`${one.status} ${one.said}`).add(`${other.status} ${other.said}`)
    }
    expect([...said]).toHaveLength(1)
    // Generous, for the machine has other work too: without the care taken a known password costs twenty times more.
    const ratio = median(times.known) / median(times.unknown)
    expect(ratio).toBeGreaterThan(0.5)
    expect(ratio).toBeLessThan(2)
  },
)
