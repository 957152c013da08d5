import type { Pool } from "pg"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { createAdmin } from "#tests/people.ts"
import { asAfterYears, rowsRead } from "#tests/rows-read.ts"
import { readGstr1 } from "./exports.ts"

/** Two and a half pages. */
const BILLS = 2_500
const SELLER = "27AAPFU0939F1ZV"

let world: TestContext
let pool: Pool

beforeAll(async () => {
  world = await createTestContext()
  pool = (world.ctx.db as unknown as { $client: Pool }).$client
  const content = {
    ...{ supplier: { gstin: SELLER, state: "27" }, buyer: { gstin: null }, place: "27", pieces: false },
    lines: [],
  }
  await pool.query(
    `insert into bills (id, kind, entity, financial_year, series, sequence, number, issued_on, total_paise, content, created_at)
     select gen_random_uuid(), 'tax-invoice', $2, '2627', 'NA/2627/', n, 'NA/2627/' || n,
       date '2026-11-01' + n % 30, 100, $3, now() from generate_series(1, $1::int) n`,
    [BILLS, SELLER, JSON.stringify(content)],
  )
  await pool.query("vacuum analyze bills")
})
afterAll(() => world?.close())

test("PAY-07 the accountant's tables read each document once, however many there are", async () => {
  const office = world.as(await createAdmin(world.ctx))
  const days = { first: "2026-11-01", last: "2026-11-30", gstin: SELLER }
  const { tables } = await readGstr1(office, days)
  expect(tables.find(({ name }) => name === "docs")?.rows).toEqual([
    ["Invoices for outward supply", "NA/2627/1", `NA/2627/${BILLS}`, BILLS, 0],
  ])
  const years = asAfterYears(pool)
  try {
    const read = await rowsRead(years, "bills", (db) => readGstr1({ ...office, db }, days))
    expect(read).toBeGreaterThanOrEqual(BILLS)
    expect(read).toBeLessThan(BILLS + 10)
  } finally {
    await years.end()
  }
})
