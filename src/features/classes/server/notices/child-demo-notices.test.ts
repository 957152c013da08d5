import { eq } from "drizzle-orm"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import { removeGuardian } from "#features/guardians/server/other-guardians.ts"
import { notificationJobs } from "#features/notifications/server/jobs.ts"
import { notices, personNotices } from "#features/notifications/server/table.ts"
import type { SignedIn } from "#platform/context.ts"
import { DAY } from "#shared/time.ts"
import { createClass } from "#tests/classes.ts"
import { createFurtherGuardian, nextPhone } from "#tests/guardians.ts"
import { type MessageWorld, startMessageWorld } from "#tests/message-world.ts"
import { createAdmin, createGuardian, createInstructor, createStudent } from "#tests/people.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { requestChildDemo } from "../demos/child-demos.ts"
import { answerDemoRequest, requestDemo } from "../demos/demo-requests.ts"
import { classNoticeJobs } from "./notice-jobs.ts"

let messages: MessageWorld
let context: MessageWorld["context"]
let ctx: MessageWorld["context"]["ctx"]
let instructor: SignedIn
let office: SignedIn
let [mothers, fathers] = ["", ""]
let kiara: SignedIn
let mother: SignedIn
let father: SignedIn

beforeAll(async () => {
  messages = await startMessageWorld()
  context = messages.context
  ctx = context.ctx
  office = await createAdmin(ctx)
})
beforeEach(async () => {
  // A Friday, 12:00 in Kolkata.
  context.clock.set("2026-11-20T06:30:00Z")
  instructor = await createInstructor(ctx)
  ;[mothers, fathers] = [nextPhone(), nextPhone()]
  kiara = await createStudent(ctx, {
    ...{ first_name: "Kiara", last_name: "Nambiar", under_18: true },
    ...{ parent_name: "Divya Nambiar", parent_phone: mothers },
  })
  mother = await createGuardian(ctx, kiara)
  father = await createFurtherGuardian(ctx, kiara, ["consent", "told"], fathers)
})
afterEach(() => {
  messages.clear()
  context.jobs.length = 0
  context.published.length = 0
})
afterAll(() => messages.close())

const work = () => runJobs(context, [...classNoticeJobs, ...notificationJobs])

async function demo(days = 1): Promise<string> {
  const starts_at = new Date(ctx.clock.now().getTime() + days * DAY)
  const { id } = await createClass(ctx, instructor, { starts_at, title: "Tabla demo", class_type: "demo" })
  return id
}

const ask = (who: SignedIn, class_id: string) =>
  requestChildDemo(context.as(who), { class_id, student_id: kiara.user_id })

const textsTo = (phone: string) =>
  messages.texts.messages.filter(({ to }) => to === phone).map(({ body }) => body)

async function bellOf({ user_id }: SignedIn): Promise<string[]> {
  const rows = await ctx.db.select().from(personNotices).where(eq(personNotices.person_id, user_id))
  return rows.map(({ title, href }) => `${title} → ${href}`)
}

test("NAV-12 DASH-04 a guardian's request tells the instructor, the child and the other guardian, not the one who asked", async () => {
  const classId = await demo()
  await ask(mother, classId)
  await work()
  expect(await bellOf(instructor)).toEqual(["Kiara Nambiar requests a seat: Tabla demo → /teacher-dashboard"])
  expect(await bellOf(kiara)).toEqual([`Demo class requested: Tabla demo → /class/${classId}`])
  expect(await bellOf(father)).toEqual(["Demo class requested: Tabla demo (Kiara) → /family"])
  expect(await bellOf(mother)).toEqual([])
  expect(textsTo(fathers)).toEqual([
    expect.stringMatching(/^Kiara Nambiar: Tabla demo \(.*\): Demo class requested\./),
  ])
  expect(textsTo(mothers)).toEqual([])
  // Nobody hears it twice, also when another guardian presses again.
  await ask(father, classId)
  await work()
  expect([textsTo(fathers).length, textsTo(mothers).length]).toEqual([1, 0])
})

test("NAV-12 DASH-04 every guardian who is told hears the answer, with reason and other times, on the phone", async () => {
  const [classId, other] = [await demo(), await demo(2)]
  const { id } = await ask(mother, classId)
  await work()
  messages.clear()
  await answerDemoRequest(context.as(instructor), {
    ...{ request_id: id, status: "rejected", message: "The hall is closed", offer_class_ids: [other] },
  })
  await work()
  expect(textsTo(mothers)).toEqual([expect.stringContaining("Kiara Nambiar: Tabla demo")])
  expect(textsTo(mothers)[0]).toContain("Demo request declined")
  const [notice] = await ctx.db
    .select()
    .from(personNotices)
    .where(eq(personNotices.person_id, mother.user_id))
  expect(notice).toMatchObject({ title: "Demo request declined: Tabla demo (Kiara)", href: "/family" })
  expect(notice?.text).toContain("“The hall is closed”")
  expect(notice?.text).toContain("Other times to choose on your family page: Tabla demo:")
  expect(await bellOf(kiara)).toContain("Your request was not approved: Tabla demo → /student-dashboard")
  messages.clear()
  await ask(mother, other)
  await work()
  expect(textsTo(mothers)).toEqual([expect.stringContaining("Demo class confirmed")])
  expect(textsTo(fathers)).toEqual([expect.stringContaining("Demo class confirmed")])
  expect(await bellOf(kiara)).toContain(`Your request is approved: Tabla demo → /class/${other}`)
})

test("NAV-12 an adult's demo class concerns no guardian, and a minor's own request is answered to both", async () => {
  const classId = await demo()
  const { id } = await requestDemo(context.as(kiara), classId)
  await answerDemoRequest(context.as(instructor), { request_id: id, status: "approved" })
  await work()
  expect(await bellOf(mother)).toEqual(["Demo class confirmed: Tabla demo (Kiara) → /family"])
  const adult = await createStudent(ctx, { date_of_birth: "2000-01-01", parent_phone: nextPhone() })
  const parent = await createGuardian(ctx, adult)
  const own = await requestDemo(context.as(adult), await demo(2))
  await answerDemoRequest(context.as(instructor), { request_id: own.id, status: "approved" })
  await work()
  expect(await bellOf(parent)).toEqual([])
})

test("NAV-12 DASH-04 what waits for a removed guardian about a trial is withdrawn", async () => {
  // 22:30 in Kolkata: texts wait for the morning.
  context.clock.set("2026-11-20T17:00:00Z")
  await ask(mother, await demo())
  await work()
  const ofFather = eq(notices.subject_id, father.user_id)
  const waiting = await ctx.db.select().from(notices).where(ofFather)
  expect(waiting.map(({ status }) => status)).toEqual(["queued"])
  const link = { student_id: kiara.user_id, guardian_id: father.user_id }
  await removeGuardian(context.as(office), link, "staff")
  await work()
  const [after] = await ctx.db.select().from(notices).where(ofFather)
  expect(after?.status).toBe("withdrawn")
  expect(textsTo(fathers)).toEqual([])
})
