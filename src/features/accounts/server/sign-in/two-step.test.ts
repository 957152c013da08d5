import { eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { Ctx, SignedIn } from "#platform/context.ts"
import { rateLimits } from "#platform/limits.ts"
import { MINUTE, SECOND } from "#shared/time.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { PASSWORD, refusalOf, requestOn, studentForm } from "#tests/sign-ups.ts"
import { twoStepSecrets } from "../security-tables.ts"
import { signUpStudent } from "../service.ts"
import { endSessionsOf } from "../sessions.ts"
import { session } from "../table.ts"
import { finishSignIn } from "./admission.ts"
import { signIn } from "./sign-in.ts"
import { totpCode } from "./totp.ts"
import { confirmTwoStep, renewRecoveryCodes, startTwoStep, stopTwoStep } from "./two-step.ts"

const STEP = 30 * SECOND

let world: TestContext

beforeAll(async () => {
  world = await createTestContext()
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.ctx.db.delete(rateLimits)
})

type Owner = { email: string; viewer: SignedIn; secret: string; codes: string[] }

/** Somebody with two-step sign-in on; the clock stands behind the step that switched it on. */
async function createOwner(): Promise<Owner> {
  const made = requestOn(world.ctx)
  const { email } = await signUpStudent(made, studentForm())
  const viewer = await world.ctx.sessions.read(requestOn(world.ctx, made).http)
  if (!viewer) throw new Error("nobody is signed in")
  const { secret } = await startTwoStep(world.as(viewer))
  const { recovery_codes } = await confirmTwoStep(world.as(viewer), totpCode(secret, world.clock.now()))
  world.clock.advance(2 * STEP)
  return { email, viewer, secret, codes: recovery_codes }
}

async function sessionsOf(viewer: SignedIn): Promise<number> {
  return world.ctx.db.$count(session, eq(session.userId, viewer.user_id))
}

/** The browser after the password was right: it carries the sign-in that waits. */
async function enterPassword({ email }: Owner): Promise<Ctx> {
  const made = requestOn(world.ctx)
  const refusal = await refusalOf(signIn(made, { email, password: PASSWORD, portal: "any" }))
  expect(refusal.code).toBe("SECOND_STEP_REQUIRED")
  return requestOn(world.ctx, made)
}

test("ACC-10 the right password alone opens no session, and the app's code then does", async () => {
  const owner = await createOwner()
  const before = await sessionsOf(owner.viewer)
  const browser = await enterPassword(owner)
  expect(await sessionsOf(owner.viewer)).toBe(before)
  expect(await world.ctx.sessions.read(browser.http)).toBeNull()

  const person = await finishSignIn(browser, totpCode(owner.secret, world.clock.now()))
  expect(person.user_id).toBe(owner.viewer.user_id)
  expect(await world.ctx.sessions.read(requestOn(world.ctx, browser).http)).toMatchObject({
    user_id: owner.viewer.user_id,
  })
})

test("ACC-10 a code that was used counts no more, nor does an older one of its neighbourhood", async () => {
  const owner = await createOwner()
  const code = totpCode(owner.secret, world.clock.now())
  const older = totpCode(owner.secret, new Date(world.clock.now().getTime() - STEP))
  await finishSignIn(await enterPassword(owner), code)
  for (const replayed of [code, older]) {
    expect((await refusalOf(finishSignIn(await enterPassword(owner), replayed))).code).toBe("CODE_WRONG")
  }
  world.clock.advance(STEP)
  await expect(
    finishSignIn(await enterPassword(owner), totpCode(owner.secret, world.clock.now())),
  ).resolves.toMatchObject({ user_id: owner.viewer.user_id })
})

test("ACC-10 of two requests at once with one code, one gets in", async () => {
  const owner = await createOwner()
  const code = totpCode(owner.secret, world.clock.now())
  const browsers = await Promise.all([enterPassword(owner), enterPassword(owner)])
  const outcomes = await Promise.allSettled(browsers.map((browser) => finishSignIn(browser, code)))
  expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(1)
})

test("ACC-10 a recovery code signs in once, however it is typed", async () => {
  const owner = await createOwner()
  expect(owner.codes).toHaveLength(10)
  const code = owner.codes[0] ?? ""
  await finishSignIn(await enterPassword(owner), ` ${code.toUpperCase().replace("-", " ")} `)
  expect((await refusalOf(finishSignIn(await enterPassword(owner), code))).code).toBe("CODE_WRONG")

  const { recovery_codes } = await renewRecoveryCodes(
    world.as(owner.viewer),
    totpCode(owner.secret, world.clock.now()),
  )
  expect((await refusalOf(finishSignIn(await enterPassword(owner), owner.codes[1] ?? ""))).code).toBe(
    "CODE_WRONG",
  )
  await finishSignIn(await enterPassword(owner), recovery_codes[0] ?? "")
})

test("ACC-11 five wrong codes end the sign-in, and ten lock the second step whatever is begun anew", async () => {
  const owner = await createOwner()
  const browser = await enterPassword(owner)
  const tries = []
  for (let number = 0; number < 6; number += 1) {
    tries.push((await refusalOf(finishSignIn(browser, "000000"))).code)
  }
  expect(tries).toEqual([...Array(5).fill("CODE_WRONG"), "SIGN_IN_EXPIRED"])

  const other = await enterPassword(owner)
  for (let number = 0; number < 5; number += 1) await refusalOf(finishSignIn(other, "000000"))
  const right = totpCode(owner.secret, world.clock.now())
  const locked = await refusalOf(finishSignIn(await enterPassword(owner), right))
  expect(locked.code).toBe("TOO_MANY_REQUESTS")
  world.clock.advance(15 * MINUTE)
  await finishSignIn(await enterPassword(owner), totpCode(owner.secret, world.clock.now()))
})

test("ACC-10 a sign-in that began with the old password ends with the person's sessions", async () => {
  const owner = await createOwner()
  const browser = await enterPassword(owner)
  await endSessionsOf(world.ctx, owner.viewer.user_id)
  const code = totpCode(owner.secret, world.clock.now())
  expect((await refusalOf(finishSignIn(browser, code))).code).toBe("SIGN_IN_EXPIRED")
})

test("ACC-11 a sign-in that waits runs out, and another browser can't go on with it", async () => {
  const owner = await createOwner()
  const browser = await enterPassword(owner)
  expect((await refusalOf(finishSignIn(requestOn(world.ctx), "000000"))).code).toBe("SIGN_IN_EXPIRED")
  const cookie = browser.http.request.get("cookie") ?? ""
  const forged = { ...browser, http: { ...browser.http, request: new Headers({ cookie: `${cookie}x` }) } }
  expect((await refusalOf(finishSignIn(forged, "000000"))).code).toBe("SIGN_IN_EXPIRED")
  world.clock.advance(10 * MINUTE)
  const code = totpCode(owner.secret, world.clock.now())
  expect((await refusalOf(finishSignIn(browser, code))).code).toBe("SIGN_IN_EXPIRED")
})

test("ACC-10 the secret is not readable in the database, and can't be replaced while it is on", async () => {
  const owner = await createOwner()
  const [row] = await world.ctx.db
    .select()
    .from(twoStepSecrets)
    .where(eq(twoStepSecrets.user_id, owner.viewer.user_id))
  expect(JSON.stringify(row)).not.toContain(owner.secret)
  expect((await refusalOf(startTwoStep(world.as(owner.viewer)))).code).toBe("TWO_STEP_ON")
})

test("ACC-10 it is switched off only by a code, and then the password is enough again", async () => {
  const owner = await createOwner()
  expect((await refusalOf(stopTwoStep(world.as(owner.viewer), "000000"))).code).toBe("CODE_WRONG")
  await stopTwoStep(world.as(owner.viewer), totpCode(owner.secret, world.clock.now()))
  await signIn(requestOn(world.ctx), { email: owner.email, password: PASSWORD, portal: "any" })
})
