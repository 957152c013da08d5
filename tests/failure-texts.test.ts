import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { ensureBuild } from "#app/build.ts"
import { withRuntime } from "#app/commands/parts.ts"
import { deleteClass } from "#features/classes/server/schedule/withdraw.ts"
import { classWaitlist, demoOffers } from "#features/classes/server/seat-tables.ts"
import { readEnvironment } from "#platform/env.ts"
import { newId } from "#shared/ids.ts"
import { DAY, HOUR } from "#shared/time.ts"
import { createClass, requestFor, seat } from "./classes.ts"
import { createTestDatabase, type TestDatabase } from "./database.ts"
import { FAILURES, PRODUCED_BY } from "./failure-rows.ts"
import { NOWHERE } from "./faults/empty-class.ts"
import { type Member, makeMember } from "./faults/member.ts"
import { cookieFor } from "./faults/sessions.ts"
import { freePort } from "./free-port.ts"
import { createAdmin, createInstructor, createStudent } from "./people.ts"
import { recordingFor } from "./recordings.ts"

/** The fields of a new class. */
const DRAFT = new URLSearchParams({
  ...{ title: "Fractions again", subject: "Mathematics", grade: "6", curriculum: "CBSE", max_capacity: "20" },
  ...{ scheduled_date: "2031-03-01", start_time: "10:00", end_time: "11:00", class_type: "regular" },
}).toString()

const projectRoot = resolve(import.meta.dirname, "..")

let database: TestDatabase
let folder: string
let member: Member
let world: Awaited<ReturnType<typeof writeWorld>>

async function writeWorld(variables: NodeJS.ProcessEnv) {
  const call = { env: readEnvironment(variables), variables, projectRoot, args: [] }
  return withRuntime(call, { url: database.url, dataFolder: folder }, async (runtime) => {
    const ctx = runtime.contextFor(null, runtime.log)
    const [instructor, student, admin] = [
      await createInstructor(ctx),
      await createStudent(ctx),
      await createAdmin(ctx),
    ]
    const now = ctx.clock.now().getTime()
    let days = 1
    const later = (columns: Parameters<typeof createClass>[2] = {}) => {
      days += 1
      return createClass(ctx, instructor, { starts_at: new Date(now + days * DAY), ...columns })
    }
    const open = await later()
    const demo = await later({ class_type: "demo" })
    const full = await later({ max_capacity: 1, seats_taken: 1 })
    const mine = await later({ seats_taken: 1 })
    await seat(ctx, mine.id, student)
    const waited = await later({ max_capacity: 1, seats_taken: 1, waiting: 1 })
    await ctx.db
      .insert(classWaitlist)
      .values({ class_id: waited.id, student_id: student.user_id, created_at: ctx.clock.now(), id: newId() })
    const asked = await later({ class_type: "demo" })
    const request = await requestFor(ctx, asked.id, student, instructor)
    const rejected = await later({ class_type: "demo" })
    const offered = await later({ class_type: "demo" })
    const offer = await requestFor(ctx, rejected.id, student, instructor)
    await runtime.pool.query("update demo_class_requests set status = 'rejected' where id = $1", [offer])
    await ctx.db.insert(demoOffers).values({ request_id: offer, class_id: offered.id })
    const binned = await later()
    await deleteClass({ ...ctx, viewer: instructor }, { class_id: binned.id })
    const soon = await createClass(ctx, instructor, { starts_at: new Date(now + 60_000) })
    const live = await createClass(ctx, await createInstructor(ctx), {
      starts_at: new Date(now - HOUR / 2),
      started_at: new Date(now - HOUR / 2),
      status: "live",
    })
    const { recording_id } = await recordingFor(ctx, { ...mine })
    return {
      ids: {
        open: open.id,
        demo: demo.id,
        full: full.id,
        mine: mine.id,
        waited: waited.id,
        request,
        offer,
        offered: offered.id,
        binned: binned.id,
        soon: soon.id,
        live: live.id,
        recording: recording_id,
      },
      cookies: {
        student: await cookieFor(ctx, student),
        instructor: await cookieFor(ctx, instructor),
        admin: await cookieFor(ctx, admin),
      },
    }
  })
}

beforeAll(async () => {
  await ensureBuild(projectRoot, () => undefined)
  database = await createTestDatabase()
  folder = mkdtempSync(join(tmpdir(), "kaksha-texts-"))
  const port = await freePort()
  const variables = {
    ...process.env,
    ...NOWHERE,
    KAKSHA_DATA: folder,
    DATABASE_URL: database.url,
    LOG_LEVEL: "silent",
  }
  world = await writeWorld(variables)
  member = makeMember("web", port, variables)
  await member.start()
}, 300_000)

afterAll(async () => {
  await member?.stop()
  await database?.drop()
  if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** A row's text with the ids of the world, and the fields of a new class, in the place of braces. */
function filled(text: string): string {
  const values: Record<string, string> = { ...world.ids, draft: DRAFT }
  return text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? name)
}

/** Makes the table refuse what is written, or be gone while a page is loaded. Returns what undoes it. */
async function breakTable(table: string, loading: boolean): Promise<() => Promise<unknown>> {
  const { pool } = database
  if (loading) {
    await pool.query(`alter table ${table} rename to broken_table`)
    return () => pool.query(`alter table broken_table rename to ${table}`)
  }
  await pool.query(
    `create or replace function refuse() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
     create trigger refuses before insert or update or delete on ${table}
       for each row execute function refuse()`,
  )
  return () => pool.query(`drop trigger refuses on ${table}`)
}

/** Posts a form, or loads a page, as a browser without scripts does, and follows where it leads. */
async function ask({ who, at, form }: (typeof FAILURES)[number]): Promise<{ status: number; text: string }> {
  const origin = `http://localhost:${member.port}`
  let cookie = world.cookies[who]
  let answer = await fetch(origin + filled(at), {
    redirect: "manual",
    headers: { cookie, origin },
    ...(form && { method: "POST", body: new URLSearchParams(filled(form)) }),
  })
  const { status } = answer
  for (let turn = 0; turn < 3 && answer.status >= 300 && answer.status < 400; turn += 1) {
    cookie = [cookie, ...answer.headers.getSetCookie().map((line) => line.split(";")[0])].join("; ")
    const to = new URL(answer.headers.get("location") ?? "/", origin)
    answer = await fetch(to, { redirect: "manual", headers: { cookie } })
  }
  return { status, text: (await answer.text()).replaceAll("&#x27;", "'") }
}

test("DATA-03 each thing that fails says so in its own sentence, on its page and with what was typed", async () => {
  const wrong: string[] = []
  for (const row of FAILURES) {
    const mended = await breakTable(row.broken, row.form === "")
    const { status, text } = await ask(row).finally(mended)
    const name = `${row.says} (${row.at} ${row.form}): ${status}`
    if (!text.includes(row.says)) wrong.push(`${name}, the sentence is missing`)
    // What the page shows, without the data that its scripts get.
    const shown = text.replace(/<script[\s\S]*?<\/script>/g, "")
    if (!shown.includes(row.keeps)) wrong.push(`${name}, the page or what was typed is gone`)
  }
  expect(wrong).toEqual([])
}, 120_000)

test("DATA-03 no text that says what failed is without its row", () => {
  const known = [...FAILURES.map(({ says }) => says), ...Object.keys(PRODUCED_BY)]
  for (const [text, file] of Object.entries(PRODUCED_BY))
    expect(readFileSync(join(projectRoot, file), "utf8"), file).toContain(text)
  const texts = globSync("src/**/*.{ts,tsx}", { cwd: projectRoot })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .flatMap(
      (file) => readFileSync(join(projectRoot, file), "utf8").match(/(?<=["'`])Failed to [^"'`]*/g) ?? [],
    )
  expect(texts.length).toBeGreaterThan(30)
  expect([...new Set(texts)].filter((text) => !known.some((one) => text.startsWith(one)))).toEqual([])
})
