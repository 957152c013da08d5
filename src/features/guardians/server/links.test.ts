import { afterAll, beforeAll, expect, test } from "vitest"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createGuardian, createInstructor, createStudent } from "#tests/people.ts"
import { answerForChild } from "./children.ts"
import { asChild, findChild, isDecidedByGuardian } from "./links.ts"

let world: TestContext
let numbers = 0

beforeAll(async () => {
  world = await createTestContext()
})
afterAll(() => world.close())

function createChild(columns: Parameters<typeof createStudent>[1] = {}) {
  numbers += 1
  const guardian = { parent_name: "Sunil Rao", parent_phone: `+9198123${10_000 + numbers}` }
  return createStudent(world.ctx, { under_18: true, ...guardian, ...columns })
}

test("ACC-10 a guardian reads as their child does, and as nobody else's", async () => {
  const child = await createChild({ first_name: "Asha", last_name: "Sen" })
  const other = await createChild({ first_name: "Kabir" })
  const guardian = world.as(await createGuardian(world.ctx, child))
  const { user_id, email } = child
  expect((await asChild(guardian, user_id)).viewer).toEqual({
    ...guardian.viewer,
    ...{ user_id, email, first_name: "Asha", last_name: "Sen", role: "student" },
  })
  await createGuardian(world.ctx, other)
  await expect(asChild(guardian, other.user_id)).rejects.toMatchObject({ code: "NOT_FOUND" })
  expect(await findChild(guardian, user_id, "see")).toMatchObject({ user_id, first_name: "Asha" })
  for (const viewer of [child, other, await createInstructor(world.ctx)]) {
    expect(await findChild(world.as(viewer), user_id, "see")).toBeNull()
  }
})

test("ACC-10 a guardian decides for a minor from when they confirmed the child until they deny it or it turns 18", async () => {
  const decided = (student: { user_id: string }) => isDecidedByGuardian(world.ctx, student.user_id)
  const child = await createChild()
  expect(await decided(child)).toBe(false)
  const guardian = world.as(await createGuardian(world.ctx, child))
  expect(await decided(child)).toBe(true)
  expect(await decided(await createChild())).toBe(false)
  await answerForChild(guardian, { student_id: child.user_id, mine: false })
  expect(await decided(child)).toBe(false)
  expect(await findChild(guardian, child.user_id, "see")).toBeNull()

  const grown = await createChild({ under_18: false, date_of_birth: "2008-11-20" })
  await createGuardian(world.ctx, grown)
  expect(await decided(grown)).toBe(false)
})
