import { afterAll, beforeAll, expect, test } from "vitest"
import { newId } from "#shared/ids.ts"
import { SECOND } from "#shared/time.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { listOutbox } from "./outbox.ts"

let context: TestContext
beforeAll(async () => {
  context = await createTestContext()
})
afterAll(() => context.close())

const message = { to: "+919845012345", text: "Asha was absent", variables: {} }

test("ATT-03 without a provider a message lands in the outbox, once however often it is handed over", async () => {
  const { ctx, clock } = context
  const [first, second] = [newId(), newId()]
  await ctx.sms.send({ ...message, reference: first })
  clock.advance(SECOND)
  expect(await ctx.sms.send({ ...message, reference: second })).toEqual({
    kind: "accepted",
    providerId: `outbox:${second}`,
  })
  await ctx.sms.send({ ...message, reference: first })
  expect(await listOutbox(ctx)).toMatchObject([
    { id: second, channel: "sms", recipient: "+919845012345", text: "Asha was absent" },
    { id: first },
  ])
})

test("D13 in production there is no outbox to look into", async () => {
  const production = { ...context.ctx, env: { ...context.ctx.env, trial: false } }
  await expect(listOutbox(production)).rejects.toMatchObject({ code: "NOT_FOUND" })
})
