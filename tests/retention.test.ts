import { sql } from "drizzle-orm"
import pg from "pg"
import { afterAll, beforeAll, expect, test } from "vitest"
import { jobs } from "#app/worker.ts"
import { reduceIntervals } from "#features/attendance/presence.ts"
import { notices } from "#features/notifications/server/table.ts"
import { listPresence } from "#features/rooms/server/presence.ts"
import { compactPresence } from "#features/rooms/server/retention.ts"
import { classRooms, presenceEvents } from "#features/rooms/server/table.ts"
import { DELETED_AT_ONCE } from "#platform/database/delete-old.ts"
import type { Job } from "#platform/jobs/jobs.ts"
import { newId } from "#shared/ids.ts"
import { DAY, MINUTE, SECOND } from "#shared/time.ts"
import { createClass } from "./classes.ts"
import { createTestContext, type TestContext } from "./context.ts"
import { fillTables } from "./fill-tables.ts"
import { createInstructor, createStudent } from "./people.ts"

/** Tables whose old rows the jobs of a night delete. */
const DELETED = [
  ...["attendance_snapshots", "blog_subscribers", "contact_messages", "data_views", "deleted_class_rows"],
  // Counted anew each hour.
  "counted_weeks",
  ...[
    "deleted_classes",
    "gateway_events",
    "guardian_invitations",
    "mail_requests",
    "one_time_codes",
    "outbox",
    "pending_sign_ins",
    "person_notices",
  ],
  "medical_proof_files",
  // Those of which no quote was accepted.
  ...["premises_enquiries", "premises_quotes"],
  ...["push_devices", "rate_limits", "room_hands", "room_messages", "sessions", "verifications"],
  "weekly_digests",
  // Those that no item of a board shows.
  "whiteboard_pictures",
]

/** Why old rows of the others stay. A new table needs a place here, or a job that deletes what is old. */
const KEPT: Record<string, string[]> = {
  "the account, until it is erased": [
    ...["admins", "calendar_feeds", "credentials", "demo_people", "collectors", "guardian_of", "guardians"],
    "office_staff",
    ...[
      "instructor_students",
      "instructor_totals",
      "notice_preferences",
      "recovery_codes",
      "student_cards",
      "students",
      "teachers",
    ],
    ...["two_step_secrets", "users"],
  ],
  "decides something for a family: attendance and who was told of it": [
    ...["absence_answers", "attendance_corrections", "attendance_marks", "attendance_verdicts"],
    ...["check_ins", "coach_lists", "coach_marks", "sign_outs", "unexpected_children"],
    ...["class_attendance", "delivery_reports", "notice_attempts", "notices", "office_marks"],
    ...["medical_proofs", "presence_events", "room_outages", "voice_evidence"],
  ],
  "shows who agreed and who did what": ["audit_log", "audit_seals", "consents", "imports", "restored_copies"],
  "the class, until it is deleted": [
    ...["class_enrollments", "class_reminders", "class_rooms", "class_waitlist", "demo_class_requests"],
    ...["demo_offers", "one_on_one_slots", "room_admissions", "room_allowances", "room_bans", "room_files"],
    ...["room_policies", "room_polls", "room_votes", "room_whiteboard_items", "room_whiteboards"],
    ...["scheduled_classes", "slide_decks"],
  ],
  "the recording, until it is deleted or RECORDING_RETENTION_DAYS are over": [
    ...["class_recordings", "recording_captions", "recording_chapters", "recording_views"],
    "replaced_recording_files",
  ],
  "what is sold, what was earned and how far somebody came": [
    ...["lesson_progress", "program_lessons", "replaced_lesson_files"],
    ...["parent_asks", "referral_codes", "referrals"],
    ...["shop_asks", "shop_basket_lines", "shop_items", "shop_sizes"],
    ...["enrollments", "program_kinds", "program_materials", "program_words", "programs"],
  ],
  "money that was taken is accounted for": [
    "bank_lines",
    "bill_counters",
    "bills",
    ...["invoice_payments", "invoice_cancellations"],
    "orders",
    "payments",
    "premises_quote_counters",
    "refund_requests",
    "refunds",
    ...["settlement_items", "settlement_readings", "settlements"],
    ...["shop_lines", "shop_orders", "shop_returns"],
    "upi_claims",
  ],
  "books add up only with every journal": ["ledger_accounts", "ledger_entries", "ledger_journals"],
  "who does what, renewed every few seconds and taken over": ["leases"],
  "how the academy is set up": [
    ...["product_secrets", "push_keys"],
    "settings",
    "sms_identity",
    "sms_templates",
    "suppliers",
    "upi_statement_columns",
  ],
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

async function countRows(): Promise<Map<string, number>> {
  const { rows } = await client.query("select tablename from pg_tables where schemaname = 'public'")
  const counts = new Map<string, number>()
  for (const { tablename } of rows as { tablename: string }[]) {
    const counted = await client.query(`select count(*)::int as n from "${tablename}"`)
    counts.set(tablename, counted.rows[0].n)
  }
  return counts
}

/** The rows' made-up keys are no files; these jobs have tests of their own. */
const OF_FILES = ["recordings.sweep", "lessons.sweep", "rooms.sweep-slides"]

/** What runs by the clock. */
async function workNight(): Promise<void> {
  const daily = (jobs as Job[]).filter(({ cron, queue }) => cron && !OF_FILES.includes(queue))
  for (const job of daily) await job.handle(world.ctx, job.input.parse({}))
}

test("OPS-08 LAW-02 every table either loses what is old by a job, or keeps it for a reason that is written down", async () => {
  const before = await countRows()
  expect([...DELETED, ...Object.values(KEPT).flat()].toSorted()).toEqual([...before.keys()].toSorted())
  await client.query("begin")
  expect([...(await fillTables(client))]).toEqual([])
  await client.query("commit")
  const filled = await countRows()
  world.clock.set("2031-01-01T00:00:00Z")
  await workNight()
  const left = await countRows()
  const lost = [...filled].filter(([table, rows]) => (left.get(table) ?? 0) < rows).map(([table]) => table)
  expect(lost.toSorted()).toEqual(DELETED.toSorted())
})

test("OPS-08 settings say how long chat, notifications and enquiries are kept, and younger ones stay", async () => {
  const days = { room_messages: 31, person_notices: 32, contact_messages: 33 } as const
  world.ctx.env = { ...world.ctx.env, CHAT_DAYS: 31, NOTIFICATION_DAYS: 32, ENQUIRY_DAYS: 33 }
  await client.query("begin")
  await fillTables(client)
  await client.query("commit")
  for (const [table, kept] of Object.entries(days)) {
    const set = `update ${table} set created_at = $1`
    await client.query(set, [new Date(world.clock.now().getTime() - kept * DAY + MINUTE)])
  }
  await workNight()
  for (const table of Object.keys(days)) expect((await countRows()).get(table), table).toBe(1)
  world.clock.advance(2 * MINUTE)
  await workNight()
  for (const table of Object.keys(days)) expect((await countRows()).get(table), table).toBe(0)
})

test("OPS-08 ATT-09 of a class that is over the looks in between go, and its register stays the same to the millisecond", async () => {
  const { ctx } = world
  const starts_at = new Date(world.clock.now().getTime() - 3 * DAY)
  const over = { starts_at, started_at: starts_at, ended_at: new Date(starts_at.getTime() + 60 * MINUTE) }
  const held = await createClass(ctx, await createInstructor(ctx), { ...over, status: "completed" })
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  const students = await Promise.all(Array.from({ length: 6 }, () => createStudent(ctx)))
  const kinds = ["joined", "seen", "seen", "seen", "seen", "seen", "seen", "gone", "left"] as const
  for (const [at, { user_id }] of students.entries()) {
    const events = Array.from({ length: 200 }, (_, nth) => ({
      id: `event-${at}-${nth}`,
      class_id: held.id,
      person_id: user_id,
      device_id: "a-phone",
      connection_id: `connection-${at}-${random(4)}`,
      // Some never leave, and some are never looked for.
      kind: kinds[random(at < 3 ? kinds.length : kinds.length - 1 - (at % 2))] ?? "seen",
      source: "poll",
      at: new Date(starts_at.getTime() + random(3_700) * SECOND),
    }))
    await ctx.db.insert(presenceEvents).values(events)
  }
  await ctx.db.insert(classRooms).values({ class_id: held.id, name: held.id })
  const register = async () => {
    const events = await listPresence(ctx, held.id)
    const clock = { clipFrom: over.started_at, clipTo: over.ended_at, now: world.clock.now() }
    return { events, intervals: reduceIntervals(events, clock) }
  }
  const before = await register()
  expect(before.events).toHaveLength(1_200)
  await compactPresence(ctx)
  const after = await register()
  expect(after.intervals).toEqual(before.intervals)
  const looks = Map.groupBy(
    after.events.filter(({ kind }) => kind === "seen"),
    ({ connectionId }) => connectionId,
  )
  expect(Math.max(...[...looks.values()].map((found) => found.length))).toBe(2)
  expect(after.events.length).toBeLessThan(before.events.length / 2)
})

test("OPS-08 a class of long ago is compacted as well, once, and one of yesterday not yet", async () => {
  const { ctx } = world
  const instructor = await createInstructor(ctx)
  const { user_id: person_id } = await createStudent(ctx)
  const hold = async (daysAgo: number) => {
    const starts_at = new Date(world.clock.now().getTime() - daysAgo * DAY)
    const over = { starts_at, started_at: starts_at, ended_at: new Date(starts_at.getTime() + 45 * MINUTE) }
    const { id: class_id } = await createClass(ctx, instructor, { ...over, status: "completed" })
    await ctx.db.insert(classRooms).values({ class_id, name: class_id })
    return { class_id, starts_at }
  }
  const look = async ({ class_id, starts_at }: { class_id: string; starts_at: Date }) => {
    const looks = Array.from({ length: 5 }, (_, nth) => ({
      ...{ id: `${class_id}-${world.clock.now().getTime()}-${nth}`, class_id, person_id },
      ...{ device_id: "a-phone", connection_id: "one", kind: "seen", source: "report" },
      at: new Date(starts_at.getTime() + nth * MINUTE),
    }))
    await ctx.db.insert(presenceEvents).values(looks)
  }
  const [old, recent] = [await hold(200), await hold(1)]
  await look(old)
  await look(recent)
  await compactPresence(ctx)
  expect(await listPresence(ctx, old.class_id)).toHaveLength(2)
  expect(await listPresence(ctx, recent.class_id)).toHaveLength(5)
  world.clock.advance(MINUTE)
  await look(old)
  await compactPresence(ctx)
  expect(await listPresence(ctx, old.class_id)).toHaveLength(7)
})

test("OPS-08 reminders, digests, news, the office's copies of messages and codes go after NOTIFICATION_DAYS, in batches, and what a family was told stays", async () => {
  const { ctx } = world
  ctx.env = { ...ctx.env, NOTIFICATION_DAYS: 30 }
  await ctx.db.delete(notices)
  const write = (kind: string, daysAgo: number, more: object = {}) => {
    const created_at = new Date(world.clock.now().getTime() - daysAgo * DAY)
    const id = newId()
    return ctx.db.insert(notices).values({
      ...{
        id,
        kind,
        cause_id: id,
        channel: "email",
        recipient: "a@b.example",
        recipient_name: "A",
        text: "B",
      },
      ...{ variables: {}, status: "sent", created_at, ...more },
    })
  }
  const passing = [
    "class-reminder:1795784820000",
    "weekly-digest",
    "article:draw-before-you-solve",
    "contact-message",
  ]
  for (const kind of [...passing, "absence", "class-cancelled"]) {
    await write(kind, 31)
    await write(kind, 29)
  }
  await write("sign-in-code", 31, { secret: true })
  const many = DELETED_AT_ONCE + 1
  await ctx.db.execute(sql`
    insert into notices (id, kind, cause_id, channel, recipient, recipient_name, text, variables, status, created_at)
    select gen_random_uuid(), 'class-reminder:' || n, gen_random_uuid(), 'email', 'a@b.example', 'A', 'B', '{}', 'sent', '2020-01-01'
    from generate_series(1, ${many}::int) as n`)
  await workNight()
  const left = await ctx.db.select({ kind: notices.kind }).from(notices)
  const kept = [...passing, "absence", "absence", "class-cancelled", "class-cancelled"]
  expect(left.map(({ kind }) => kind).toSorted()).toEqual(kept.toSorted())
})
