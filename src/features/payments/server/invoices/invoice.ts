import { asc, eq, sql } from "drizzle-orm"
import { todayOf } from "#features/accounts/server/age.ts"
import { credit, debit, type TraceStep } from "#features/ledger/rules.ts"
import { type NamedDraft, writeFirst } from "#features/ledger/server/first.ts"
import { recordAct } from "#platform/audit.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { notFound, refuse, refuseFields } from "#platform/errors.ts"
import { newId } from "#shared/ids.ts"
import type { StateCode } from "#shared/states.ts"
import type { Bill } from "../../bills/bill.ts"
import type { Facts, Item } from "../../facts.ts"
import { holdingOn } from "../../supplies.ts"
import { billingOf, issueUnordered } from "../bills/issue.ts"
import { findBill } from "../bills/list.ts"
import { suppliersColumn } from "../bills/suppliers.ts"
import { bills } from "../bills/table.ts"
import { partsOf } from "../journals.ts"
import { type ProgramPrice, priceGoods } from "../price.ts"
import { upiClaims } from "../upi/table.ts"
import { invoicePayments } from "./table.ts"

export type Invoicing = {
  items: Item[]
  buyer: Facts["buyer"]
}

/** A price that can be invoiced. */
export type InvoicePrice = ProgramPrice & { priced: NonNullable<ProgramPrice["priced"]> }

/** Returns what these items cost an organisation today, by the rates of today. One query. Throws NOT_SOLD. */
export async function priceInvoice(ctx: Ctx, { items, buyer }: Invoicing): Promise<InvoicePrice> {
  const { rows } = await ctx.db.execute<{ all: Parameters<typeof priceGoods>[3] }>(
    sql`select ${suppliersColumn()} as all`,
  )
  const price = priceGoods(ctx, items, buyer, rows[0]?.all ?? [])
  if (!price.priced) return refuse("NOT_SOLD", { reasons: price.refused })
  return { ...price, priced: price.priced }
}

/**
 * Issues the invoice of a price that is of one place of supply, in the caller's transaction: the bill under the next
 * number, and the journal by which the organisation owes it. Returns its id. The number's row stays locked, so it comes
 * last.
 */
export async function issueInvoice(
  tx: Ctx,
  { priced, facts, rules_version }: InvoicePrice,
  { title, name }: { title: string; name: string },
): Promise<string> {
  const [document, another] = priced.documents
  const { seller } = facts.supplier
  if (!document || another || !seller) throw new Error("an invoice is of one document of a known seller")
  const { buyer } = facts
  const registration = holdingOn(facts.supplier.registrations, facts.date)?.kind ?? "unregistered"
  const { kind, place, lines, round_off_paise, total_paise } = document
  const values = billingOf(tx, null, seller, [
    {
      ...{ kind, corrects: null, refund_id: null },
      content: {
        supplier: {
          ...{ name: seller.name, address: seller.address, gstin: seller.gstin, registration },
          state: facts.supplier.state as StateCode,
        },
        buyer: {
          ...{
            name: buyer.business_name ?? name,
            state: buyer.state as StateCode,
            gstin: buyer.gstin ?? null,
          },
          ...(buyer.business_address && { address: buyer.business_address.split("\n") }),
        },
        ...{ title, student: buyer.business_name ?? name, place: place as StateCode, lines, round_off_paise },
        ...{ total_paise, trace: priced.trace, first_line: 0, paid: null },
      },
    },
  ])
  const [id] = await issueUnordered(tx, values)
  if (!id) throw new Error("the invoice was not written")
  await writeFirst(tx, [
    journal(tx, `invoice:${id}`, rules_version, priced.trace, [
      debit({ kind: "receivable" }, total_paise),
      ...partsOf([document]).map(([account, amount]) => credit(account, amount)),
    ]),
  ])
  return id
}

function journal(
  { clock }: Pick<Ctx, "clock">,
  key: string,
  rules_version: string,
  trace: TraceStep[],
  entries: NamedDraft["entries"],
): NamedDraft {
  return {
    kind: key.slice(0, key.indexOf(":")),
    key,
    rules_version,
    trace,
    effective_at: clock.now(),
    entries,
  }
}

export type InvoiceView = {
  bill: Bill
  paid_paise: number
  payments: { reference: string; amount_paise: number; received_on: string }[]
}

/** Returns an invoice with what was paid of it, without asking who reads it. Two queries. Throws NOT_FOUND. */
export async function readInvoice(ctx: Pick<Ctx, "db">, billId: string): Promise<InvoiceView> {
  const { reference, amount_paise, received_on, created_at, bill_id } = invoicePayments
  const paid = await ctx.db
    .select({ reference, amount_paise, received_on })
    .from(invoicePayments)
    .where(eq(bill_id, billId))
    .orderBy(asc(created_at))
  const bill = (await findBill(ctx, billId)) ?? notFound()
  return { bill, payments: paid, paid_paise: paid.reduce((sum, one) => sum + one.amount_paise, 0) }
}

export type Received = { bill_id: string; reference: string; amount_paise: number; received_on: string }

/**
 * Notes that an organisation paid an invoice, or a part of it. The same reference, amount and invoice again is the same
 * payment. Throws NOT_FOUND, and FIELD_ERRORS for a reference that something else was paid with, for more than is owed and
 * for a date to come.
 */
export async function recordInvoicePayment(ctx: SignedInCtx, received: Received): Promise<void> {
  const { bill_id, amount_paise, received_on } = received
  const reference = received.reference.replaceAll(/\s/g, "").toUpperCase()
  if (received_on > todayOf(ctx)) refuseFields({ received_on: "DATE_TO_COME" })
  await inTransaction(ctx, async (tx) => {
    // Payments of one invoice come one after the other. A bill itself can't be locked: it never changes.
    await tx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`invoice:${bill_id}`}, 0))`)
    const [bill] = await tx.db.select().from(bills).where(eq(bills.id, bill_id))
    if (!bill || bill.order_id !== null || bill.corrects !== null) return notFound()
    const [known] = await tx.db.select().from(invoicePayments).where(eq(invoicePayments.reference, reference))
    if (known?.bill_id === bill_id && known.amount_paise === amount_paise) return
    const [transfer] = await tx.db.select().from(upiClaims).where(eq(upiClaims.utr, reference)).limit(1)
    if (known || transfer?.state === "approved") refuseFields({ reference: "REFERENCE_COUNTED" })
    const left = bill.total_paise - (await readInvoice(tx, bill_id)).paid_paise
    if (amount_paise > left) refuseFields({ amount_rupees: "MORE_THAN_OWED" })
    const id = newId()
    const recorded = { recorded_by: tx.viewer.user_id, created_at: tx.clock.now() }
    const made = await tx.db
      .insert(invoicePayments)
      .values({ id, bill_id, reference, amount_paise, received_on, ...recorded })
      .onConflictDoNothing()
    if (made.rowCount === 0) refuseFields({ reference: "REFERENCE_COUNTED" })
    await writeFirst(tx, [
      journal(
        tx,
        `invoice-paid:${id}`,
        "1",
        [{ code: "invoice-paid", bill_id }],
        [debit({ kind: "bank" }, amount_paise), credit({ kind: "receivable" }, amount_paise)],
      ),
    ])
    await recordAct(tx, "premises.paid", bill_id, { amount_paise })
  })
}
