import type { Pool } from "pg"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { deleteClass } from "#features/classes/server/schedule/withdraw.ts"
import { ledgerAccounts } from "#features/ledger/server/table.ts"
import { referrals } from "#features/payments/server/referrals/table.ts"
import { createProgram } from "#features/programs/server/manage.ts"
import { enrollments } from "#features/programs/server/table.ts"
import { inTransaction, type SignedIn } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { DAY, dateInZone } from "#shared/time.ts"
import { createClass, seat } from "#tests/classes.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { orderFor } from "#tests/orders.ts"
import { createAdmin, createGuardian, createInstructor, createStudent } from "#tests/people.ts"
import { DRAFT } from "#tests/programs.ts"
import { refusalOf } from "#tests/sign-ups.ts"
import { mailConfirmation } from "../mail/confirmation.ts"
import { endSessionsOf } from "../sessions.ts"
import { admit } from "../sign-in/admission.ts"
import { askErasure, closeAccount, eraseDue, eraseUnconfirmed } from "./erasure.ts"
import { keepOwnAccount } from "./keep-account.ts"

let world: TestContext
beforeAll(async () => {
  world = await createTestContext()
})
afterAll(() => world.close())

/** Closes the account of somebody whose password is right. */
function close(viewer: SignedIn) {
  const sessions = { ...world.ctx.sessions, checkPassword: async () => viewer.user_id }
  return askErasure({ ...world.as(viewer), sessions }, { password: "right" })
}

const pool = () => (world.ctx.db as unknown as { $client: Pool }).$client

async function emailOf(user_id: string): Promise<string> {
  const { rows } = await pool().query<{ email: string }>("select email from users where id = $1", [user_id])
  return rows[0]?.email ?? ""
}

test("LAW-02 who signs in at the very moment of the erasure keeps everything, and who doesn't is erased", async () => {
  const [stays, goes] = [await createStudent(world.ctx), await createStudent(world.ctx)]
  const { erase_at } = await close(stays)
  expect(await close(stays)).toEqual({ erase_at })
  await close(goes)
  world.clock.advance(31 * DAY)
  const erasing = await inTransaction(world.ctx, async (tx) => {
    await keepOwnAccount(tx, stays.user_id)
    // The job has found both by now.
    const running = eraseDue(world.ctx)
    await vi.waitFor(async () => {
      const { rowCount } = await pool().query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      expect(rowCount).toBe(1)
    }, 5_000)
    return { running }
  })
  await erasing.running
  expect(await emailOf(stays.user_id)).toBe(stays.email)
  expect(await emailOf(goes.user_id)).not.toBe(goes.email)
})

test("LAW-02 a child can't undo the erasure that a guardian asked for after the child, and an adult can", async () => {
  const child = await createStudent(world.ctx, {
    ...{ date_of_birth: dateInZone(new Date(world.clock.now().getTime() - 6_570 * DAY), "Asia/Kolkata") },
    ...{ under_18: true, parent_name: "Mita Bose", parent_phone: "+919123400088" },
  })
  const guardian = await createGuardian(world.ctx, child)
  const ask = (viewer: SignedIn) => inTransaction(world.as(viewer), (tx) => closeAccount(tx, child.user_id))
  const { erase_at } = await ask(child)
  expect(await ask(guardian)).toEqual({ erase_at })
  expect((await refusalOf(keepOwnAccount(world.ctx, child.user_id))).code).toBe("ACCOUNT_DISABLED")
  // The birthday is within the 30 days.
  world.clock.advance(10 * DAY)
  await keepOwnAccount(world.ctx, child.user_id)
  const { rows } = await pool().query("select erase_at from users where id = $1", [child.user_id])
  expect(rows).toEqual([{ erase_at: null }])
})

test("LAW-02 who is kept at a sign-in is kept whole, or not at all", async () => {
  const student = await createStudent(world.ctx)
  const { erase_at } = await close(student)
  const publish = () => Promise.reject(new Error("no job can be written"))
  const jobs = { ...world.ctx.jobs, publish }
  await expect(keepOwnAccount({ ...world.ctx, jobs }, student.user_id)).rejects.toThrow("no job")
  const { rows } = await pool().query("select erase_at from users where id = $1", [student.user_id])
  expect(rows).toEqual([{ erase_at }])
})

test("LAW-02 ACC-12 an admin can close the account while another admin stays, and the last one can't", async () => {
  const [first, second] = [await createAdmin(world.ctx), await createAdmin(world.ctx)]
  expect(await close(first)).toHaveProperty("erase_at")
  expect((await refusalOf(close(second))).code).toBe("LAST_ADMIN")
})

test("LAW-02 an account that nobody confirmed or used for 30 days is erased, and one that something refers to stays", async () => {
  const { ctx } = world
  // Those of the other tests.
  world.clock.advance(31 * DAY)
  await eraseUnconfirmed(ctx)
  const own = await createInstructor(ctx)
  const born = { under_18: true, parent_name: "Mita Bose", parent_phone: "+919123400077" }
  const people = {
    forgotten: await createStudent(ctx),
    applicant: await createInstructor(ctx, { approved_at: null }),
    confirmed: await createStudent(ctx),
    invited: await createStudent(ctx),
    seated: await createStudent(ctx),
    enrolled: await createStudent(ctx),
    buyer: await createStudent(ctx),
    child: await createStudent(ctx, born),
    instructor: own,
    admin: await createAdmin(ctx),
    disabled: await createStudent(ctx),
    signedIn: await createStudent(ctx),
    open: await createStudent(ctx),
    referrer: await createStudent(ctx),
    rich: await createStudent(ctx),
    binned: await createStudent(ctx),
    unmailed: await createStudent(ctx),
  }
  const set = (person: SignedIn, columns: string) =>
    pool().query(`update users set ${columns} where id = $1`, [person.user_id])
  await set(people.confirmed, "email_verified = true")
  await set(people.invited, "profile_by_office = true")
  await set(people.disabled, "disabled_at = now()")
  await seat(ctx, (await createClass(ctx, own)).id, people.seated)
  const { id: course_id } = await createProgram(world.as(people.admin), DRAFT)
  await ctx.db.insert(enrollments).values({ id: newId(), course_id, student_id: people.enrolled.user_id })
  await orderFor(ctx, course_id, people.buyer)
  await createGuardian(ctx, people.child)
  const [at, friend] = [ctx.clock.now(), people.confirmed.user_id]
  await ctx.db.insert(referrals).values({
    ...{
      id: newId(),
      referrer_id: people.referrer.user_id,
      newcomer_id: friend,
      state: "joined",
      joined_at: at,
    },
  })
  await ctx.db.insert(ledgerAccounts).values({
    ...{ id: newId(), kind: "points", unit: "points", normal_side: "credit", held: true, balance: 20 },
    ...{ holder: people.rich.user_id, created_at: at },
  })
  const binned = await createClass(ctx, await createInstructor(ctx))
  await seat(ctx, binned.id, people.binned)
  await deleteClass(world.as(people.admin), { class_id: binned.id })
  for (const [name, person] of Object.entries(people))
    if (name !== "unmailed") await inTransaction(ctx, (tx) => mailConfirmation(tx, person))
  world.clock.advance(20 * DAY)
  const admitted = { ...ctx, http: { ...ctx.http, request: new Headers(), reply: new Headers() } }
  await admit(admitted, people.signedIn.user_id, "any")
  await endSessionsOf(ctx, people.signedIn.user_id)
  await ctx.sessions.openTrusted(admitted.http, people.open.user_id)
  await pool().query("update sessions set updated_at = $1", [ctx.clock.now()])
  expect(await eraseUnconfirmed(ctx)).toBe(0)
  world.clock.advance(11 * DAY)
  expect(await eraseUnconfirmed({ ...ctx, mail: { ...ctx.mail, configured: false } })).toBe(0)
  await eraseUnconfirmed(ctx)
  for (const [name, { user_id, email }] of Object.entries(people)) {
    const gone = name === "forgotten" || name === "applicant"
    expect(await emailOf(user_id), name).toBe(gone ? "" : email)
  }
  const { rows } = await pool().query(
    "select actor_id from audit_log where action = $1 and subject_id = $2",
    ["account.erased", people.forgotten.user_id],
  )
  expect(rows).toHaveLength(1)
})

test("LAW-02 a class that is joined at the very moment keeps an account that was never confirmed", async () => {
  const { ctx } = world
  const student = await createStudent(ctx)
  await inTransaction(ctx, (tx) => mailConfirmation(tx, student))
  const { id } = await createClass(ctx, await createInstructor(ctx))
  world.clock.advance(31 * DAY)
  const erasing = await inTransaction(ctx, async (tx) => {
    await seat(tx, id, student)
    const running = eraseUnconfirmed(ctx)
    await vi.waitFor(async () => {
      const { rowCount } = await pool().query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      expect(rowCount).toBe(1)
    }, 5_000)
    return { running }
  })
  await erasing.running
  expect(await emailOf(student.user_id)).toBe(student.email)
})
