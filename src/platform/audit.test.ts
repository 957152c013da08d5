import { sql } from "drizzle-orm"
import { afterAll, beforeAll, expect, test } from "vitest"
import { newId } from "#shared/ids.ts"
import { HOUR } from "#shared/time.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { auditLog, auditSeals, recordAct, sealAuditLog, verifyAuditChain } from "./audit.ts"

const TABLES = ["audit_log", "audit_seals"]
let world: TestContext

beforeAll(async () => {
  world = await createTestContext()
})
afterAll(() => world.close())

/** What a person with the keys to the database could do, behind the product's back. */
async function behindItsBack(statement: ReturnType<typeof sql>): Promise<void> {
  const triggers = (what: string) => async (table: string) =>
    world.ctx.db.execute(sql.raw(`alter table ${table} ${what} trigger user`))
  await Promise.all(TABLES.map(triggers("disable")))
  await world.ctx.db.execute(statement)
  await Promise.all(TABLES.map(triggers("enable")))
}

test("ACC-12 the log and its seals refuse every change and every deletion", async () => {
  await recordAct(world.ctx, "class.cancel", newId(), { b: 1, a: "x" })
  await sealAuditLog(world.ctx)
  for (const table of [auditLog, auditSeals]) {
    await expect(world.ctx.db.delete(table)).rejects.toThrow()
    await expect(world.ctx.db.execute(sql`truncate ${table}`)).rejects.toThrow()
  }
  await expect(world.ctx.db.update(auditLog).set({ action: "class.end" })).rejects.toThrow()
})

test("ACC-12 the chain is whole over many acts, however the sealing was cut, and two sealers make one chain", async () => {
  for (let turn = 0; turn < 12; turn += 1) {
    world.clock.advance(1_000)
    await recordAct(world.ctx, "person.role", newId(), { turn, z: null, a: true })
    if (turn % 5 === 0) await Promise.all([sealAuditLog(world.ctx), sealAuditLog(world.ctx)])
  }
  const before = await verifyAuditChain(world.ctx)
  expect(before).toMatchObject({ whole: true, waiting: 1, broken: null })
  await sealAuditLog(world.ctx)
  expect(await verifyAuditChain(world.ctx)).toMatchObject({ whole: true, sealed: 13, waiting: 0 })
})

test("ACC-12 an act that committed behind later ones is sealed, too", async () => {
  const late = world.clock.now()
  world.clock.advance(5_000)
  await recordAct(world.ctx, "class.start", newId())
  await sealAuditLog(world.ctx)
  await world.ctx.db
    .insert(auditLog)
    .values({ id: newId(), actor_id: null, action: "class.end", subject_id: newId(), at: late })
  await sealAuditLog(world.ctx)
  expect(await verifyAuditChain(world.ctx)).toMatchObject({ whole: true, sealed: 15, waiting: 0 })
})

test("ACC-12 a changed entry, one taken out and one that was never sealed are told apart", async () => {
  const [seal] = await world.ctx.db.select().from(auditSeals).where(sql`${auditSeals.position} = 4`)
  const id = seal?.entry_id ?? ""
  await behindItsBack(sql`update audit_log set detail = '{"turn": 99}' where id = ${id}`)
  const changed = await verifyAuditChain(world.ctx)
  expect(changed).toMatchObject({ whole: false, broken: { position: 4, entry_id: id, why: "changed" } })
  await behindItsBack(sql`delete from audit_log where id = ${id}`)
  expect((await verifyAuditChain(world.ctx)).broken).toMatchObject({ position: 4, why: "missing" })
  await behindItsBack(sql`delete from audit_seals where position = 4`)
  expect((await verifyAuditChain(world.ctx)).broken).toMatchObject({ position: 5, why: "gap" })
  await recordAct(world.ctx, "class.end", newId())
  world.clock.advance(HOUR)
  expect((await verifyAuditChain(world.ctx)).overdue).toBe(1)
})
