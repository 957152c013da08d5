import { isDeepStrictEqual } from "node:util"
import { and, asc, eq, inArray, isNull, sql } from "drizzle-orm"
import { todayOf } from "#features/accounts/server/age.ts"
import { user } from "#features/accounts/server/table.ts"
import { credit, debit } from "#features/ledger/rules.ts"
import { recordAct } from "#platform/audit.ts"
import type { Ctx, SignedInCtx } from "#platform/context.ts"
import { notFound, refuse, refuseFields } from "#platform/errors.ts"
import { newId } from "#shared/ids.ts"
import type { StateCode } from "#shared/states.ts"
import { addDays } from "#shared/zone.ts"
import type { Bill } from "../../bills/bill.ts"
import type { Facts, Item } from "../../facts.ts"
import { payToOf } from "../../pay-to.ts"
import { holdingOn } from "../../supplies.ts"
import { explainByInvoice, holdReferences, isMatched, ofTransfer } from "../bank/invoiced.ts"
import { billingOf, issueUnordered } from "../bills/issue.ts"
import { findBill } from "../bills/list.ts"
import { suppliersColumn } from "../bills/suppliers.ts"
import { bills } from "../bills/table.ts"
import { momentOf, partsOf, writeJournal } from "../journals.ts"
import { type ProgramPrice, priceGoods } from "../price.ts"
import { upiClaims } from "../upi/table.ts"
import { invoiceCancellations, invoicePayments } from "./table.ts"

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
  const pay_to = payToOf(tx.env.BANK_DETAILS, tx.env.UPI_ID)
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
        ...(pay_to && { pay_to }),
      },
    },
  ])
  const [id] = await issueUnordered(tx, values)
  if (!id) throw new Error("the invoice was not written")
  await writeJournal(tx, `invoice:${id}`, rules_version, priced.trace, [
    debit({ kind: "receivable" }, total_paise),
    ...partsOf([document]).map(([account, amount]) => credit(account, amount)),
  ])
  return id
}

export type Cancellation = {
  reason: string
  asked_by: string | null
  asked_by_id: string | null
  asked_at: Date
  /** The credit note; null while it waits for a colleague. */
  note: { bill_id: string; number: string; issued_on: string } | null
  /** What had been paid and goes back, and the transfer by which it did. */
  owed_paise: number
  returned: { reference: string; returned_on: string } | null
}

type Payment = Omit<Received, "bill_id"> & {
  payment_id: string
  charges_paise: number
  excess_paise: number
  /** By which transfer what was too much went back. */
  excess_returned: { reference: string; returned_on: string } | null
}

export type InvoiceView = {
  bill: Bill
  paid_paise: number
  deducted_paise: number
  /** What banks kept of it. */
  charges_paise: number
  /** What is still to be paid: nothing once it is cancelled. */
  owed_paise: number
  /** What arrived above what was owed and hasn't gone back. Once it is cancelled, all goes back in one. */
  back_paise: number
  /** What was paid and hasn't gone back as excess: what a cancellation gives back. */
  kept_paise: number
  payments: Payment[]
  cancellation: Cancellation | null
}

/** So long before its invoice may a payment have come at most: an older date has a mistyped year. */
const PAID_AHEAD_DAYS = 366

/** Payments that were not recorded by mistake. */
export const standing = isNull(invoicePayments.reversed_at)

/**
 * Returns an invoice with what was paid of it and how it was cancelled, without asking who reads it. Three queries. Throws
 * NOT_FOUND.
 */
export async function readInvoice(ctx: Pick<Ctx, "db">, billId: string): Promise<InvoiceView> {
  const rows = await ctx.db
    .select()
    .from(invoicePayments)
    .where(and(eq(invoicePayments.bill_id, billId), standing))
    .orderBy(asc(invoicePayments.created_at))
  const payments = rows.map(showPayment)
  const bill = (await findBill(ctx, billId)) ?? notFound()
  const cancellation = await readCancellation(ctx, billId)
  const sum = (of: (payment: Payment) => number) => payments.reduce((all, one) => all + of(one), 0)
  const [paid, excess] = [sum((one) => one.amount_paise), sum((one) => one.excess_paise)]
  const returned = sum((one) => (one.excess_returned ? one.excess_paise : 0))
  const [deducted, charges] = [sum((one) => one.deducted_paise), sum((one) => one.charges_paise)]
  const isCancelled = Boolean(cancellation?.note)
  return {
    ...{ bill, payments, cancellation, paid_paise: paid, deducted_paise: deducted, charges_paise: charges },
    owed_paise: isCancelled ? 0 : bill.total_paise - (paid - excess) - deducted - charges,
    back_paise: isCancelled ? 0 : excess - returned,
    kept_paise: paid - returned,
  }
}

function showPayment(row: typeof invoicePayments.$inferSelect): Payment {
  const { bill_id: _, ...received } = pickReceived(row)
  const { charges_paise, excess_paise, excess_reference: reference, excess_returned_on: returned_on } = row
  return {
    ...{ ...received, payment_id: row.id, charges_paise, excess_paise },
    excess_returned: reference && returned_on ? { reference, returned_on } : null,
  }
}

async function readCancellation(ctx: Pick<Ctx, "db">, billId: string): Promise<Cancellation | null> {
  const [row] = await ctx.db
    .select({
      ...{ own: invoiceCancellations, asked_by: user.name },
      ...{ number: bills.number, issued_on: bills.issued_on },
    })
    .from(invoiceCancellations)
    .leftJoin(user, eq(user.id, invoiceCancellations.asked_by))
    .leftJoin(bills, eq(bills.id, invoiceCancellations.note_id))
    .where(eq(invoiceCancellations.bill_id, billId))
  if (!row) return null
  const { own, asked_by, number, issued_on } = row
  const { reason, asked_at, note_id, owed_paise, reference, returned_on } = own
  return {
    ...{ reason, asked_by, asked_by_id: own.asked_by, asked_at, owed_paise: owed_paise ?? 0 },
    note: note_id && number && issued_on ? { bill_id: note_id, number, issued_on } : null,
    returned: reference && returned_on ? { reference, returned_on } : null,
  }
}

/** Returns an invoice as it was issued, locked until the transaction ends. Throws NOT_FOUND for another bill. */
export async function holdInvoice(tx: Pick<Ctx, "db">, billId: string): Promise<typeof bills.$inferSelect> {
  // A bill itself can't be locked: it never changes.
  await tx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`invoice:${billId}`}, 0))`)
  const [bill] = await tx.db.select().from(bills).where(eq(bills.id, billId))
  if (!bill || bill.order_id !== null || bill.corrects !== null) return notFound()
  return bill
}

/** A bank's reference without spaces and in capitals. */
export function tidyReference(reference: string): string {
  return reference.replaceAll(/\s/g, "").toUpperCase()
}

export type Received = {
  bill_id: string
  reference: string
  amount_paise: number
  /** Tax that the organisation deducted at source, and by which section, if that is known. */
  deducted_paise: number
  deducted_section: string | null
  received_on: string
}

type Recorded = Received & {
  /** Whether the same transfer paid another invoice as well. */
  shared: boolean
  /** Whether it is right that more arrived than is owed. */
  over: boolean
}

/**
 * Notes that an organisation paid an invoice, or a part of it, and what tax it deducted, in the caller's transaction. It
 * counts from the day on which it came. What arrived above what is owed is owed to the organisation. The same again is the
 * same payment. Throws NOT_FOUND, INVOICE_CANCELLED, and FIELD_ERRORS for a reference that something else was paid with,
 * for more than is owed unless that is said to be right, and for a date to come or more than a year before the invoice.
 */
export async function recordInvoicePayment(
  tx: SignedInCtx,
  { shared, over, ...received }: Recorded,
): Promise<void> {
  const { bill_id, amount_paise, deducted_paise, deducted_section, received_on } = received
  const reference = tidyReference(received.reference)
  if (received_on > todayOf(tx)) refuseFields({ received_on: "DATE_TO_COME" })
  if (deducted_section && deducted_paise === 0) refuseFields({ deducted_rupees: "DEDUCTED_MISSING" })
  if (amount_paise + deducted_paise === 0) refuseFields({ amount_rupees: "PAYMENT_EMPTY" })
  const { issued_on } = await holdInvoice(tx, bill_id)
  if (received_on < addDays(issued_on, -PAID_AHEAD_DAYS)) refuseFields({ received_on: "DATE_LONG_BEFORE" })
  const references = await holdReferences(tx, reference)
  const known = await tx.db
    .select()
    .from(invoicePayments)
    .where(and(standing, ofTransfer(reference, references)))
  const payment = { ...received, reference }
  const own = known.filter((one) => one.bill_id === bill_id)
  if (own.some((one) => isDeepStrictEqual(payment, pickReceived(one)))) return
  if (own.length > 0) refuseFields({ reference: "REFERENCE_RECORDED" })
  // A certificate may be of several invoices. So may a transfer, and that has to be said.
  if (amount_paise > 0) {
    if (await isCountedForOrder(tx, references)) refuseFields({ reference: "REFERENCE_COUNTED" })
    if (!shared && known.length > 0) refuseFields({ shared: "REFERENCE_SHARED" })
    // What is left of it is owed back already.
    if (known.some(({ excess_paise }) => excess_paise > 0)) refuseFields({ shared: "TRANSFER_OVER" })
  }
  const { owed_paise, cancellation } = await readInvoice(tx, bill_id)
  if (cancellation?.note) refuse("INVOICE_CANCELLED")
  // Money can be sent back, and tax that was deducted can't.
  if (deducted_paise > owed_paise) refuseFields({ deducted_rupees: "MORE_THAN_OWED" })
  const excess_paise = Math.max(0, amount_paise + deducted_paise - owed_paise)
  if (excess_paise > 0 && known.some((one) => one.amount_paise > 0))
    refuseFields({ amount_rupees: "TRANSFER_SHARED" })
  if (excess_paise > 0 && !over) refuseFields({ over: "PAID_OVER" })
  const id = newId()
  await tx.db
    .insert(invoicePayments)
    .values({ id, ...payment, excess_paise, recorded_by: tx.viewer.user_id, created_at: tx.clock.now() })
  if (amount_paise > 0) await explainByInvoice(tx, id, references)
  const entries = [
    debit({ kind: "bank" as const }, amount_paise),
    debit({ kind: "tds-receivable" as const }, deducted_paise),
    credit({ kind: "receivable" as const }, amount_paise + deducted_paise - excess_paise),
    credit({ kind: "refunds-payable" as const }, excess_paise),
  ]
  await writeJournal(
    tx,
    `invoice-paid:${id}`,
    "1",
    [{ code: "invoice-paid", bill_id }],
    entries.filter(({ amount }) => amount !== 0),
    momentOf(tx, received_on),
  )
  await recordAct(tx, "premises.paid", bill_id, { amount_paise, deducted_paise })
}

function pickReceived(row: typeof invoicePayments.$inferSelect): Received {
  const { bill_id, reference, amount_paise, deducted_paise, deducted_section, received_on } = row
  return { bill_id, reference, amount_paise, deducted_paise, deducted_section, received_on }
}

/** Whether a transfer paid a family's order, as its payer told it or as a statement has it. */
async function isCountedForOrder(tx: Pick<Ctx, "db">, references: string[]): Promise<boolean> {
  const approved = and(inArray(upiClaims.utr, references), eq(upiClaims.state, "approved"))
  return (await tx.db.$count(upiClaims, approved)) > 0 || isMatched(tx, references)
}
