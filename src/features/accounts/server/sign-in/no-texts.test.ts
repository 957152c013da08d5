import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { suggestTemplate } from "#features/notifications/dlt.ts"
import { notices } from "#features/notifications/server/table.ts"
import { writeIdentity, writeTemplate } from "#features/notifications/server/templates.ts"
import { rateLimits } from "#platform/limits.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createAdmin, createGuardian, createStudent } from "#tests/people.ts"
import { CHILD, refusalOf, requestOn, studentForm } from "#tests/sign-ups.ts"
import { sendInvitedCode } from "../invited-guardians.ts"
import { sendOwnCode } from "../own/own-codes.ts"
import { readProfile } from "../own/profile.ts"
import { signUpStudent } from "../service.ts"
import { user } from "../table.ts"
import { GUARDIAN_CODE_QUEUE, inviteOwnGuardian, requestGuardianCode } from "./guardian-codes.ts"

const PRODUCTION = { APP_URL: "https://kaksha.example", AUTH_SECRET: "a-secret-of-at-least-32-characters" }
const MSG91 = {
  ...{ SMS_PROVIDER: "msg91", SMS_MSG91_AUTH_KEY: "key", SMS_MSG91_SENDER: "KAKSHA" },
  SMS_MSG91_TEMPLATE_ABSENCE: "absence",
}
const KNOWN = "+919876522001"

/** What each academy lacks before it can text a code. */
const ACADEMIES = { "no provider": PRODUCTION, "no template for codes": { ...PRODUCTION, ...MSG91 } }

for (const [lack, env] of Object.entries(ACADEMIES)) {
  let world: TestContext
  beforeAll(async () => {
    world = await createTestContext({ env })
  })
  afterAll(() => world.close())

  test(`DASH-04 PAY-06 with ${lack} nobody is promised a code, and a known number is refused like an unknown one`, async () => {
    const { ctx } = world
    const child = await createStudent(ctx, { under_18: true, parent_name: "Lata Rao", parent_phone: KNOWN })
    const guardian = world.as(await createGuardian(ctx, child))
    const asked = [
      requestGuardianCode(requestOn(ctx), KNOWN),
      requestGuardianCode(requestOn(ctx), "+919876522999"),
      inviteOwnGuardian(world.as(child)),
      sendOwnCode(guardian, "erasure"),
      sendOwnCode(guardian, "proof"),
      sendInvitedCode(ctx, { to: { phone: KNOWN }, name: "Lata Rao", student_id: child.user_id }),
    ]
    const refusals = await Promise.all(asked.map(refusalOf))
    expect(refusals.map(({ code }) => code)).toEqual(asked.map(() => "TEXTS_UNAVAILABLE"))
    expect(await ctx.db.select().from(rateLimits)).toEqual([])
    expect(await readProfile(world.as(child))).toMatchObject({ guardian_texted: false })
    // A number that can't be read is still corrected at its field.
    expect((await refusalOf(requestGuardianCode(requestOn(ctx), "12"))).code).toBe("FIELD_ERRORS")
  })

  test(`DASH-04 ACC-01 with ${lack} a minor can sign up, and the guardian is not texted`, async () => {
    const named = { date_of_birth: CHILD, parent_name: "Sunita Rao", parent_phone: "+919876522003" }
    const { email } = await signUpStudent(requestOn(world.ctx), studentForm(named))
    expect(await world.ctx.db.select().from(user).where(eq(user.email, email))).toHaveLength(1)
    expect(world.jobs.filter(({ queue }) => queue === GUARDIAN_CODE_QUEUE)).toEqual([])
    expect(await world.ctx.db.select().from(notices).where(eq(notices.channel, "sms"))).toEqual([])
  })
}

test("DASH-04 ATT-07 once a template for codes is approved, codes are texted", async () => {
  const world = await createTestContext({ env: ACADEMIES["no template for codes"] })
  try {
    const admin = world.as(await createAdmin(world.ctx))
    const child = await createStudent(world.ctx, { parent_name: "Lata Rao", parent_phone: KNOWN })
    await writeIdentity(admin, { entity_id: "1001234567890123456", header: "KAKSHA", links: [], numbers: [] })
    const { body, variables } = suggestTemplate("code", "en", { academy: "Kaksha", link: "" })
    await writeTemplate(admin, {
      ...{ kind: "code", language: "en", template_id: "1107123456789012345", body },
      ...{ variables: [...variables], variable_length: 30 },
    })
    expect(await readProfile(world.as(child))).toMatchObject({ guardian_texted: true })
    await inviteOwnGuardian(world.as(child))
    await requestGuardianCode(requestOn(world.ctx), KNOWN)
    expect(world.jobs.filter(({ queue }) => queue === GUARDIAN_CODE_QUEUE)).toHaveLength(2)
  } finally {
    await world.close()
  }
})
