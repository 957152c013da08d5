import { and, eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { user } from "#features/accounts/server/table.ts"
import { readPreferences, unsubscribe, writePreferences } from "#features/notifications/server/preferences.ts"
import { notices, outbox } from "#features/notifications/server/table.ts"
import { tellPeople } from "#features/notifications/server/tell.ts"
import { type Ctx, inTransaction, type SignedIn } from "#platform/context.ts"
import { restoredCopies } from "#platform/restored.ts"
import { newId } from "#shared/ids.ts"
import { DAY, HOUR, MINUTE } from "#shared/time.ts"
import { createClass, seat } from "#tests/classes.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createAdmin, createGuardian, createInstructor } from "#tests/people.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { hallClass } from "../hall/test-hall.ts"
import { markAttendance } from "../marks.ts"
import { attendanceVerdicts } from "../table.ts"
import { endClass, everyJob, observe, seatStudent, startClass } from "../test-class.ts"
import { queueDigests, sendDigest } from "./digest.ts"
import { weeklyDigests } from "./table.ts"

let context: TestContext
let ctx: TestContext["ctx"]
beforeAll(async () => {
  context = await createTestContext()
  ctx = context.ctx
})
// A Friday, 16:00 in Kolkata.
beforeEach(() => context.clock.set("2026-11-20T10:30:00Z"))
afterAll(() => context.close())

const SUNDAY = 7
let families = 0

/** A guardian with a mail address who chose a digest, and a child who attended one class and missed another. */
async function createFamily(digest_weekday: number | null = SUNDAY, language: "en" | "hi" = "en") {
  const first = await startClass(context)
  const child = await seatStudent(context, first.row.id)
  await observe(context, first.row.id, child, 0, 50)
  await endClass(context, first.row.id)
  const second = await startClass(context, { title: "Angles" })
  await seat(ctx, second.row.id, child)
  await endClass(context, second.row.id)
  const guardian = await createGuardian(ctx, child)
  families += 1
  const email = `lata${families}@example.com`
  await ctx.db.update(user).set({ email }).where(eq(user.id, guardian.user_id))
  await choose(guardian, digest_weekday, language)
  return { child, guardian, email }
}

async function choose(guardian: SignedIn, digest_weekday: number | null, language: "en" | "hi" = "en") {
  const as = context.as(guardian)
  const { topics } = await readPreferences(as)
  await writePreferences(as, { language, topics, digest_weekday })
}

/** Runs what is due at an instant. */
async function workAt(instant: string, with_: Ctx = ctx): Promise<void> {
  context.clock.set(instant)
  await queueDigests(with_)
  await runJobs(context, everyJob)
}

const mailsTo = (email: string) =>
  ctx.db
    .select({ subject: outbox.subject, text: outbox.text })
    .from(outbox)
    .where(and(eq(outbox.recipient, email), eq(outbox.channel, "email")))

test("DASH-04 a digest comes once on the chosen evening and says per child what was, what comes and what needs an answer", async () => {
  const { child, email } = await createFamily()
  const coming = await createClass(ctx, await createInstructor(ctx), {
    title: "Decimals",
    starts_at: new Date("2026-11-24T10:30:00Z"),
  })
  await seat(ctx, coming.id, child)
  await workAt("2026-11-22T12:25:00Z")
  expect(await mailsTo(email)).toEqual([])
  await workAt("2026-11-22T12:30:00Z")
  await workAt("2026-11-22T12:35:00Z")
  await workAt("2026-11-23T12:20:00Z")
  const [mail, ...others] = await mailsTo(email)
  expect(others).toEqual([])
  expect(mail?.subject).toBe("Your family's week")
  expect(mail?.text).toContain("Asha attended 1 of 2 classes. This month: 50%.")
  expect(mail?.text).toContain("Needs you: 1 absence to explain.")
  expect(mail?.text).toMatch(/Tue, 24 Nov, 4:00 pm: Decimals/)
  expect(mail?.text).toContain("http://localhost/family")
  expect(mail?.text).toContain("/unsubscribe?token=")
})

test("DASH-04 a class on the digest's own weekday is announced by the digest a week before, also in the morning", async () => {
  const { child, email } = await createFamily()
  const teacher = await createInstructor(ctx)
  for (const [title, at] of [
    ["Decimals", "2026-11-29T04:30:00Z"],
    ["Angles", "2026-11-29T13:30:00Z"],
  ] as const)
    await seat(ctx, (await createClass(ctx, teacher, { title, starts_at: new Date(at) })).id, child)
  await workAt("2026-11-22T12:30:00Z")
  const [mail] = await mailsTo(email)
  expect(mail?.text).toMatch(/Sun, 29 Nov, 10:00 am: Decimals/)
  expect(mail?.text).not.toContain("Sun, 29 Nov, 7:00 pm")
})

test("DASH-04 each class is counted in one digest: also one that goes on while it is made, a late register, and one corrected since", async () => {
  const { child, email } = await createFamily()
  // In a hall on Sunday morning, whose coach's phone is without a network until Monday.
  context.clock.set("2026-11-22T04:30:00Z")
  const hall = await hallClass(context, 0)
  await seat(ctx, hall.row.id, child)
  const came = hall.device.mark(child, "present")
  context.clock.set("2026-11-22T12:00:00Z")
  const evening = await startClass(context)
  await seat(ctx, evening.row.id, child)
  await observe(context, evening.row.id, child, 0, 50)
  await workAt("2026-11-22T12:30:00Z")
  context.clock.advance(-30 * MINUTE)
  await endClass(context, evening.row.id)
  context.clock.set("2026-11-23T04:30:00Z")
  await hall.device.send({ marks: [came] })
  const [missed] = await ctx.db
    .select({ class_id: attendanceVerdicts.class_id })
    .from(attendanceVerdicts)
    .where(and(eq(attendanceVerdicts.student_id, child.user_id), eq(attendanceVerdicts.verdict, "absent")))
  await markAttendance(context.as(await createAdmin(ctx)), {
    ...{ class_id: missed?.class_id ?? "", student_id: child.user_id },
    ...{ verdict: "present", reason: "was there on a sister's phone" },
  })
  await runJobs(context, everyJob)
  await workAt("2026-11-29T12:30:00Z")
  const [first, second] = await mailsTo(email)
  expect(first?.text).toContain("Asha attended 1 of 2 classes.")
  expect(second?.text).toContain("Asha attended 2 of 2 classes.")
})

test("DASH-04 a class that is being settled while a digest is made is counted in the next one", async () => {
  const { child, email } = await createFamily()
  context.clock.set("2026-11-22T11:00:00Z")
  const held = await startClass(context)
  await seat(ctx, held.row.id, child)
  await observe(context, held.row.id, child, 0, 50)
  await endClass(context, held.row.id)
  // Its transaction commits a moment after the digest has read.
  const written = await ctx.db
    .delete(attendanceVerdicts)
    .where(eq(attendanceVerdicts.class_id, held.row.id))
    .returning()
  await workAt("2026-11-22T12:30:00Z")
  const settled_at = new Date("2026-11-22T12:29:59Z")
  const settled = written.map((one) => ({ ...one, settled_at, first_counted_at: settled_at }))
  await ctx.db.insert(attendanceVerdicts).values(settled)
  await workAt("2026-11-29T12:30:00Z")
  const [first, second] = await mailsTo(email)
  expect(first?.text).toContain("Asha attended 1 of 2 classes.")
  expect(second?.text).toContain("Asha attended 1 of 1 class.")
})

test("DASH-04 each class in a hall is counted in the digest after its register first counts, whatever changes later", async () => {
  const { child, email } = await createFamily()
  /** A class on Saturday with another child, who is marked then. */
  const onSaturday = async () => {
    context.clock.set("2026-11-21T04:30:00Z")
    const hall = await hallClass(context, 1)
    await seat(ctx, hall.row.id, child)
    context.clock.advance(2 * HOUR)
    return hall
  }
  const others = ({ device, students }: Awaited<ReturnType<typeof onSaturday>>) =>
    students.map((one) => device.mark(one, "present"))
  const changed = await onSaturday()
  await changed.device.send({ marks: [changed.device.mark(child, "absent"), ...others(changed)] })
  const partly = await onSaturday()
  await partly.device.send({ marks: others(partly) })
  const silent = await onSaturday()
  await workAt("2026-11-22T12:30:00Z")
  // Phones without a network until Monday.
  context.clock.set("2026-11-23T04:25:00Z")
  for (const { device } of [changed, partly, silent])
    await device.send({ marks: [device.mark(child, "present")] })
  context.clock.advance(DAY)
  const admin = context.as(await createAdmin(ctx))
  for (const { row } of [partly, silent])
    await markAttendance(admin, {
      ...{ class_id: row.id, student_id: child.user_id },
      ...{ verdict: "absent", reason: "was in the other hall" },
    })
  await runJobs(context, everyJob)
  await workAt("2026-11-29T12:30:00Z")
  const [first, second] = await mailsTo(email)
  expect(first?.text).toContain("Asha attended 1 of 3 classes.")
  expect(second?.text).toContain("Asha attended 0 of 2 classes.")
})

test("DASH-04 a verdict from before its first time was kept is counted once as well", async () => {
  const { child, email } = await createFamily()
  const missOn = async (instant: string) => {
    context.clock.set(instant)
    const { row } = await startClass(context)
    await seat(ctx, row.id, child)
    await endClass(context, row.id)
    return row.id
  }
  const class_id = await missOn("2026-11-21T10:30:00Z")
  const own = eq(attendanceVerdicts.student_id, child.user_id)
  await ctx.db.update(attendanceVerdicts).set({ first_counted_at: null }).where(own)
  await workAt("2026-11-22T12:30:00Z")
  context.clock.advance(DAY)
  await markAttendance(context.as(await createAdmin(ctx)), {
    ...{ class_id, student_id: child.user_id, verdict: "present" },
    reason: "was there on a sister's phone",
  })
  await missOn("2026-11-27T10:30:00Z")
  await workAt("2026-11-29T12:30:00Z")
  const [first, second] = await mailsTo(email)
  expect(first?.text).toContain("Asha attended 1 of 3 classes.")
  expect(second?.text).toContain("Asha attended 0 of 1 class.")
})

test("DASH-04 two workers, repeats and retries make one digest a week, and another one the week after", async () => {
  const { guardian, email } = await createFamily()
  context.clock.set("2026-11-22T13:00:00Z")
  const of = { guardian_id: guardian.user_id, date: "2026-11-22" }
  const broken = { ...ctx, jobs: { ...ctx.jobs, send: () => Promise.reject(new Error("the queue broke")) } }
  await expect(sendDigest(broken, of)).rejects.toThrow("the queue broke")
  await Promise.all([sendDigest(ctx, of), sendDigest(ctx, of), sendDigest(ctx, of)])
  await sendDigest(ctx, of)
  await runJobs(context, everyJob)
  expect((await mailsTo(email)).length).toBe(1)
  // Another day of the same week brings no second one.
  context.clock.set("2026-11-16T13:00:00Z")
  await choose(guardian, 1)
  await sendDigest(ctx, { ...of, date: "2026-11-16" })
  await choose(guardian, SUNDAY)
  await workAt("2026-11-29T13:00:00Z")
  expect((await mailsTo(email)).length).toBe(1)
  expect(await ctx.db.$count(weeklyDigests, eq(weeklyDigests.guardian_id, guardian.user_id))).toBe(2)
})

test("DASH-04 nothing is sent when there is nothing to say, or to who chose none, and one link ends it", async () => {
  const [quiet, none, ended] = [await createFamily(), await createFamily(null), await createFamily()]
  const idle = (await createFamily()).guardian
  await workAt("2026-11-22T13:00:00Z")
  expect((await mailsTo(none.email)).length).toBe(0)
  const [mail] = await mailsTo(ended.email)
  const token = /unsubscribe\?token=(\S+)/.exec(mail?.text ?? "")?.[1] ?? ""
  expect(await unsubscribe(ctx, token)).toEqual({ topic: "digest" })
  await unsubscribe(ctx, token)
  expect((await readPreferences(context.as(ended.guardian))).digest_weekday).toBeNull()
  expect((await readPreferences(context.as(idle))).digest_weekday).toBe(SUNDAY)
  // By now the absences can't be explained any more, and no class is near.
  await workAt("2026-12-06T13:00:00Z")
  expect((await mailsTo(quiet.email)).length).toBe(1)
  expect(
    await ctx.db.$count(
      weeklyDigests,
      and(eq(weeklyDigests.guardian_id, quiet.guardian.user_id), eq(weeklyDigests.said, false)),
    ),
  ).toBe(1)
})

test("DASH-04 a digest replaces reminders and bookings, and neither a changed class, however far ahead, nor a payment", async () => {
  const [{ guardian, email }, other] = [await createFamily(), await createFamily(null)]
  for (const one of [guardian, other.guardian]) {
    const preferences = await readPreferences(context.as(one))
    preferences.topics.reminders.email = true
    await writePreferences(context.as(one), preferences)
  }
  const tell = (topic: Parameters<typeof tellPeople>[1]["topic"], leftMs: number) =>
    inTransaction(ctx, (tx) =>
      tellPeople(tx, {
        ...{
          topic,
          kind: "class-moved",
          cause_id: newId(),
          people: [guardian.user_id, other.guardian.user_id],
        },
        send_before: new Date(tx.clock.now().getTime() + leftMs),
        write: () => ({
          ...{ title: topic, text: "", href: "/" },
          mail: { subject: topic, paragraphs: [`${topic} ${leftMs / DAY}`] },
        }),
      }),
    )
  await tell("reminders", HOUR)
  await tell("seats", DAY)
  await tell("one_on_one", DAY)
  await tell("class_changes", 20 * DAY)
  await tell("class_changes", 2 * DAY)
  await tell("payments", 20 * DAY)
  await runJobs(context, everyJob)
  expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual([
    "class_changes",
    "class_changes",
    "payments",
  ])
  expect((await mailsTo(other.email)).length).toBe(6)
})

test("DASH-04 a digest that reaches nobody replaces nothing", async () => {
  const { guardian } = await createFamily()
  const preferences = await readPreferences(context.as(guardian))
  preferences.topics.reminders.sms = true
  await writePreferences(context.as(guardian), preferences)
  const remind = async () => {
    const cause_id = newId()
    await inTransaction(ctx, (tx) =>
      tellPeople(tx, {
        ...{ topic: "reminders", kind: "class-moved", cause_id, people: [guardian.user_id] },
        send_before: new Date(tx.clock.now().getTime() + HOUR),
        write: () => ({ title: "Soon", text: "Soon", href: "/", sms: { text: "Soon", variables: {} } }),
      }),
    )
    const rows = await ctx.db.select().from(notices).where(eq(notices.cause_id, cause_id))
    return rows.map(({ channel }) => channel).sort()
  }
  expect(await remind()).toEqual([])
  await ctx.db
    .update(user)
    .set({ email: `${newId()}@no-mail.invalid` })
    .where(eq(user.id, guardian.user_id))
  expect(await remind()).toEqual(["sms"])
})

test("DASH-04 the evening is the academy's also where clocks change, and after an outage the digest still comes the next day", async () => {
  const london = await createTestContext({ env: { TIME_ZONE: "Europe/London" } })
  try {
    const [before, instructor] = [context, await createInstructor(london.ctx)]
    expect(before).toBeDefined()
    const row = await createClass(london.ctx, instructor, { starts_at: new Date("2026-10-27T10:00:00Z") })
    const child = await seatStudent(london, row.id)
    const guardian = await createGuardian(london.ctx, child)
    const as = london.as(guardian)
    await writePreferences(as, { ...(await readPreferences(as)), digest_weekday: SUNDAY })
    const dueAt = async (instant: string) => {
      london.clock.set(instant)
      london.jobs.length = 0
      await queueDigests(london.ctx)
      return london.jobs.length
    }
    // Clocks go back on the morning of 25 October: at 18:00 it is 18:00 in Greenwich, a week before 17:00.
    expect(await dueAt("2026-10-18T16:59:00Z")).toBe(0)
    expect(await dueAt("2026-10-18T17:00:00Z")).toBe(1)
    expect(await dueAt("2026-10-25T17:30:00Z")).toBe(0)
    expect(await dueAt("2026-10-25T18:00:00Z")).toBe(1)
    expect(await dueAt("2026-10-26T17:59:00Z")).toBe(1)
    expect(await dueAt("2026-10-26T18:00:00Z")).toBe(0)
  } finally {
    await london.close()
  }
})

test("DASH-04 a restored copy sends no digest that the original sends as well", async () => {
  const { email } = await createFamily()
  const at = ctx.clock.now()
  const [copy] = await ctx.db
    .insert(restoredCopies)
    .values({ id: newId(), backup_made_at: at, restored_at: at })
    .returning({ id: restoredCopies.id })
  await workAt("2026-11-22T13:00:00Z")
  expect(await mailsTo(email)).toEqual([])
  await ctx.db
    .update(restoredCopies)
    .set({ decision: "send", decided_at: at })
    .where(eq(restoredCopies.id, copy?.id ?? ""))
  context.clock.advance(5 * MINUTE)
  await queueDigests(ctx)
  await runJobs(context, everyJob)
  expect((await mailsTo(email)).length).toBe(1)
})

test("DASH-04 NAV-11 a guardian who reads Hindi gets the digest in Hindi, and without a mail address none by text", async () => {
  const { email, guardian } = await createFamily(SUNDAY, "hi")
  const { guardian: unmailed } = await createFamily()
  await ctx.db
    .update(user)
    .set({ email: `${unmailed.user_id}@no-mail.invalid` })
    .where(eq(user.id, unmailed.user_id))
  await workAt("2026-11-22T13:00:00Z")
  const [mail] = await mailsTo(email)
  expect(mail?.subject).toBe("आपके परिवार का हफ़्ता")
  expect(mail?.text).toContain("Asha की हाज़िरी: 2 में से 1 क्लास। इस महीने: 50%।")
  const digests = await ctx.db.select().from(notices).where(eq(notices.kind, "weekly-digest"))
  expect(digests.filter(({ subject_id }) => subject_id === unmailed.user_id)).toEqual([])
  expect(digests.filter(({ subject_id }) => subject_id === guardian.user_id)).toHaveLength(1)
})
