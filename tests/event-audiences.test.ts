import { readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { topicsFor } from "#app/events/events.ts"
import { demoClassRequests, scheduledClasses } from "#features/classes/server/table.ts"
import { seedPrograms } from "#features/programs/server/seed.ts"
import { programs } from "#features/programs/server/table.ts"
import type { Viewer } from "#platform/context.ts"
import { emit } from "#platform/events.ts"
import { AUDIENCE, type EventName, isEventName } from "#shared/changes.ts"
import { newId } from "#shared/ids.ts"
import { createClass, requestFor, seat } from "./classes.ts"
import { type HttpProduct, startHttpProduct } from "./http.ts"
import { teachProgram } from "./lessons.ts"
import { createAdmin, createGuardian, createInstructor, createStudent, giveConsent } from "./people.ts"

/* The policy of the event stream: every change that the product emits has its audience, and every kind of
   person receives exactly what this table says. */

let product: HttpProduct

beforeAll(async () => {
  product = await startHttpProduct()
})

afterAll(() => product?.close())

/** Made by the feed of other changes. */
const isMade = (name: string) => name.startsWith("day.") || name.startsWith("recorder.")

const source = resolve(import.meta.dirname, "../src")

test("D1 every change that is emitted anywhere has a row in the table of audiences, and no row is left over", () => {
  const emitted = new Set<string>()
  const files = readdirSync(source, { recursive: true, encoding: "utf8" })
  for (const file of files.filter((name) => /\.tsx?$/.test(name) && !name.includes(".test."))) {
    if (file === join("platform", "events.ts")) continue
    const text = readFileSync(join(source, file), "utf8")
    for (const [call, name] of text.matchAll(
      /(?<!\.)\b(?:emit|emitAll|changeOf)\(\s*(?:\w+(?:\.\w+)*,\s*)?([^,]+),/g,
    )) {
      const named = [...(name ?? "").matchAll(/"([a-z]+\.[a-z]+)"/g)].map(([, found]) => found ?? "")
      expect(named, `${file} emits a name that can't be read here: ${call}`).not.toEqual([])
      for (const one of named) emitted.add(one)
    }
  }
  const made = Object.keys(AUDIENCE).filter(isMade)
  expect([...emitted, ...made].toSorted()).toEqual(Object.keys(AUDIENCE).toSorted())
})

const VIEWERS = [
  "visitor",
  "student",
  "seated",
  "approved",
  "guardian",
  "instructor",
  "substitute",
  "other instructor",
  "admin",
  "locked admin",
] as const
type ViewerName = (typeof VIEWERS)[number]

const everyone: ViewerName[] = [...VIEWERS]
const staff: ViewerName[] = ["instructor", "substitute", "admin"]
const placed: ViewerName[] = [...staff, "seated", "approved"]
const nobody: ViewerName[] = []

/** Who receives it: of a class that others may find, and of one made for some students alone. */
const ofClasses: Record<string, [shared: ViewerName[], unlisted: ViewerName[]]> = {
  "class.scheduled": [everyone, placed],
  "class.started": [everyone, placed],
  "class.ended": [everyone, placed],
  "class.cancelled": [everyone, placed],
  "class.deleted": [everyone, placed],
  "class.moved": [everyone, placed],
  "class.changed": [everyone, placed],
  "class.seats": [everyone, placed],
  "class.recordings": [placed, placed],
  "class.attendance": [staff, staff],
  "class.notices": [staff, staff],
  "class.presence": [staff, staff],
  "class.room": [staff, staff],
}
const ofOthers: Record<string, ViewerName[]> = {
  "import.changed": ["admin"],
  "upi.claimed": ["admin"],
  "refund.asked": ["admin"],
  "settlement.read": ["admin"],
  "slot.offered": everyone.filter((viewer) => viewer !== "visitor"),
  "settings.changed": nobody,
}
/** Of a program that the instructor looks after. */
const ofPrograms: Record<string, ViewerName[]> = {
  "program.lessons": ["instructor", "admin"],
}
/** Of the student who has a seat. */
const ofPersons: Record<string, ViewerName[]> = {
  "person.changed": ["seated"],
  "person.enrolled": ["seated"],
  "person.notice": ["seated"],
}

async function createPeople(): Promise<Record<ViewerName, Viewer>> {
  const { ctx } = product
  const seated = await createStudent(ctx, {
    under_18: true,
    parent_phone: "+919812345678",
    parent_name: "Sunil Rao",
  })
  const admin = await createAdmin(ctx)
  return {
    visitor: null,
    student: await createStudent(ctx),
    seated,
    approved: await createStudent(ctx),
    guardian: await createGuardian(ctx, seated),
    instructor: await createInstructor(ctx),
    substitute: await createInstructor(ctx),
    "other instructor": await createInstructor(ctx),
    admin,
    "locked admin": { ...admin, user_id: newId(), locked: true },
  }
}

type People = Awaited<ReturnType<typeof createPeople>>

/** When each class is, so that no instructor has two at once. */
const AFTER_HOURS = { shared: 4, alone: 2, invited: 6 }

async function createTaught(people: People, kind: keyof typeof AFTER_HOURS): Promise<string> {
  const { ctx } = product
  const { instructor, substitute, seated, approved } = people
  if (!instructor || !substitute || !seated || !approved) throw new Error("nobody there")
  const { id } = await createClass(ctx, substitute, {
    substitutes_for: instructor.user_id,
    one_on_one: kind === "alone",
    invitation_id: kind === "invited" ? newId() : null,
    max_capacity: kind === "alone" ? 1 : 30,
    starts_at: new Date(Date.now() + AFTER_HOURS[kind] * 3_600_000),
  })
  await seat(ctx, id, seated)
  const request = await requestFor(ctx, id, approved, instructor)
  await ctx.db.update(demoClassRequests).set({ status: "approved" }).where(eq(demoClassRequests.id, request))
  return id
}

async function programOf(teacher: Viewer | undefined): Promise<string> {
  const { ctx } = product
  await seedPrograms(ctx)
  const [program] = await ctx.db.select({ id: programs.id }).from(programs).limit(1)
  if (!program || !teacher) throw new Error("nothing is taught")
  await teachProgram(ctx, program.id, teacher)
  return program.id
}

/** Has each viewer follow all that they can. Returns what each received, and a function that ends it. */
function followAll(people: People, ids: string[], program = newId()) {
  const told = new Map<ViewerName, string[]>()
  const ways = VIEWERS.map((name) => {
    const viewer = people[name]
    const heard: string[] = []
    told.set(name, heard)
    const open = `classes,class:${ids.join(".")}`
    const topics = topicsFor(
      { ...product.ctx, viewer },
      viewer ? `${open},slot:*,import:*,upi:*,refund:*,settlement:*,person:me,program:${program}` : open,
    )
    const tell = (change: { name: string; id: string }) => void heard.push(`${change.name} ${change.id}`)
    return product.runtime.feed.follow({ viewer, tell }, topics)
  })
  return { told, leave: () => ways.forEach((off) => void off()) }
}

test("D1 every change is told to those whom it concerns and to nobody else", async () => {
  const { ctx } = product
  const people = await createPeople()
  const shared = await createTaught(people, "shared")
  const alone = await createTaught(people, "alone")
  const invited = await createTaught(people, "invited")
  const seated = people.seated?.user_id ?? ""
  const program = await programOf(people.instructor)
  const { told, leave } = followAll(people, [shared, alone, invited], program)
  const expected = new Map<ViewerName, Set<string>>(VIEWERS.map((name) => [name, new Set<string>()]))
  const wanted = (viewers: ViewerName[], change: string) => {
    for (const viewer of viewers) expected.get(viewer)?.add(change)
  }
  for (const name of Object.keys(AUDIENCE).filter(isEventName)) {
    if (isMade(name)) continue
    const [ofShared, ofAlone] = ofClasses[name] ?? []
    if (ofShared && ofAlone) {
      wanted(ofShared, `${name} ${shared}`)
      for (const id of [alone, invited]) wanted(ofAlone, `${name} ${id}`)
      for (const id of [shared, alone, invited]) await emit(ctx, name, id)
      continue
    }
    const others = ofPersons[name] ?? ofPrograms[name] ?? ofOthers[name]
    expect(others, `${name} has no row in this test`).toBeDefined()
    const id = name in ofPersons ? seated : name in ofPrograms ? program : newId()
    wanted(others ?? [], `${name} ${id}`)
    await emit(ctx, name, id)
  }
  for (const name of VIEWERS) {
    const hopes = [...(expected.get(name) ?? [])].toSorted()
    await expect.poll(() => told.get(name)?.toSorted(), { message: name }).toEqual(hopes)
  }
  leave()
})

test("D1 what became of a deleted class is told as before it was deleted, and of an unknown one to no visitor", async () => {
  const { ctx, runtime } = product
  const people = await createPeople()
  const { instructor, admin } = people
  if (!instructor || !admin) throw new Error("nobody there")
  const [shared, alone] = [await createClass(ctx, instructor), await createTaught(people, "alone")]
  await product.call(instructor, "DELETE", `/api/v1/classes/${shared.id}`)
  await ctx.db.delete(scheduledClasses).where(eq(scheduledClasses.id, alone))
  const { told, leave } = followAll(people, [shared.id, alone])
  await emit(ctx, "class.deleted", alone)
  await emit(ctx, "class.deleted", shared.id)
  await expect.poll(() => told.get("visitor")).toEqual([`class.deleted ${shared.id}`])
  expect(told.get("other instructor")).toEqual([`class.deleted ${shared.id}`])
  expect(told.get("admin")).toHaveLength(2)
  leave()
  await expect.poll(() => runtime.changes.readers()).toBe(0)
})

test("D1 nobody can ask for what they may not hear of, or for what there isn't", async () => {
  const id = newId()
  const asUser = await createStudent(product.ctx)
  const ask = async (viewer: Viewer, topics: string) =>
    (await product.call(viewer, "GET", `/api/v1/events?topics=${encodeURIComponent(topics)}`)).status
  const withheld = Object.entries(AUDIENCE).filter(([, audience]) => audience !== "anyone")
  for (const [name] of withheld) {
    if (name.startsWith("settings.")) continue
    const of = /^(class|recorder|program)\./.test(name)
      ? id
      : /^(slot|import|upi|refund|settlement)\./.test(name)
        ? "*"
        : "me"
    expect(await ask(null, `${name}:${of}`), name).toBe(401)
  }
  const unknown = [
    "class.anything:*",
    "class:1",
    "day:*",
    "day:2026-13-01",
    "settings.changed:all",
    "",
    "x",
    `slot:${id}`,
  ]
  for (const topics of [
    ...unknown,
    `person:${id}`,
    Array(201).fill(`class:${newId()}`).join(",").slice(0, 7_999),
  ]) {
    expect(await ask(asUser, topics), topics).toBe(404)
  }
})

test("D1 a visitor who follows all classes over HTTP reads of no notice, no mark and no one-on-one class", async () => {
  const { ctx } = product
  const people = await createPeople()
  const [shared, alone] = [await createTaught(people, "shared"), await createTaught(people, "alone")]
  const answer = await product.call(null, "GET", "/api/v1/events?topics=classes")
  const hidden: EventName[] = ["class.attendance", "class.notices", "class.recordings", "class.presence"]
  for (const name of hidden) await emit(ctx, name, shared)
  for (const name of Object.keys(ofClasses).filter(isEventName)) await emit(ctx, name, alone)
  await emit(ctx, "slot.offered", newId())
  await emit(ctx, "class.seats", shared)
  let text = ""
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  while (reader && !text.includes("class.seats")) text += (await reader.read()).value ?? ""
  await reader?.cancel()
  const names = [...text.matchAll(/"name":"([^"]+)","id":"([^"]+)"/g)].map(([, name, id]) => `${name} ${id}`)
  expect(names).toEqual([`class.seats ${shared}`])
})

test("REC-07 the recorder of a class hears within a second that a consent was withdrawn, and leaves the child out", async () => {
  const { ctx, runtime } = product
  const people = await createPeople()
  const { seated, guardian, substitute } = people
  if (!seated || !guardian || !substitute) throw new Error("nobody there")
  await giveConsent(ctx, seated, "recording")
  const [taught, other] = [await createTaught(people, "shared"), await createClass(ctx, substitute)]
  const heard = new Map<ViewerName, string[]>()
  const ways = VIEWERS.filter((name) => people[name]).map((name) => {
    const viewer = people[name]
    heard.set(name, [])
    const tell = (change: { name: string; id: string }) =>
      void heard.get(name)?.push(`${change.name} ${change.id}`)
    return runtime.feed.follow(
      { viewer, tell },
      topicsFor({ ...ctx, viewer }, `recorder.people:${taught}.${other.id}`),
    )
  })
  const recordable = async () => {
    const answer = await product.call(substitute, "GET", `/api/v1/classes/${taught}/recordings/consented`)
    const { people: listed } = (await answer.json()) as {
      people: { person_id: string; recordable: boolean }[]
    }
    return listed.find(({ person_id }) => person_id === seated.user_id)?.recordable
  }
  expect(await recordable()).toBe(true)
  const path = `/api/v1/guardian/children/${seated.user_id}/consents/recording`
  const wish = { given: false, notice_version: 1, language: "en" }
  expect((await product.call(guardian, "PUT", path, wish)).status).toBe(200)
  await expect.poll(() => heard.get("substitute"), { timeout: 1_000 }).toEqual([`recorder.people ${taught}`])
  expect(await recordable()).toBe(false)
  for (const [name, told] of heard) {
    expect(told, name).toEqual(staff.includes(name) ? [`recorder.people ${taught}`] : [])
  }
  ways.forEach((off) => void off())
})
