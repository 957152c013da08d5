import { changeSettings } from "#features/admin/server/settings.ts"
import { seedPrograms } from "#features/programs/server/seed.ts"
import { programs } from "#features/programs/server/table.ts"
import { createPoll } from "#features/rooms/server/board/polls.ts"
import type { SignedIn } from "#platform/context.ts"
import type { SettingValue } from "#platform/settings.ts"
import { newId } from "#shared/ids.ts"
import { HOUR } from "#shared/time.ts"
import { createClass, seat } from "./classes.ts"
import type { HttpProduct } from "./http.ts"
import { enrolIn, lessonFor } from "./lessons.ts"
import { settingValues } from "./patch-settings.ts"
import { createAdmin, createGuardian, createInstructor, createStudent } from "./people.ts"
import { recordingFor } from "./recordings.ts"

/** What a PATCH is tried on. */
export type PatchFixture = {
  person: SignedIn
  ids: Record<string, string>
  /** For each field two values, neither of which is what an empty body would set in both. */
  fields: Record<string, readonly [unknown, unknown]>
  /** Columns that follow a field or are named differently; without a line it is the column of its name. */
  columns?: Record<string, string[]>
  /** What the other fields need to be while one is changed. */
  around?: Record<string, unknown>
  /** Fields that alone can't go back to their first value. */
  oneWay?: string[]
  bodyOf?(values: Record<string, unknown>): object
  /** Writes all fields; by the PATCH itself unless given. */
  write?(values: Record<string, unknown>): Promise<unknown>
  /** The stored rows as one. */
  read(): Promise<Record<string, unknown>>
}

/** Makes the fixture of each PATCH of the contract, by the procedure's name. A new PATCH needs its own here. */
export function patchFixtures(product: HttpProduct): Record<string, () => Promise<PatchFixture>> {
  const { ctx, runtime } = product
  const rowOf = async (statement: string, ...values: string[]) =>
    (await runtime.pool.query(statement, values)).rows[0] as Record<string, unknown>
  const personOf = async (userId: string) => ({
    ...(await rowOf("select * from users where id = $1", userId)),
    ...(await rowOf("select * from students where user_id = $1", userId)),
  })

  async function liveClass() {
    const instructor = await createInstructor(ctx)
    const student = await createStudent(ctx)
    const now = Date.now()
    const row = await createClass(ctx, instructor, {
      ...{ starts_at: new Date(now - HOUR / 2), started_at: new Date(now - HOUR / 2), status: "live" },
      seats_taken: 1,
    })
    await seat(ctx, row.id, student)
    return { person: instructor, student, ids: { class_id: row.id } }
  }

  async function family() {
    const minor = { under_18: true, parent_name: "Sunita Rao", parent_phone: "+919123400001" }
    const child = await createStudent(ctx, minor)
    return { child, guardian: await createGuardian(ctx, child) }
  }

  return {
    "classes.update": async () => {
      await seedPrograms(ctx)
      const [one, other] = await ctx.db.select({ id: programs.id }).from(programs).limit(2)
      const [first, second] = [await createInstructor(ctx), await createInstructor(ctx)]
      const { id } = await createClass(ctx, first, { starts_at: new Date("2031-03-03T04:30:00Z") })
      return {
        person: await createAdmin(ctx),
        ids: { class_id: id },
        fields: {
          title: ["Fractions", "Decimals"],
          description: ["Halves", "Tenths"],
          subject: ["Mathematics", "Tabla"],
          curriculum: ["ICSE", "IB"],
          grade: ["6", "7"],
          scheduled_date: ["2031-03-03", "2031-03-04"],
          start_time: ["10:00", "10:15"],
          end_time: ["11:00", "11:30"],
          max_capacity: [12, 17],
          class_type: ["demo", "regular"],
          auto_record: [true, false],
          delivery: ["on_premises", "online"],
          venue_name: ["Hall 2", "Hall 3"],
          venue_address: ["14 MG Road, Pune", "15 MG Road, Pune"],
          course_id: [one?.id, other?.id],
          instructor_id: [first.user_id, second.user_id],
        },
        columns: {
          scheduled_date: ["scheduled_date", "starts_at", "ends_at"],
          start_time: ["start_time", "starts_at"],
          end_time: ["end_time", "ends_at"],
          delivery: ["delivery", "venue_name", "venue_address"],
        },
        around: { delivery: "on_premises" },
        // A class on premises needs a venue, which an online one has forgotten.
        oneWay: ["delivery"],
        read: () => rowOf("select * from scheduled_classes where id = $1", id),
      }
    },
    "admin.changeSettings": async () => {
      const person = await createAdmin(ctx)
      // The zone can't be changed under classes.
      await runtime.pool.query("truncate scheduled_classes cascade")
      return {
        person,
        ids: {},
        fields: settingValues,
        around: { admins_need_two_step: false },
        // Once it is on, an admin without a second step reaches the settings no more.
        oneWay: ["admins_need_two_step"],
        bodyOf: (values) => ({ values }),
        async write(values) {
          await changeSettings({ ...ctx, viewer: person }, values as Record<string, SettingValue>)
          await runtime.settings.reload()
        },
        async read() {
          const { rows } = await runtime.pool.query("select name, value from settings")
          return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
        },
      }
    },
    "guardians.updateChild": async () => {
      const { child, guardian } = await family()
      return {
        person: guardian,
        ids: { student_id: child.user_id },
        fields: {
          ...{ first_name: ["Ila", "Mira"], last_name: ["Bose", "Sen"], grade: ["6", "7"] },
          sms_notifications_enabled: [true, false],
        },
        columns: { first_name: ["first_name", "name"], last_name: ["last_name", "name"] },
        read: () => personOf(child.user_id),
      }
    },
    "rooms.setPolicy": async () => {
      const { person, ids } = await liveClass()
      const both = [true, false] as const
      return {
        person,
        ids,
        fields: {
          ...{ microphones: both, cameras: both, screen_share: both, chat: both },
          ...{ locked: both, whiteboard: both, drawing: both },
        },
        columns: { locked: ["locked_at"] },
        read: () => rowOf("select * from room_policies where class_id = $1", ids.class_id),
      }
    },
    "rooms.setAllowance": async () => {
      const { person, student, ids } = await liveClass()
      const both = [true, false] as const
      return {
        person,
        ids: { ...ids, person_id: student.user_id },
        fields: { microphone: both, camera: both, screen_share: both, chat: both, drawing: both },
        read: () => rowOf("select * from room_allowances where class_id = $1", ids.class_id),
      }
    },
    "rooms.changePoll": async () => {
      const { person, ids } = await liveClass()
      const poll_id = newId()
      await createPoll(
        { ...ctx, viewer: person },
        {
          ...{ ...ids, id: poll_id, question: "Ready?", options: ["Yes", "No"] },
          ...{ is_multiple: true, may_change: false, open: true },
        },
      )
      return {
        person,
        ids: { ...ids, poll_id },
        fields: { status: ["open", "closed"], results_shown: [true, false] },
        read: () => rowOf("select * from room_polls where id = $1", poll_id),
      }
    },
    "account.update": async () => {
      const person = await createStudent(ctx)
      return {
        person,
        ids: {},
        fields: {
          ...{ first_name: ["Ila", "Mira"], last_name: ["Bose", "Sen"], grade: ["6", "7"] },
          ...{ phone: ["+919876500001", "+919876500002"], curriculum: ["CBSE", "ICSE"] },
        },
        columns: { first_name: ["first_name", "name"], last_name: ["last_name", "name"] },
        read: () => personOf(person.user_id),
      }
    },
    "account.updateContacts": async () => {
      const person = await createStudent(ctx)
      return {
        person,
        ids: {},
        fields: {
          parent_name: ["Mita Bose", "Mita Sen"],
          parent_phone: ["+919876500003", "+919876500004"],
          sms_notifications_enabled: [true, false],
        },
        read: () => personOf(person.user_id),
      }
    },
    "people.correctStudent": async () => {
      const student = await createStudent(ctx)
      return {
        person: await createAdmin(ctx),
        ids: { user_id: student.user_id },
        fields: {
          ...{ first_name: ["Ila", "Mira"], last_name: ["Bose", "Sen"], grade: ["6", "7"] },
          ...{ phone: ["+919876500001", "+919876500002"], curriculum: ["CBSE", "ICSE"] },
        },
        columns: { first_name: ["first_name", "name"], last_name: ["last_name", "name"] },
        read: () => personOf(student.user_id),
      }
    },
    "people.correctGuardian": async () => {
      const student = await createStudent(ctx)
      return {
        person: await createAdmin(ctx),
        ids: { user_id: student.user_id },
        fields: {
          parent_name: ["Mita Bose", "Mita Sen"],
          parent_phone: ["+919876500003", "+919876500004"],
        },
        read: () => personOf(student.user_id),
      }
    },
    "account.updatePreferences": async () => {
      const person = await createStudent(ctx)
      return {
        person,
        ids: {},
        fields: { language: ["hi", "en"], marketing_opt_out: [true, false] },
        read: () => personOf(person.user_id),
      }
    },
    "lessons.rename": async () => {
      await seedPrograms(ctx)
      const [program] = await ctx.db.select({ id: programs.id }).from(programs).limit(1)
      await enrolIn(ctx, program?.id ?? "", await createStudent(ctx))
      const { lesson_id } = await lessonFor(ctx, program?.id ?? "")
      return {
        person: await createAdmin(ctx),
        ids: { lesson_id },
        fields: { title: ["Resonance", "Curly arrows"] },
        read: () => rowOf("select * from program_lessons where id = $1", lesson_id),
      }
    },
    "recordings.change": async () => {
      const instructor = await createInstructor(ctx)
      const { recording_id } = await recordingFor(ctx, await createClass(ctx, instructor))
      return {
        person: instructor,
        ids: { recording_id },
        fields: { title: ["Halves", "Quarters"], visibility: ["enrolled_students", "instructor_only"] },
        columns: { title: ["title", "search_text"] },
        read: () => rowOf("select * from class_recordings where id = $1", recording_id),
      }
    },
  }
}
