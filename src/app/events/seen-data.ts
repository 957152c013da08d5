import { eq, inArray } from "drizzle-orm"
import type { ViewKind } from "#contract/accounts/views.ts"
import { listStudentIds, type SeenData, writeViews } from "#features/accounts/server/views.ts"
import { classEnrollments, demoClassRequests } from "#features/classes/server/table.ts"
import { notices } from "#features/notifications/server/table.ts"
import { classRecordings } from "#features/recordings/server/table.ts"
import type { Ctx, SignedIn, Viewer } from "#platform/context.ts"
import type { Log } from "#platform/log/log.ts"
import { dateInZone } from "#shared/time.ts"

/** Whose data was seen: students by id, those that notices are about, those in a recording, or every student. */
type Seen = { students: string[] } | { notices: string[] } | { recording_id: string } | "everyone"
type View = { kind: ViewKind; of(output: unknown, input: unknown): Seen }

/** Returns the ids at a field anywhere in a procedure's output. */
function idsAt(field: string, value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => idsAt(field, one))
  if (value === null || typeof value !== "object" || value instanceof Date) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === field && typeof inner === "string" ? [inner] : idsAt(field, inner),
  )
}

const inOutput = (kind: ViewKind, field = "student_id"): View => ({
  kind,
  of: (output) => ({ students: idsAt(field, output) }),
})
const inInput = (kind: ViewKind): View => ({
  kind,
  of: (_, input) => ({ students: idsAt("student_id", input) }),
})
const inNotices = (field = "id"): View => ({
  kind: "messages",
  of: (output) => ({ notices: idsAt(field, output) }),
})
const inRecording: View = {
  kind: "recording",
  of: (_, input) => ({ recording_id: idsAt("recording_id", input)[0] ?? "" }),
}

/** The procedures by which staff see a student's data. */
export const VIEWS: Record<string, View> = {
  "people.list": inOutput("contacts", "user_id"),
  "people.unconfirmed": inOutput("contacts"),
  "people.guardians": { kind: "contacts", of: (_, input) => ({ students: idsAt("user_id", input) }) },
  "classes.listDemoRequests": inOutput("contacts"),
  "classes.answerDemoRequest": inOutput("contacts"),
  "classes.recordCallback": inOutput("contacts"),
  "attendance.register": inOutput("attendance"),
  "attendance.mark": inOutput("attendance"),
  "attendance.unmark": inOutput("attendance"),
  "attendance.coachDay": inOutput("attendance"),
  "attendance.readGate": inOutput("attendance"),
  "attendance.checkInAtGate": inOutput("attendance"),
  "attendance.signOut": inOutput("attendance"),
  "attendance.listStillHere": inOutput("attendance"),
  "attendance.readCard": inInput("attendance"),
  "attendance.makeCard": inInput("attendance"),
  "attendance.revokeCard": inInput("attendance"),
  "attendance.month": inOutput("attendance"),
  "attendance.studentSheet": inInput("attendance"),
  "attendance.notices": inNotices(),
  "attendance.openNotices": inNotices(),
  "attendance.proofs": inOutput("attendance"),
  "attendance.openProof": inOutput("medical"),
  "attendance.snapshots": inOutput("snapshots"),
  "recordings.play": inRecording,
  "recordings.download": inRecording,
  "recordings.viewers": inOutput("attendance", "user_id"),
  "sms.messages": inNotices(),
  "sms.preview": inNotices("notice_id"),
  "pickups.list": inOutput("contacts"),
  "orders.list": inOutput("purchases"),
  "orders.read": inOutput("purchases"),
  "shopDesk.goods": inOutput("purchases"),
  "shopDesk.stepBack": inOutput("purchases"),
  "shopDesk.packingList": inOutput("purchases"),
  "money.overview": inOutput("purchases"),
  "money.movements": inOutput("purchases"),
  "money.ending": inOutput("purchases"),
  "admin.students": inOutput("contacts", "user_id"),
  "admin.student": inOutput("profile", "user_id"),
}

/** Lists of people that are taken out as files. */
const EXPORTS = new Set(["students", "guardians", "attendance"])

const isStaff = (viewer: Viewer): viewer is SignedIn =>
  viewer !== null && (viewer.role === "instructor" || viewer.role === "office" || viewer.role === "admin")

/** Writes are delayed by this many milliseconds and batched, so that no page waits. */
const LATER_MS = 1_000
/** So many views of today are known to be written; then it starts over. */
const MOST_KNOWN = 50_000

export type SeenLog = {
  /** Notes which students' data a procedure showed to staff. */
  note(name: string, viewer: Viewer, output: unknown, input: unknown): void
  /** Notes that a whole list was taken out. */
  noteExport(name: string, viewer: Viewer): void
  /** Writes the notes. */
  flush(): Promise<void>
}

/**
 * Records which staff saw whose data, and writes it a moment later. Unwritten notes are lost with the
 * process.
 */
export function openSeenLog(contextFor: () => Ctx, log: Log): SeenLog {
  type Noted = { viewer_id: string; kind: ViewKind; at: Date; seen: Seen }
  let noted: Noted[] = []
  let timer: NodeJS.Timeout | null = null
  const written = new Set<string>()

  async function resolve(ctx: Ctx, { viewer_id, kind, at, seen }: Noted): Promise<SeenData[]> {
    const students = await studentsOf(ctx, seen)
    const day = dateInZone(at, ctx.env.TIME_ZONE)
    return [...new Set(students)]
      .filter((student_id) => !written.has(`${day} ${viewer_id} ${kind} ${student_id}`))
      .map((student_id) => ({ viewer_id, kind, at, student_id }))
  }

  async function flush(): Promise<void> {
    if (timer) clearTimeout(timer)
    timer = null
    const some = noted
    noted = []
    const ctx = contextFor()
    try {
      for (const one of some) {
        const seen = await resolve(ctx, one)
        await writeViews(ctx, seen)
        if (written.size > MOST_KNOWN) written.clear()
        for (const { viewer_id, kind, at, student_id } of seen) {
          written.add(`${dateInZone(at, ctx.env.TIME_ZONE)} ${viewer_id} ${kind} ${student_id}`)
        }
      }
    } catch (error) {
      log.error({ err: error }, "who saw whose data could not be written")
    }
  }

  function add(viewer: SignedIn, kind: ViewKind, seen: Seen): void {
    noted.push({ viewer_id: viewer.user_id, kind, at: contextFor().clock.now(), seen })
    timer ??= setTimeout(() => void flush(), LATER_MS).unref()
  }

  return {
    note(name, viewer, output, input) {
      const view = Object.hasOwn(VIEWS, name) ? VIEWS[name] : undefined
      if (view && isStaff(viewer)) add(viewer, view.kind, view.of(output, input))
    },
    noteExport(name, viewer) {
      if (isStaff(viewer) && EXPORTS.has(name)) add(viewer, "export", "everyone")
    },
    flush,
  }
}

async function studentsOf(ctx: Ctx, seen: Seen): Promise<string[]> {
  if (seen === "everyone") return listStudentIds(ctx)
  if ("students" in seen) return seen.students
  if ("recording_id" in seen) return inRecordingOf(ctx, seen.recording_id)
  if (seen.notices.length === 0) return []
  const told = await ctx.db
    .select({ subject_ids: notices.subject_ids })
    .from(notices)
    .where(inArray(notices.id, seen.notices))
  return told.flatMap(({ subject_ids }) => subject_ids)
}

/** Everyone who had a seat in the class of a recording. */
async function inRecordingOf(ctx: Ctx, recordingId: string): Promise<string[]> {
  const ofClass = ctx.db
    .select({ id: classRecordings.class_id })
    .from(classRecordings)
    .where(eq(classRecordings.id, recordingId))
  const seats = await ctx.db
    .select({ id: classEnrollments.student_id })
    .from(classEnrollments)
    .where(inArray(classEnrollments.class_id, ofClass))
  const requests = await ctx.db
    .select({ id: demoClassRequests.student_id, status: demoClassRequests.status })
    .from(demoClassRequests)
    .where(inArray(demoClassRequests.class_id, ofClass))
  return [...seats, ...requests.filter(({ status }) => status === "approved")].map(({ id }) => id)
}

type Call = { path: readonly string[]; context: Pick<Ctx, "viewer">; input: unknown }

/** Notes what each procedure showed to staff, whether it was called over HTTP or by a page. */
export function noteViews(seen: SeenLog) {
  return async <T>(call: Call & { next(): T | Promise<T> }): Promise<T> => {
    const output = await call.next()
    seen.note(call.path.join("."), call.context.viewer, output, call.input)
    return output
  }
}
