import { eq } from "drizzle-orm"
import fc from "fast-check"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import { user } from "#features/accounts/server/table.ts"
import { removeGuardian, setRights } from "#features/guardians/server/other-guardians.ts"
import { listChildren } from "#features/notifications/child-names.ts"
import { notificationJobs } from "#features/notifications/server/jobs.ts"
import { notificationsData } from "#features/notifications/server/personal-data.ts"
import { queueNotices } from "#features/notifications/server/service.ts"
import { notices, personNotices } from "#features/notifications/server/table.ts"
import type { SignedIn } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { DAY, HOUR, MINUTE } from "#shared/time.ts"
import { createClass, moveClass, seat } from "#tests/classes.ts"
import { createFurtherGuardian, nextPhone } from "#tests/guardians.ts"
import { type MessageWorld, startMessageWorld } from "#tests/message-world.ts"
import { createAdmin, createGuardian, createInstructor, createStudent } from "#tests/people.ts"
import { runJobs, runSettled } from "#tests/run-jobs.ts"
import { restoreClass } from "../schedule/restore.ts"
import { cancelClass, deleteClass } from "../schedule/withdraw.ts"
import { leave } from "../seats.ts"
import { classNoticeJobs } from "./notice-jobs.ts"
import { remindOfClasses } from "./reminders.ts"

let messages: MessageWorld
let context: MessageWorld["context"]
let ctx: MessageWorld["context"]["ctx"]
let instructor: SignedIn
let office: SignedIn

const jobs = [...classNoticeJobs, ...notificationJobs]
/** A Friday, 12:00 in Kolkata. */
const NOON = "2026-11-20T06:30:00Z"

beforeAll(async () => {
  messages = await startMessageWorld()
  context = messages.context
  ctx = context.ctx
  office = await createAdmin(ctx)
})
beforeEach(async () => {
  context.clock.set(NOON)
  instructor = await createInstructor(ctx)
})
afterEach(() => {
  messages.clear()
  context.jobs.length = 0
  context.published.length = 0
})
afterAll(() => messages.close())

const work = () => runJobs(context, jobs)

const settle = () => runSettled(context, jobs)

const minor = (first_name: string, parent_phone: string, columns = {}) =>
  createStudent(ctx, { first_name, under_18: true, parent_name: "Sunita Rao", parent_phone, ...columns })

async function classOf(...children: SignedIn[]) {
  const starts_at = new Date(ctx.clock.now().getTime() + DAY)
  const row = await createClass(ctx, instructor, { starts_at, seats_taken: children.length })
  for (const child of children) await seat(ctx, row.id, child)
  return row
}

/** Two siblings with a mother, and a father who is told about the first alone. */
async function createFamily() {
  const [mothers, fathers] = [nextPhone(), nextPhone()]
  const [asha, ravi] = [await minor("Asha", mothers), await minor("Ravi", mothers)]
  const mother = await createGuardian(ctx, asha)
  await createGuardian(ctx, ravi)
  const father = await createFurtherGuardian(ctx, asha, ["told"], fathers)
  return { asha, ravi, mother, father, mothers, fathers }
}

const textsTo = (phone: string) =>
  messages.texts.messages.filter(({ to }) => to === phone).map(({ body }) => body)

async function bellOf({ user_id }: SignedIn): Promise<string[]> {
  const rows = await ctx.db.select().from(personNotices).where(eq(personNotices.person_id, user_id))
  return rows.map(({ title, href }) => `${title} → ${href}`)
}

const noticesTo = (guardian: SignedIn) =>
  ctx.db.select().from(notices).where(eq(notices.subject_id, guardian.user_id)).orderBy(notices.id)

test("NAV-12 CLS-03 every guardian who is told hears once that a class is cancelled, with all their children in it", async () => {
  const { asha, ravi, mother, father, mothers, fathers } = await createFamily()
  const aunts = nextPhone()
  const aunt = await createFurtherGuardian(ctx, asha, ["see", "pay", "consent"], aunts)
  const row = await classOf(asha, ravi)
  await cancelClass(context.as(instructor), { class_id: row.id, reason: "The hall is flooded" })
  const cancelled = context.published.find(({ topic }) => topic === "class.cancelled")
  await work()
  if (cancelled) context.published.push(cancelled, cancelled)
  await settle()
  const said = "Fractions (21 Nov 2026, 12:00 pm): Has been cancelled."
  expect(textsTo(mothers)).toEqual([expect.stringContaining(`Asha, Ravi: ${said}`)])
  expect(textsTo(fathers)).toEqual([expect.stringContaining(`Asha Rao: ${said}`)])
  expect(await bellOf(mother)).toEqual(["Cancelled: Fractions (Asha and Ravi) → /family"])
  expect(await bellOf(father)).toEqual(["Cancelled: Fractions (Asha) → /family"])
  expect([textsTo(aunts), await bellOf(aunt)]).toEqual([[], []])
  expect(await bellOf(asha)).toEqual(["Cancelled: Fractions → /live-classes"])
  expect(await noticesTo(mother)).toMatchObject([
    { subject_ids: [mother.user_id, asha.user_id, ravi.user_id], variables: { studentName: "Asha, Ravi" } },
  ])
})

test("NAV-12 NAV-11 a new time reaches each guardian by the channel they chose: WhatsApp and mail name the child, a locked phone does not", async () => {
  const { asha, mother, father, mothers, fathers } = await createFamily()
  const email = `${mother.user_id}@family.example`
  await ctx.db.update(user).set({ email }).where(eq(user.id, mother.user_id))
  await messages.choose(mother, { language: "hi" })
  await messages.addBrowser(mother)
  await messages.choose(father, { topics: { class_changes: { whatsapp: true } } })
  const row = await classOf(asha)
  await moveClass(ctx, row.id, 2 * HOUR)
  await settle()
  expect(messages.browsers.shown.map(({ payload }) => payload)).toMatchObject([
    { title: "नया समय: Fractions", text: expect.stringContaining("दोपहर 2:00 बजे"), href: "/family" },
  ])
  expect(messages.meta.messages).toMatchObject([
    { to: fathers, values: ["New time: Fractions (Asha)", "Sat, 21 Nov, 2:00 pm to 3:00 pm"] },
  ])
  expect([textsTo(mothers), textsTo(fathers)]).toEqual([[], []])
  const mails = messages.mails.mails.filter(({ to }) => to?.some(({ address }) => address === email))
  expect(mails.map(({ subject }) => subject)).toEqual(["नया समय: Fractions (Asha)"])
  expect(mails[0]?.text).toContain("सीट बनी हुई है।")
  expect(mails[0]?.text).toContain("http://localhost/family")
  expect(mails[0]?.text).not.toContain("calendar.ics")
  // A channel that failed leads to the next one, once.
  messages.clear()
  messages.browsers.behave("gone")
  await moveClass(ctx, row.id, HOUR)
  await settle()
  await settle()
  expect(textsTo(mothers)).toEqual([expect.stringMatching(/^Asha Rao: Fractions .*: Now at 3:00 pm\./)])
})

test("NAV-12 a child who uses the guardian's phone adds no second message to that number, a classmate's own message still comes", async () => {
  const { asha, mothers } = await createFamily()
  const shared = await minor("Mina", nextPhone(), { phone: mothers })
  const row = await classOf(asha, shared)
  await createGuardian(ctx, shared)
  await moveClass(ctx, row.id, HOUR)
  await settle()
  // Mina has the phone of Asha's mother, who is not told about her.
  expect(textsTo(mothers).toSorted()).toEqual([
    expect.stringMatching(/^Asha Rao: Fractions/),
    expect.stringMatching(/^Fractions/),
  ])
  messages.clear()
  const own = nextPhone()
  const child = await minor("Ira", own, { phone: own })
  await createGuardian(ctx, child)
  instructor = await createInstructor(ctx)
  const other = await classOf(child)
  await moveClass(ctx, other.id, HOUR)
  await settle()
  expect(textsTo(own)).toEqual([expect.stringMatching(/^Ira Rao: Fractions/)])
})

test("NAV-12 CLS-04 a guardian reads that a deleted class is on again if they heard that it was off, and neither if both came at once", async () => {
  const { asha, mothers } = await createFamily()
  const row = await classOf(asha)
  const as = context.as(instructor)
  await deleteClass(as, { class_id: row.id })
  await settle()
  await restoreClass(as, { class_id: row.id, together: false })
  await settle()
  expect(textsTo(mothers)).toEqual([
    expect.stringContaining("Has been cancelled"),
    expect.stringContaining("Back on after all"),
  ])
  messages.clear()
  await deleteClass(as, { class_id: row.id })
  await work()
  await restoreClass(as, { class_id: row.id, together: false })
  await settle()
  expect(textsTo(mothers)).toEqual([])
})

test("NAV-12 DASH-04 what waits for the morning isn't sent to a guardian who is told no more, and still is about another child", async () => {
  const { asha, ravi, mother, father, mothers, fathers } = await createFamily()
  const row = await classOf(asha, ravi)
  context.clock.set("2026-11-20T17:00:00Z")
  await cancelClass(context.as(instructor), { class_id: row.id, reason: "The hall is flooded" })
  await work()
  expect([textsTo(mothers), textsTo(fathers)]).toEqual([[], []])
  const link = (child: SignedIn, guardian: SignedIn) => ({
    ...{ student_id: child.user_id, guardian_id: guardian.user_id },
  })
  await removeGuardian(context.as(office), link(asha, father), "staff")
  await setRights(context.as(office), { ...link(asha, mother), rights: ["see"] }, "staff")
  await work()
  // 9:00 in Kolkata.
  context.clock.set("2026-11-21T03:30:00Z")
  await work()
  expect(textsTo(fathers)).toEqual([])
  expect(await noticesTo(father)).toMatchObject([{ status: "withdrawn", reasons: [{ code: "not-told" }] }])
  expect(textsTo(mothers)).toHaveLength(1)
})

test("NAV-12 a new time isn't sent once all the guardian's children gave up their seats", async () => {
  const { asha, ravi, mothers } = await createFamily()
  const row = await classOf(asha, ravi)
  await moveClass(ctx, row.id, HOUR)
  await work()
  await leave(context.as(asha), row.id)
  await settle()
  expect(textsTo(mothers)).toHaveLength(1)
  await moveClass(ctx, row.id, HOUR)
  await work()
  await leave(context.as(ravi), row.id)
  await settle()
  expect(textsTo(mothers)).toHaveLength(1)
})

test("NAV-12 CLS-10 a guardian is reminded of a class by choice alone, once, and only about children under 18", async () => {
  const { asha, ravi, mother, fathers, mothers } = await createFamily()
  const grown = await createStudent(ctx, { parent_phone: mothers, first_name: "Mina" })
  await createGuardian(ctx, grown)
  await messages.choose(mother, { topics: { reminders: { whatsapp: true, sms: true } } })
  const row = await classOf(asha, ravi, grown)
  context.clock.set(new Date(row.starts_at.getTime() - HOUR))
  await Promise.all([remindOfClasses(ctx), remindOfClasses(ctx)])
  await work()
  expect(messages.meta.messages).toMatchObject([
    { to: mothers, values: ["Fractions (Asha and Ravi) starts at 12:00 pm", expect.any(String)] },
  ])
  expect([textsTo(mothers), textsTo(fathers)]).toEqual([[], []])
  context.clock.advance(50 * MINUTE)
  await remindOfClasses(ctx)
  await work()
  expect(await bellOf(mother)).toEqual([])
  expect(messages.meta.messages).toHaveLength(1)
})

test("LAW-02 DASH-04 an export of a child's data has the messages to every guardian, and no other guardian's number", async () => {
  const { asha, mothers, fathers } = await createFamily()
  const row = await classOf(asha)
  await cancelClass(context.as(instructor), { class_id: row.id, reason: "The hall is flooded" })
  await work()
  const { notices: told } = await notificationsData.exportFor(ctx, {
    ...{ user_id: asha.user_id, contacts: [mothers] },
  })
  const recipients = (told as { channel: string; recipient: string }[]).flatMap(({ channel, recipient }) =>
    channel === "sms" ? [recipient] : [],
  )
  expect(recipients).toContain(mothers)
  expect(recipients).toHaveLength(2)
  expect(recipients).not.toContain(fathers)
})

test("LAW-02 ACC-10 an export has no code, and no link that answers or signs in for somebody else", async () => {
  const { asha, mothers } = await createFamily()
  const to = { channel: "sms" as const, subject_ids: [asha.user_id], recipient_name: "Sunita", variables: {} }
  const answering = "Asha was absent. Tell us why: https://kaksha.example/a/3b_fsouHXk - Kaksha"
  await queueNotices(ctx, [
    { ...to, kind: "absence", cause_id: newId(), recipient: mothers, text: answering, held: null },
    {
      ...to,
      kind: "guardian-code",
      cause_id: newId(),
      recipient: mothers,
      text: "123456",
      secret: true,
      held: null,
    },
  ])
  const textsFor = async (contacts: string[]) => {
    const exported = await notificationsData.exportFor(ctx, { user_id: asha.user_id, contacts })
    return (exported.notices as { kind: string; text: string | null }[]).map(({ text }) => text)
  }
  expect(await textsFor([])).toEqual(
    expect.arrayContaining(["Asha was absent. Tell us why: ... - Kaksha", null]),
  )
  expect(await textsFor([mothers])).toEqual(expect.arrayContaining([answering, null]))
})

type Family = { children: SignedIn[]; guardians: { as: SignedIn; phone: string }[] }

/** Writes a family in which every guardian is linked with every child, the second and later ones by invitation. */
async function createLinked(children: number, guardians: number): Promise<Family> {
  const phones = Array.from({ length: guardians }, nextPhone)
  const [first = ""] = phones
  const made: SignedIn[] = []
  for (const name of ["Asha", "Ravi", "Mina"].slice(0, children)) made.push(await minor(name, first))
  const parents = []
  for (const [at, phone] of phones.entries()) {
    let as: SignedIn | undefined
    for (const child of made) {
      as = await (at === 0 ? createGuardian(ctx, child) : createFurtherGuardian(ctx, child, ["told"], phone))
    }
    if (as) parents.push({ as, phone })
  }
  return { children: made, guardians: parents }
}

/** Sets of whom each guardian is told and who has a seat, and the hours by which a class moves between two looks. */
const stories = fc.record({
  seated: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
  told: fc.array(fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }), { minLength: 2, maxLength: 2 }),
  moves: fc.array(fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 3 }), {
    minLength: 1,
    maxLength: 3,
  }),
})

test("NAV-12 CLS-04 however a class moves and whoever is told, each guardian gets one message with the final time, and none if it is what they know", async () => {
  const { children, guardians } = await createLinked(3, 2)
  await fc.assert(
    fc.asyncProperty(stories, async ({ seated, told, moves }) => {
      messages.clear()
      context.clock.set(NOON)
      const taught = await createInstructor(ctx)
      for (const [at, { as }] of guardians.entries()) {
        for (const [of, child] of children.entries()) {
          const link = { student_id: child.user_id, guardian_id: as.user_id }
          const rights = told[at]?.[of] ? (["see", "told"] as const) : (["see"] as const)
          await setRights(context.as(office), { ...link, rights }, "staff")
        }
      }
      context.published.length = 0
      const row = await createClass(ctx, taught, { starts_at: new Date(ctx.clock.now().getTime() + DAY) })
      for (const [at, child] of children.entries()) if (seated[at]) await seat(ctx, row.id, child)
      let [now, known] = [0, 0]
      for (const hours of moves) {
        for (const to of hours) {
          if (to !== now) await moveClass(ctx, row.id, (to - now) * HOUR)
          now = to
          await work()
        }
        await settle()
        for (const [at, { phone }] of guardians.entries()) {
          const named = children.filter((_, of) => seated[of] && told[at]?.[of])
          const [first, ...others] = named
          const expected =
            first && now !== known
              ? [expect.stringMatching(`^${listChildren([first, ...others])}: .*Now at ${now || 12}:00 pm`)]
              : []
          expect(textsTo(phone)).toEqual(expected)
        }
        known = now
        messages.clear()
      }
    }),
    { numRuns: 12 },
  )
}, 120_000)
