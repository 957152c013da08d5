import { eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { updatePreferences } from "#features/accounts/server/own/profile.ts"
import { suggestTemplate } from "#features/notifications/dlt.ts"
import { inTransaction, type SignedInCtx } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { type Msg91Gateway, startMsg91Gateway } from "#tests/gateways/msg91.ts"
import { createAdmin, createGuardian, createStudent } from "#tests/people.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { notificationJobs } from "./jobs.ts"
import { queueNotices } from "./service.ts"
import { notices } from "./table.ts"
import { type Telling, tellPeople } from "./tell.ts"
import {
  listMessages,
  previewTemplate,
  type TemplateInput,
  writeIdentity,
  writeTemplate,
} from "./templates.ts"

let gateway: Msg91Gateway
let context: TestContext
let ctx: TestContext["ctx"]
let admin: SignedInCtx
beforeAll(async () => {
  gateway = await startMsg91Gateway()
  context = await createTestContext({
    env: {
      SMS_PROVIDER: "msg91",
      SMS_MSG91_AUTH_KEY: gateway.authKey,
      SMS_MSG91_SENDER: "OLDONE",
      SMS_MSG91_TEMPLATE_ABSENCE: "tpl-of-the-environment",
      SMS_MSG91_BASE_URL: gateway.url,
    },
  })
  ctx = context.ctx
  admin = context.as(await createAdmin(ctx))
})
beforeEach(() => context.clock.set("2026-11-20T10:30:00Z"))
afterAll(async () => {
  await context.close()
  await gateway.close()
})

const identity = {
  entity_id: "1001234567890123456",
  header: "kaksha",
  links: ["http://localhost/a/"],
  numbers: [],
}
function draft(language: "en" | "hi" = "en", change: Partial<TemplateInput> = {}): TemplateInput {
  const { body, variables } = suggestTemplate("absence", language, {
    academy: "Kaksha",
    link: "http://localhost/a/",
  })
  return {
    kind: "absence",
    language,
    template_id: "1107123456789012345",
    provider_template: `flow-${language}`,
    body,
    variables: [...variables],
    variable_length: 30,
    ...change,
  }
}

async function sendTo(recipient: string, change: Record<string, string> = {}) {
  const cause_id = newId()
  const variables = {
    parentName: "Sunita Rao",
    studentName: "Asha Rao",
    className: "Fractions",
    classDate: "20 Nov 2026",
    classTime: "4:00 pm",
    answerToken: "XR_5b3li-tJL",
    ...change,
  }
  await inTransaction(ctx, (tx) =>
    queueNotices(tx, [
      {
        ...{ kind: "absence", cause_id, subject_ids: [], channel: "sms" as const, recipient, variables },
        ...{ recipient_name: "Sunita Rao", text: "as it was written", held: null },
      },
    ]),
  )
  await runJobs(context, notificationJobs)
  const [row] = await ctx.db.select().from(notices).where(eq(notices.cause_id, cause_id))
  return { row, delivery: gateway.deliveries.find((one) => `+${one.mobile}` === recipient) }
}

test("ATT-07 without templates of its own the environment's is used, and an approved one takes its place", async () => {
  expect((await sendTo("+919845000001")).delivery?.templateId).toBe("tpl-of-the-environment")
  await expect(writeTemplate(admin, draft())).rejects.toMatchObject({ code: "FIELD_ERRORS" })
  await writeIdentity(admin, identity)
  const { templates } = await writeTemplate(admin, draft())
  expect(templates.find((one) => one.kind === "absence" && one.language === "en")).toMatchObject({
    saved: true,
    problems: [],
  })
  expect((await sendTo("+919845000002")).delivery).toMatchObject({
    templateId: "flow-en",
    variables: ["Asha Rao", "Fractions", "20 Nov 2026", "4:00 pm", "XR_5b3li-tJL"],
  })
})

test("ATT-07 people are texted of a class once its template is approved, though the environment names none, and never under another's", async () => {
  const phone = "+919845000010"
  const student = await createStudent(ctx, { phone })
  const tell = async (kind: string) => {
    const cause_id = newId()
    const variables = {
      ...{ studentName: "Asha Rao", className: "Fractions", classDate: "20 Nov 2026" },
      ...{ classTime: "4:00 pm", change: "Cancelled" },
    }
    const write = () => ({
      ...{ title: "Cancelled", text: "Fractions", href: "/live-classes" },
      sms: { text: "Fractions is cancelled", variables },
    })
    const telling: Telling = { topic: "class_changes", kind, cause_id, people: [student.user_id], write }
    await inTransaction(ctx, (tx) => tellPeople(tx, telling))
    await runJobs(context, notificationJobs)
    return gateway.deliveries.filter(({ mobile }) => `+${mobile}` === phone).map((one) => one.templateId)
  }
  expect(await tell("class-cancelled")).toEqual([])
  expect(await tell("series-cancelled")).toEqual([])

  await writeIdentity(admin, identity)
  const { body, variables } = suggestTemplate("class", "en", { academy: "Kaksha", link: "" })
  const wording = { body, variables: [...variables], provider_template: "flow-class" }
  await writeTemplate(admin, { ...draft(), kind: "class", ...wording })
  expect(await tell("class-cancelled")).toEqual(["flow-class"])
  expect(await tell("series-cancelled")).toEqual(["flow-class", "flow-class"])
})

test("ATT-07 the guardian's language chooses the template", async () => {
  await writeIdentity(admin, identity)
  await writeTemplate(admin, draft())
  await writeTemplate(admin, draft("hi"))
  const parent_phone = "+919845000003"
  const guardian = await createGuardian(
    ctx,
    await createStudent(ctx, { parent_phone, parent_name: "Sunita Rao" }),
  )
  await updatePreferences({ ...ctx, viewer: guardian }, { language: "hi" })
  expect((await sendTo(parent_phone)).delivery?.templateId).toBe("flow-hi")
  expect((await sendTo("+919845000004")).delivery?.templateId).toBe("flow-en")
})

test("ATT-07 what operators would drop is refused with its reason, when kept and when sent", async () => {
  await writeIdentity(admin, identity)
  await writeTemplate(admin, draft())
  const marketing = draft("en", { body: `${draft().body} Refer a friend!` })
  await expect(writeTemplate(admin, marketing)).rejects.toMatchObject({
    data: { fields: { body: "TEMPLATE_REFUSED" } },
  })
  const { problems } = await previewTemplate(admin, marketing)
  expect(problems).toEqual([{ code: "advertising", word: "Refer" }])
  const { row, delivery } = await sendTo("+919845000005", { className: "Fractions, join www.win.example" })
  expect(delivery).toBeUndefined()
  expect(row).toMatchObject({
    status: "failed",
    reasons: [
      {
        code: "would-be-dropped",
        problems: [
          { code: "value-too-long", name: "className", length: 31, most: 30 },
          { code: "unlisted-link", link: "www.win.example" },
        ],
      },
    ],
  })
  await writeIdentity(admin, { ...identity, links: [] })
  expect((await sendTo("+919845000006")).row).toMatchObject({
    status: "failed",
    reasons: [
      { code: "would-be-dropped", problems: [{ code: "unlisted-link", link: "http://localhost/a/" }] },
    ],
  })
})

test("ATT-07 a preview shows the latest real values with parts and encoding, and keeps nothing", async () => {
  await writeIdentity(admin, identity)
  await sendTo("+919845000007", { studentName: "Ravi Das" })
  const shown = await previewTemplate(admin, draft())
  expect(shown).toMatchObject({ notice_id: expect.any(String), encoding: "gsm", parts: 1, problems: [] })
  expect(shown.text).toContain("Ravi Das was absent from Fractions")
  expect(await previewTemplate(admin, draft("hi"))).toMatchObject({ encoding: "unicode", parts: 2 })
})

test("ATT-07 texts rest in the quiet hours and leave in the morning, and codes never wait", async () => {
  await writeIdentity(admin, identity)
  context.clock.set("2026-11-20T16:00:00Z")
  const { row, delivery } = await sendTo("+919845000008")
  expect(delivery).toBeUndefined()
  expect(row).toMatchObject({ status: "queued", due_at: new Date("2026-11-21T03:30:00Z") })
  await inTransaction(ctx, (tx) =>
    ctx.post.text(tx, {
      kind: "guardian-code",
      cause_id: newId(),
      to: "+919845000009",
      recipient_name: "Sunita Rao",
      text: "204815 is your code",
      variables: { code: "204815", academy: "Kaksha" },
    } as never),
  )
  await runJobs(context, notificationJobs)
  // MSG91 has no template for codes here: it was tried at once, and refused.
  const [code] = await ctx.db.select().from(notices).where(eq(notices.recipient, "+919845000009"))
  expect(code).toMatchObject({ status: "failed", attempts: 1 })
  context.clock.set("2026-11-21T03:30:00Z")
  await runJobs(context, notificationJobs)
  expect(gateway.deliveries.some(({ mobile }) => mobile === "919845000008")).toBe(true)
})

test("ATT-07 admins see what became of each text, with its number hidden", async () => {
  const { items } = await listMessages(admin, {})
  expect(items[0]).toMatchObject({
    recipient_name: "Sunita Rao",
    recipient: expect.stringMatching(/^•+\d\d$/),
  })
  expect(items.length).toBeGreaterThan(5)
})
