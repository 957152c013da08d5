import { globSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { CONSENT_PURPOSES, type ConsentPurpose } from "#contract/guardians/consents.ts"
import { dropVoiceOf } from "#features/attendance/server/service.ts"
import { voiceEvidence } from "#features/attendance/server/table.ts"
import { consents } from "#features/guardians/server/table.ts"
import { readRoles } from "#features/rooms/server/roles.ts"
import { readClassWithRoom } from "#features/rooms/server/room.ts"
import type { SignedIn } from "#platform/context.ts"
import { createClass, seat } from "./classes.ts"
import { type HttpProduct, startHttpProduct } from "./http.ts"
import { createGuardian, createInstructor, createStudent, giveConsent } from "./people.ts"

const source = resolve(import.meta.dirname, "../src")

let product: HttpProduct
let instructor: SignedIn
let classId: string
beforeAll(async () => {
  const switchedOn = { VOICE_EVIDENCE: "true", SNAPSHOTS: "true", LIVE_CLASSES_NEED_CONSENT: "true" }
  product = await startHttpProduct(switchedOn)
  instructor = await createInstructor(product.ctx)
  const now = product.ctx.clock.now()
  const live = { status: "live", started_at: now } as const
  classId = (await createClass(product.ctx, instructor, live)).id
})
afterAll(() => product?.close())

async function read<T>(path: string): Promise<T> {
  const answer = await product.call(instructor, "GET", `/api/v1/classes/${classId}${path}`)
  expect(answer.status, path).toBe(200)
  return (await answer.json()) as T
}

const register = () => read<{ voice_for: string[]; snapshots_of: string[] }>("/attendance")

/** Sends what was heard or seen of a student, as the teacher of the class. */
async function tell(path: string, body: object | FormData): Promise<Record<string, boolean>> {
  const isForm = body instanceof FormData
  const answer = await fetch(`${product.address}/api/v1/classes/${classId}${path}`, {
    method: "POST",
    headers: {
      cookie: await product.cookieOf(instructor),
      ...(!isForm && { "content-type": "application/json" }),
    },
    body: isForm ? body : JSON.stringify(body),
  })
  expect(answer.status, path).toBe(200)
  return (await answer.json()) as Record<string, boolean>
}

type Use = {
  what: string
  /** The file that asks whether it is allowed. */
  file: string
  purpose: ConsentPurpose
  /** Whether it is done to this student. */
  does(student: SignedIn): Promise<boolean>
}

/** Everything that is done to a child only with consent. Another one needs its row here. */
const USES: Use[] = [
  {
    what: "enters the picture and sound of a recording",
    file: "features/recordings/server/consented.ts",
    purpose: "recording",
    async does({ user_id }) {
      const { people } = await read<{ people: { person_id: string; recordable: boolean }[] }>(
        "/recordings/consented",
      )
      return people.find(({ person_id }) => person_id === user_id)?.recordable ?? true
    },
  },
  {
    what: "is listened to for the register",
    file: "features/classes/server/service.ts",
    purpose: "voice_evidence",
    does: async ({ user_id }) => (await register()).voice_for.includes(user_id),
  },
  {
    what: "is present by a voice that was heard",
    file: "features/classes/server/service.ts",
    purpose: "voice_evidence",
    does: async ({ user_id }) => (await tell("/voice", { student_id: user_id, level: 90 })).counted ?? true,
  },
  {
    what: "has a voice kept of a class that isn't settled",
    file: "features/attendance/server/service.ts",
    purpose: "voice_evidence",
    async does({ user_id }) {
      const { db, clock } = product.ctx
      const heard = { class_id: classId, student_id: user_id, level: 90, heard_at: clock.now() }
      await db.insert(voiceEvidence).values(heard).onConflictDoNothing()
      await dropVoiceOf(product.ctx, user_id)
      return (await db.$count(voiceEvidence, eq(voiceEvidence.student_id, user_id))) > 0
    },
  },
  {
    what: "is to be pictured",
    file: "features/attendance/server/snapshots.ts",
    purpose: "snapshots",
    does: async ({ user_id }) => (await register()).snapshots_of.includes(user_id),
  },
  {
    what: "has a picture kept",
    file: "features/attendance/server/snapshots.ts",
    purpose: "snapshots",
    async does({ user_id }) {
      const form = new FormData()
      form.set("student_id", user_id)
      form.set("image", new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])], "snapshot.jpg"))
      return (await tell("/snapshots", form)).kept ?? true
    },
  },
  {
    what: "enters the room",
    file: "features/rooms/server/roles.ts",
    purpose: "live_classes",
    async does(student) {
      const device = { device_id: "device-1" }
      const answer = await product.call(student, "POST", `/api/v1/classes/${classId}/room/join`, device)
      return ((await answer.json()) as { code?: string }).code !== "CONSENT_REQUIRED"
    },
  },
  {
    what: "may stay in the room",
    file: "features/rooms/server/roles.ts",
    purpose: "live_classes",
    async does({ user_id }) {
      const held = await readClassWithRoom(product.ctx, classId)
      if (!held) throw new Error("there is no class")
      return (await readRoles(product.ctx, held, [user_id])).get(user_id) === "student"
    },
  },
]

let numbers = 0
async function child(columns: Parameters<typeof createStudent>[1] = {}): Promise<SignedIn> {
  numbers += 1
  const guardian = { parent_name: "Sunita Rao", parent_phone: `+9193000${10_000 + numbers}` }
  const student = await createStudent(product.ctx, { under_18: true, ...guardian, ...columns })
  await seat(product.ctx, classId, student)
  return student
}

/** Gives a consent as the guardian's own browser does, regardless of which guardian staff know. */
async function consentOf(guardian: SignedIn, student: SignedIn, purpose: ConsentPurpose): Promise<void> {
  const { ctx } = product
  const answer = await product.call(
    guardian,
    "PUT",
    `/api/v1/guardian/children/${student.user_id}/consents/${purpose}`,
    { given: true, notice_version: 1, language: "en" },
  )
  expect(answer.status, purpose).toBe(200)
  expect(await ctx.db.$count(consents, eq(consents.student_id, student.user_id))).toBeGreaterThan(0)
}

/** Children for whom this purpose is not allowed, each for another reason. */
async function childrenWithout(purpose: ConsentPurpose): Promise<[why: string, student: SignedIn][]> {
  const { ctx } = product
  const others = await child()
  for (const other of CONSENT_PURPOSES) if (other !== purpose) await giveConsent(ctx, others, other)
  const withdrawn = await child()
  await giveConsent(ctx, withdrawn, purpose)
  await ctx.db
    .update(consents)
    .set({ withdrawn_at: ctx.clock.now(), withdrawn_by: withdrawn.user_id })
    .where(eq(consents.student_id, withdrawn.user_id))
  const byItself = await child()
  await giveConsent(ctx, byItself, purpose)
  await ctx.db.update(consents).set({ how: "self" }).where(eq(consents.student_id, byItself.user_id))
  const found: [string, SignedIn][] = [
    ["nobody consented", await child()],
    ["a guardian consented to everything else", others],
    ["the guardian took the consent back", withdrawn],
    ["the child consented itself", byItself],
  ]
  if (purpose !== "live_classes") {
    const unknown = await child()
    await consentOf(await createGuardian(ctx, unknown), unknown, purpose)
    const undated = await child({ date_of_birth: null, under_18: false })
    found.push(["the guardian is known to nobody", unknown], ["no date of birth is known", undated])
  }
  return found
}

for (const purpose of CONSENT_PURPOSES) {
  test(`LAW-01 LAW-03 nothing that needs consent to ${purpose} is done to a child without it, and all of it with a known guardian's`, async () => {
    const uses = USES.filter((use) => use.purpose === purpose)
    const children = await childrenWithout(purpose)
    const allowed = await child()
    await giveConsent(product.ctx, allowed, purpose)
    expect(uses).not.toEqual([])
    for (const { what, does } of uses) {
      for (const [why, student] of children) expect(await does(student), `${what}: ${why}`).toBe(false)
      expect(await does(allowed), what).toBe(true)
    }
  })
}

const files = globSync("**/*.{ts,tsx}", { cwd: source }).filter((file) => !file.includes(".test."))
const textOf = (file: string) => readFileSync(join(source, file), "utf8")

test("LAW-01 every place that asks for consent, and every table of voices and pictures, is among those tried", () => {
  const asking = files.filter((file) => {
    const asks = /\b(consentedTo|hasConsent)\(/.test(textOf(file))
    return asks && !file.startsWith("features/guardians/")
  })
  expect(asking.toSorted()).toEqual([...new Set(USES.map(({ file }) => file))].toSorted())
  const writing = files.filter((file) => /insert\((voiceEvidence|attendanceSnapshots)\)/.test(textOf(file)))
  expect(writing.toSorted()).toEqual([
    "features/attendance/server/service.ts",
    "features/attendance/server/snapshots.ts",
  ])
})

test("LAW-03 who is a child is decided in one place: nothing else reads what was once ticked", () => {
  // By its property, or in SQL of our own.
  const reads = /\.under_18\b|\bsql[^`]*`[^`]*\bunder_18\b/
  const reading = files.filter((file) => file.includes("/server/") && reads.test(textOf(file)))
  expect(reading.toSorted()).toEqual([
    "features/accounts/server/age.ts",
    // The constraint that a child has a guardian.
    "features/accounts/server/table.ts",
  ])
})
