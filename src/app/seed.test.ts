import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { readDemoPeople } from "#features/accounts/server/seed.ts"
import { readPerson } from "#features/accounts/server/sessions.ts"
import { listWaitingProofs, openProof } from "#features/attendance/server/proofs/staff-proofs.ts"
import { classesJobs } from "#features/classes/server/jobs.ts"
import { listPickups } from "#features/payments/server/pickup/list.ts"
import { listClaims } from "#features/payments/server/upi/claims.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { brokenInvariants } from "#tests/faults/invariants.ts"
import { createAdmin } from "#tests/people.ts"
import { runJobs } from "#tests/run-jobs.ts"
import { type Sales, startSales } from "#tests/sales.ts"
import type { Runtime } from "./runtime.ts"
import { seedTrial } from "./seed.ts"

let sales: Sales
let office: SignedInCtx
const dataFolder = mkdtempSync(join(tmpdir(), "kaksha-seed-"))
const projectRoot = resolve(import.meta.dirname, "../..")

/** What the start of a trial does. */
async function seed(): Promise<void> {
  const { ctx } = sales.world
  const runtime = { contextFor: () => ctx, log: ctx.log, env: { ...ctx.env, trial: true } }
  await seedTrial(runtime as unknown as Runtime, { dataFolder, projectRoot }, () => {})
}

beforeAll(async () => {
  sales = await startSales()
  await seed()
  await runJobs(sales.world, classesJobs)
  office = sales.world.as(await createAdmin(sales.world.ctx))
}, 120_000)
afterAll(async () => {
  await sales?.close()
  rmSync(dataFolder, { recursive: true, force: true })
})

test("D13 PAY-02 a trial has a child whom the driver picks up today, by a membership that is in the books", async () => {
  // A Friday.
  const [karate, ...others] = await listPickups(office, "2026-11-20")
  expect(others).toEqual([])
  expect(karate).toMatchObject({ title: "Karate: On the Mat", children: [{ name: "Kiara Nambiar" }] })
  expect(karate?.children[0]?.address).toContain("Jayanagar")
  expect(await listPickups(office, "2026-11-25")).toEqual([])
  // One month at 1,200, and pick-up on 5 days a week at 1,000.
  expect((await listClaims(office)).decided).toMatchObject([{ state: "approved", amount_paise: 220_000 }])
  expect(await brokenInvariants(sales.pool)).toEqual([])
})

test("D13 PAY-02 a trial has a doctor's note that waits for the teacher and the office", async () => {
  const { instructors } = await readDemoPeople(sales.world.ctx)
  const teacher = await readPerson(sales.world.ctx.db, instructors[1] ?? "")
  if (!teacher) throw new Error("nobody teaches")
  const { items } = await listWaitingProofs(office, { limit: 10 })
  expect(items).toHaveLength(1)
  const [{ class_id, student_id }] = items as [(typeof items)[number]]
  const opened = await openProof(sales.world.as(teacher), { class_id, student_id })
  expect(opened).toMatchObject({ state: "waiting", opened: [{ content_type: "application/pdf" }] })
})

test("D13 a later start of a trial adds no second pick-up and no second note", async () => {
  sales.world.clock.advance(60_000)
  await seed()
  expect((await listClaims(office)).decided).toHaveLength(1)
  expect((await listWaitingProofs(office, { limit: 10 })).items).toHaveLength(1)
})
