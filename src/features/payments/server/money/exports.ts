import { and, asc, eq, gte, lte, type SQL, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import { GSTR1_TABLES, type Gstr1, type JournalLine } from "#contract/money.ts"
import { type BookedJournal, listJournals } from "#features/ledger/server/movements.ts"
import { auditLog, recordAct } from "#platform/audit.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { refuseFields } from "#platform/errors.ts"
import { dateInZone, HOUR } from "#shared/time.ts"
import { addDays, spanInZone } from "#shared/zone.ts"
import { GSTR1_COLUMNS, gstr1Of, type Issued } from "../../bills/gstr1.ts"
import { bills } from "../bills/table.ts"
import { invoicePayments } from "../invoices/table.ts"
import { settlementItems } from "../settlements/table.ts"
import { orders, payments, refunds } from "../table.ts"
import { subjectOf } from "./movements.ts"

/** Every kind of journal that moves money. An invariant of the tests finds one that is missing here. */
const MONEY_KINDS = [
  ...["sale", "owed", "unowed", "refund", "returned", "unreturned", "hold", "release"],
  ...[
    "settlement",
    "explained",
    "invoice",
    "invoice-paid",
    "invoice-unpaid",
    "invoice-cancelled",
    "invoice-returned",
    "invoice-charges",
    "invoice-excess",
  ],
]

type Days = { first: string; last: string }

/** A year at most, which is a file that spreadsheets open. */
const MOST_DAYS = 366

function checkDays({ first, last }: Days): void {
  if (last < first) refuseFields({ last: "EXPORT_BACKWARDS" })
  if (last >= addDays(first, MOST_DAYS)) refuseFields({ last: "EXPORT_TOO_LONG" })
}

/**
 * Returns the entries of the journals that moved money on some days of the academy's zone, in the order in which they
 * count, page by page. Recorded in the audit log as an export, once for all its pages. Throws FIELD_ERRORS.
 */
export async function readJournal(
  ctx: SignedInCtx,
  { cursor, limit, ...days }: Days & { cursor?: string | undefined; limit: number },
): Promise<{ items: JournalLine[]; next_cursor: string | null }> {
  checkDays(days)
  if (cursor === undefined || !(await isRecorded(ctx, days)))
    await recordAct(ctx, "export.list", "journal", days)
  const zone = ctx.env.TIME_ZONE
  const span = { ...spanInZone(days, zone), kinds: MONEY_KINDS }
  const { items, next_cursor } = await listJournals(ctx, span, { cursor, limit })
  const numbers = await orderNumbers(ctx, items)
  return {
    items: items.flatMap(({ id, kind, key, at, entries }) =>
      entries.map(({ account, amount }) => ({
        ...{ journal_id: id, kind, account, date: dateInZone(at, zone) },
        ...{ debit_paise: Math.max(amount, 0), credit_paise: Math.max(-amount, 0) },
        order_number: numbers.get(subjectOf({ key })) ?? null,
      })),
    ),
    next_cursor,
  }
}

/** How long an export's next pages go with its record. */
const ONE_EXPORT = HOUR

/** Whether this person's export of these days was recorded a moment ago: a cursor can be made up. */
async function isRecorded({ db, clock, viewer }: SignedInCtx, days: Days): Promise<boolean> {
  const own = and(
    eq(auditLog.actor_id, viewer.user_id),
    gte(auditLog.at, new Date(clock.now().getTime() - ONE_EXPORT)),
    ...[eq(auditLog.action, "export.list"), eq(auditLog.subject_id, "journal")],
    sql`${auditLog.detail} @> ${JSON.stringify(days)}::jsonb`,
  )
  const [known] = await db.select({ id: auditLog.id }).from(auditLog).where(own).limit(1)
  return known !== undefined
}

/** What journals are about, by the id in their key: the order of a payment or a refund, or an invoice. */
async function orderNumbers(
  ctx: SignedInCtx,
  journals: readonly BookedJournal[],
): Promise<Map<string, string>> {
  if (journals.length === 0) return new Map()
  const ids = sql`(select id from jsonb_array_elements_text(${JSON.stringify(
    journals.map(subjectOf),
  )}::jsonb) asked(text), lateral (select asked.text::uuid as id) as own)`
  const { rows } = await ctx.db.execute<{ id: string; number: string }>(sql`
    select p.id, o.number from ${payments} p join ${orders} o on o.id = p.order_id where p.id in ${ids}
    union all select r.id, o.number from ${refunds} r join ${payments} p on p.id = r.payment_id
      join ${orders} o on o.id = p.order_id where r.id in ${ids}
    union all select i.id, o.number from ${settlementItems} i left join ${refunds} r on r.id = i.refund_id
      join ${payments} p on p.id = coalesce(i.payment_id, r.payment_id) join ${orders} o on o.id = p.order_id
      where i.id in ${ids}
    union all select o.id, o.number from ${orders} o where o.id in ${ids}
    union all select b.id, b.number from ${bills} b where b.id in ${ids}
    union all select i.id, b.number from ${invoicePayments} i join ${bills} b on b.id = i.bill_id where i.id in ${ids}`)
  return new Map(rows.map(({ id, number }) => [id, number]))
}

const issuedOn = ({ first, last }: Days) => and(gte(bills.issued_on, first), lte(bills.issued_on, last))

/**
 * Lists the GSTINs under which documents were issued on some days, the last one first. Throws FIELD_ERRORS for days
 * that no export takes.
 */
export async function listIssuers(ctx: Pick<SignedInCtx, "db">, days: Days): Promise<string[]> {
  checkDays(days)
  const rows = await ctx.db
    .select({ entity: bills.entity })
    .from(bills)
    .where(and(issuedOn(days), sql`${bills.content} -> 'supplier' ->> 'gstin' is not null`))
    .groupBy(bills.entity)
    .orderBy(sql`max(${bills.issued_on}) desc`)
  return rows.map(({ entity }) => entity)
}

/** How many documents are read at a time. */
const PAGE = 1_000

/**
 * Returns the tables of GSTR-1 for what the academy issued on some days, of one GSTIN: the one that is asked for, or
 * the last that issued something. Recorded in the audit log as an export. Throws FIELD_ERRORS.
 */
export async function readGstr1(
  ctx: SignedInCtx,
  { gstin, ...days }: Days & { gstin?: string | undefined },
): Promise<Gstr1> {
  checkDays(days)
  await recordAct(ctx, "export.list", "gstr1", days)
  const entity = gstin ?? (await listIssuers(ctx, days))[0] ?? null
  const issued = entity === null ? [] : await readIssued(ctx, and(issuedOn(days), eq(bills.entity, entity)))
  const rows = gstr1Of(issued)
  return {
    gstin: entity,
    tables: GSTR1_TABLES.map((name) => ({ name, columns: [...GSTR1_COLUMNS[name]], rows: rows[name] })),
  }
}

async function readIssued(ctx: SignedInCtx, which: SQL | undefined): Promise<Issued[]> {
  const corrected = alias(bills, "corrected")
  const all: Issued[] = []
  for (let last: { day: string; id: string } | null = null; ; ) {
    // As one comparison, with which the index begins where the page before ended.
    const after: SQL | undefined = last
      ? sql`(${bills.issued_on}, ${bills.id}) > (${last.day}::date, ${last.id}::uuid)`
      : undefined
    const rows = await ctx.db
      .select({
        ...{ id: bills.id, kind: bills.kind, number: bills.number, issued_on: bills.issued_on },
        ...{ series: bills.series, sequence: bills.sequence, total_paise: bills.total_paise },
        // Without the steps of the price, which are most of it.
        content: sql<Issued["content"]>`${bills.content} - 'trace'`,
        corrects: { kind: corrected.kind, total_paise: corrected.total_paise },
      })
      .from(bills)
      .leftJoin(corrected, eq(corrected.id, bills.corrects))
      .where(and(which, after))
      .orderBy(asc(bills.issued_on), asc(bills.id))
      .limit(PAGE)
    all.push(...rows)
    const end = rows.at(-1)
    if (!end || rows.length < PAGE) return all
    last = { day: end.issued_on, id: end.id }
  }
}
