import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { updateContacts } from "#features/accounts/server/own/profile.ts"
import { students } from "#features/accounts/server/table.ts"
import type { SignedIn } from "#platform/context.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createFurtherGuardian, invitationFor, nextPhone } from "#tests/guardians.ts"
import { createAdmin, createGuardian, createStudent } from "#tests/people.ts"
import { refusalOf } from "#tests/sign-ups.ts"
import { answerForChild } from "./children.ts"
import { confirmGuardian } from "./known-guardians.ts"
import { listTold } from "./links.ts"
import { removeGuardian } from "./other-guardians.ts"
import { guardianInvitations, guardianOf } from "./table.ts"

let world: TestContext
let admin: SignedIn

beforeAll(async () => {
  world = await createTestContext()
  admin = await createAdmin(world.ctx)
})
afterAll(() => world.close())

/** Names another number as a student does. */
const name = (student: SignedIn, parent_phone: string) =>
  updateContacts(world.as(student), { parent_name: "Sunita Rao", parent_phone })

async function invite(child: SignedIn, by: SignedIn): Promise<SignedIn> {
  const guardian = await createFurtherGuardian(world.ctx, child, ["see", "told"])
  await world.ctx.db
    .update(guardianOf)
    .set({ invited_by: by.user_id })
    .where(eq(guardianOf.guardian_id, guardian.user_id))
  return guardian
}

const know = (child: SignedIn, guardian: SignedIn) =>
  confirmGuardian(world.as(admin), {
    ...{ user_id: child.user_id, guardian_id: guardian.user_id },
    ...{ known_how: "in_person", known_seen: "identity_card" },
  })

const toldOf = async (child: SignedIn) =>
  (await listTold(world.ctx, [child.user_id])).map(({ guardian_id }) => guardian_id).toSorted()

test("LAW-03 a changed contact number ends the link of its owner and of whom they invited, and no guardian's whom staff know or invited", async () => {
  const grown = await createStudent(world.ctx, { parent_phone: nextPhone(), parent_name: "A stranger" })
  const first = await createGuardian(world.ctx, grown)
  await know(grown, first)
  const friend = await invite(grown, first)
  const father = await invite(grown, first)
  await know(grown, father)
  const uncle = await invite(grown, father)
  const aunt = await invite(grown, admin)
  const open = [
    await invitationFor(world.ctx, grown.user_id, first.user_id),
    await invitationFor(world.ctx, grown.user_id, father.user_id),
  ]
  world.published.length = 0
  await name(grown, nextPhone())
  expect(await toldOf(grown)).toEqual([father, uncle, aunt].map(({ user_id }) => user_id).toSorted())
  const ended = world.published.filter(({ topic }) => topic === "guardian.rights_ended")
  expect(ended.map(({ data }) => (data as { guardian_id: string }).guardian_id).toSorted()).toEqual(
    [first, friend].map(({ user_id }) => user_id).toSorted(),
  )
  const left = await world.ctx.db
    .select({ id: guardianInvitations.id })
    .from(guardianInvitations)
    .where(eq(guardianInvitations.student_id, grown.user_id))
  expect(left).toEqual([{ id: open[1] }])
  // The father's identity is still confirmed, and the owner of the new number is nobody yet.
  const [link] = await world.ctx.db
    .select()
    .from(guardianOf)
    .where(eq(guardianOf.guardian_id, father.user_id))
  expect(link?.known_by).toBe(admin.user_id)
  // Named again, the first one is asked again.
  const [student] = await world.ctx.db.select().from(students).where(eq(students.user_id, grown.user_id))
  expect(student?.parent_phone_confirmed_at).toBeNull()
})

test("LAW-03 a guardian whom staff removed doesn't come back by their number, though it was changed meanwhile", async () => {
  const number = nextPhone()
  const child = await createStudent(world.ctx, {
    ...{ under_18: true, parent_name: "Sunita Rao", parent_phone: number },
  })
  const removed = await createGuardian(world.ctx, child)
  const link = { student_id: child.user_id, guardian_id: removed.user_id }
  await removeGuardian(world.as(admin), link, "staff")
  await name(child, nextPhone())
  await name(child, number)
  const back = answerForChild(world.as(removed), { student_id: child.user_id, mine: true })
  expect((await refusalOf(back)).code).toBe("NOT_FOUND")
  expect(await toldOf(child)).toEqual([])
})
