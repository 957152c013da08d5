import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { inTransaction } from "#platform/context.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createGuardian, createStudent } from "#tests/people.ts"
import { asChild, ensureGuardian } from "./guardian-links.ts"
import { guardians } from "./guardian-tables.ts"
import { user } from "./table.ts"

let world: TestContext

beforeAll(async () => {
  world = await createTestContext()
})
afterAll(() => world.close())

const ensure = (phone: string, name: string | null) =>
  inTransaction(world.ctx, (tx) => ensureGuardian(tx, phone, name))

test.each([
  ["+919700000001", "  Anita   Rani Pillai ", ["Anita", "Rani Pillai", "Anita Rani Pillai"]],
  ["+919700000002", "Anita", ["Anita", "", "Anita"]],
  ["+919700000003", "", ["Guardian", "", "Guardian"]],
  ["+919700000004", null, ["Guardian", "", "Guardian"]],
])(
  "ACC-10 the guardian of %s is made by the name that the child gave: '%s'",
  async (phone, name, expected) => {
    const id = await ensure(phone, name)
    const [row] = await world.ctx.db
      .select({ first: guardians.first_name, last: guardians.last_name, name: user.name })
      .from(guardians)
      .innerJoin(user, eq(user.id, guardians.user_id))
      .where(eq(guardians.user_id, id))
    expect([row?.first, row?.last, row?.name]).toEqual(expected)
  },
)

test("ACC-10 a number has one guardian, also where ten children name it at once", async () => {
  const count = () => world.ctx.db.$count(user)
  const before = await count()
  const ids = await Promise.all(Array.from({ length: 10 }, () => ensure("+919700000005", "Sunil Rao")))
  expect(new Set(ids).size).toBe(1)
  expect(await ensure("+919700000005", "Somebody Else")).toBe(ids[0])
  expect(await count()).toBe(before + 1)
})

test("ACC-10 a guardian reads as their child does, and as nobody else's", async () => {
  const minor = { under_18: true, parent_name: "Sunil Rao", parent_phone: "+919812345678" }
  const [child, other] = [await createStudent(world.ctx, minor), await createStudent(world.ctx, minor)]
  const guardian = world.as(await createGuardian(world.ctx, child))
  const { user_id, role } = (await asChild(guardian, child.user_id)).viewer
  expect({ user_id, role }).toEqual({ user_id: child.user_id, role: "student" })
  await expect(asChild(guardian, other.user_id)).rejects.toMatchObject({ code: "NOT_FOUND" })
})
