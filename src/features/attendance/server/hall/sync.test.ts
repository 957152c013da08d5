import { eq } from "drizzle-orm"
import fc from "fast-check"
import { beforeAll, expect, test } from "vitest"
import type { CoachMessages } from "#contract/attendance/coach-register.ts"
import { substituteInstructor, takeClassBack } from "#features/classes/server/schedule/substitute.ts"
import { cancelClass } from "#features/classes/server/schedule/withdraw.ts"
import { readClass } from "#features/classes/server/service.ts"
import { DAY, HOUR, MINUTE } from "#shared/time.ts"
import type { TestContext } from "#tests/context.ts"
import { createInstructor, createStudent } from "#tests/people.ts"
import { refusalOf } from "#tests/sign-ups.ts"
import { markAttendance } from "../marks.ts"
import { getRegister } from "../service.ts"
import { attendanceVerdicts } from "../table.ts"
import { testClasses } from "../test-class.ts"
import { coachLists, coachMarks } from "./table.ts"
import { deviceOf, hallClass, refusalsOf } from "./test-hall.ts"

const world = testClasses()
let context: TestContext
let ctx: TestContext["ctx"]
beforeAll(() => {
  context = world.context
  ctx = context.ctx
})

type Held = Awaited<ReturnType<typeof hallClass>>
type Student = Held["students"][number]

async function registerOf({ row, coach }: Held) {
  return getRegister(context.as(coach), row.id)
}

/** What the register says, without what differs by the moment of arrival. */
async function saidOf(held: Held) {
  const { entries, list } = await registerOf(held)
  return {
    list: list && { ...list, children: list.children.map(({ id, name }) => ({ id, name })) },
    entries: entries.map(({ student_id, verdict, reasons, marks }) => ({
      ...{ student_id, verdict, reasons },
      marks: marks.map(({ id, state, counts }) => ({ id, state, counts })),
    })),
  }
}

test("ATT-08 marks that arrive after a class in a hall complete it, and its register shows them with their history", async () => {
  const held = await hallClass(context, 2)
  const { device, students, row } = held
  const [asha, kabir] = students as [Student, Student]
  const first = device.mark(asha, "absent", new Date(ctx.clock.now().getTime() + 2 * MINUTE))
  const second = device.mark(asha, "late", new Date(ctx.clock.now().getTime() + 9 * MINUTE))
  const other = device.mark(kabir, "absent", new Date(ctx.clock.now().getTime() + 2 * MINUTE))
  context.clock.advance(5 * HOUR)
  expect(refusalsOf(await device.send({ marks: [second, other, first] }))).toEqual([null, null, null])
  expect(await readClass(ctx, row.id)).toMatchObject({
    ...{ status: "completed", started_at: row.starts_at, ended_at: row.ends_at },
  })
  const { entries } = await registerOf(held)
  const entry = entries.find(({ student_id }) => student_id === asha.user_id)
  expect(entry).toMatchObject({ verdict: "present", attended: true, marked: false })
  expect(entry?.reasons).toMatchObject([{ kind: "coach-marked", state: "late" }])
  expect(entry?.marks).toMatchObject([
    { id: first.id, state: "absent", counts: false },
    { id: second.id, state: "late", counts: true },
  ])
  const verdicts = await ctx.db
    .select()
    .from(attendanceVerdicts)
    .where(eq(attendanceVerdicts.class_id, row.id))
  expect(verdicts.map(({ verdict }) => verdict).sort()).toEqual(["absent", "present"])
})

test("ATT-08 the first mark sets a class in a hall live, and what was said before its time counts never", async () => {
  const starts_at = new Date(ctx.clock.now().getTime() + HOUR)
  const held = await hallClass(context, 1, { starts_at })
  const { device, students, row } = held
  const marks = students.map((student) => device.mark(student, "present"))
  const lists = [device.list(1, true)]
  expect(refusalsOf(await device.send({ marks, lists }))).toEqual(["too-early", "too-early"])
  context.clock.advance(50 * MINUTE)
  // Nobody was there yet when the coach tapped.
  expect(refusalsOf(await device.send({ marks, lists }))).toEqual(["too-early", "too-early"])
  expect((await readClass(ctx, row.id))?.status).toBe("scheduled")
  // Tried again, it is said anew.
  const now = { device_time: ctx.clock.now() }
  const again = marks.map((mark) => ({ ...mark, ...now }))
  expect(refusalsOf(await device.send({ marks: again }))).toEqual([null])
  expect(await readClass(ctx, row.id)).toMatchObject({ status: "live", started_at: ctx.clock.now() })
  expect((await registerOf(held)).entries[0]?.verdict).toBe("present")
})

test("ATT-08 an id counts once: repeated it is answered as before, and nobody else can use it", async () => {
  const held = await hallClass(context, 1)
  const [asha] = held.students as [Student]
  const mark = held.device.mark(asha, "present")
  const twice = { marks: [mark, mark] }
  const both = await Promise.all([held.device.send(twice), held.device.send(twice)])
  expect(both.map(refusalsOf)).toEqual([[null], [null]])
  expect(await ctx.db.$count(coachMarks, eq(coachMarks.class_id, held.row.id))).toBe(1)
  const other = await hallClass(context, 1)
  const stolen = other.device.mark(other.students[0] ?? asha, "absent")
  expect(refusalsOf(await other.device.send({ marks: [{ ...stolen, id: mark.id }] }))).toEqual(["id-taken"])
})

test("ATT-08 what isn't allowed is refused alone with its reason, and the rest is taken", async () => {
  const held = await hallClass(context, 1)
  const { device, row } = held
  const [asha] = held.students as [Student]
  const stranger = await createStudent(ctx)
  const ahead = device.mark(asha, "absent", new Date(ctx.clock.now().getTime() + DAY))
  const marks = [device.mark(asha, "present"), device.mark(stranger, "present"), ahead]
  expect(refusalsOf(await device.send({ marks }))).toEqual([null, "not-enrolled", "clock-ahead"])
  // With the right offset the same id is taken.
  const corrected = { ...ahead, clock_offset_ms: -DAY }
  expect(refusalsOf(await device.send({ marks: [corrected] }))).toEqual([null])

  const foreign = deviceOf(context, row.id, await createInstructor(ctx))
  expect(refusalsOf(await foreign.send({ marks: [foreign.mark(asha, "absent")] }))).toEqual([
    "not-your-class",
  ])
  const gone = await hallClass(context, 1, { starts_at: new Date(ctx.clock.now().getTime() + HOUR) })
  await cancelClass(context.as(gone.coach), { class_id: gone.row.id, reason: "rain" })
  const late = gone.students.map((student) => gone.device.mark(student, "present"))
  expect(refusalsOf(await gone.device.send({ marks: late }))).toEqual(["class-cancelled"])
})

test("ATT-08 ATT-04 a register that was on a phone for a day arrives, and two days after the class it is only corrected with a reason", async () => {
  const held = await hallClass(context, 1)
  const [asha] = held.students as [Student]
  const absent = held.device.mark(asha, "absent")
  context.clock.advance(HOUR + DAY)
  expect(refusalsOf(await held.device.send({ marks: [absent] }))).toEqual([null])
  context.clock.advance(DAY)
  const late = { marks: [absent, held.device.mark(asha, "present")], lists: [held.device.list(1, true)] }
  expect(refusalsOf(await held.device.send(late))).toEqual([null, "too-late", "too-late"])
  const correction = { class_id: held.row.id, student_id: asha.user_id, verdict: "present" as const }
  expect(await registerOf(held)).toMatchObject({ entries: [{ verdict: "absent" }], list: { state: "open" } })
  expect(await refusalOf(markAttendance(context.as(held.coach), correction))).toMatchObject({
    code: "FIELD_ERRORS",
  })
})

test("ATT-08 a substitute marks, the owner too, and who lost the class is told so; what arrived before stays", async () => {
  const starts_at = new Date(ctx.clock.now().getTime() + 10 * MINUTE)
  const held = await hallClass(context, 1, { starts_at })
  const [asha] = held.students as [Student]
  const substitute = await createInstructor(ctx)
  await substituteInstructor(context.as(held.coach), {
    ...{ class_id: held.row.id, instructor_id: substitute.user_id },
  })
  const stand = deviceOf(context, held.row.id, substitute)
  const early = new Date(ctx.clock.now().getTime() - MINUTE)
  const mark = stand.mark(asha, "absent", early)
  // Without a mark that was taken the class is still scheduled, so that it can be taken back.
  await takeClassBack(context.as(held.coach), held.row.id)
  expect(refusalsOf(await stand.send({ marks: [mark] }))).toEqual(["right-lost"])
  await substituteInstructor(context.as(held.coach), {
    ...{ class_id: held.row.id, instructor_id: substitute.user_id },
  })
  expect(refusalsOf(await stand.send({ marks: [mark] }))).toEqual([null])
  expect(refusalsOf(await held.device.send({ marks: [held.device.mark(asha, "present")] }))).toEqual([null])
  const { entries } = await registerOf(held)
  expect(entries[0]?.marks.map(({ state, counts }) => [state, counts])).toEqual([
    ["absent", false],
    ["present", true],
  ])
})

test("ATT-08 a correction by staff outranks marks that arrive later", async () => {
  const held = await hallClass(context, 1)
  const [asha] = held.students as [Student]
  await held.device.send({ marks: [held.device.mark(asha, "present")] })
  await markAttendance(context.as(held.coach), {
    ...{ class_id: held.row.id, student_id: asha.user_id, verdict: "absent" },
  })
  context.clock.advance(MINUTE)
  await held.device.send({ marks: [held.device.mark(asha, "late")] })
  const [entry] = (await registerOf(held)).entries
  expect(entry).toMatchObject({ verdict: "absent", marked: true })
  expect(entry?.reasons.map(({ kind }) => kind)).toEqual(["marked-by-hand", "coach-marked"])
})

type Batch = Partial<CoachMessages>

/** The batches of two coaches in one order, some of them sent again, as after a lost answer. */
function deliveries(batches: number) {
  const all = Array.from({ length: batches }, (_, at) => at)
  return fc
    .tuple(fc.shuffledSubarray(all, { minLength: batches }), fc.array(fc.nat(batches - 1), { maxLength: 4 }))
    .map(([order, again]) => [...again, ...order, ...again])
}

test("ATT-08 batches of two coaches in any order, repeated or lost and sent again, give the same register", async () => {
  const held = await hallClass(context, 3)
  let first: Awaited<ReturnType<typeof saidOf>> | undefined
  const made = (minute: number) => new Date(ctx.clock.now().getTime() + minute * MINUTE)
  await fc.assert(
    fc.asyncProperty(deliveries(5), async (order) => {
      context.clock.set("2026-11-20T10:30:00Z")
      await ctx.db.delete(coachMarks).where(eq(coachMarks.class_id, held.row.id))
      await ctx.db.delete(coachLists).where(eq(coachLists.class_id, held.row.id))
      const batches = await sameBatches(held, made)
      context.clock.advance(20 * MINUTE)
      for (const at of order) {
        const [by, batch] = batches[at] ?? [held.device, {}]
        expect(refusalsOf(await by.send(batch)).every((why) => why === null)).toBe(true)
      }
      const said = await saidOf(held)
      first ??= said
      expect(said).toEqual(first)
      const kabir = said.entries.find(({ student_id }) => student_id === held.students[1]?.user_id)
      expect(kabir).toMatchObject({ verdict: "absent", marks: { length: 3 } })
    }),
    { numRuns: 12 },
  )
})

let same: [Held["device"], Batch][] | undefined

/** The same messages for every order: made once, and two of them at the same moment. */
async function sameBatches(held: Held, made: (minute: number) => Date): Promise<[Held["device"], Batch][]> {
  if (same) return same
  const { device, students } = held
  const [asha, kabir, zoya] = students as [Student, Student, Student]
  const owner = deviceOf(context, held.row.id, held.coach)
  same = [
    [device, { marks: students.map((student) => device.mark(student, "present", made(1))) }],
    [device, { marks: [device.mark(kabir, "absent", made(3)), device.mark(zoya, "late", made(4))] }],
    [owner, { marks: [owner.mark(kabir, "present", made(2)), owner.mark(asha, "absent", made(1))] }],
    [owner, { lists: [owner.list(2, true, made(6))] }],
    [device, { marks: [device.mark(zoya, "present", made(5))], lists: [device.list(3, false, made(5))] }],
  ]
  return same
}
