import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { VIEWS } from "#app/events/seen-data.ts"
import { contract } from "#contract/index.ts"
import { dataViews } from "#features/accounts/server/view-tables.ts"
import { dropOldViews } from "#features/accounts/server/views.ts"
import { classRecordings } from "#features/recordings/server/table.ts"
import type { SignedIn } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { DAY } from "#shared/time.ts"
import { allowed } from "./authorisation/allowed.ts"
import { OTHERWISE } from "./authorisation/no-views.ts"
import { createClass, seat } from "./classes.ts"
import { type HttpProduct, startHttpProduct } from "./http.ts"
import { createAdmin, createGuardian, createInstructor, createStudent } from "./people.ts"
import { fieldsOf } from "./schemas.ts"

let product: HttpProduct

beforeAll(async () => {
  product = await startHttpProduct()
})

afterAll(() => product?.close())

type Procedure = { "~orpc"?: { outputSchema?: unknown } }

function procedures(node: object, path = ""): [string, unknown][] {
  return Object.entries(node).flatMap(([key, value]: [string, Procedure & object]) => {
    const name = path ? `${path}.${key}` : key
    return value["~orpc"]
      ? [[name, value["~orpc"].outputSchema] as [string, unknown]]
      : procedures(value, name)
  })
}

/** Fields that refer to a student in a response. */
const TELLS =
  /^(student_id|student_name|person_id|user_id|parent_name|parent_phone|phone|email|snapshots_of|recipient_name)$/

const STAFF = ["instructor", "otherInstructor", "admin"]
/** Responses for everyone who is signed in contain only their own data. */
const ABOUT_ONESELF = 7

test("LAW-03 every procedure that shows staff a student's data has its views logged, or a reason why not", () => {
  const found = procedures(contract)
    .filter(([name]) => {
      const who = allowed[name] ?? []
      return who.length < ABOUT_ONESELF && who.some((persona) => STAFF.includes(persona))
    })
    .filter(([, output]) => fieldsOf(output).some((field) => TELLS.test(field)))
    .map(([name]) => name)
  expect(found.length).toBeGreaterThan(20)
  expect(found.filter((name) => !(name in VIEWS) && !(name in OTHERWISE))).toEqual([])
  const names = new Set(procedures(contract).map(([name]) => name))
  const listed = [...Object.keys(VIEWS), ...Object.keys(OTHERWISE)]
  expect(listed.filter((name) => !names.has(name))).toEqual([])
})

type View = { kind: string; viewer_name: string; viewer_role: string; day: string }

async function viewsOf(person: SignedIn, student: SignedIn): Promise<string[]> {
  await product.runtime.seen.flush()
  const answer = await product.call(person, "GET", `/api/v1/students/${student.user_id}/views`)
  if (!answer.ok) return [String(answer.status)]
  const { items } = (await answer.json()) as { items: View[] }
  return items.map(({ kind, viewer_name, viewer_role }) => `${viewer_role} ${viewer_name} ${kind}`).toSorted()
}

test("LAW-03 a guardian sees which of the staff looked at what of the child, once a day, and nobody else does", async () => {
  const { ctx } = product
  const child = await createStudent(ctx, {
    parent_phone: "+919812300077",
    parent_name: "Sunil",
    under_18: true,
  })
  const stranger = await createStudent(ctx, {
    parent_phone: "+919812300078",
    parent_name: "Lata",
    under_18: true,
  })
  const [guardian, other] = [await createGuardian(ctx, child), await createGuardian(ctx, stranger)]
  const [teacher, admin] = [await createInstructor(ctx), await createAdmin(ctx)]
  const { id } = await createClass(ctx, teacher, { status: "completed" })
  await seat(ctx, id, child)
  const recording_id = newId()
  const at = ctx.clock.now()
  await ctx.db.insert(classRecordings).values({
    ...{
      id: recording_id,
      class_id: id,
      instructor_id: teacher.user_id,
      title: "Fractions",
      quality: "720p",
    },
    ...{ recording_started_at: at, received_at: at, created_at: at, updated_at: at, status: "completed" },
    ...{ is_demo_class: false, visibility: "instructor_only", source: "room", mime_type: "video/webm" },
    ...{ file_size: 1, duration_seconds: 1, file_path: "a/b.webm" },
  })
  const look = (person: SignedIn, path: string, method = "GET") => product.call(person, method, path)
  for (let times = 0; times < 2; times += 1) {
    expect((await look(teacher, `/api/v1/classes/${id}/attendance`)).status).toBe(200)
    expect((await look(admin, `/api/v1/admin/students/${child.user_id}`)).status).toBe(200)
    expect((await look(admin, "/admin/export/students.csv")).status).toBe(200)
    await product.runtime.seen.flush()
  }
  expect((await look(teacher, `/api/v1/recordings/${recording_id}/play`, "POST")).status).toBe(200)
  // One's own data, and what was refused, are no views.
  await look(child, "/api/v1/account")
  await look(await createInstructor(ctx), `/api/v1/classes/${id}/attendance`)

  const views = [
    "admin Noor Khan export",
    "admin Noor Khan profile",
    "instructor Meera Iyer attendance",
    "instructor Meera Iyer recording",
  ]
  expect(await viewsOf(guardian, child)).toEqual(views)
  expect(await viewsOf(child, child)).toEqual(views)
  expect(await viewsOf(admin, child)).toEqual(views)
  expect(await viewsOf(other, child)).toEqual(["404"])
  expect(await viewsOf(stranger, child)).toEqual(["404"])
  expect(await viewsOf(teacher, child)).toEqual(["404"])
  expect(await viewsOf(guardian, stranger)).toEqual(["404"])

  const rows = () => ctx.db.$count(dataViews, eq(dataViews.student_id, child.user_id))
  await dropOldViews({ ...ctx, clock: { now: () => new Date(at.getTime() + 399 * DAY) } })
  expect(await rows()).toBe(4)
  await dropOldViews({ ...ctx, clock: { now: () => new Date(at.getTime() + 402 * DAY) } })
  expect(await rows()).toBe(0)
})
