import { eq } from "drizzle-orm"
import pg from "pg"
import { afterAll, beforeAll, expect, test } from "vitest"
import { NOTICE_TOPICS, type NoticePreferences } from "#contract/notifications.ts"
import { proveEmail } from "#features/accounts/server/mail/email-proof.ts"
import { twoStepSecrets } from "#features/accounts/server/security-tables.ts"
import { students, teachers, user } from "#features/accounts/server/table.ts"
import { readQuestion } from "#features/attendance/server/notices/absence-answers.ts"
import { answerToken, openAnswers } from "#features/attendance/server/notices/answer-links.ts"
import { readPreferences, writePreferences } from "#features/notifications/server/preferences.ts"
import { notices } from "#features/notifications/server/table.ts"
import { inTransaction } from "#platform/context.ts"
import { createClass, seat } from "./classes.ts"
import { createTestContext, type TestContext } from "./context.ts"
import { fillTables } from "./fill-tables.ts"
import { heldNotice } from "./notices.ts"
import { createInstructor, createStudent } from "./people.ts"
import { CHILD, refusalOf, requestOn } from "./sign-ups.ts"
import { tablesOfPeople } from "./tables-of-people.ts"

/* A stranger can sign up with another person's e-mail and use the account until its owner proves the
   e-mail. This lists, for every table with personal data, which of the account's rows are deleted then. */

/** Ends on the first proof, or no longer names whose account it came from. */
const DELETED = [
  "contact_messages",
  ...["credentials", "sessions", "two_step_secrets", "recovery_codes", "pending_sign_ins", "mail_requests"],
  ...["one_time_codes", "guardian_of", "guardian_invitations", "notice_preferences", "push_devices"],
]
/** Is emptied, withdrawn, or reads as ended. */
const CHANGED = ["users", "students", "teachers", "consents", "absence_answers", "notices"]
/** Stays, and why that gives a stranger nothing. */
const KEPT: Record<string, string[]> = {
  "ended by access_since, which came after it": ["calendar_feeds"],
  "given by staff, or by the operator, to this e-mail": ["admins", "demo_people", "office_staff"],
  "a guardian is an account of its own, known by a phone": ["guardians"],
  "the owner sees it at once and can leave it; dropping it would take a student's own seats who changed the device":
    [
      ...["class_enrollments", "class_waitlist", "demo_class_requests", "enrollments", "one_on_one_slots"],
      ...["lesson_progress", "recording_views", "ledger_accounts", "orders"],
      ...["referral_codes", "referrals", "parent_asks"],
      ...["shop_asks", "shop_basket_lines", "shop_lines", "shop_orders"],
    ],
  "classes and material that others have seats in; the office and the owner can delete them": [
    ...["scheduled_classes", "class_recordings", "recording_captions", "program_lessons"],
    ...["program_materials", "programs", "deleted_classes", "deleted_class_rows", "instructor_totals"],
    "instructor_students",
  ],
  "what was said and done in a class, which others saw and answered": [
    ...["room_messages", "room_files", "room_polls", "room_votes", "room_hands", "room_whiteboard_items"],
    ...["room_allowances", "room_admissions", "room_bans", "presence_events", "slide_decks"],
    "whiteboard_pictures",
  ],
  "staff and the product decided it by what happened": [
    ...["attendance_corrections", "attendance_marks", "attendance_snapshots", "attendance_verdicts"],
    ...["class_attendance", "voice_evidence", "coach_lists", "coach_marks", "unexpected_children"],
    ...["check_ins", "sign_outs", "collectors", "student_cards"],
  ],
  "staff alone see it, and the student reads that it was sent": ["medical_proofs", "medical_proof_files"],
  "that a guardian got a digest, who is an account known by a phone": ["weekly_digests"],
  "who saw and did what": [
    "data_views",
    "person_notices",
    "refund_requests",
    "shop_returns",
    ...["invoice_payments", "invoice_cancellations"],
    "premises_quotes",
    "bank_lines",
  ],
  "sent already, and read by nobody but whom it was sent to": ["outbox"],
  "by an e-mail that was typed, without an account": [...["blog_subscribers", "premises_enquiries"]],
}

let world: TestContext
let client: pg.Client
beforeAll(async () => {
  world = await createTestContext()
  const { $client } = world.ctx.db as unknown as { $client: { options: { connectionString: string } } }
  client = new pg.Client({ connectionString: $client.options.connectionString })
  await client.connect()
})
afterAll(async () => {
  await client?.end()
  await world?.close()
})

/** The rows that name a person, as one text for each table that has any. */
async function rowsOf(userId: string): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const table of await tablesOfPeople(world.ctx.db)) {
    const { rows } = await client.query(
      `select string_agg(t::text, '\n' order by t::text) as text from "${table}" t where t::text like $1`,
      [`%${userId}%`],
    )
    if (rows[0].text) found.set(table, rows[0].text)
  }
  return found
}

const PARENT = { parent_name: "Mallory", parent_phone: "+919000054321" }

const proveElsewhere = (user_id: string) =>
  inTransaction(requestOn(world.ctx), (tx) => proveEmail(tx, user_id))

test("ACC-11 the first proof of an e-mail ends, changes or keeps every table's rows as it is written down here", async () => {
  const listed = [...DELETED, ...CHANGED, ...Object.values(KEPT).flat()]
  expect(await tablesOfPeople(world.ctx.db)).toEqual(listed.toSorted())
  await client.query("begin")
  expect([...(await fillTables(client))]).toEqual([])
  await client.query("commit")
  const [owner] = await world.ctx.db.select().from(user)
  const user_id = owner?.id ?? ""
  const now = world.clock.now()
  await world.ctx.db
    .insert(twoStepSecrets)
    .values({ user_id, sealed_secret: "x", confirmed_at: now, created_at: now })
  await world.ctx.db.update(notices).set({ channel: "sms", subject_ids: [user_id] })
  await world.ctx.db.update(students).set({ date_of_birth: CHILD, under_18: true, ...PARENT })
  await world.ctx.db.update(teachers).set({ phone: PARENT.parent_phone })
  const before = await rowsOf(user_id)
  expect(await proveElsewhere(user_id)).toBe(true)
  const after = await rowsOf(user_id)
  const gone = [...before.keys()].filter((table) => !after.has(table))
  const changed = [...before]
    .filter(([table, rows]) => after.has(table) && after.get(table) !== rows)
    .map(([table]) => table)
  expect({ gone: gone.toSorted(), changed: changed.toSorted() }).toEqual({
    gone: DELETED.toSorted(),
    changed: CHANGED.toSorted(),
  })
})

/** A child whose parent was texted about an absence, and has a text waiting, in an account where everything is muted. */
async function createSettled(by_office: boolean) {
  const { ctx } = world
  const child = await createStudent(ctx, { ...PARENT, date_of_birth: CHILD, under_18: true })
  await ctx.db
    .update(user)
    .set({ profileByOffice: by_office, language: "hi" })
    .where(eq(user.id, child.user_id))
  const held = await createClass(ctx, await createInstructor(ctx), { status: "completed" })
  await seat(ctx, held.id, child)
  await openAnswers(ctx, held, new Map([[PARENT.parent_phone, [child.user_id]]]))
  const notice_id = await heldNotice(ctx, held.id, child)
  const muted = Object.fromEntries(NOTICE_TOPICS.map((topic) => [topic, { email: false, sms: false }]))
  await writePreferences(world.as(child), { language: "hi", topics: muted as NoticePreferences["topics"] })
  return { child, notice_id, token: answerToken(ctx, held.id, PARENT.parent_phone) }
}

test("ACC-11 ATT-09 after the first proof nothing is muted, and numbers typed before get neither texts nor answers", async () => {
  const { ctx } = world
  for (const by_office of [false, true]) {
    const { child, notice_id, token } = await createSettled(by_office)
    expect((await readQuestion(ctx, token)).children).toHaveLength(1)
    await proveElsewhere(child.user_id)
    const { language, topics } = await readPreferences(world.as(child))
    expect({ language, reminders: topics.reminders.email }).toEqual({ language: "en", reminders: true })
    const [{ status } = { status: null }] = await ctx.db
      .select()
      .from(notices)
      .where(eq(notices.id, notice_id))
    expect(status).toBe(by_office ? "held" : "withdrawn")
    // The office typed the number itself: then its link works on.
    const asked = readQuestion(ctx, token).then(({ children }) => children.length)
    expect(await (by_office ? asked : refusalOf(asked).then(({ code }) => code))).toBe(
      by_office ? 1 : "NOT_FOUND",
    )
  }
})
