import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { openTestBrowser, type TestBrowser } from "#tests/browser.ts"
import { askProvider, type OidcPerson, type OidcProvider, startOidcProvider } from "#tests/gateways/oidc.ts"
import { type HttpProduct, startHttpProduct } from "#tests/http.ts"
import { createInstructor, createStudent } from "#tests/people.ts"
import { studentForm } from "#tests/sign-ups.ts"
import { account, user } from "../table.ts"

let provider: OidcProvider
let product: HttpProduct
let people = 0

beforeAll(async () => {
  provider = await startOidcProvider()
  product = await startHttpProduct({
    GOOGLE_CLIENT_ID: provider.clientId,
    GOOGLE_CLIENT_SECRET: provider.clientSecret,
    GOOGLE_ISSUER: provider.issuer,
  })
  await provider.open(product.ctx.address)
})
afterAll(async () => {
  await product?.close()
  await provider?.close()
})

function newPerson(change: Partial<OidcPerson> = {}): OidcPerson {
  people += 1
  return {
    sub: `google-${people}`,
    email: `google-${people}@example.com`,
    email_verified: true,
    given_name: "Ila",
    family_name: "Bose",
    ...change,
  }
}

type Reply = { status: number; body: { code?: string; person?: { role: string | null; user_id: string } } }

async function start(browser: TestBrowser, portal = "any", at = product.address): Promise<URL> {
  const answer = await post(browser, "/session/google", { portal, to: "/courses" }, at)
  return new URL(((await answer.json()) as { url: string }).url)
}

function post(browser: TestBrowser, path: string, body: object, at = product.address): Promise<Response> {
  return browser.fetch(`${at}/api/v1${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  })
}

async function finish(
  browser: TestBrowser,
  answered: Record<string, string>,
  at = product.address,
): Promise<Reply> {
  const answer = await post(browser, "/session/google/answer", answered, at)
  return { status: answer.status, body: (await answer.json()) as Reply["body"] }
}

async function signIn(
  person: OidcPerson | null,
  portal?: string,
  browser = openTestBrowser(),
): Promise<Reply> {
  await provider.letIn(person)
  return finish(browser, await askProvider(await start(browser, portal)))
}

test("ACC-08 somebody new gets an account without a profile, and the next time the same one", async () => {
  const person = newPerson()
  const browser = openTestBrowser()
  const first = await signIn(person, "any", browser)
  expect(first).toMatchObject({
    status: 200,
    body: { to: "/courses", person: { email: person.email, role: null, email_verified: true } },
  })
  const me = await browser.fetch(`${product.address}/api/v1/session`)
  expect(await me.json()).toMatchObject({ email: person.email, first_name: "Ila Bose" })

  const again = await signIn({ ...person, email: "moved@example.com" })
  expect(again.body.person?.user_id).toBe(first.body.person?.user_id)
})

test("ACC-08 ACC-05 a profile can be given once, and no token of the provider is kept", async () => {
  const browser = openTestBrowser()
  const { body } = await signIn(newPerson(), "any", browser)
  const profile = {
    first_name: "Ila",
    last_name: "Bose",
    phone: "98765 43210",
    date_of_birth: "2001-04-12",
    terms: true,
  }
  const made = await Promise.all([
    post(browser, "/profiles/students", profile),
    post(browser, "/profiles/instructors", profile),
  ])
  expect(made.map(({ status }) => status).sort()).toEqual([200, 409])
  const rows = await product.ctx.db
    .select()
    .from(account)
    .where(eq(account.userId, body.person?.user_id ?? ""))
  expect(rows).toMatchObject([{ providerId: "google", accessToken: null, refreshToken: null, idToken: null }])
})

test("ACC-08 ACC-11 an account of the same e-mail is linked, and what a stranger set in one not confirmed ends", async () => {
  const confirmed = await createStudent(product.ctx)
  await product.ctx.db.update(user).set({ emailVerified: true }).where(eq(user.id, confirmed.user_id))
  const linked = await signIn(newPerson({ email: confirmed.email }))
  expect(linked.body.person).toMatchObject({
    user_id: confirmed.user_id,
    role: "student",
    access_ended: false,
  })
  expect(await waysInto(confirmed)).toEqual(["credential", "google"])
  const unproved = newPerson({ email: confirmed.email, email_verified: false })
  expect((await signIn(unproved)).body.code).toBe("GOOGLE_EMAIL_UNVERIFIED")

  const stranger = openTestBrowser()
  const form = studentForm()
  const { user_id } = await (await post(stranger, "/accounts/students", form)).json()
  const mine = await signIn(newPerson({ email: form.email }))
  expect(mine.body.person).toMatchObject({ user_id, role: null, email_verified: true, access_ended: true })
  expect(await waysInto({ user_id })).toEqual(["google"])
  expect((await stranger.fetch(`${product.address}/api/v1/session`)).status).toBe(401)

  const own = openTestBrowser()
  const ownForm = studentForm()
  await post(own, "/accounts/students", ownForm)
  const kept = await signIn(newPerson({ email: ownForm.email }), "any", own)
  expect(kept.body.person).toMatchObject({ role: "student", access_ended: false })
  expect(await waysInto({ user_id: kept.body.person?.user_id ?? "" })).toEqual(["credential", "google"])
})

async function waysInto({ user_id }: { user_id: string }): Promise<string[]> {
  const rows = await product.ctx.db.select().from(account).where(eq(account.userId, user_id))
  return rows.map((row) => row.providerId).sort()
}

test("ACC-08 the teacher portal lets in a teacher and denies everybody else without making an account", async () => {
  const teacher = await createInstructor(product.ctx)
  await product.ctx.db.update(user).set({ emailVerified: true }).where(eq(user.id, teacher.user_id))
  expect((await signIn(newPerson({ email: teacher.email }), "instructor")).body.person).toMatchObject({
    role: "instructor",
  })

  const stranger = newPerson()
  const browser = openTestBrowser()
  expect((await signIn(stranger, "instructor", browser)).body.code).toBe("INSTRUCTORS_ONLY")
  expect([...browser.cookies.keys()].join()).not.toContain("session")
  expect(await product.ctx.db.select().from(user).where(eq(user.email, stranger.email))).toEqual([])
})

test("ACC-08 an answer counts only in the browser that asked, with its state, and once", async () => {
  await provider.letIn(newPerson())
  const asking = openTestBrowser()
  const answered = await askProvider(await start(asking))
  expect((await finish(openTestBrowser(), answered)).body.code).toBe("GOOGLE_FAILED")

  const other = openTestBrowser()
  await start(other)
  expect((await finish(other, answered)).body.code).toBe("GOOGLE_FAILED")

  const kept = new Map(asking.cookies)
  expect((await finish(asking, answered)).status).toBe(200)
  const replaying = openTestBrowser()
  for (const [name, value] of kept) replaying.cookies.set(name, value)
  expect((await finish(replaying, answered)).body.code).toBe("GOOGLE_FAILED")
})

test("ACC-08 a code that was asked for with another nonce or verifier is refused", async () => {
  await provider.letIn(newPerson())
  for (const change of ["nonce", "code_challenge"]) {
    const browser = openTestBrowser()
    const url = await start(browser)
    url.searchParams.set(change, "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopq")
    expect((await finish(browser, await askProvider(url))).body.code, change).toBe("GOOGLE_FAILED")
  }
})

test("ACC-08 each error of the provider is told as what it is, with the way back to where the sign-in began", async () => {
  const way = { to: "/courses", portal: "instructor" }
  for (const [error, code] of Object.entries({
    access_denied: "GOOGLE_CANCELLED",
    server_error: "GOOGLE_UNAVAILABLE",
    temporarily_unavailable: "GOOGLE_UNAVAILABLE",
    invalid_scope: "GOOGLE_REFUSED",
    unauthorized_client: "GOOGLE_REFUSED",
    constructor: "GOOGLE_REFUSED",
  })) {
    await provider.refuse(error)
    const browser = openTestBrowser()
    const told = await finish(browser, await askProvider(await start(browser, "instructor")))
    expect(told.body, error).toMatchObject({ code, data: way })
  }
  expect((await signIn(newPerson(), "instructor")).body).toMatchObject({
    code: "INSTRUCTORS_ONLY",
    data: way,
  })
})

test("ACC-08 a client that is set up wrongly, and a provider that went away, are no fault of the person", async () => {
  const { clientId, clientSecret } = provider
  const settings = { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret }
  const passing = await startOidcProvider()
  const wrong = await startHttpProduct({
    ...{ ...settings, GOOGLE_CLIENT_SECRET: "another secret" },
    GOOGLE_ISSUER: provider.issuer,
  })
  const astray = await startHttpProduct({ ...settings, GOOGLE_ISSUER: passing.issuer })
  try {
    await passing.open(product.ctx.address)
    await passing.letIn(newPerson())
    await provider.letIn(newPerson())
    const answerOf = async (at: HttpProduct, gone?: OidcProvider) => {
      const browser = openTestBrowser()
      const answered = await askProvider(await start(browser, "any", at.address))
      await gone?.close()
      return (await finish(browser, answered, at.address)).body.code
    }
    expect(await answerOf(wrong)).toBe("GOOGLE_REFUSED")
    expect(await answerOf(astray, passing)).toBe("GOOGLE_UNAVAILABLE")
  } finally {
    await wrong.close()
    await astray.close()
  }
})

test("ACC-08 cancelling says so, and a disabled person stays out", async () => {
  expect((await signIn(null)).body.code).toBe("GOOGLE_CANCELLED")
  const person = newPerson()
  const { body } = await signIn(person)
  await product.ctx.db
    .update(user)
    .set({ disabledAt: new Date() })
    .where(eq(user.id, body.person?.user_id ?? ""))
  expect((await signIn(person)).body.code).toBe("ACCOUNT_DISABLED")
})

test("ACC-08 not set up, or not reachable, it says so", async () => {
  const without = await startHttpProduct()
  const astray = await startHttpProduct({
    GOOGLE_CLIENT_ID: "id",
    GOOGLE_CLIENT_SECRET: "secret",
    GOOGLE_ISSUER: "http://127.0.0.1:9",
  })
  try {
    for (const { address } of [without, astray]) {
      const answer = await fetch(`${address}/api/v1/session/google`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: "{}",
      })
      expect(await answer.json()).toMatchObject({ code: "GOOGLE_UNAVAILABLE" })
    }
    const options = await (await fetch(`${without.address}/api/v1/sign-in-options`)).json()
    expect(options).toEqual({ google: false, mail: true })
  } finally {
    await without.close()
    await astray.close()
  }
})
