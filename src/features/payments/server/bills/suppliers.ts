import { and, asc, eq, type SQL, sql } from "drizzle-orm"
import filed from "#content/supplier.json" with { type: "json" }
import { todayOf } from "#features/accounts/server/age.ts"
import { recordChange } from "#platform/audit.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { refuseFields } from "#platform/errors.ts"
import { newId } from "#shared/ids.ts"
import type { StateCode } from "#shared/states.ts"
import { faultOfGstin, tidyGstin } from "../../bills/gstin.ts"
import { entityOf, PREFIX } from "../../bills/numbers.ts"
import { type Supplier, supplierFacts, suppliersInTurn } from "../../bills/supplier.ts"
import type { Facts, Registration } from "../../facts.ts"
import { holdingOn, RATES } from "../../supplies.ts"
import { billCounters, suppliers } from "./table.ts"

/** The prefix of bills until an admin sets one. */
const TRIAL_PREFIX = "K"

/** Every row of the suppliers, in the order in which they were entered, as a column of another query. */
export function suppliersColumn(): SQL<Supplier[]> {
  return sql<Supplier[]>`(select coalesce(jsonb_agg(s order by s.created_at, s.id), '[]') from suppliers s)`
}

/** Returns what the rules need of the supplier on a date, or null for an academy that hasn't said who it is. */
export function supplierOn(
  ctx: Pick<Ctx, "env" | "brand">,
  entered: readonly Supplier[],
  date: string,
): Facts["supplier"] | null {
  const known = supplierFacts(entered, date)
  if (known || !ctx.env.trial) return known
  const { name, address, gstin, prefix } = trialSupplier(ctx)
  return {
    state: filed.state,
    registrations: filed.registrations as { from: string; kind: Registration }[],
    seller: { name, address, gstin, prefix },
  }
}

/** Whom a trial sells as until an admin says otherwise. */
function trialSupplier({ brand }: Pick<Ctx, "brand">): Supplier {
  const { line, city, postalCode } = brand.location
  return {
    name: brand.name,
    address: [line, `${city} ${postalCode}`],
    state: filed.state as StateCode,
    registration: "unregistered",
    gstin: null,
    prefix: TRIAL_PREFIX,
    valid_from: "2017-07-01",
  }
}

export type SupplierDraft = Omit<Supplier, "address"> & { address: string }

/** Returns the supplier of today, those before and after, and the rates that are charged. */
export async function readSupplier(ctx: Ctx) {
  const rows = await ctx.db.select().from(suppliers).orderBy(asc(suppliers.created_at), asc(suppliers.id))
  const today = todayOf(ctx)
  const inTurn = suppliersInTurn(rows)
  const current = holdingOn(
    inTurn.map((row) => ({ ...row, from: row.valid_from })),
    today,
  )
  const shown = inTurn.map(shownSupplier)
  const fallback = ctx.env.trial && rows.length === 0 ? shownSupplier(trialSupplier(ctx)) : null
  return {
    current: current ? shownSupplier(current) : (shown[0] ?? fallback),
    is_set: rows.length > 0,
    all: shown.toReversed(),
    rates: RATES.map(({ supply, code, rate, above, from, source }) => ({
      ...{ supply, tax_code: code, rate, from, source },
      above: above ? { piece_paise: above.piece_paise, rate: above.rate } : null,
    })),
  }
}

function shownSupplier({ name, address, state, registration, gstin, prefix, valid_from }: Supplier) {
  return { name, address, state, registration, gstin, prefix, valid_from }
}

/**
 * Enters who sells from a date on. What was sold and billed before stays as it is. Throws FIELD_ERRORS: for a GSTIN
 * that is none or of another State, and for a prefix that another registration has.
 */
export async function enterSupplier(ctx: SignedInCtx, typed: SupplierDraft): Promise<void> {
  const draft: Supplier = {
    ...typed,
    name: typed.name.trim(),
    address: typed.address
      .split("\n")
      .map((line) => line.trim())
      .filter(Boolean),
    gstin: tidyGstin(typed.gstin),
    prefix: typed.prefix.trim().toUpperCase(),
  }
  const problems = problemsOf(draft)
  if (Object.keys(problems).length > 0) refuseFields(problems)
  await inTransaction(ctx, async (tx) => {
    await refuseUsedPrefix(tx, draft)
    const entered = await tx.db.select().from(suppliers).orderBy(asc(suppliers.created_at), asc(suppliers.id))
    const before = suppliersInTurn(entered).findLast(({ valid_from }) => valid_from <= draft.valid_from)
    const id = newId()
    await tx.db.insert(suppliers).values({ ...draft, id, created_at: tx.clock.now() })
    await recordChange(tx, "supplier.change", id, { from: told(before), to: told(draft) })
  })
}

/** Who entered what is in the log by codes; a name and an address are in the row alone. */
function told(row: Supplier | undefined) {
  const { valid_from = null, state = null, registration = null, gstin = null, prefix = null } = row ?? {}
  return { valid_from, state, registration, gstin, prefix }
}

function problemsOf({ name, address, state, registration, gstin, prefix }: Supplier): Record<string, string> {
  const fault = gstin ? faultOfGstin(gstin, state) : null
  const isMissing = !gstin && (registration === "regular" || registration === "composition")
  return {
    ...(name === "" && { name: "SUPPLIER_NAME" }),
    ...(address.length === 0 && { address: "SUPPLIER_ADDRESS" }),
    ...(fault && { gstin: fault }),
    ...(isMissing && { gstin: "GSTIN_NEEDED" }),
    ...(gstin && registration === "unregistered" && { gstin: "GSTIN_NOT_REGISTERED" }),
    ...(!PREFIX.test(prefix) && { prefix: "BILL_PREFIX" }),
  }
}

async function refuseUsedPrefix(tx: Pick<Ctx, "db">, { prefix, gstin }: Supplier): Promise<void> {
  // Two of the office who enter one at the same moment.
  await tx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended('suppliers', 0))`)
  const others = and(eq(suppliers.prefix, prefix), sql`${suppliers.gstin} is distinct from ${gstin}`)
  if ((await tx.db.$count(suppliers, others)) > 0) refuseFields({ prefix: "BILL_PREFIX_USED" })
  const [used] = await tx.db
    .select({ series: billCounters.series })
    .from(billCounters)
    .where(
      sql`${billCounters.entity} <> ${entityOf(gstin)} and split_part(${billCounters.series}, '/', 1) = ${prefix}`,
    )
    .limit(1)
  if (used) refuseFields({ prefix: "BILL_PREFIX_USED" })
}
