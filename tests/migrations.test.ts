import { readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import pg from "pg"
import { expect, inject, onTestFinished, test } from "vitest"
import { listMigrations, migrateDatabase, readMigration } from "#platform/database/migrate.ts"
import { newId } from "#shared/ids.ts"
import { findTableChanges } from "../scripts/table-changes.ts"
import { unsafeStatements } from "./migration-rules.ts"

const projectRoot = resolve(import.meta.dirname, "..")

/**
 * Set this to the newest migration when making the first release, together with the version of package.json.
 */
const FIRST_RELEASE = "0021_admin_lists"

/** Statements that the rules refuse and that are fine, by migration, with the reason. */
const REASONS: Record<string, string> = {
  "0060_codes_alone":
    "drops a column that nothing writes since 0046 and a table that nothing writes since 0049, and no release is out",
}

test("OPS-03 migrations are numbered, dated and complete: each file is in the journal, in its order", () => {
  const journal = listMigrations(projectRoot)
  const files = readdirSync(join(projectRoot, "migrations")).filter((name) => name.endsWith(".sql"))
  expect(files.sort()).toEqual(journal.map(({ tag }) => `${tag}.sql`))
  const instants = journal.map(({ when }) => when)
  expect(instants).toEqual([...instants].sort((one, other) => one - other))
  expect(new Set(instants).size).toBe(instants.length)
})

test("OPS-03 the migrations make every table as the code declares it, whatever its file is called", async () => {
  const missing = await findTableChanges()
  expect(missing, "run npm run migrations -- --name what_changed").toEqual([])
})

test("OPS-03 no migration since the first release rewrites or locks a table that grows, unless it says why", () => {
  const journal = listMigrations(projectRoot)
  const { version } = JSON.parse(readFileSync(join(projectRoot, "package.json"), "utf8")) as {
    version: string
  }
  const released = version !== "0.1.0"
  const first = journal.findIndex(({ tag }) => tag === FIRST_RELEASE)
  expect(first).toBeGreaterThan(0)
  for (const { tag } of journal.slice(first + 1)) {
    if (REASONS[tag]) continue
    const text = readFileSync(join(projectRoot, "migrations", `${tag}.sql`), "utf8")
    expect(unsafeStatements(text, { released }), `${tag}: add the reason to this test if it is fine`).toEqual(
      [],
    )
  }
})

test("OPS-03 the rules know an unsafe migration from a safe one", () => {
  const split = (...statements: string[]) => statements.join(";--> statement-breakpoint\n")
  expect(
    unsafeStatements(
      split(
        'ALTER TABLE "presence_events" ALTER COLUMN "at" SET DATA TYPE text',
        'ALTER TABLE "notices" ADD COLUMN "tries" integer NOT NULL',
        'ALTER TABLE "notices" ADD COLUMN "seen_at" timestamp DEFAULT clock_timestamp()',
        'ALTER TABLE "students" ALTER COLUMN "city" SET NOT NULL',
        'CREATE INDEX "late" ON "presence_events" USING btree ("at")',
        'ALTER TABLE "notices" ADD CONSTRAINT "notices_tries" CHECK (tries > 0)',
        'UPDATE "class_enrollments" SET "paid" = true',
        'DROP TABLE "students"',
      ),
    ),
  ).toHaveLength(8)
  expect(
    unsafeStatements(
      split(
        'CREATE TABLE "badges" ("id" uuid PRIMARY KEY NOT NULL, "owner_id" uuid NOT NULL)',
        'ALTER TABLE "badges" ADD CONSTRAINT "badges_owner" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id")',
        'CREATE INDEX "badges_of_owner" ON "badges" USING btree ("owner_id")',
        'ALTER TABLE "notices" ADD COLUMN "language" text',
        'ALTER TABLE "notices" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL',
        'ALTER TABLE "notices" ADD CONSTRAINT "notices_tries" CHECK (tries > 0) NOT VALID',
      ),
    ),
  ).toEqual([])
})

async function emptyDatabase(): Promise<{ url: string; client: pg.Client }> {
  const admin = new pg.Client({ connectionString: inject("postgresAdminUrl") })
  await admin.connect()
  const name = `test_upgrade_${newId().slice(-8)}`
  await admin.query(`create database ${name} owner kaksha`)
  const address = new URL(inject("postgresTemplateUrl"))
  address.pathname = `/${name}`
  const client = new pg.Client({ connectionString: address.href })
  await client.connect()
  onTestFinished(async () => {
    await client.end()
    await admin.query(`drop database ${name} with (force)`)
    await admin.end()
  })
  return { url: address.href, client }
}

test("OPS-03 rows written under the first schema are all there under the newest, and counts were made of them", async () => {
  const { url, client } = await emptyDatabase()
  const journal = listMigrations(projectRoot)
  const first = journal.find(({ tag }) => tag === "0002_constraints")?.when ?? 0
  await migrateDatabase(url, projectRoot, first)
  expect(await readMigration(url)).toBe(first)
  const [teacher, held, program] = [newId(), newId(), newId()]
  const students = Array.from({ length: 40 }, () => newId())
  for (const id of [teacher, ...students]) {
    await client.query("insert into users (id, name, email) values ($1, 'Asha Rao', $2)", [
      id,
      `${id}@example.com`,
    ])
  }
  const profile =
    "(user_id, email, first_name, last_name) select id, email, 'Asha', 'Rao' from users where id = any($1)"
  await client.query(`insert into teachers ${profile}`, [[teacher]])
  await client.query(`insert into students ${profile}`, [students])
  await client.query(
    `insert into programs (id, slug, position, title, instructor, summary, description, image, level, service, curriculum, grade,
       subject, rating, students, duration, duration_hours, price_paise, delivery)
     values ($1, 'old', 999, 'Old program', 'Meera', 's', 'd', 'i.svg', 'Beginner', 'Music', 'CBSE', '5', 'Violin', 4.5, 1, '1 h', 1, 100, 'online')`,
    [program],
  )
  await client.query("insert into enrollments (id, course_id, student_id) values ($1, $2, $3)", [
    newId(),
    program,
    students[0],
  ])
  await client.query(
    `insert into scheduled_classes (id, instructor_id, title, subject, curriculum, scheduled_date, start_time, end_time, starts_at,
       ends_at, max_capacity, seats_taken, status) values ($1, $2, 'Fractions', 'Mathematics', 'CBSE', '2026-01-05', '10:00', '11:00',
       '2026-01-05T04:30Z', '2026-01-05T05:30Z', 50, 40, 'completed')`,
    [held, teacher],
  )
  for (const id of students) {
    await client.query("insert into class_enrollments (id, class_id, student_id) values ($1, $2, $3)", [
      newId(),
      held,
      id,
    ])
    await client.query(
      "insert into class_attendance (id, class_id, student_id, attended, joined_at) values ($1, $2, $3, true, '2026-01-05T04:31Z')",
      [newId(), held, id],
    )
    await client.query(
      "insert into presence_events (id, class_id, person_id, device_id, connection_id, kind, source, at) values ($1, $2, $3, 'd', 'c', 'joined', 'webhook', '2026-01-05T04:31Z')",
      [id, held, id],
    )
  }
  await client.query(
    "insert into notices (id, kind, cause_id, channel, recipient, recipient_name, text, variables, status, created_at) values ($1, 'absence', $2, 'sms', '+919812345678', 'Ma', 'absent', '{}', 'sent', now())",
    [newId(), held],
  )
  await client.query(
    "insert into audit_log (id, action, subject_id, at) values ($1, 'class.end', $2, now())",
    [newId(), held],
  )

  await migrateDatabase(url, projectRoot)
  expect(await readMigration(url)).toBe(journal.at(-1)?.when)
  const count = async (table: string) =>
    (await client.query(`select count(*)::int as n from ${table}`)).rows[0].n
  for (const [table, rows] of Object.entries({
    ...{ users: 41, teachers: 1, students: 40, programs: 1, enrollments: 1, scheduled_classes: 1 },
    ...{ class_enrollments: 40, class_attendance: 40, presence_events: 40, notices: 1, audit_log: 1 },
  })) {
    expect(await count(table), table).toBe(rows)
  }
  expect((await client.query("select title, seats_taken from scheduled_classes")).rows).toEqual([
    { title: "Fractions", seats_taken: 40 },
  ])
  // Seats know when their class starts, those too that a process of the release before writes.
  await client.query("delete from class_attendance where student_id = $1", [students[0]])
  await client.query("delete from class_enrollments where student_id = $1", [students[0]])
  await client.query("insert into class_enrollments (id, class_id, student_id) values ($1, $2, $3)", [
    newId(),
    held,
    students[0],
  ])
  expect(
    (await client.query("select starts_at, count(*)::int from class_enrollments group by 1")).rows,
  ).toEqual([{ starts_at: new Date("2026-01-05T04:30Z"), count: 40 }])
  await migrateDatabase(url, projectRoot)
})

test("OPS-08 seats of classes that were recorded before know of it after the upgrade", async () => {
  const { url, client } = await emptyDatabase()
  const before = listMigrations(projectRoot).findLast(({ tag }) => tag < "0082")?.when ?? 0
  await migrateDatabase(url, projectRoot, before)
  const [teacher, student, recorded, other] = [newId(), newId(), newId(), newId()]
  for (const [id, table] of [
    [teacher, "teachers"],
    [student, "students"],
  ]) {
    await client.query("insert into users (id, name, email) values ($1, 'Asha Rao', $2)", [
      id,
      `${id}@example.com`,
    ])
    await client.query(
      `insert into ${table} (user_id, email, first_name, last_name) select id, email, 'Asha', 'Rao' from users where id = $1`,
      [id],
    )
  }
  for (const [at, id] of [recorded, other].entries()) {
    await client.query(
      `insert into scheduled_classes (id, instructor_id, title, subject, curriculum, scheduled_date, start_time, end_time, starts_at,
         ends_at, max_capacity, seats_taken, status) values ($1, $2, 'Fractions', 'Mathematics', 'CBSE', '2026-01-05', '10:00', '11:00',
         $3, $3::timestamptz + interval '1 hour', 50, 1, 'completed')`,
      [id, teacher, new Date(Date.UTC(2026, 0, 5 + at))],
    )
    await client.query("insert into class_enrollments (id, class_id, student_id) values ($1, $2, $3)", [
      newId(),
      id,
      student,
    ])
  }
  await client.query(
    `insert into class_recordings (id, class_id, instructor_id, title, recording_started_at, status, is_demo_class, visibility, quality, source,
       mime_type, received_at, created_at, updated_at)
     values ($1, $2, $3, 'Fractions', now(), 'failed', false, 'instructor_only', '720p', 'room', 'video/webm', now(), now(), now())`,
    [newId(), recorded, teacher],
  )
  await migrateDatabase(url, projectRoot)
  const { rows } = await client.query("select class_id from class_enrollments where recorded")
  expect(rows).toEqual([{ class_id: recorded }])
})

test("ATT-05 OPS-03 sentences that were stored before the codes become codes where they have no values, and others are shown as written", async () => {
  const { url, client } = await emptyDatabase()
  const before = listMigrations(projectRoot).findLast(({ tag }) => tag < "0046")?.when ?? 0
  await migrateDatabase(url, projectRoot, before)
  const stored = async (reason: string | null) => {
    const id = newId()
    await client.query(
      "insert into notices (id, kind, cause_id, channel, recipient, recipient_name, text, variables, status, reason, created_at) values ($1, 'absence', $1, 'sms', '+919812345678', 'Ma', 'absent', '{}', 'held', $2, now())",
      [id, reason],
    )
    return id
  }
  const known = await stored("The parent's number is not confirmed yet.")
  const taken = await stored(
    "Taken back before it was sent: nobody it names is to be reported absent any more.",
  )
  const counted = await stored("The video room was down for 20 minutes of the class.")
  const none = await stored(null)
  await migrateDatabase(url, projectRoot)
  const { rows } = await client.query("select id, reasons from notices")
  expect(new Map(rows.map(({ id, reasons }) => [id, reasons]))).toEqual(
    new Map<string, unknown>([
      [known, [{ code: "number-unconfirmed" }]],
      [taken, [{ code: "taken-back" }]],
      [counted, [{ code: "as-written", text: "The video room was down for 20 minutes of the class." }]],
      [none, []],
    ]),
  )
})

test("PAY-03 OPS-03 points from before the ledger are journals that add up to the same", async () => {
  const { url, client } = await emptyDatabase()
  const before = listMigrations(projectRoot).findLast(({ tag }) => tag < "0049")?.when ?? 0
  await migrateDatabase(url, projectRoot, before)
  const students = Array.from({ length: 12 }, () => newId())
  for (const id of students) {
    await client.query("insert into users (id, name, email) values ($1, 'Asha Rao', $2)", [id, `${id}@x.com`])
  }
  await client.query(
    "insert into students (user_id, email, first_name, last_name) select id, email, 'Asha', 'Rao' from users",
  )
  const earn = (student: string | undefined, amount: number, cause = newId()) =>
    client.query(
      "insert into points_ledger (id, student_id, amount, reason, cause_id, created_at) values ($1, $2, $3, 'program-enrolment', $4, '2026-05-01T10:00Z')",
      [newId(), student, amount, cause],
    )
  const course = newId()
  for (const [at, student] of students.entries()) {
    for (let earned = 0; earned < at; earned += 1) await earn(student, 50 + earned, earned ? newId() : course)
  }
  const sums = async (query: string) =>
    new Map((await client.query(query)).rows.map((row) => [row.who, row.sum]))
  const OLD = "select student_id as who, sum(amount)::int as sum from points_ledger group by 1"
  const NEW = "select holder as who, balance::int as sum from ledger_accounts where held"
  const then = await sums(OLD)
  expect(then.size).toBe(11)

  await migrateDatabase(url, projectRoot)
  expect(await sums(NEW)).toEqual(then)
  const { rows } = await client.query(
    `select j.kind, j.trace, j.effective_at, e.amount::int from ledger_journals j join ledger_entries e on e.journal_id = j.id
     join ledger_accounts a on a.id = e.account_id where a.holder = $1`,
    [students[1]],
  )
  expect(rows).toEqual([
    {
      kind: "program-enrolment",
      trace: [{ code: "first-enrolment", course_id: course }],
      effective_at: new Date("2026-05-01T10:00Z"),
      amount: -50,
    },
  ])
  const left = await client.query(
    "select unit from ledger_entries e join ledger_accounts a on a.id = account_id group by 1 having sum(amount) <> 0",
  )
  expect(left.rows).toEqual([])
})

test("OPS-03 a migration gives way to readers and comes again, instead of holding everybody up", async () => {
  const { url, client } = await emptyDatabase()
  const journal = listMigrations(projectRoot)
  const before = journal.findLast(({ tag }) => tag < "0011")?.when ?? 0
  await migrateDatabase(url, projectRoot, before)
  await client.query("begin")
  await client.query("lock table users in access share mode")
  const migrating = migrateDatabase(url, projectRoot)
  // A query that arrives while the migration waits gets through within the migration's longest wait.
  const other = new pg.Client({ connectionString: url })
  await other.connect()
  await expect
    .poll(async () => (await other.query("select 1 from pg_locks where not granted")).rowCount, {
      timeout: 10_000,
    })
    .toBeGreaterThan(0)
  const started = performance.now()
  await other.query("select count(*) from users")
  expect(performance.now() - started).toBeLessThan(6_000)
  await other.end()
  await client.query("commit")
  await migrating
  expect(await readMigration(url)).toBe(journal.at(-1)?.when)
})

/** A database before a migration, and a request whose transaction is never the one that a deadlock ends. */
async function requestBefore(
  tag: string,
): Promise<{ url: string; request: pg.Client; waits: () => Promise<void> }> {
  const { url, client } = await emptyDatabase()
  const before = listMigrations(projectRoot).findLast((one) => one.tag < tag)?.when ?? 0
  await migrateDatabase(url, projectRoot, before)
  const admin = new URL(inject("postgresAdminUrl"))
  admin.pathname = new URL(url).pathname
  const request = new pg.Client({ connectionString: admin.href })
  await request.connect()
  onTestFinished(() => request.end())
  await request.query("set deadlock_timeout = '1min'")
  const waits = async () => {
    await expect
      .poll(async () => (await client.query("select 1 from pg_locks where not granted")).rowCount, {
        timeout: 10_000,
      })
      .toBeGreaterThan(0)
  }
  return { url, request, waits }
}

test("OPS-03 a migration that deadlocks with a request comes again", async () => {
  const { url, request, waits } = await requestBefore("0101")
  await request.query("begin")
  await request.query("lock table enrollments in access share mode")
  const migrating = migrateDatabase(url, projectRoot)
  await waits()
  await request.query("lock table scheduled_classes in access share mode")
  await request.query("commit")
  await migrating
  expect(await readMigration(url)).toBe(listMigrations(projectRoot).at(-1)?.when)
})

test("OPS-03 an upgrade waits for a request that has read a class before it locks what such a request reads next", async () => {
  const { url, request, waits } = await requestBefore("0101")
  await request.query("begin")
  await request.query("lock table scheduled_classes in access share mode")
  const migrating = migrateDatabase(url, projectRoot)
  await waits()
  for (const table of ["enrollments", "notices", "check_ins", "sign_outs"]) {
    await request.query(`lock table ${table} in access share mode nowait`)
  }
  await request.query("commit")
  await migrating
})
