import { asc, eq, sql } from "drizzle-orm"
import { beforeAll, expect, test, vi } from "vitest"
import { NO_MAIL } from "#features/accounts/server/no-mail.ts"
import { user } from "#features/accounts/server/table.ts"
import { completeClass } from "#features/classes/server/service.ts"
import { demoClassRequests, scheduledClasses } from "#features/classes/server/table.ts"
import { sweepNotices } from "#features/notifications/server/sending.ts"
import { notices, outbox } from "#features/notifications/server/table.ts"
import { presenceEvents, roomOutages } from "#features/rooms/server/table.ts"
import { inTransaction, type SignedIn } from "#platform/context.ts"
import type { SmsPort } from "#platform/sms/port.ts"
import { newId } from "#shared/ids.ts"
import { DAY, HOUR, MINUTE } from "#shared/time.ts"
import { requestFor } from "#tests/classes.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createAdmin, createGuardian, createStudent, giveConsent } from "#tests/people.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { coachMarks } from "./hall/table.ts"
import { absenceNoticeJobs, attendanceJobs } from "./jobs.ts"
import { markAttendance } from "./marks.ts"
import { decideOpenNotice, listOpenNotices } from "./notices/open-notices.ts"
import { SEND_ABSENCE_NOTICE } from "./notices/send-notice.ts"
import { listClassNotices } from "./service.ts"
import { PROJECT_QUEUE, projectAttendance, settleAttendance } from "./settle.ts"
import { readOwnClass } from "./sheet.ts"
import { attendanceMarks, attendanceVerdicts, classAttendance } from "./table.ts"
import { everyJob, newPhone, observe, seatStudent, startClass, testClasses } from "./test-class.ts"

const world = testClasses()
const { endClass, noticesOf, textsTo } = world
let context: TestContext
let ctx: TestContext["ctx"]
beforeAll(() => {
  context = world.context
  ctx = context.ctx
})

test("ATT-02 ending a class tells the parent of each absent student, once, and nobody else", async () => {
  const { row, instructor } = await startClass(context)
  const [absent, present, unwanted, unreachable, unset] = [
    await seatStudent(context, row.id),
    await seatStudent(context, row.id, { first_name: "Ravi" }),
    await seatStudent(context, row.id, { sms_notifications_enabled: false }),
    await seatStudent(context, row.id, { parent_phone: null }),
    await seatStudent(context, row.id, { sms_notifications_enabled: null }),
  ]
  await observe(context, row.id, present, 5, 20)
  await endClass(row.id)
  await settleAttendance(ctx, row.id)
  await runJobs(context, everyJob)

  expect(await textsTo(absent.parent_phone)).toEqual([
    {
      text: expect.stringMatching(
        /^Asha Rao was absent from Fractions on 20 Nov 2026, 4:00 pm\. Tell us why: http:\/\/localhost\/a\/[\w-]{12} - Kaksha$/,
      ),
    },
  ])
  expect((await textsTo(unset.parent_phone)).length).toBe(1)
  for (const other of [present, unwanted, unreachable]) expect(await textsTo(other.parent_phone)).toEqual([])
  const told = await noticesOf(row.id)
  expect(told.map(({ status }) => status)).toEqual(["sent", "sent"])
  expect(told[0]?.variables).toEqual({
    parentName: "Lata Rao",
    studentName: "Asha Rao",
    className: "Fractions",
    classDate: "20 Nov 2026",
    classTime: "4:00 pm",
    answerToken: expect.stringMatching(/^[\w-]{12}$/),
  })
  const shown = await listClassNotices(context.as(instructor), row.id)
  expect(shown[0]?.recipient).toBe(`•••••••••••${absent.parent_phone?.slice(-2)}`)
})

test("ATT-02 two workers and a repeated job settle a class of a hundred absentees into a hundred notices", async () => {
  const { row } = await startClass(context, { max_capacity: 100 })
  const absent = []
  for (let n = 0; n < 100; n += 1) absent.push(await seatStudent(context, row.id))
  context.clock.advance(HOUR)
  await Promise.all([
    completeClass(ctx, row.id, ctx.clock.now()),
    completeClass(ctx, row.id, ctx.clock.now()),
  ])
  expect(context.published.filter(({ topic }) => topic === "class.completed").length).toBe(1)
  await Promise.all([1, 2, 3, 4].map(() => settleAttendance(ctx, row.id)))
  const sending = context.jobs.filter(({ queue }) => queue === SEND_ABSENCE_NOTICE)
  expect(sending.length).toBe(100)
  context.jobs.push(...sending)
  await Promise.all([runJobs(context, everyJob), runJobs(context, everyJob), runJobs(context, everyJob)])
  const told = await noticesOf(row.id)
  expect(told.length).toBe(100)
  expect(new Set(told.map(({ status }) => status))).toEqual(new Set(["sent"]))
  expect(new Set(told.map(({ attempts }) => attempts))).toEqual(new Set([1]))
  for (const { parent_phone } of absent) expect((await textsTo(parent_phone)).length).toBe(1)
})

test("ATT-02 a student of an approved demo request is on the register and told of like everyone", async () => {
  const { row, instructor } = await startClass(context, { class_type: "demo" })
  const parent_phone = newPhone()
  const student = await createStudent(ctx, { parent_phone, parent_name: "Lata Rao" })
  const other = await createStudent(ctx, { parent_phone: newPhone() })
  const approved = await requestFor(ctx, row.id, student, instructor)
  await requestFor(ctx, row.id, other, instructor)
  await ctx.db.update(demoClassRequests).set({ status: "approved" }).where(eq(demoClassRequests.id, approved))
  await endClass(row.id)
  expect((await noticesOf(row.id)).map(({ recipient }) => recipient)).toEqual([parent_phone])
})

test("ATT-02 brothers and sisters absent from the same class are one message that names them all", async () => {
  const { row } = await startClass(context)
  const parent_phone = newPhone()
  const asha = await seatStudent(context, row.id, { parent_phone })
  const ravi = await seatStudent(context, row.id, { parent_phone, first_name: "Ravi" })
  const present = await seatStudent(context, row.id, { parent_phone, first_name: "Zoya" })
  await observe(context, row.id, present, 0, 30)
  await endClass(row.id)
  const texts = await textsTo(parent_phone)
  expect(texts.length).toBe(1)
  expect(texts[0]?.text).toMatch(/^Asha \(also Ravi\) was absent/)
  expect((await noticesOf(row.id))[0]?.subject_ids).toEqual([asha.user_id, ravi.user_id])
})

test("ATT-05 a class that was cancelled or not held tells nobody", async () => {
  const { row } = await startClass(context)
  await seatStudent(context, row.id)
  const change = { status: "cancelled" as const, cancel_code: "not_held" as const }
  await ctx.db.update(scheduledClasses).set(change).where(eq(scheduledClasses.id, row.id))
  await runJobs(context, everyJob)
  await settleAttendance(ctx, row.id)
  expect(await noticesOf(row.id)).toEqual([])
  expect(
    await ctx.db.select().from(attendanceVerdicts).where(eq(attendanceVerdicts.class_id, row.id)),
  ).toEqual([])
})

test("ATT-05 notices are held, not sent, where the class can't tell who was absent", async () => {
  const blind = await startClass(context)
  await seatStudent(context, blind.row.id)
  const began_at = ctx.clock.now()
  const ended_at = new Date(began_at.getTime() + 20 * MINUTE)
  await ctx.db.insert(roomOutages).values({ class_id: blind.row.id, began_at, ended_at })
  await endClass(blind.row.id)
  expect(await noticesOf(blind.row.id)).toMatchObject([
    { status: "held", reasons: [{ code: "video-was-down", minutes: 20 }] },
  ])

  const short = await startClass(context)
  await seatStudent(context, short.row.id)
  context.clock.advance(5 * MINUTE)
  await completeClass(ctx, short.row.id, ctx.clock.now())
  await runJobs(context, everyJob)
  expect(await noticesOf(short.row.id)).toMatchObject([
    {
      status: "held",
      reasons: [{ code: "class-too-short", seconds: 300, needed: 600 }],
    },
  ])
})

test("ATT-09 of a class no staff came to, or that lasted two minutes, there is no verdict and nobody is told", async () => {
  const empty = await startClass(context)
  await seatStudent(context, empty.row.id)
  await ctx.db.delete(presenceEvents).where(eq(presenceEvents.class_id, empty.row.id))
  await endClass(empty.row.id)
  const brief = await startClass(context)
  await seatStudent(context, brief.row.id)
  context.clock.advance(2 * MINUTE)
  await completeClass(ctx, brief.row.id, ctx.clock.now())
  await runJobs(context, everyJob)
  for (const [{ row }, cause] of [
    [empty, "staff-away"],
    [brief, "class-short"],
  ] as const) {
    expect(await noticesOf(row.id)).toEqual([])
    const settled = await ctx.db
      .select()
      .from(attendanceVerdicts)
      .where(eq(attendanceVerdicts.class_id, row.id))
    expect(settled).toMatchObject([
      { verdict: "none", rule: 4, reasons: [{ kind: "hardly-possible", cause }] },
    ])
  }
})

test("ATT-09 a child who can't sign in, was disabled, closed or without consent is not judged, and nobody is told, now or later", async () => {
  const needs = { ...ctx, env: { ...ctx.env, liveClassesNeedConsent: true } }
  const { row } = await startClass(context)
  const began = ctx.clock.now()
  const at = (minute: number) => new Date(began.getTime() + minute * MINUTE)
  const seated = async (first_name: string) => seatStudent(context, row.id, { first_name })
  const [disabled, closed, closedLate, afterwards] = [
    await seated("Asha"),
    await seated("Bela"),
    await seated("Charu"),
    await seated("Divya"),
  ]
  const child = { under_18: true, first_name: "Esha" }
  const unlisted = await seated("Gita")
  const [unasked, agreed] = [
    await seatStudent(context, row.id, child),
    await seatStudent(context, row.id, { ...child, first_name: "Farah" }),
  ]
  await createGuardian(ctx, agreed)
  await giveConsent(ctx, agreed, "live_classes")
  const change = (one: SignedIn, to: Partial<typeof user.$inferInsert>) =>
    ctx.db.update(user).set(to).where(eq(user.id, one.user_id))
  await change(unlisted, { email: `gita${NO_MAIL}` })
  await change(disabled, { disabledAt: at(2) })
  await change(closed, { eraseAt: new Date(at(-60).getTime() + 30 * DAY), eraseAskedBy: closed.user_id })
  await change(closedLate, { eraseAt: new Date(at(50).getTime() + 30 * DAY), eraseAskedBy: closed.user_id })
  context.clock.advance(HOUR)
  await completeClass(ctx, row.id, ctx.clock.now())
  const settle = async () => {
    await settleAttendance(needs, row.id)
    await runJobs(context, absenceNoticeJobs)
    const verdicts = await ctx.db
      .select()
      .from(attendanceVerdicts)
      .where(eq(attendanceVerdicts.class_id, row.id))
    const told = new Map((await noticesOf(row.id)).map(({ recipient, status }) => [recipient, status]))
    return Object.fromEntries(
      [disabled, closed, closedLate, afterwards, unasked, agreed, unlisted].map((one) => {
        const { verdict } = verdicts.find(({ student_id }) => student_id === one.user_id) ?? {}
        return [one.first_name, [verdict, told.get(one.parent_phone ?? "") ?? null]]
      }),
    )
  }
  const expected = {
    ...{ Asha: ["none", null], Bela: ["none", null], Esha: ["none", null], Gita: ["none", null] },
    ...{ Charu: ["absent", "sent"], Divya: ["absent", "sent"], Farah: ["absent", "sent"] },
  }
  expect(await settle()).toEqual(expected)
  await change(unlisted, { email: "gita@family.example" })
  await change(disabled, { disabledAt: null })
  await change(closed, { eraseAt: null, eraseAskedBy: null })
  await change(afterwards, { disabledAt: at(90) })
  await createGuardian(ctx, unasked)
  await giveConsent(ctx, unasked, "live_classes")
  expect(await settle()).toEqual(expected)
})

test("ATT-08 ATT-09 in a hall the coach's marks count for a child whose account is closed", async () => {
  const hall = { delivery: "on_premises", venue_name: "Hall", venue_address: "1 MG Road" } as const
  const { row, instructor } = await startClass(context, hall)
  const came = await seatStudent(context, row.id)
  await ctx.db.update(user).set({ disabledAt: ctx.clock.now() }).where(eq(user.id, came.user_id))
  const made_at = new Date(ctx.clock.now().getTime() + MINUTE)
  await ctx.db.insert(coachMarks).values({
    ...{ id: newId(), class_id: row.id, student_id: came.user_id, state: "present" },
    ...{ coach_id: instructor.user_id, device_id: newId(), clock_offset_ms: 0 },
    ...{ device_time: made_at, made_at, received_at: made_at },
  })
  await endClass(row.id)
  const [verdict] = await ctx.db
    .select()
    .from(attendanceVerdicts)
    .where(eq(attendanceVerdicts.class_id, row.id))
  expect(verdict).toMatchObject({ verdict: "present" })
})

test("ATT-05 an admin who stood in counts as the instructor having come", async () => {
  const { row } = await startClass(context)
  await seatStudent(context, row.id)
  await ctx.db.delete(presenceEvents).where(eq(presenceEvents.class_id, row.id))
  await observe(context, row.id, await createAdmin(ctx), 0, null)
  await endClass(row.id)
  expect(await noticesOf(row.id)).toMatchObject([{ status: "sent" }])
})

test("D13 in production an unconfirmed number is listed for staff and not texted, a confirmed one is tried", async () => {
  const env = { APP_URL: "https://kaksha.example", AUTH_SECRET: "a-secret-of-at-least-32-characters" }
  const production = await createTestContext({ env })
  try {
    const { row } = await startClass(production)
    const unconfirmed = await seatStudent(production, row.id)
    const confirmed = await seatStudent(production, row.id, {
      parent_phone_confirmed_at: production.ctx.clock.now(),
    })
    production.clock.advance(HOUR)
    await completeClass(production.ctx, row.id, production.ctx.clock.now())
    await runJobs(production, everyJob)
    const told = await production.ctx.db.select().from(notices).orderBy(asc(notices.id))
    expect(new Map(told.map((one) => [one.recipient, [one.status, one.reasons]]))).toEqual(
      new Map([
        [unconfirmed.parent_phone, ["held", [{ code: "number-unconfirmed" }]]],
        [confirmed.parent_phone, ["failed", [{ code: "no-sms-provider" }]]],
      ]),
    )
    expect(await production.ctx.db.select().from(outbox)).toEqual([])
  } finally {
    await production.close()
  }
})

test("D10 ATT-05 without a text provider production tries a notice once and leaves it to staff, who send it once texts are set up if it is still true", async () => {
  const env = { APP_URL: "https://kaksha.example", AUTH_SECRET: "a-secret-of-at-least-32-characters" }
  const texted: string[] = []
  let way: SmsPort | null = null
  const production = await createTestContext({ env: { ...env, PARENT_NUMBERS_NEED_CONFIRMATION: "false" } })
  const unset = production.ctx.sms
  production.ctx.sms = { name: "none", send: (message) => (way ?? unset).send(message) }
  try {
    const { row, instructor } = await startClass(production)
    const [absent, there] = [await seatStudent(production, row.id), await seatStudent(production, row.id)]
    const { parent_phone } = absent
    const sibling = await seatStudent(production, row.id, { parent_phone, first_name: "Ravi" })
    production.clock.advance(HOUR)
    await completeClass(production.ctx, row.id, production.ctx.clock.now())
    for (let minute = 0; minute < 5; minute += 1) {
      await runJobs(production, everyJob)
      production.clock.advance(MINUTE)
      await sweepNotices(production.ctx)
    }
    expect(production.jobs).toEqual([])
    const staff = production.as(instructor)
    const { items } = await listOpenNotices(staff, { status: "failed", limit: 9 })
    expect(items).toHaveLength(2)
    for (const { reasons, decisions } of items) {
      expect(reasons).toEqual([{ code: "no-sms-provider" }])
      expect(decisions).toContain("send")
    }
    const read = async () => {
      const rows = await production.ctx.db.select().from(notices).orderBy(asc(notices.id))
      return new Map(rows.map((one) => [one.recipient, [one.status, one.attempts]]))
    }
    expect([...(await read()).values()]).toEqual(Array(2).fill(["failed", 1]))

    way = {
      name: "set up",
      async send({ to, text }) {
        texted.push(`${to}: ${text}`)
        return { kind: "accepted", providerId: to }
      },
    }
    const mark = { class_id: row.id }
    for (const { user_id: student_id } of [there, sibling])
      await markAttendance(staff, { ...mark, student_id, verdict: "present", reason: "was there by phone" })
    await runJobs(production, everyJob)
    for (const { id } of items) await decideOpenNotice(staff, { notice_id: id, decision: "send" })
    await runJobs(production, everyJob)
    expect(await read()).toEqual(
      new Map([
        [absent.parent_phone, ["sent", 2]],
        [there.parent_phone, ["withdrawn", 1]],
      ]),
    )
    // Of two siblings it names the one who was absent alone.
    expect(texted).toEqual([expect.stringMatching(/^\+\d+: Asha Rao was absent/)])
  } finally {
    await production.close()
  }
})

test("ATT-05 settling waits for a mark being written at that moment, and counts it", async () => {
  const { row, instructor } = await startClass(context)
  const student = await seatStudent(context, row.id)
  context.clock.advance(HOUR)
  await completeClass(ctx, row.id, ctx.clock.now())
  context.published.length = 0
  let settling = Promise.resolve()
  await inTransaction(context.as(instructor), async (tx) => {
    await readOwnClass(tx, row.id, { lock: true })
    settling = settleAttendance(ctx, row.id)
    const mark = { verdict: "present", marked_by: instructor.user_id, marked_at: ctx.clock.now() }
    await tx.db.insert(attendanceMarks).values({ class_id: row.id, student_id: student.user_id, ...mark })
    const waiting = vi.waitFor(async () => {
      const found = await ctx.db.execute(sql`select 1 from pg_locks where not granted`)
      expect(found.rowCount).toBeGreaterThan(0)
    }, 10_000)
    await Promise.race([settling, waiting])
  })
  await settling
  const [verdict] = await ctx.db
    .select()
    .from(attendanceVerdicts)
    .where(eq(attendanceVerdicts.class_id, row.id))
  expect(verdict).toMatchObject({ verdict: "present" })
  expect(await noticesOf(row.id)).toEqual([])
})

test("ATT-05 a settling that fails half-way leaves nothing behind, and the next one does it all", async () => {
  const { row } = await startClass(context)
  await seatStudent(context, row.id)
  context.clock.advance(HOUR)
  await completeClass(ctx, row.id, ctx.clock.now())
  const broken = { ...ctx, jobs: { ...ctx.jobs, send: () => Promise.reject(new Error("killed")) } }
  await expect(settleAttendance(broken, row.id)).rejects.toThrow("killed")
  expect(await noticesOf(row.id)).toEqual([])
  expect(
    await ctx.db.select().from(attendanceVerdicts).where(eq(attendanceVerdicts.class_id, row.id)),
  ).toEqual([])
  await runJobs(context, everyJob)
  expect(await noticesOf(row.id)).toMatchObject([{ status: "sent" }])
})

test("ATT-05 intervals follow the events: written once, moved by what comes late, and marked when settled", async () => {
  const { row } = await startClass(context)
  const startedAt = ctx.clock.now()
  const student = await seatStudent(context, row.id)
  const read = () =>
    ctx.db
      .select()
      .from(classAttendance)
      .where(eq(classAttendance.class_id, row.id))
      .orderBy(asc(classAttendance.joined_at))
  const at = (minute: number) => new Date(startedAt.getTime() + minute * MINUTE)
  context.clock.advance(10 * MINUTE)
  await observe(context, row.id, student, 5, 8, startedAt)
  await runJobs(context, attendanceJobs)
  const first = await read()
  expect(first).toMatchObject([{ joined_at: at(5), left_at: at(8), attended: false }])
  await projectAttendance(ctx, row.id)
  expect(await read()).toEqual(first)

  await observe(context, row.id, student, 3, 6, startedAt)
  await observe(context, row.id, student, 9.5, null, startedAt)
  await runJobs(context, attendanceJobs)
  expect(await read()).toMatchObject([
    { joined_at: at(3), left_at: at(8) },
    { joined_at: at(9.5), left_at: null },
  ])
  await endClass(row.id)
  const settled = await read()
  expect(settled.map(({ attended, left_at }) => [attended, left_at])).toEqual([
    [true, at(8)],
    [true, at(70)],
  ])
  await settleAttendance(ctx, row.id)
  expect(await read()).toEqual(settled)
})

test("ATT-05 OPS-06 while a class is live its register is written again when the next student was there for long enough, and then no more", async () => {
  const { row } = await startClass(context)
  const student = await seatStudent(context, row.id)
  await observe(context, row.id, student, 0, null)
  const began = ctx.clock.now().getTime()
  const again = async () => {
    context.jobs.length = 0
    await projectAttendance(ctx, row.id)
    return context.jobs.filter(({ queue }) => queue === PROJECT_QUEUE)
  }
  const attended = async () => {
    const ofStudent = eq(classAttendance.student_id, student.user_id)
    const [interval] = await ctx.db.select().from(classAttendance).where(ofStudent)
    return interval?.attended
  }
  context.clock.advance(2 * MINUTE)
  expect(await again()).toEqual([
    { queue: PROJECT_QUEUE, data: { class_id: row.id }, startAfter: new Date(began + 10 * MINUTE) },
  ])
  expect(await attended()).toBe(false)
  context.clock.advance(8 * MINUTE)
  expect(await again()).toEqual([])
  expect(await attended()).toBe(true)
})
