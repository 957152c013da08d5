import { desc, eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { suggestTemplate } from "#features/notifications/dlt.ts"
import { notificationJobs } from "#features/notifications/server/jobs.ts"
import { notices } from "#features/notifications/server/table.ts"
import { writeIdentity, writeTemplate } from "#features/notifications/server/templates.ts"
import type { MailLanguage } from "#platform/mail/port.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { type Msg91Gateway, startMsg91Gateway } from "#tests/gateways/msg91.ts"
import { createAdmin, createStudent } from "#tests/people.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { requestOn } from "#tests/sign-ups.ts"
import { accountsJobs } from "../jobs.ts"
import { languageOf, setLanguage } from "../language.ts"
import { sendOwnCode } from "../own/own-codes.ts"
import { requestGuardianCode } from "./guardian-codes.ts"
import { signInGuardian } from "./guardian-sign-in.ts"

let gateway: Msg91Gateway
let world: TestContext

beforeAll(async () => {
  gateway = await startMsg91Gateway()
  world = await createTestContext({
    env: {
      SMS_PROVIDER: "msg91",
      SMS_MSG91_AUTH_KEY: gateway.authKey,
      SMS_MSG91_SENDER: "KAKSHA",
      SMS_MSG91_TEMPLATE_ABSENCE: "tpl-of-the-environment",
      SMS_MSG91_BASE_URL: gateway.url,
    },
  })
  const admin = world.as(await createAdmin(world.ctx))
  await writeIdentity(admin, { entity_id: "1001234567890123456", header: "KAKSHA", links: [], numbers: [] })
  for (const language of ["en", "hi"] as const) {
    const { body, variables } = suggestTemplate("code", language, { academy: "Kaksha", link: "" })
    await writeTemplate(admin, {
      ...{ kind: "code", language, template_id: "1107123456789012345", body, variables: [...variables] },
      ...{ provider_template: `flow-${language}`, variable_length: 30 },
    })
  }
})
afterAll(async () => {
  await world.close()
  await gateway.close()
})

const isHindi = (text: string | undefined) => /\p{Script=Devanagari}/u.test(text ?? "")

/** A request from a browser in which this language was chosen. */
function browserIn(language: MailLanguage) {
  const made = requestOn(world.ctx)
  made.http.request.set("cookie", `theme=dark; kaksha.lang=${language}`)
  return made
}

/** The latest text to a number, and the template it left under. */
async function textTo(phone: string) {
  await runJobs(world, [...accountsJobs, ...notificationJobs])
  const [row] = await world.ctx.db
    .select()
    .from(notices)
    .where(eq(notices.recipient, phone))
    .orderBy(desc(notices.id))
  const [left] = gateway.deliveries.filter(({ mobile }) => `+${mobile}` === phone).slice(-1)
  return { status: row?.status, template: left?.templateId, code: left?.variables[0] ?? "" }
}

async function askFor(phone: string, language: MailLanguage) {
  const { request } = await requestGuardianCode(browserIn(language), phone)
  return { request, ...(await textTo(phone)) }
}

test("NAV-11 ACC-10 a guardian's code is texted in the language of the page that asked, and the account takes it over", async () => {
  const phone = "+919876511001"
  await createStudent(world.ctx, { under_18: true, parent_name: "Sunita Rao", parent_phone: phone })
  expect(await askFor(phone, "en")).toMatchObject({ status: "sent", template: "flow-en" })
  const { request, code, ...left } = await askFor(phone, "hi")
  expect(left).toEqual({ status: "sent", template: "flow-hi" })

  const browser = browserIn("hi")
  await signInGuardian(browser, { phone, request, code })
  const guardian = await world.ctx.sessions.read(requestOn(world.ctx, browser).http)
  if (!guardian) throw new Error("nobody is signed in")
  expect(await languageOf(world.ctx, guardian.user_id)).toBe("hi")
  expect(await askFor(phone, "en")).toMatchObject({ template: "flow-hi" })
  await setLanguage(world.ctx, guardian.user_id, "en")
  expect(await askFor(phone, "en")).toMatchObject({ template: "flow-en" })
})

test("NAV-11 a signed-in guardian's code leaves under the approved template, in their language", async () => {
  const phone = "+919876511002"
  await createStudent(world.ctx, { under_18: true, parent_name: "Sunita Rao", parent_phone: phone })
  const { request, code } = await askFor(phone, "en")
  const browser = requestOn(world.ctx)
  await signInGuardian(browser, { phone, request, code })
  const guardian = await world.ctx.sessions.read(requestOn(world.ctx, browser).http)
  if (!guardian) throw new Error("nobody is signed in")
  await sendOwnCode(world.as(guardian), "erasure")
  expect(await textTo(phone)).toMatchObject({ status: "sent", template: "flow-en" })
  await setLanguage(world.ctx, guardian.user_id, "hi")
  await sendOwnCode(world.as(guardian), "proof")
  expect(await textTo(phone)).toMatchObject({ status: "sent", template: "flow-hi" })
})

test("NAV-11 without a template the text itself is in the guardian's language", async () => {
  const plain = await createTestContext()
  try {
    const phone = "+919876511003"
    await createStudent(plain.ctx, { under_18: true, parent_name: "Sunita Rao", parent_phone: phone })
    for (const language of ["en", "hi"] as const) {
      const made = requestOn(plain.ctx)
      made.http.request.set("cookie", `kaksha.lang=${language}`)
      await requestGuardianCode(made, phone)
      await runJobs(plain, accountsJobs)
      const [row] = await plain.ctx.db.select().from(notices).orderBy(desc(notices.id))
      expect(isHindi(row?.text)).toBe(language === "hi")
      expect(row?.text).toMatch(/^\d{6} .*\/guardian/)
    }
  } finally {
    await plain.close()
  }
})
