import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { SignedInCtx } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createAdmin, createGuardian, createInstructor, createStudent } from "#tests/people.ts"
import { ADULT, newEmail, refusalOf } from "#tests/sign-ups.ts"
import { readPerson } from "../sessions.ts"
import { students, teachers, user } from "../table.ts"
import { completeInstructorProfile, completeStudentProfile } from "./profiles.ts"

let world: TestContext

beforeAll(async () => {
  world = await createTestContext()
})
afterAll(() => world.close())

const NAMES = { first_name: "Ila", last_name: "Bose" }
const STUDENT = { ...NAMES, phone: "98765 43210", date_of_birth: ADULT, terms: true } as const

/** Somebody with an account and no profile, as after the first sign-in with Google. */
async function createUnprofiled(): Promise<SignedInCtx> {
  const id = newId()
  await world.ctx.db.insert(user).values({ id, name: "Ila", email: newEmail(), emailVerified: true })
  const viewer = await readPerson(world.ctx.db, id)
  if (!viewer) throw new Error("the account was just written")
  return world.as(viewer)
}

const profilesOf = async ({ viewer: { user_id } }: SignedInCtx) => [
  await world.ctx.db.$count(students, eq(students.user_id, user_id)),
  await world.ctx.db.$count(teachers, eq(teachers.user_id, user_id)),
]

test("ACC-05 who has a role can't take another by filling in a profile", async () => {
  const child = await createStudent(world.ctx, {
    ...{ under_18: true, parent_name: "Sunita Rao", parent_phone: "+919812399001" },
  })
  const people = [
    child,
    await createInstructor(world.ctx),
    await createAdmin(world.ctx),
    await createGuardian(world.ctx, child),
  ]
  for (const person of people) {
    const as = world.as(person)
    const before = await profilesOf(as)
    const takings = [() => completeStudentProfile(as, STUDENT), () => completeInstructorProfile(as, NAMES)]
    for (const take of takings)
      expect((await refusalOf(take())).code, person.role ?? "").toBe("PROFILE_EXISTS")
    expect(await profilesOf(as), person.role ?? "").toEqual(before)
    expect(await readPerson(world.ctx.db, person.user_id)).toMatchObject({ role: person.role })
  }
})

test("ACC-05 of two profiles sent at once an account gets one", async () => {
  const as = await createUnprofiled()
  const outcomes = await Promise.allSettled([
    completeStudentProfile(as, STUDENT),
    completeInstructorProfile(as, NAMES),
  ])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"])
  expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({
    reason: { code: "PROFILE_EXISTS" },
  })
  expect((await profilesOf(as)).toSorted()).toEqual([0, 1])
})

test("ACC-05 a profile with a wrong field leaves the account without one, to be sent again", async () => {
  const as = await createUnprofiled()
  const phone = "12"
  const tries = [
    async () => completeStudentProfile(as, { ...STUDENT, phone }),
    async () => completeInstructorProfile(as, { ...NAMES, phone }),
  ]
  for (const one of tries)
    expect((await refusalOf(one())).data).toEqual({ fields: { phone: "PHONE_INVALID" } })
  expect(await profilesOf(as)).toEqual([0, 0])
  expect(await completeStudentProfile(as, STUDENT)).toMatchObject({ role: "student", ...NAMES })
})
