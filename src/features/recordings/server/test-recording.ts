import { randomUUID } from "node:crypto"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { eq } from "drizzle-orm"
import { afterAll, beforeAll, beforeEach, expect } from "vitest"
import type { SignedIn } from "#platform/context.ts"
import { createClass, seat } from "#tests/classes.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createInstructor, createStudent } from "#tests/people.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { recordingJobs } from "./jobs.ts"
import { finishRecording, startRecording } from "./service.ts"
import { classRecordings } from "./table.ts"
import { receiveUpload } from "./uploads.ts"

export const RECORDED_PATH = join(import.meta.dirname, "../../../../tests/files/recorded.webm")
/** Six seconds in the form a browser records them: no duration, no index. */
export const RECORDED = readFileSync(RECORDED_PATH)

export const minorOf = (parent_phone: string) => ({ under_18: true, parent_name: "Sunita Rao", parent_phone })

/** Returns the request with which a recorder sends bytes of a recording from an offset. */
export function patch(id: string, offset: number, bytes: Uint8Array, length?: number): Request {
  return new Request(`http://localhost/uploads/recordings/${id}`, {
    method: "PATCH",
    headers: {
      "tus-resumable": "1.0.0",
      "upload-offset": String(offset),
      "content-type": "application/offset+octet-stream",
      ...(length !== undefined && { "upload-length": String(length) }),
    },
    body: Buffer.from(bytes),
  })
}

type ClassKind = { class_type?: "demo" | "regular" }

/** A database of its own with a teacher and a student, for the tests of one file. */
export function recordingWorld() {
  const world = {
    ...({} as { context: TestContext; ctx: TestContext["ctx"]; teacher: SignedIn; student: SignedIn }),

    /** Starts a recording of a new teacher's live class, with the student in it. */
    async begin(change: ClassKind = {}) {
      const { context, ctx, student } = world
      const instructor = await createInstructor(ctx)
      const row = await createClass(ctx, instructor, {
        starts_at: new Date("2026-11-20T10:00:00Z"),
        status: "live",
        started_at: new Date("2026-11-20T10:00:00Z"),
        seats_taken: 1,
        ...change,
      })
      await seat(ctx, row.id, student)
      const recording_id = randomUUID()
      const me = context.as(instructor)
      const input = {
        class_id: row.id,
        recording_id,
        quality: "720p" as const,
        source: "room",
        mime_type: "video/webm;codecs=vp9,opus",
      }
      const recording = await startRecording(me, input)
      return { me, instructor, class_id: row.id, recording_id, recording, input }
    },

    async sendAll({ me, recording_id: id }: Begun): Promise<void> {
      const half = Math.floor(RECORDED.length / 2)
      expect((await receiveUpload(me, id, patch(id, 0, RECORDED.subarray(0, half)))).status).toBe(204)
      expect((await receiveUpload(me, id, patch(id, half, RECORDED.subarray(half)))).status).toBe(204)
    },

    /** Makes a recording that was sent, finished and processed. */
    async complete(change: ClassKind = {}) {
      const begun = await world.begin(change)
      await world.sendAll(begun)
      await finishRecording(begun.me, { recording_id: begun.recording_id, bytes: RECORDED.length })
      await runJobs(world.context, recordingJobs)
      return begun
    },

    /** Returns the offset up to which the server has a recording. */
    async offsetOf(me: Begun["me"], id: string): Promise<number> {
      const request = new Request(`http://localhost/uploads/recordings/${id}`, {
        method: "HEAD",
        headers: { "tus-resumable": "1.0.0" },
      })
      return Number((await receiveUpload(me, id, request)).headers.get("upload-offset"))
    },

    async readRow(id: string) {
      const rows = await world.ctx.db.select().from(classRecordings).where(eq(classRecordings.id, id))
      return rows[0]
    },
  }
  type Begun = { me: ReturnType<TestContext["as"]>; recording_id: string }
  beforeAll(async () => {
    world.context = await createTestContext()
    world.ctx = world.context.ctx
    world.teacher = await createInstructor(world.ctx)
    world.student = await createStudent(world.ctx)
  })
  beforeEach(() => {
    world.context.clock.set("2026-11-20T10:30:00Z")
    world.context.jobs.length = 0
  })
  afterAll(() => world.context.close())
  return world
}
