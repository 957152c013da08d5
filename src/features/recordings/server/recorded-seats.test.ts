import { eq } from "drizzle-orm"
import type pg from "pg"
import { expect, test } from "vitest"
import { classEnrollments, demoClassRequests } from "#features/classes/server/table.ts"
import type { SignedIn } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { HOUR, MINUTE } from "#shared/time.ts"
import { createClass, requestFor, seat } from "#tests/classes.ts"
import { brokenInvariants } from "#tests/faults/invariants.ts"
import { numbersFrom } from "#tests/faults/seeded.ts"
import { createGuardian, createInstructor, createStudent } from "#tests/people.ts"
import { asAfterYears, rowsRead } from "#tests/rows-read.ts"
import { sweepRecordings } from "./processing.ts"
import { deleteRecording, restoreRecording, startRecording } from "./service.ts"
import { classRecordings } from "./table.ts"
import { minorOf, recordingWorld } from "./test-recording.ts"
import { listRecordingsToWatch } from "./watching.ts"

const world = recordingWorld()
const poolOf = () => (world.ctx.db as unknown as { $client: pg.Pool }).$client

type Of = { class_id: string; instructor: SignedIn }

function rowOf({ class_id, instructor }: Of, changes: Partial<typeof classRecordings.$inferInsert> = {}) {
  const at = world.context.clock.now()
  return {
    ...{ id: newId(), class_id, instructor_id: instructor.user_id, title: "Fractions", is_demo_class: false },
    ...{ recording_started_at: at, recording_ended_at: at, received_at: at, created_at: at, updated_at: at },
    ...{ status: "completed" as const, visibility: "enrolled_students" as const, quality: "720p" as const },
    ...{ source: "room", mime_type: "video/webm", file_size: 1, duration_seconds: 1 },
    ...changes,
  }
}

async function marksOf(class_id: string): Promise<boolean[]> {
  const { recorded } = classEnrollments
  const rows = await world.ctx.db
    .select({ recorded })
    .from(classEnrollments)
    .where(eq(classEnrollments.class_id, class_id))
  return rows.map((row) => row.recorded)
}

test("OPS-08 REC-05 a seat knows whether its class has recordings, whatever its writer says and in which order they come", async () => {
  const begun = await world.begin()
  const other = await createClass(world.ctx, begun.instructor, {
    starts_at: new Date("2026-11-20T06:00:00Z"),
  })
  await seat(world.ctx, other.id, world.student)
  const { class_id, recording_id } = begun
  await world.ctx.db.insert(classEnrollments).values({
    ...{ id: newId(), class_id, student_id: (await createStudent(world.ctx)).user_id, recorded: false },
  })
  expect([await marksOf(class_id), await marksOf(other.id)]).toEqual([[true, true], [false]])
  // Starting it once more writes nothing; one in the bin is still there.
  await startRecording(begun.me, begun.input)
  await deleteRecording(begun.me, recording_id)
  await restoreRecording(begun.me, recording_id)
  expect(await marksOf(class_id)).toEqual([true, true])
  const again = rowOf({ ...begun, class_id })
  await world.ctx.db.insert(classRecordings).values(again)
  await world.ctx.db.delete(classRecordings).where(eq(classRecordings.id, again.id))
  expect(await marksOf(class_id)).toEqual([true, true])
  // The only one left never began, and is removed.
  world.context.clock.advance(HOUR)
  await sweepRecordings(world.ctx)
  expect([await world.readRow(recording_id), await marksOf(class_id)]).toEqual([undefined, [false, false]])
  expect((await brokenInvariants(poolOf())).filter((broken) => broken.startsWith("a seat knows"))).toEqual([])
})

test.each(["the recording", "the seat"])(
  "OPS-08 a seat and a recording that are written at once know of each other, if %s is first",
  async (first) => {
    const instructor = await createInstructor(world.ctx)
    const { id: class_id } = await createClass(world.ctx, instructor)
    const recording = [newId(), class_id, instructor.user_id]
    const seated = [newId(), class_id, (await createStudent(world.ctx)).user_id]
    // As a process of the release before writes them.
    const record = `insert into class_recordings (id, class_id, instructor_id, title, recording_started_at, status, is_demo_class, visibility, quality, source,
        mime_type, received_at, created_at, updated_at)
      values ($1, $2, $3, 'Fractions', now(), 'failed', false, 'instructor_only', '720p', 'room', 'video/webm', now(), now(), now())`
    const enrol = "insert into class_enrollments (id, class_id, student_id) values ($1, $2, $3)"
    const [one, two] = [await poolOf().connect(), await poolOf().connect()]
    await one.query("begin")
    await two.query("begin")
    const writes = [() => one.query(record, recording), () => two.query(enrol, seated)]
    const [before, after] = first === "the seat" ? writes.reverse() : writes
    await before?.()
    const written = after?.()
    await expect
      .poll(async () => (await poolOf().query("select 1 from pg_locks where not granted")).rowCount)
      .toBeGreaterThan(0)
    await (first === "the seat" ? two : one).query("commit")
    await written
    await (first === "the seat" ? one : two).query("commit")
    one.release()
    two.release()
    expect(await marksOf(class_id)).toEqual([true])
  },
)

/** What a list shows, worked out from all rows: the newest class first, and of a class the newest recording. */
type Known = {
  starts_at: Date
  row: ReturnType<typeof rowOf>
  seated: string[]
  approved: string[]
}

function expected(known: Known[], people: string[]): string[] {
  const shown = ({ row }: Known) =>
    row.status === "completed" && row.visibility === "enrolled_students" && !row.deleted_at
  const newest = (a: Known, b: Known) =>
    b.starts_at.getTime() - a.starts_at.getTime() ||
    b.row.recording_started_at.getTime() - a.row.recording_started_at.getTime() ||
    (b.row.id < a.row.id ? -1 : 1)
  return known
    .filter((one) => shown(one) && people.some((id) => [...one.seated, ...one.approved].includes(id)))
    .sort(newest)
    .map(({ row }) => row.id)
}

test("OPS-08 REC-05 DASH-04 the pages of a list to watch are what all seats, requests and recordings say, for students and their guardian", async () => {
  const random = numbersFrom(11)
  const instructor = await createInstructor(world.ctx)
  const phone = "+919123455077"
  const children = [
    await createStudent(world.ctx, minorOf(phone)),
    await createStudent(world.ctx, minorOf(phone)),
  ]
  const known: Known[] = []
  for (let n = 0; n < 80; n += 1) {
    // Of two instructors, so that classes of two children overlap.
    const teacher = n % 2 === 0 ? instructor : await createInstructor(world.ctx)
    const starts_at = new Date(Date.UTC(2026, 9, 1 + Math.floor(n / 2), 10, (n % 2) * 10))
    const demo = random() < 0.2
    const { id: class_id } = await createClass(world.ctx, teacher, {
      ...{ starts_at, class_type: demo ? ("demo" as const) : ("regular" as const) },
    })
    const [seated, approved]: [string[], string[]] = [[], []]
    for (const child of children) {
      if (random() < 0.3) continue
      if (!demo) await seat(world.ctx, class_id, child)
      else {
        const id = await requestFor(world.ctx, class_id, child, teacher)
        if (random() < 0.5) continue
        await world.ctx.db
          .update(demoClassRequests)
          .set({ status: "approved" })
          .where(eq(demoClassRequests.id, id))
      }
      ;(demo ? approved : seated).push(child.user_id)
    }
    for (let k = Math.floor(random() * 3); k > 0; k -= 1) {
      const started = new Date(starts_at.getTime() + Math.floor(random() * 3) * 20 * MINUTE)
      const row = rowOf(
        { class_id, instructor: teacher },
        {
          ...{ recording_started_at: started, status: random() < 0.1 ? "failed" : "completed" },
          visibility: random() < 0.1 ? "instructor_only" : "enrolled_students",
          deleted_at: random() < 0.1 ? started : null,
        },
      )
      await world.ctx.db.insert(classRecordings).values(row)
      known.push({ starts_at, row, seated, approved })
    }
  }
  await createGuardian(world.ctx, children[0] as SignedIn)
  const guardian = await createGuardian(world.ctx, children[1] as SignedIn)
  const ids = children.map(({ user_id }) => user_id)
  const lists: [SignedIn, string[], { student_id?: string }][] = [
    ...children.map((child): [SignedIn, string[], object] => [child, [child.user_id], {}]),
    [guardian, ids, {}],
    [guardian, [ids[1] ?? ""], { student_id: ids[1] ?? "" }],
  ]
  for (const [viewer, people, of] of lists) {
    for (const limit of [1, 3, 50]) {
      const seen: string[] = []
      for (let cursor: string | undefined; seen.length < 200; ) {
        const page = await listRecordingsToWatch(world.context.as(viewer), {
          ...of,
          limit,
          ...(cursor && { cursor }),
        })
        seen.push(...page.items.map(({ id }) => id))
        if (page.next_cursor === null) break
        cursor = page.next_cursor
      }
      expect(seen).toEqual(expected(known, people))
    }
  }
  expect(expected(known, ids).length).toBeGreaterThan(30)
})

test("OPS-08 REC-05 of years in which every class was recorded, or none, a page reads the recordings that it shows", async () => {
  const pool = poolOf()
  const [instructor, student] = [await createInstructor(world.ctx), await createStudent(world.ctx)]
  const unrecorded = await createStudent(world.ctx)
  await pool.query(
    `with held as (
       insert into scheduled_classes (id, instructor_id, title, subject, curriculum, scheduled_date, start_time, end_time, starts_at, ends_at,
                                      max_capacity, seats_taken, status)
       select uuidv7(), $1, 'Fractions', 'Mathematics', 'CBSE', at::date, '10:00', '11:00', at, at + interval '1 hour', 30, 1, 'completed'
       from generate_series(1, 600) n, lateral (select '2026-11-01T10:00Z'::timestamptz - n * interval '1 day' as at) as dated
       returning id, starts_at),
     recorded as (
       insert into class_recordings (id, class_id, instructor_id, title, recording_started_at, recording_ended_at, status, is_demo_class, visibility,
                                     quality, source, mime_type, file_size, duration_seconds, received_at, created_at, updated_at)
       select uuidv7(), id, $1, 'Fractions', starts_at, starts_at, 'completed', false, 'enrolled_students', '720p', 'room', 'video/webm', 1, 1,
              starts_at, starts_at, starts_at
       from held where extract(day from starts_at)::int % 2 = 0 returning class_id)
     select 1`,
    [instructor.user_id],
  )
  await pool.query(
    `insert into class_enrollments (id, class_id, student_id)
     select uuidv7(), c.id, case when r.id is null then $3::uuid else $2::uuid end
     from scheduled_classes c left join class_recordings r on r.class_id = c.id where c.instructor_id = $1`,
    [instructor.user_id, student.user_id, unrecorded.user_id],
  )
  await pool.query("vacuum analyze class_enrollments, class_recordings, scheduled_classes")
  const large = asAfterYears(pool)
  try {
    const readBy = (viewer: SignedIn, cursor?: string) =>
      rowsRead(large, "class_recordings", (db) =>
        listRecordingsToWatch({ ...world.context.as(viewer), db }, { limit: 20, ...(cursor && { cursor }) }),
      )
    const { items, next_cursor } = await listRecordingsToWatch(world.context.as(student), { limit: 20 })
    expect(items).toHaveLength(20)
    // Each once for its place in the list, and once to be shown.
    expect(await readBy(student)).toBeLessThan(3 * 21)
    expect(await readBy(student, next_cursor ?? "")).toBeLessThan(3 * 21)
    expect(await readBy(unrecorded)).toBe(0)
    expect((await listRecordingsToWatch(world.context.as(unrecorded), { limit: 20 })).items).toEqual([])
  } finally {
    await large.end()
  }
})
