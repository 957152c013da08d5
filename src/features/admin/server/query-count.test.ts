import { drizzle } from "drizzle-orm/node-postgres"
import pg from "pg"
import { afterAll, beforeAll, expect, inject, test } from "vitest"
import { listPeople } from "#features/accounts/server/people/people-list.ts"
import { seedPrograms } from "#features/programs/server/seed.ts"
import type { SignedIn, SignedInCtx } from "#platform/context.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createAdmin } from "#tests/people.ts"
import { growClasses } from "../../../../bench/rig/many-classes.ts"
import { listAudit } from "./audit-list.ts"
import { readChecklist } from "./checklist.ts"
import { listEveryClass } from "./classes.ts"
import { listImports } from "./imports.ts"
import { listAttention, listLive, readFigures, readNext } from "./overview.ts"
import { listStudents, readStudent } from "./students.ts"
import { readServices, readWeeks } from "./trends.ts"

/** Of each table that grows. Walking one from end to end reads more than what a list may touch. */
const ROWS = 24_000
/** Counts on pages read so far and no further. */
const MOST_READ = 10_001

let world: TestContext
let pool: pg.Pool
let admin: SignedIn
let studentId: string

beforeAll(async () => {
  world = await createTestContext()
  world.clock.set(new Date())
  admin = await createAdmin(world.ctx)
  await seedPrograms(world.ctx)
  pool = (world.ctx.db as unknown as { $client: pg.Pool }).$client
  const address = new URL(inject("postgresAdminUrl"))
  address.pathname = new URL(pool.options.connectionString ?? "").pathname
  const superuser = new pg.Client({ connectionString: address.href })
  await superuser.connect()
  studentId = (await growClasses(superuser, ROWS)).student
  await growOffice(superuser)
  await superuser.end()
})
afterAll(() => world?.close())

/** An office of three years: people, courses, verdicts, notices and acts, most of them long ago. */
async function growOffice(superuser: pg.Client): Promise<void> {
  const then = "now() - (n * interval '3 years' / $1)"
  const grow = (statement: string) => superuser.query(statement, [ROWS])
  await grow(`with made as (
      insert into users (id, name, email, created_at)
      select uuidv7(), 'Ravi Nair', 'pupil' || n || '@scale.example', ${then} from generate_series(1, $1::int) n
      returning id, email, created_at)
    insert into students (user_id, email, first_name, last_name, parent_phone, parent_phone_confirmed_at, created_at)
    select id, email, 'Ravi', 'Nair', '+919876543210', now(), created_at from made`)
  await grow(`insert into enrollments (id, course_id, student_id, created_at)
    select uuidv7(), (array(select id from programs))[1 + n % 47], user_id, ${then}
    from (select user_id, row_number() over () as n from students) s where n <= $1::int`)
  await grow(`insert into attendance_verdicts (class_id, student_id, verdict, present_seconds, minimum_seconds, reasons, settled_at)
    select class_id, student_id, 'present', 3600, 600, '[]', ${then}
    from (select class_id, student_id, row_number() over () as n from class_enrollments) e where n <= $1::int`)
  await grow(`update class_enrollments e set created_at = ${then}
    from (select id, row_number() over () / 2 as n from class_enrollments) numbered where numbered.id = e.id and $1 > 0`)
  await grow(`insert into notices (id, kind, cause_id, channel, recipient, recipient_name, text, variables, status, created_at)
    select uuidv7(), 'absence', gen_random_uuid(), 'sms', '+919876543210', 'Anil', 'x', '{}', 'sent', ${then}
    from generate_series(1, $1::int) n`)
  await grow(`insert into audit_log (id, actor_id, action, subject_id, at)
    select uuidv7(), (array(select user_id from teachers))[1 + n % 50], 'class.cancel', gen_random_uuid()::text, ${then}
    from generate_series(1, $1::int) n`)
  await superuser.query("vacuum analyze")
}

type PlanNode = {
  "Node Type": string
  "Relation Name"?: string
  "Actual Rows": number
  "Actual Loops": number
  "Rows Removed by Filter"?: number
  Plans?: PlanNode[]
}

/** The tables that a plan walks further than any page may count. */
function walked(node: PlanNode): string[] {
  const read = (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"]
  const far = node["Node Type"] === "Seq Scan" && read > MOST_READ
  return [...(far ? [node["Relation Name"] ?? ""] : []), ...(node.Plans ?? []).flatMap(walked)]
}

/** How many statements a call sends, and what they walk from end to end. */
async function cost(call: (ctx: SignedInCtx) => Promise<unknown>) {
  const sent: { query: string; values: unknown[] }[] = []
  const logger = { logQuery: (query: string, values: unknown[]) => void sent.push({ query, values }) }
  await call({ ...world.as(admin), db: drizzle(pool, { logger }) } as SignedInCtx)
  const walks: string[] = []
  for (const { query, values } of sent) {
    const { rows } = await pool.query<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(
      `explain (analyze, timing off, format json) ${query}`,
      values,
    )
    const plan = rows[0]?.["QUERY PLAN"][0].Plan
    if (plan) walks.push(...walked(plan))
  }
  return { queries: sent.length, walks: [...new Set(walks)] }
}

const page = { limit: 30 }
/** Every list and figure of the office, with how many queries it is allowed. */
const SCREENS: [string, number, (ctx: SignedInCtx) => Promise<unknown>][] = [
  ["the figures", 1, readFigures],
  ["what waits", 1, listAttention],
  ["what is live", 1, listLive],
  ["what comes next", 1, readNext],
  ["the checklist", 2, readChecklist],
  ["enrolments by week", 1, readWeeks],
  ["enrolments by service", 1, readServices],
  ["students", 1, (ctx) => listStudents(ctx, { ...page, q: "" })],
  ["students by a name", 1, (ctx) => listStudents(ctx, { ...page, q: "pupil77" })],
  ["students by a name nobody has", 1, (ctx) => listStudents(ctx, { ...page, q: "qqqq" })],
  // As in any family's number typed by hand; that of every pupil here is +91 98765 43210.
  ["students by a number", 1, (ctx) => listStudents(ctx, { ...page, q: "098123 45678" })],
  ["people by a number", 1, (ctx) => listPeople(ctx, { ...page, q: "+91 98123-45678" })],
  ["one student", 3, (ctx) => readStudent(ctx, studentId)],
  ["coming classes", 1, (ctx) => listEveryClass(ctx, { ...page, q: "", state: "upcoming" })],
  ["live classes", 1, (ctx) => listEveryClass(ctx, { ...page, q: "", state: "live" })],
  ["past classes", 1, (ctx) => listEveryClass(ctx, { ...page, q: "", state: "past" })],
  ["cancelled classes", 1, (ctx) => listEveryClass(ctx, { ...page, q: "", state: "cancelled" })],
  [
    "past classes by a title nobody gave",
    1,
    (ctx) => listEveryClass(ctx, { ...page, q: "qqqq", state: "past" }),
  ],
  ["the audit log", 2, (ctx) => listAudit(ctx, { ...page, who: "" })],
  ["acts of a person", 2, (ctx) => listAudit(ctx, { ...page, who: "teacher7@" })],
  ["acts of nobody", 1, (ctx) => listAudit(ctx, { ...page, who: "qqqq" })],
  ["acts of a kind", 1, (ctx) => listAudit(ctx, { ...page, who: "", what: "settings" })],
  ["imports", 1, listImports],
]

test.each(SCREENS)(
  "DASH-03 however much there is, %s costs at most %i queries and walks no table that grows",
  async (_what, queries, call) => {
    expect(await cost(call)).toEqual({ queries, walks: [] })
  },
)
