import type { StateCode } from "#shared/states.ts"
import type { Facts, Registration, Seller } from "../facts.ts"
import { holdingOn } from "../supplies.ts"

/** The academy as a legal entity, from a date on (YYYY-MM-DD). */
export type Supplier = Seller & {
  state: StateCode
  registration: Registration
  valid_from: string
}

/**
 * The suppliers that follow each other, one for each date, of rows in the order in which they were entered: of one
 * date the row that was entered last counts.
 */
export function suppliersInTurn<Row extends Supplier>(entered: readonly Row[]): Row[] {
  const byDate = new Map(entered.map((row) => [row.valid_from, row]))
  return [...byDate.values()].toSorted((one, other) => (one.valid_from < other.valid_from ? -1 : 1))
}

/**
 * What the rules need of the supplier on a date, with what the bill says of it. Before the first row holds, that
 * one is taken. Null without rows.
 */
export function supplierFacts(entered: readonly Supplier[], date: string): Facts["supplier"] | null {
  const rows = suppliersInTurn(entered)
  const dated = rows.map((row, at) => ({ ...row, from: at === 0 ? "" : row.valid_from }))
  const row = holdingOn(dated, date)
  if (!row) return null
  const { name, address, gstin, prefix, state } = row
  return {
    state,
    registrations: dated.map(({ from, registration: kind }) => ({ from, kind })),
    seller: { name, address, gstin, prefix },
  }
}
