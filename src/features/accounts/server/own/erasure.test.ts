import type { Pool } from "pg"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { inTransaction, type SignedIn } from "#platform/context.ts"
import { DAY } from "#shared/time.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createAdmin, createStudent } from "#tests/people.ts"
import { refusalOf } from "#tests/sign-ups.ts"
import { askErasure, eraseDue } from "./erasure.ts"
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

test("LAW-02 ACC-12 an admin can close the account while another admin stays, and the last one can't", async () => {
  const [first, second] = [await createAdmin(world.ctx), await createAdmin(world.ctx)]
  expect(await close(first)).toHaveProperty("erase_at")
  expect((await refusalOf(close(second))).code).toBe("LAST_ADMIN")
})
