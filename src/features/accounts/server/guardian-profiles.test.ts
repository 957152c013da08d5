import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { inTransaction } from "#platform/context.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { ensureGuardian } from "./guardian-profiles.ts"
import { guardians, user } from "./table.ts"

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
