import { afterAll, beforeAll, expect, test } from "vitest"
import type { SignedIn } from "#platform/context.ts"
import { createClass, seat } from "./classes.ts"
import { type HttpProduct, startHttpProduct } from "./http.ts"
import { createGuardian, createInstructor, createStudent, giveConsent } from "./people.ts"
import { startTestVideoServer, type TestVideoServer, VIDEO_SETUP_TIMEOUT_MS } from "./video-server.ts"

let video: TestVideoServer
let wanting: HttpProduct
let refraining: HttpProduct

beforeAll(async () => {
  video = await startTestVideoServer({ webhookUrl: "http://127.0.0.1:9/nobody" })
  wanting = await startHttpProduct({ VOICE_EVIDENCE: "true" }, video.port)
  refraining = await startHttpProduct({ VOICE_EVIDENCE: "false" }, video.port)
}, VIDEO_SETUP_TIMEOUT_MS)
afterAll(async () => {
  await wanting?.close()
  await refraining?.close()
  await video?.stop()
})

const child = { under_18: true, parent_name: "Sunita Rao" }

/** Writes a student for every state of consent to voice as evidence, by name. */
async function writeStudents({ ctx }: HttpProduct): Promise<Record<string, SignedIn>> {
  const known = await createStudent(ctx, { ...child, parent_phone: "+919555500011" })
  await createGuardian(ctx, known)
  await giveConsent(ctx, known, "voice_evidence")
  const elsewhere = await createStudent(ctx, { ...child, parent_phone: "+919555500012" })
  await createGuardian(ctx, elsewhere)
  await giveConsent(ctx, elsewhere, "recording")
  const adult = await createStudent(ctx)
  await giveConsent(ctx, adult, "voice_evidence")
  return {
    "a child with consent": known,
    "a child with consent to recording alone": elsewhere,
    "a child without": await createStudent(ctx, { ...child, parent_phone: "+919555500013" }),
    "an adult with consent": adult,
    "an adult without": await createStudent(ctx),
  }
}

type Answer = { voice_counts: boolean; recordable: boolean; counted: boolean }

async function answerOf(product: HttpProduct, person: SignedIn, path: string, body: object): Promise<Answer> {
  const answer = await product.call(person, "POST", `/api/v1${path}`, body)
  expect(answer.status, path).toBe(200)
  return answer.json()
}

/** Whether the recorder of a class may take a person in. */
async function isTakenIn(product: HttpProduct, instructor: SignedIn, classId: string, person: SignedIn) {
  const answer = await product.call(instructor, "GET", `/api/v1/classes/${classId}/recordings/consented`)
  const { people } = (await answer.json()) as { people: { person_id: string; recordable: boolean }[] }
  return people.find((one) => one.person_id === person.user_id)?.recordable
}

test("ATT-01 ROOM-07 REC-07 joining and the check before class say of everybody whether voice counts and they are recorded", async () => {
  const promised: string[] = []
  for (const product of [wanting, refraining]) {
    const instructor = await createInstructor(product.ctx)
    const { id } = await createClass(product.ctx, instructor, { starts_at: product.ctx.clock.now() })
    await answerOf(product, instructor, `/classes/${id}/start`, {})
    const device = { device_id: "device-1" }
    const own = await answerOf(product, instructor, `/classes/${id}/room/join`, device)
    expect(own).toMatchObject({ voice_counts: false, recordable: true })
    for (const [name, student] of Object.entries(await writeStudents(product))) {
      await seat(product.ctx, id, student)
      const joined = await answerOf(product, student, `/classes/${id}/room/join`, device)
      const checked = await answerOf(product, student, "/video/check", {})
      const heard = { student_id: student.user_id, level: 80 }
      const { counted } = await answerOf(product, instructor, `/classes/${id}/voice`, heard)
      expect([joined.voice_counts, checked.voice_counts], name).toEqual([counted, counted])
      expect(joined.recordable, name).toBe(await isTakenIn(product, instructor, id, student))
      if (counted) promised.push(name)
    }
  }
  expect(promised).toEqual(["a child with consent", "an adult with consent"])
})
