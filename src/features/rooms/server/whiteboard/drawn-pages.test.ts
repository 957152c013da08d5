import { afterAll, beforeAll, expect, test } from "vitest"
import { refuse } from "#platform/errors.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createStudent } from "#tests/people.ts"
import { drawOnce } from "./drawn-pages.ts"

let world: TestContext

beforeAll(async () => {
  world = await createTestContext()
})
afterAll(() => world.close())

test("ROOM-05 a page that one person may not have drawn any more is drawn for the others, once", async () => {
  const [kabir, asha, zoya] = [await person(), await person(), await person()]
  const begun = Promise.withResolvers<void>()
  const limited = Promise.withResolvers<void>()
  const first = drawOnce(kabir, "a page", async () => {
    begun.resolve()
    await limited.promise
    return refuse("TOO_MANY_REQUESTS", { retry_after_seconds: 60 })
  })
  await begun.promise
  let drawn = 0
  const others = [asha, zoya].map((other) =>
    drawOnce(other, "a page", async () => {
      drawn += 1
      return "what is on it"
    }),
  )
  limited.resolve()
  await expect(first).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS" })
  expect(await Promise.all(others)).toEqual(["what is on it", "what is on it"])
  expect(drawn).toBe(1)
})

const person = async () => world.as(await createStudent(world.ctx))
