import { and, eq } from "drizzle-orm"
import { drizzle } from "drizzle-orm/node-postgres"
import type pg from "pg"
import { expect, test } from "vitest"
import type { FamilyClass } from "#contract/guardians/family.ts"
import { tellMoved } from "#features/classes/server/notices/class-notices.ts"
import { classEnrollments, demoClassRequests, scheduledClasses } from "#features/classes/server/table.ts"
import type { SignedIn, SignedInCtx } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { DAY, HOUR } from "#shared/time.ts"
import { createClass, requestFor, seat } from "#tests/classes.ts"
import { createGuardian, createInstructor } from "#tests/people.ts"
import { readFamily } from "./family.ts"
import { newPhone, observe, seatStudent, startClass, testClasses } from "./test-class.ts"

const world = testClasses()

/** A guardian of so many children with a class each missed, and the class of the first one. */
async function createFamily(children: number) {
  const { context } = world
  const { row, instructor } = await startClass(context)
  const parent_phone = newPhone()
  const family: SignedIn[] = []
  let guardian: SignedIn | undefined
  for (let n = 0; n < children; n += 1) {
    const child = await seatStudent(context, row.id, { parent_phone, first_name: `Child${n}` })
    family.push(child)
    guardian = await createGuardian(context.ctx, child)
  }
  if (!guardian) throw new Error("a family has children")
  return { row, instructor, family, as: context.as(guardian) }
}

async function countStatements(ctx: SignedInCtx): Promise<number> {
  const pool = (ctx.db as unknown as { $client: pg.Pool }).$client
  const sent: string[] = []
  const logger = { logQuery: (query: string) => void sent.push(query) }
  await readFamily({ ...ctx, db: drizzle(pool, { logger }) } as SignedInCtx)
  return sent.length
}

test("DASH-04 a family's page takes ten statements for one child and for four", async () => {
  for (const children of [1, 4]) {
    const { row, as } = await createFamily(children)
    await world.endClass(row.id)
    expect(await countStatements(as)).toBe(10)
  }
})

test("DASH-04 one timetable has the week of all children, each class once with who has a seat", async () => {
  const { ctx } = world.context
  const { row, instructor, family, as } = await createFamily(2)
  const [asha, ravi] = family as [SignedIn, SignedIn]
  const inDays = (days: number) => new Date(ctx.clock.now().getTime() + days * DAY)
  const own = await createClass(ctx, instructor, { title: "Algebra", starts_at: inDays(2) })
  const off = await createClass(ctx, instructor, {
    title: "Kathak",
    starts_at: inDays(3),
    status: "cancelled",
  })
  const far = await createClass(ctx, instructor, { title: "Far off", starts_at: inDays(8) })
  for (const one of [own, off, far]) await seat(ctx, one.id, ravi)
  // Of another family.
  await createFamily(1)
  const { timetable } = await readFamily(as)
  expect(timetable.map(({ title, status, student_ids }) => ({ title, status, student_ids }))).toEqual([
    { title: row.title, status: "live", student_ids: [asha.user_id, ravi.user_id].sort() },
    { title: "Algebra", status: "scheduled", student_ids: [ravi.user_id] },
    { title: "Kathak", status: "cancelled", student_ids: [ravi.user_id] },
  ])
})

test("DASH-04 CLS-08 a demo class that a child asked for comes next once it is confirmed, and is shown as waiting before", async () => {
  const { ctx } = world.context
  const { family, as } = await createFamily(2)
  const [asha, ravi] = family as [SignedIn, SignedIn]
  const teacher = await createInstructor(ctx)
  const demo = (title: string, days: number) =>
    createClass(ctx, teacher, {
      ...{ title, class_type: "demo", starts_at: new Date(ctx.clock.now().getTime() + days * DAY) },
    })
  const [soon, later, rejected] = [
    await demo("Chess", 2),
    await demo("Pottery", 9),
    await demo("Swimming", 3),
  ]
  const answer = (id: string, status: "approved" | "rejected") =>
    ctx.db.update(demoClassRequests).set({ status }).where(eq(demoClassRequests.id, id))
  const waiting = await requestFor(ctx, soon.id, asha, teacher)
  await answer(await requestFor(ctx, later.id, ravi, teacher), "approved")
  await answer(await requestFor(ctx, rejected.id, ravi, teacher), "rejected")
  const shown = async () => {
    const { timetable, demos } = await readFamily(as)
    const tell = ({ title, is_demo, student_ids, waiting_ids }: FamilyClass) => ({
      ...{ title, is_demo, student_ids, waiting_ids },
    })
    return [timetable.map(tell).filter(({ is_demo }) => is_demo), demos.map(tell)]
  }
  const chess = { title: "Chess", is_demo: true, student_ids: [asha.user_id] }
  const pottery = { title: "Pottery", is_demo: true, student_ids: [ravi.user_id], waiting_ids: [] }
  expect(await shown()).toEqual([[{ ...chess, waiting_ids: [asha.user_id] }], [pottery]])
  await answer(waiting, "approved")
  expect(await shown()).toEqual([[{ ...chess, waiting_ids: [] }], [pottery]])
  // A request that nobody answered before the class began is no news.
  await ctx.db.update(demoClassRequests).set({ status: "pending" }).where(eq(demoClassRequests.id, waiting))
  world.context.clock.advance(2 * DAY + HOUR)
  expect((await shown())[0]).toEqual([])
})

test("DASH-04 says for each child who was there and what follows, and asks about absences", async () => {
  const { row, family, as } = await createFamily(2)
  const [asha, ravi] = family as [SignedIn, SignedIn]
  await observe(world.context, row.id, ravi, 0, 50)
  await world.endClass(row.id)
  const { attendance, absences, messages } = await readFamily(as)
  expect(attendance).toMatchObject([
    {
      student_id: asha.user_id,
      month: { attended: 0, held: 1 },
      latest: [{ class_id: row.id, verdict: "absent" }],
    },
    {
      student_id: ravi.user_id,
      month: { attended: 1, held: 1 },
      latest: [{ class_id: row.id, verdict: "present", present_minutes: 50 }],
    },
  ])
  expect(absences).toMatchObject([{ student_id: asha.user_id, class_id: row.id }])
  expect(messages).toHaveLength(1)
  expect(messages[0]?.text).toContain("Child0")
})

test("DASH-04 a coming class that was moved is told with its new time, for a week and while the child has a seat", async () => {
  const { ctx } = world.context
  const { family, as } = await createFamily(2)
  const [asha, ravi] = family as [SignedIn, SignedIn]
  const starts_at = new Date(ctx.clock.now().getTime() + 10 * DAY)
  const moved = await createClass(ctx, await createInstructor(ctx), { title: "Botany", starts_at })
  await seat(ctx, moved.id, asha)
  await seat(ctx, moved.id, ravi)
  const before = { old_starts_at: new Date(starts_at.getTime() - HOUR), old_ends_at: starts_at }
  await tellMoved(ctx, {
    class_id: moved.id,
    change_id: newId(),
    old_starts_at: before.old_starts_at.toISOString(),
    old_ends_at: before.old_ends_at.toISOString(),
  })
  const seats = classEnrollments
  await ctx.db.delete(seats).where(and(eq(seats.class_id, moved.id), eq(seats.student_id, ravi.user_id)))
  expect((await readFamily(as)).moved).toMatchObject([
    { class_id: moved.id, starts_at, student_ids: [asha.user_id] },
  ])
  await ctx.db.update(scheduledClasses).set({ status: "cancelled" }).where(eq(scheduledClasses.id, moved.id))
  expect((await readFamily(as)).moved).toEqual([])
})
