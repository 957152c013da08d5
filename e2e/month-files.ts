import { readFile } from "node:fs/promises"
import type { Page } from "@playwright/test"
import type { Pool } from "pg"
import { sumOf } from "../tests/month/academy.ts"
import { columnOf, paiseOf, readCsv } from "../tests/month/accountant.ts"
import { DECEMBER, readBooks } from "../tests/month/figures.ts"
import { expect } from "./product.ts"

type Row = Record<string, string>

/** Downloads a file by its link and reads it as the accountant's own program does. */
async function download(page: Page, name: string): Promise<Row[]> {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name, exact: true }).click(),
  ])
  return readCsv(await readFile(await file.path(), "utf8"))
}

/** Expects the journal of the month to balance and to have every entry of the books. Returns its rows. */
export async function expectJournal(page: Page, pool: Pool): Promise<Row[]> {
  const rows = await download(page, "Journal (CSV)")
  for (const [id, entries] of Map.groupBy(rows, (row) => row.Journal))
    expect([id, columnOf(entries, "Debit")]).toEqual([id, columnOf(entries, "Credit")])
  const sums = [...Map.groupBy(rows, (row) => row.Account ?? "")].map(
    ([account, entries]) => [account, columnOf(entries, "Debit") - columnOf(entries, "Credit")] as const,
  )
  const books = [...(await readBooks(pool))].map(([kind, { december }]) => [kind, december] as const)
  expect(Object.fromEntries(sums)).toEqual(Object.fromEntries(books))
  expect(rows.every(({ Date: date = "" }) => date >= DECEMBER.first && date <= DECEMBER.last)).toBe(true)
  return rows
}

/** Expects the tables of GSTR-1 to have the taxes and the income of the books, document by document. */
export async function expectGstr1(page: Page, pool: Pool): Promise<void> {
  const b2b = await download(page, "B2B: businesses")
  const b2cl = await download(page, "B2CL: large, other States")
  const b2cs = await download(page, "B2CS: other consumers")
  const cdnr = await download(page, "CDNR: credit notes, B2B")
  const cdnur = await download(page, "CDNUR: credit notes, B2CL")
  const docs = await download(page, "Documents issued")
  for (const rows of [b2b, b2cl, b2cs, cdnr, docs]) expect(rows.length).toBeGreaterThan(0)
  const hsn = [
    ...(await download(page, "HSN summary: businesses")),
    ...(await download(page, "HSN summary: consumers")),
  ]
  const december = new Map([...(await readBooks(pool))].map(([kind, sums]) => [kind, -sums.december]))
  expect(columnOf(hsn, "Integrated Tax Amount")).toBe(december.get("igst-payable"))
  expect(columnOf(hsn, "Central Tax Amount")).toBe(december.get("cgst-payable"))
  expect(columnOf(hsn, "State/UT Tax Amount")).toBe(december.get("sgst-payable"))
  const { rows: bills } = await pool.query<{ value: string; number: string }>(
    `select number, (select sum((line ->> 'taxable_paise')::bigint)
       from jsonb_array_elements(content -> 'lines') line) as value
     from bills where issued_on between $1 and $2`,
    [DECEMBER.first, DECEMBER.last],
  )
  const taxable = columnOf(hsn, "Taxable Value")
  expect(taxable).toBe(december.get("deferred-income"))
  const of = (some: Row[]) => columnOf(some, "Taxable Value")
  expect(of(b2b) + of(b2cl) + of(b2cs) - of(cdnr) - of(cdnur)).toBe(taxable)
  expect(sumOf(docs.map((row) => Number(row["Total Number"])))).toBe(bills.length)
  // Each rate of each document to a business stands with its number, and the books' document has the same value.
  for (const [number, parts] of Map.groupBy([...b2b, ...b2cl], (row) => row["Invoice Number"] ?? ""))
    expect([number, of(parts)]).toEqual([number, Number(bills.find((bill) => bill.number === number)?.value)])
  for (const row of b2b)
    expect(paiseOf(row["Invoice Value"])).toBeGreaterThanOrEqual(paiseOf(row["Taxable Value"]))
}
