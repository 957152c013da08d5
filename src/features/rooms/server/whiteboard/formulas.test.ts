import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, test } from "vitest"
import { drawPage } from "#features/rooms/whiteboard-svg.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createStudent } from "#tests/people.ts"
import { drawFormulas, drawingsOf } from "./formulas.ts"

let world: TestContext

beforeAll(async () => {
  world = await createTestContext()
})
afterAll(() => world.close())

test("ROOM-10 formulas are answered in their order, and those that were drawn before use up no tries", async () => {
  const asha = world.as(await createStudent(world.ctx))
  const some = ["a^2", "\\nothing", "b_1"]
  const answers = await drawFormulas(asha, some)
  expect(answers.map(({ tex, drawing }) => [tex, drawing !== null])).toEqual([
    ["a^2", true],
    ["\\nothing", false],
    ["b_1", true],
  ])
  for (let turn = 0; turn < 300; turn += 1) expect(await drawFormulas(asha, some)).toEqual(answers)
  const draw = (number: number) => drawFormulas(asha, [`x_{${number}}`])
  // Three were new before.
  for (let number = 4; number <= 300; number += 1) await draw(number)
  await expect(draw(301)).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS" })
  // Somebody else draws it, and then it is there for everybody.
  const [drawn] = await drawFormulas(world.as(await createStudent(world.ctx)), ["x_{301}"])
  expect(await draw(301)).toEqual([drawn])
})

test("ROOM-10 who sends formulas that take too long is refused others for a while, and nobody else is", async () => {
  const [kabir, zoya] = [world.as(await createStudent(world.ctx)), world.as(await createStudent(world.ctx))]
  const endless = (number: number) => `${number}${"\\xrightarrow{".repeat(30)}x${"}".repeat(30)}`
  for (const number of [1, 2])
    expect(await drawFormulas(kabir, [endless(number)])).toMatchObject([{ drawing: null, unknown: null }])
  await expect(drawFormulas(kabir, ["k^2"])).rejects.toMatchObject({ code: "TOO_MANY_REQUESTS" })
  expect(await drawFormulas(kabir, [endless(1)])).toMatchObject([{ drawing: null }])
  expect((await drawFormulas(zoya, ["z^2"]))[0]?.drawing).not.toBeNull()
})

test("ROOM-10 a page's picture holds its formulas as curves, and the TeX of one that can't be drawn", async () => {
  const formula = (text: string, gone = false) => ({
    ...{ id: randomUUID(), author: "a", changed_by: "a", version: 1, page: 0, gone },
    ...{ kind: "formula" as const, ink: "red" as const, size: 44, points: [100, 100, 300, 200], text },
  })
  const items = [formula("\\frac{1}{2}"), formula("\\nothing <b>"), formula("\\pi", true)]
  const drawings = await drawingsOf(items)
  expect([...drawings.keys()]).toEqual(["\\frac{1}{2}"])
  const page = drawPage(items, { drawings })
  expect(page).toMatch(/<svg x="100" y="100" width="200" height="100" viewBox="[^"]+" color="#c92a2a"><g/)
  expect(page).toContain("\\nothing &lt;b&gt;")
  expect(page).not.toContain("\\pi")
})
