import { eq } from "drizzle-orm"
import { expect, test } from "vitest"
import { user } from "#features/accounts/server/table.ts"
import { demoClassRequests } from "#features/classes/server/table.ts"
import { newId } from "#shared/ids.ts"
import { createTestContext } from "#tests/context.ts"
import { createAdmin, createInstructor, createStudent } from "#tests/people.ts"
import { readRoles } from "./roles.ts"
import { isGranted } from "./room.ts"
import { roomBans } from "./table.ts"
import { writeClass, writeSeat } from "./test-room.ts"

test("CLS-09 who may be in a room, and as what, follows from seats, requests, bans and accounts of this class", async () => {
  const { ctx, close } = await createTestContext()
  const teacher = await createInstructor(ctx)
  const otherTeacher = await createInstructor(ctx)
  const admin = await createAdmin(ctx)
  const names = ["enrolled", "approved", "pending", "banned", "disabled", "elsewhere"] as const
  const students = await Promise.all(names.map(() => createStudent(ctx)))
  const [enrolled, approved, pending, banned, disabled, elsewhere] = students.map((one) => one.user_id)
  const classId = await writeClass(ctx, teacher)
  const otherClass = await writeClass(ctx, otherTeacher)
  for (const student of students) {
    const id = student.user_id
    if (id === enrolled || id === banned || id === disabled) await writeSeat(ctx, classId, student)
    if (id === elsewhere) await writeSeat(ctx, otherClass, student)
    const status = id === approved ? "approved" : id === pending ? "pending" : null
    if (!status) continue
    const request = {
      id: newId(),
      class_id: classId,
      student_id: id,
      instructor_id: teacher.user_id,
      status,
    } as const
    await ctx.db.insert(demoClassRequests).values(request)
  }
  const ban = { class_id: classId, banned_by: teacher.user_id }
  for (const id of [banned, teacher.user_id])
    await ctx.db.insert(roomBans).values({ ...ban, person_id: id ?? "" })
  await ctx.db.insert(roomBans).values({ ...ban, class_id: otherClass, person_id: enrolled ?? "" })
  await ctx.db
    .update(user)
    .set({ disabledAt: ctx.clock.now() })
    .where(eq(user.id, disabled ?? ""))

  const unknown = newId()
  const people = [...students, teacher, otherTeacher, admin].map((person) => person.user_id)
  const held = {
    id: classId,
    instructor_id: teacher.user_id,
    substitutes_for: null,
    policy: { locked: false },
  }
  const roles = await readRoles(ctx, held, [...people, unknown, teacher.user_id])
  expect(Object.fromEntries(names.map((name, n) => [name, roles.get(students[n]?.user_id ?? "")]))).toEqual({
    enrolled: "student",
    approved: "student",
    pending: null,
    banned: null,
    disabled: null,
    elsewhere: null,
  })
  expect(roles.get(teacher.user_id)).toBe("instructor")
  expect(roles.get(admin.user_id)).toBe("instructor")
  expect(roles.get(otherTeacher.user_id)).toBeNull()
  expect(roles.has(unknown)).toBe(false)
  expect(await readRoles(ctx, held, [])).toEqual(new Map())
  await close()
})

test("ROOM-03 rights are as wanted only when neither more nor less is granted, in whatever order", () => {
  const wanted = {
    canPublish: true,
    sources: ["camera" as const, "microphone" as const],
    canPublishData: false,
    canSubscribe: true,
  }
  expect(isGranted({ ...wanted, sources: ["microphone", "camera"], hidden: false }, wanted)).toBe(true)
  expect(isGranted({ ...wanted, sources: ["microphone"] }, wanted)).toBe(false)
  expect(isGranted({ ...wanted, sources: [...wanted.sources, "screen_share"] }, wanted)).toBe(false)
  expect(isGranted({ ...wanted, canPublishData: true }, wanted)).toBe(false)
  expect(isGranted({ ...wanted, canSubscribe: false }, wanted)).toBe(false)
  expect(isGranted({ ...wanted, hidden: true }, wanted)).toBe(false)
})
