import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { personNotices } from "#features/notifications/server/table.ts"
import { seedPrograms } from "#features/programs/server/seed.ts"
import { enrolInProgram, openEnrolment } from "#features/programs/server/service.ts"
import { enrollments, programs } from "#features/programs/server/table.ts"
import { auditLog } from "#platform/audit.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createAdmin, createGuardian, createInstructor, createStudent } from "#tests/people.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { outcomeOf, placeClass } from "../class-factory.ts"
import { getClass } from "../class-view.ts"
import { classesJobs } from "../jobs.ts"
import { endEnrolment } from "./ending.ts"
import { joinWaitlist } from "./waitlist.ts"

let world: TestContext
let courses: { id: string; title: string }[]

beforeAll(async () => {
  world = await createTestContext()
  // A Friday, 4:00 pm in India.
  world.clock.set("2026-11-20T10:30:00Z")
  await seedPrograms(world.ctx)
  courses = await world.ctx.db.select({ id: programs.id, title: programs.title }).from(programs)
})
afterAll(() => world.close())

test("CAT-09 CLS-07 the office ends a student's program: the seat goes to the waitlist, and the family is told once", async () => {
  const [course] = courses.splice(0, 1)
  const course_id = course?.id ?? ""
  const teacher = await createInstructor(world.ctx)
  const DAY = 24 * 60
  const coming = await placeClass(world.ctx, teacher.user_id, DAY, DAY + 60, { course_id, max_capacity: 1 })
  const child = await createStudent(world.ctx, {
    ...{ first_name: "Asha", under_18: true, parent_name: "Sunita Rao", parent_phone: "+919876500001" },
  })
  const mother = await createGuardian(world.ctx, child)
  const next = await createStudent(world.ctx)
  const office = world.as(await createAdmin(world.ctx))
  const pair = { course_id, student_id: child.user_id }
  const standing = async (who = child) => (await getClass(world.as(who), coming)).standing
  expect(await outcomeOf(endEnrolment(office, pair))).toBe("NOT_FOUND")
  await enrolInProgram(world.as(child), course_id)
  await runJobs(world, classesJobs)
  await joinWaitlist(world.as(next), coming)
  expect(await standing()).toBe("enrolled")

  const presses = await Promise.all([1, 2, 3].map(() => endEnrolment(office, pair)))
  expect(presses.filter(({ ended }) => ended)).toHaveLength(1)
  await runJobs(world, classesJobs)
  expect([await standing(), await standing(next)]).toEqual(["none", "enrolled"])
  const acts = await world.ctx.db.select().from(auditLog).where(eq(auditLog.action, "program.end"))
  expect(acts.map(({ subject_id, detail }) => [subject_id, detail])).toEqual([
    [course_id, { student_id: child.user_id }],
  ])
  const [told] = await textsOf(mother.user_id)
  expect(told).toEqual({
    title: `Enrolment ended: ${course?.title}`,
    text: "The academy ended Asha's enrolment on Fri, 20 Nov. The seats in coming classes were given up. If this is a mistake, contact the academy.",
    href: "/family",
  })
  expect((await textsOf(child.user_id)).map(({ text, href }) => [text.split(". ")[0], href])).toContainEqual([
    "The academy ended your enrolment on Fri, 20 Nov",
    "/courses",
  ])
  expect(await textsOf(mother.user_id)).toHaveLength(1)
  // The child may come back.
  await enrolInProgram(world.as(child), course_id)
  expect(await endEnrolment(office, pair)).toEqual({ ended: true })
})

test("CAT-09 a membership that is over has nothing to end", async () => {
  const [course] = courses.splice(0, 1)
  const course_id = course?.id ?? ""
  const student = await createStudent(world.ctx)
  const office = world.as(await createAdmin(world.ctx))
  const pair = { course_id, student_id: student.user_id }
  await openEnrolment(world.ctx, { ...pair, valid_until: "2026-11-19" })
  expect(await endEnrolment(office, pair)).toEqual({ ended: false })
  await world.ctx.db
    .update(enrollments)
    .set({ valid_until: "2026-11-20" })
    .where(eq(enrollments.student_id, student.user_id))
  expect(await endEnrolment(office, pair)).toEqual({ ended: true })
})

function textsOf(personId: string) {
  return world.ctx.db
    .select({ title: personNotices.title, text: personNotices.text, href: personNotices.href })
    .from(personNotices)
    .where(eq(personNotices.person_id, personId))
}
