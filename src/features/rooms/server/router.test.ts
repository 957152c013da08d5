import { createRouterClient } from "@orpc/server"
import { expect, test } from "vitest"
import { createTestContext } from "#tests/context.ts"
import { createInstructor, createStudent } from "#tests/people.ts"
import { roomsRouter } from "./router.ts"
import { writeClass } from "./test-room.ts"

test("CLS-09 visitors are asked to sign in before their input is read, refusals carry the contract's status", async () => {
  const world = await createTestContext()
  const class_id = await writeClass(world.ctx, await createInstructor(world.ctx))
  const visitor = createRouterClient(roomsRouter, { context: world.ctx })
  const unauthenticated = expect.objectContaining({ code: "UNAUTHENTICATED" })
  await expect(visitor.join({ class_id: "no id", device_id: "" })).rejects.toEqual(unauthenticated)
  await expect(visitor.state({ class_id })).rejects.toEqual(unauthenticated)

  const student = createRouterClient(roomsRouter, { context: world.as(await createStudent(world.ctx)) })
  const required = expect.objectContaining({ code: "ENROLMENT_REQUIRED", status: 403, defined: true })
  await expect(student.join({ class_id, device_id: "device-1" })).rejects.toEqual(required)
  const badInput = expect.objectContaining({ code: "BAD_REQUEST" })
  await expect(student.join({ class_id, device_id: "a:b:c:d" })).rejects.toEqual(badInput)
  await world.close()
})
