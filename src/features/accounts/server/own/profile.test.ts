import { afterAll, beforeAll, expect, test } from "vitest"
import { ContactsDraft, PreferencesDraft, ProfileDraft } from "#contract/accounts/account.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createStudent } from "#tests/people.ts"
import { refusalOf } from "#tests/sign-ups.ts"
import { readProfile, updateContacts, updatePreferences, updateProfile } from "./profile.ts"

let world: TestContext
let student: SignedInCtx

beforeAll(async () => {
  world = await createTestContext()
  student = world.as(await createStudent(world.ctx, { first_name: "Ila", last_name: "Bose" }))
})
afterAll(() => world.close())

const NAMES = { first_name: "Ila", last_name: "Bose" }
/** Every PATCH of the own account, with a value for each field that differs from what an empty form would set. */
const PATCHES = [
  {
    shape: ProfileDraft.shape,
    set: { ...NAMES, phone: "+919876500001", grade: "7", curriculum: "CBSE" },
    patch: (input: object) => updateProfile(student, ProfileDraft.parse({ ...NAMES, ...input })),
  },
  {
    shape: ContactsDraft.shape,
    set: { parent_name: "Mita Bose", parent_phone: "+919876500002", sms_notifications_enabled: true },
    patch: (input: object) => updateContacts(student, ContactsDraft.parse(input)),
  },
  {
    shape: PreferencesDraft.shape,
    set: { language: "hi", marketing_opt_out: true },
    patch: (input: object) => updatePreferences(student, PreferencesDraft.parse(input)),
  },
]

test("ACC-10 what a PATCH of the own account leaves out stays as it was, field by field", async () => {
  for (const { shape, set, patch } of PATCHES) {
    expect(Object.keys(set).toSorted()).toEqual(Object.keys(shape).toSorted())
    await patch(set)
  }
  const before = await readProfile(student)
  for (const { set } of PATCHES) expect(before).toMatchObject(set)
  for (const { set, patch } of PATCHES) {
    await patch({})
    for (const [name, value] of Object.entries(set)) await patch({ [name]: value })
    expect(await readProfile(student)).toEqual(before)
  }
})

test("ACC-10 an empty text takes a value of the own account away", async () => {
  for (const { patch, set } of PATCHES.slice(0, 2)) await patch(set)
  await updateProfile(student, { ...NAMES, phone: "", grade: "", curriculum: "" })
  await updateContacts(student, { parent_name: "", parent_phone: "" })
  expect(await readProfile(student)).toMatchObject({
    ...{ phone: null, grade: null, curriculum: null, parent_name: null, parent_phone: null },
    sms_notifications_enabled: true,
  })
})

test("ACC-10 LAW-03 a child keeps a guardian with a name and a number, and nobody's guardian has their own number", async () => {
  const profile = {
    under_18: true,
    phone: "+919876500009",
    parent_name: "Mita Bose",
    parent_phone: "+919876500010",
  }
  const child = world.as(await createStudent(world.ctx, profile))
  const fieldsOf = async (input: object) =>
    ((await refusalOf(updateContacts(child, ContactsDraft.parse(input)))).data as { fields: object }).fields
  expect(await fieldsOf({ parent_name: "" })).toEqual({ parent_name: "GUARDIAN_NAME_MISSING" })
  expect(await fieldsOf({ parent_phone: "" })).toEqual({ parent_phone: "PHONE_INVALID" })
  expect(await fieldsOf({ parent_phone: "12" })).toEqual({ parent_phone: "PHONE_INVALID" })
  expect(await fieldsOf({ parent_phone: profile.phone })).toEqual({ parent_phone: "PARENT_PHONE_IS_OWN" })
  expect(await readProfile(child)).toMatchObject({
    ...{ parent_name: profile.parent_name, parent_phone: profile.parent_phone },
  })
})
