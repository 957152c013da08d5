import { afterAll, beforeAll, expect, test } from "vitest"
import type { PageHandler } from "#app/http/page/page-door.ts"
import { attendanceCorrections } from "#features/attendance/server/table.ts"
import { keepContactMessage } from "#features/content/server/service.ts"
import { notices } from "#features/notifications/server/table.ts"
import { auditLog } from "#platform/audit.ts"
import type { SignedIn } from "#platform/context.ts"
import { filedBrand } from "#shared/brand.ts"
import { newId } from "#shared/ids.ts"
import { createClass } from "#tests/classes.ts"
import { type HttpProduct, startHttpProduct } from "#tests/http.ts"
import { createAdmin, createInstructor, createStudent } from "#tests/people.ts"
import { pageRequest } from "#ui/api.ts"
import { listAudit } from "./audit-list.ts"

let product: HttpProduct
let admin: SignedIn

const ENV = { REMINDER_MINUTES: "90", ADMINS_NEED_TWO_STEP: "false" }

beforeAll(async () => {
  product = await startHttpProduct(ENV)
  admin = await createAdmin(product.ctx)
})
afterAll(() => product.close())

async function change(values: object): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await product.call(admin, "PATCH", "/api/v1/admin/settings", { values })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

async function settingNamed(name: string) {
  const answer = await product.call(admin, "GET", "/api/v1/admin/settings")
  return ((await answer.json()) as { name: string }[]).find((setting) => setting.name === name)
}

function contextNow() {
  return product.runtime.contextFor(null, product.runtime.log)
}

test("DASH-03 a setting says where its value comes from, and holds at once without a restart", async () => {
  expect(await settingNamed("reminder_minutes")).toMatchObject({ value: 90, source: "environment" })
  expect(await settingNamed("class_grace_minutes")).toMatchObject({ value: 10, source: "default" })
  expect(await settingNamed("academy_name")).toMatchObject({ value: "Kaksha", source: "content" })
  const { body } = await change({ reminder_minutes: "45", class_grace_minutes: "10", academy_name: "Vidya" })
  expect(body.changed).toEqual(["reminder_minutes", "academy_name"])
  expect(contextNow().env.REMINDER_MINUTES).toBe(45)
  expect(contextNow().brand.name).toBe("Vidya")
  expect(await settingNamed("reminder_minutes")).toMatchObject({ value: 45, usual: 90, source: "admin" })
})

test("DASH-03 another process follows a change by itself", async () => {
  const version = product.runtime.settings.version()
  // As another process writes it: the row and the message, nothing in this process's memory.
  await product.runtime.pool.query(
    "insert into settings values ('class_grace_minutes', '25', now()) on conflict (name) do update set value = '25'",
  )
  await product.runtime.pool.query(
    `select pg_notify('kaksha_changes', '{"name":"settings.changed","id":"all"}')`,
  )
  await expect.poll(() => product.runtime.settings.version()).toBeGreaterThan(version)
  expect(contextNow().env.CLASS_GRACE_MINUTES).toBe(25)
})

test("DASH-03 a change that can't be read at once is followed as soon as it can", async () => {
  const { pool, settings } = product.runtime
  const version = settings.version()
  await pool.query(
    "insert into settings values ('class_grace_minutes', '35', now()) on conflict (name) do update set value = '35'",
  )
  await pool.query("alter table settings rename to settings_away")
  await pool.query(`select pg_notify('kaksha_changes', '{"name":"settings.changed","id":"all"}')`)
  await new Promise((later) => setTimeout(later, 300))
  await pool.query("alter table settings_away rename to settings")
  await expect.poll(() => settings.version(), { timeout: 5_000 }).toBeGreaterThan(version)
  expect(contextNow().env.CLASS_GRACE_MINUTES).toBe(35)
})

test("D11 DASH-03 two products in one process each keep their own brand", async () => {
  const showBrand: PageHandler = async (_request, context) =>
    Response.json([context.get(pageRequest).brand.name])
  const other = await startHttpProduct(ENV, undefined, undefined, undefined, showBrand)
  try {
    const letter = { name: "Ravi", email: "ravi@example.com", topic: "fees" as const, message: "How much?" }
    const officeOf = async ({ ctx, runtime }: HttpProduct) => {
      await keepContactMessage(runtime.contextFor(null, runtime.log), letter)
      return ctx.db.select({ name: notices.recipient_name, to: notices.recipient }).from(notices)
    }
    await change({ academy_name: "Vidya", contact_email: "office@vidya.example" })
    expect(await officeOf(product)).toEqual([{ name: "Vidya", to: "office@vidya.example" }])
    expect(await officeOf(other)).toEqual([{ name: filedBrand.name, to: filedBrand.contactEmail }])
    expect(await (await other.call(null, "GET", "/courses")).json()).toEqual([filedBrand.name])

    const otherAdmin = await createAdmin(other.ctx)
    const values = { academy_name: "Nalanda" }
    await other.call(otherAdmin, "PATCH", "/api/v1/admin/settings", { values })
    expect(await (await other.call(null, "GET", "/courses")).json()).toEqual(["Nalanda"])
    expect(contextNow().brand.name).toBe("Vidya")
  } finally {
    await other.close()
  }
})

test("DASH-03 what can't stand is refused by name, and nothing of it is written", async () => {
  const { status, body } = await change({
    class_grace_minutes: "500",
    contact_phone: "12",
    demo_hold_hours: "12",
    no_such: "1",
  })
  expect(status).toBe(422)
  expect(Object.keys((body.data as { fields: object }).fields).sort()).toEqual([
    "class_grace_minutes",
    "contact_phone",
    "no_such",
  ])
  expect(await settingNamed("demo_hold_hours")).toMatchObject({ value: 24, source: "default" })
})

test("D2 the zone can be changed until classes are timetabled in it", async () => {
  expect((await change({ time_zone: "Asia/Dubai" })).body.changed).toEqual(["time_zone"])
  await change({ time_zone: "Asia/Kolkata" })
  await createClass(product.ctx, await createInstructor(product.ctx))
  expect((await change({ time_zone: "Asia/Dubai" })).status).toBe(422)
  expect(await settingNamed("time_zone")).toMatchObject({ value: "Asia/Kolkata", fixed: "ZONE_IN_USE" })
})

test("ACC-12 every change stands in the audit log, and what is taken back is as it was started", async () => {
  await product.call(admin, "DELETE", "/api/v1/admin/settings/reminder_minutes")
  expect(contextNow().env.REMINDER_MINUTES).toBe(90)
  await product.call(admin, "DELETE", "/api/v1/admin/settings/academy_name")
  expect(contextNow().brand.name).toBe("Kaksha")
  const unknown = await product.call(admin, "DELETE", "/api/v1/admin/settings/no_such")
  expect(unknown.status).toBe(404)
  const ctx = { ...product.ctx, viewer: admin }
  const { items } = await listAudit(ctx, { who: admin.email, what: "settings", limit: 50 })
  expect(items.map((item) => `${item.action} ${item.subject_id}`)).toContain(
    "settings.reset reminder_minutes",
  )
  const reminder = items.filter((item) => item.subject_id === "reminder_minutes")
  expect(reminder.map(({ detail }) => detail)).toEqual([
    { from: 45, to: 90 },
    { from: 90, to: 45 },
  ])
  // The academy's name stays out of the log, which is never erased.
  expect(JSON.stringify(await product.ctx.db.select().from(auditLog))).not.toContain("Vidya")
})

test("ACC-12 the log pages by keyset and finds by who, what and when", async () => {
  const ctx = { ...product.ctx, viewer: admin }
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await listAudit(ctx, { who: "", limit: 2, ...(cursor && { cursor }) })
    seen.push(...page.items.map((item) => item.id))
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen).toHaveLength(await product.ctx.db.$count(auditLog))
  expect((await listAudit(ctx, { who: "nobody of that name", limit: 50 })).items).toEqual([])
  expect((await listAudit(ctx, { who: "", what: "class", limit: 50 })).items).toEqual([])
  expect((await listAudit(ctx, { who: "", to: "2001-01-01", limit: 50 })).items).toEqual([])
})

test("ACC-12 OPS-08 entries have the names of whom and what they are about, and people of one name are read as one list", async () => {
  const ctx = { ...product.ctx, viewer: admin }
  const people = [
    await createInstructor(product.ctx, { first_name: "Zubin", last_name: "Mehta" }),
    await createInstructor(product.ctx, { first_name: "Zubin", last_name: "Irani" }),
  ]
  const student = await createStudent(product.ctx)
  const held = await createClass(product.ctx, people[0] as SignedIn, { title: "Ragas" })
  const correction = {
    id: newId(),
    class_id: held.id,
    student_id: student.user_id,
    reason: "was in the room",
  }
  await product.ctx.db
    .insert(attendanceCorrections)
    .values({ ...correction, to_verdict: "present", made_by: admin.user_id, made_at: ctx.clock.now() })
  const named: Record<string, string> = { correction_id: correction.id, student_id: student.user_id }
  const entries = Array.from({ length: 23 }, (_, n) => ({
    ...{ id: newId(), actor_id: (n % 4 === 3 ? admin : people[n % 2])?.user_id ?? null, subject_id: held.id },
    ...{
      action: n % 3 === 0 ? "attendance.mark" : "class.start",
      at: new Date(Date.UTC(2026, 9, 1 + (n % 9))),
    },
    detail: n % 3 === 0 ? named : {},
  }))
  await product.ctx.db.insert(auditLog).values(entries)
  const newest = (a: (typeof entries)[number], b: typeof a) =>
    b.at.getTime() - a.at.getTime() || (b.id < a.id ? -1 : 1)
  const wanted = entries.filter(({ actor_id }) => actor_id !== admin.user_id).sort(newest)
  for (const limit of [3, 8, 50]) {
    const seen: Awaited<ReturnType<typeof listAudit>>["items"] = []
    for (let cursor: string | undefined; ; ) {
      const page = await listAudit(ctx, { who: "zubin", limit, ...(cursor && { cursor }) })
      seen.push(...page.items)
      if (page.next_cursor === null) break
      cursor = page.next_cursor
    }
    expect(seen).toEqual(
      wanted.map((entry) => ({
        ...entry,
        actor_name: entry.actor_id === people[0]?.user_id ? "Zubin Mehta" : "Zubin Irani",
        ...{ subject_name: "Ragas", subject_kind: "class" },
        reason: entry.detail.correction_id ? "was in the room" : null,
        detail_names: entry.detail.student_id
          ? { [student.user_id]: `${student.first_name} ${student.last_name}` }
          : {},
      })),
    )
  }
})
