import { asc, eq, sql } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"
import { named } from "#platform/database/db.ts"
import { newId } from "#shared/ids.ts"
import type { StateCode } from "#shared/states.ts"
import { dateInZone } from "#shared/time.ts"
import type { BillContent } from "../../bills/bill.ts"
import { creditOf, piecesBack, type Returned, splitCredit } from "../../bills/credit.ts"
import { type BillKind, entityOf, financialYearOf, seriesOf } from "../../bills/numbers.ts"
import type { Facts, Registration, Seller } from "../../facts.ts"
import { holdingOn } from "../../supplies.ts"
import { goodsTitle } from "../goods/sold-title.ts"
import { BILL_QUEUE } from "../queues.ts"
import type { orders, payments, refunds } from "../table.ts"
import { supplierOn, suppliersColumn } from "./suppliers.ts"
import { bills } from "./table.ts"

type Order = typeof orders.$inferSelect

/** Financial years begin in India's zone, wherever the academy is. */
const INDIA = "Asia/Kolkata"

/**
 * The parts of a statement that issue documents: they count each series up and write the documents under the next
 * numbers, with the names of buyer, student and program as they are now, as `billed`. The counter's row stays locked
 * until the transaction ends, so a number that was taken back is given again, and none is given twice. The prefix is
 * the entity's of that day: an order may be older, and a restored copy must not go on under the original's letters.
 * Takes the values of `Billing`.
 */
export const billing = () => sql`
    prefix_now as materialized (
      select prefix from suppliers where gstin is not distinct from ${sql.placeholder("gstin")}::text
        and valid_from <= ${sql.placeholder("issued_on")}::date
      order by valid_from desc, created_at desc, id desc limit 1),
    drafts as materialized (
      select id, position, kind, corrects, refund_id, total_paise, content,
        coalesce((select prefix from prefix_now) || substr(given, strpos(given, '/')), given) as series
      from jsonb_to_recordset(${sql.placeholder("drafts")}::jsonb) as draft (
        id uuid, position integer, kind text, given text, corrects uuid, refund_id uuid, total_paise bigint,
        content jsonb)),
    names as materialized (
      select coalesce(p.title, ${goodsTitle(sql`o.documents`)}) as title, u.name as buyer,
        case when o.course_id is null then coalesce(u.name, '')
          else trim(concat_ws(' ', s.first_name, s.last_name)) end as student
      from orders o left join programs p on p.id = o.course_id
      left join students s on s.user_id = o.student_id left join users u on u.id = o.buyer_id
      where o.id = ${sql.placeholder("order_id")}::uuid
      union all select null, null, null where ${sql.placeholder("order_id")}::uuid is null),
    counted as (
      insert into bill_counters (entity, financial_year, series, last)
      select ${sql.placeholder("entity")}::text, ${sql.placeholder("year")}::text, series, count(*)
      from drafts group by series order by series
      on conflict (entity, financial_year, series) do update set last = bill_counters.last + excluded.last
      returning series, last),
    numbered as (
      select drafts.*, counted.last - count(*) over (partition by series)
        + row_number() over (partition by series order by position) as sequence
      from drafts join counted using (series)),
    billed as (
      insert into bills (id, order_id, kind, entity, financial_year, series, sequence, number, issued_on, corrects,
        refund_id, total_paise, content, created_at)
      select id, ${sql.placeholder("order_id")}::uuid, kind, ${sql.placeholder("entity")}::text,
        ${sql.placeholder("year")}::text, series, sequence, series || sequence,
        ${sql.placeholder("issued_on")}::date, corrects, refund_id, total_paise,
        case when corrects is null then content || jsonb_build_object('title', coalesce(title, content ->> 'title'),
          'student', coalesce(student, content ->> 'student'),
          'buyer', content -> 'buyer' || jsonb_build_object('name',
            coalesce(content -> 'buyer' ->> 'name', buyer, student))) else content end,
        ${sql.placeholder("now")}::timestamptz
      from numbered, names
      returning id)`

const write = named<{ id: string }>("bills_issue", () => sql`with ${billing()} select id from billed`)

export type Draft = {
  kind: BillKind
  corrects: string | null
  refund_id: string | null
  content: Omit<BillContent, "title" | "student" | "buyer"> &
    Partial<Pick<BillContent, "title" | "student">> & { buyer: Partial<BillContent["buyer"]> }
}

/** The values of a statement with `billing`. */
export type Billing = Record<"drafts" | "entity" | "year" | "issued_on" | "now", string> & {
  order_id: string | null
  gstin: string | null
}

/** The values of a statement that issues documents of an order, or of none, under the numbers of today. */
export function billingOf(
  { clock }: Pick<Ctx, "clock">,
  order_id: string | null,
  seller: Pick<Seller, "gstin" | "prefix">,
  drafts: readonly Draft[],
): Billing {
  const now = clock.now()
  const issued_on = dateInZone(now, INDIA)
  const year = financialYearOf(issued_on)
  const rows = drafts.map((draft, position) => ({
    ...{ ...draft, position, id: newId(), total_paise: draft.content.total_paise },
    given: seriesOf(seller.prefix, year, draft.kind),
  }))
  return {
    ...{ drafts: JSON.stringify(rows), order_id, entity: entityOf(seller.gstin), year, issued_on },
    gstin: seller.gstin,
    now: now.toISOString(),
  }
}

/** Writes documents of no order in the caller's transaction. Returns their ids. Locks the academy's counter, as below. */
export async function issueUnordered(tx: Ctx, values: Billing): Promise<string[]> {
  const rows = await write(tx.db, values)
  return rows.map(({ id }) => id)
}

/** Writes documents in the caller's transaction and has them sent. Locks the academy's counter, so it comes last. */
export async function issue(tx: Ctx, values: Billing): Promise<void> {
  await write(tx.db, values)
  await tx.jobs.send(tx, BILL_QUEUE, { order_id: values.order_id })
}

/**
 * Drafts the bills of an order that was paid for and fulfilled: one for each place of supply, for the whole term, as
 * the order was priced.
 */
export async function draftBills(
  tx: Ctx,
  order: Order,
  payment: Pick<typeof payments.$inferSelect, "method" | "provider_payment_id">,
): Promise<Billing> {
  const { facts, documents, trace } = order
  const seller = facts.supplier.seller ?? (await readSeller(tx, facts))
  const registration: Registration =
    holdingOn(facts.supplier.registrations, facts.date)?.kind ?? "unregistered"
  const { name, address, gstin } = seller
  const supplier = { name, address, gstin, registration, state: facts.supplier.state as StateCode }
  const { months, starts_on, ends_on } = order
  const term = months && starts_on && ends_on ? { term: { months, starts_on, ends_on } } : {}
  const drafts = documents
    .map(
      ({ kind, place, lines, round_off_paise, total_paise }, at): Draft => ({
        ...{ kind, corrects: null, refund_id: null },
        content: {
          ...{ supplier, place: place as StateCode, lines, round_off_paise, total_paise, trace },
          ...term,
          first_line: documents.slice(0, at).reduce((all, before) => all + before.lines.length, 0),
          buyer: buyerOn(facts),
          paid: { method: payment.method, reference: payment.provider_payment_id },
        },
      }),
    )
    .filter(({ content }) => content.total_paise > 0)
  return billingOf(tx, order.id, seller, drafts)
}

/** Whom a bill is for: a business by the name it gave, and anybody else by their own. */
function buyerOn({ buyer }: Facts): Draft["content"]["buyer"] {
  const { state, gstin = null, business_name, business_address } = buyer
  return {
    ...{ state: state as StateCode, gstin },
    ...(business_name && { name: business_name }),
    ...(business_address && { address: business_address.split("\n") }),
  }
}

/** The supplier of an order that was made before there were bills. */
async function readSeller(tx: Ctx, { date }: Facts): Promise<Seller> {
  const { rows } = await tx.db.execute<{ all: Parameters<typeof supplierOn>[1] }>(
    sql`select ${suppliersColumn()} as all`,
  )
  const found = supplierOn(tx, rows[0]?.all ?? [], date)?.seller
  return found ?? { name: tx.brand.name, address: [], gstin: null, prefix: "K" }
}

/** What of a refund is value and what is tax, by the credit notes that were issued for it. */
export type Credited = Pick<BillContent, "lines" | "round_off_paise" | "total_paise">

/**
 * Issues the credit notes of a refund, in the caller's transaction, once: for each bill of its order that still has
 * something to take back. `lines` says how much goes back of each line of the order, in the order of its documents;
 * without it the amount is split over what is left. `returned` are pieces of one of these lines that came back. Money that was never billed, because it fulfilled nothing, needs
 * no note: then, and for a refund that has its notes, nothing is written. Returns what the notes take back.
 */
export async function issueCreditNotes(
  tx: Ctx,
  refund: Pick<typeof refunds.$inferSelect, "id" | "amount_paise">,
  payment: Pick<typeof payments.$inferSelect, "order_id" | "fulfils">,
  { lines, returned = null }: { lines?: readonly number[] | undefined; returned?: Returned | null } = {},
): Promise<Credited[]> {
  if (!payment.fulfils) return []
  const all = await tx.db
    .select()
    .from(bills)
    .where(eq(bills.order_id, payment.order_id))
    .orderBy(asc(bills.created_at), asc(bills.series), asc(bills.sequence))
  const known = all.filter(({ refund_id }) => refund_id === refund.id)
  if (known.length > 0) return known.map(({ content }) => content)
  const issued = all
    .filter(({ corrects }) => corrects === null)
    .map((bill) => {
      const notes = all.filter(({ corrects }) => corrects === bill.id)
      const sum = (of: (content: BillContent) => readonly number[] | undefined) =>
        bill.content.lines.map((_, at) =>
          notes.reduce((all, { content }) => all + (of(content)?.[at] ?? 0), 0),
        )
      const before = sum(({ taken }) => taken)
      return {
        ...{ bill, before, piecesBefore: sum(({ pieces }) => pieces) },
        left: bill.content.lines.map((line, at) => line.amount_paise - (before[at] ?? 0)),
      }
    })
  const split = splitCredit(
    refund.amount_paise,
    issued.flatMap(({ left }) => left),
  )
  const notes = issued.flatMap(({ bill, before, left, piecesBefore }) => {
    const { first_line } = bill.content
    const parts = lines?.slice(first_line) ?? split.splice(0, left.length)
    const taken = left.map((paise, at) => Math.min(parts[at] ?? 0, paise))
    const pieces = piecesBack(
      bill.content.lines,
      left.map((paise, at) => paise - (taken[at] ?? 0)),
      piecesBefore,
      returned && { ...returned, at: returned.at - first_line },
    )
    const credit = creditOf(bill.content, before, taken, pieces)
    return credit.total_paise > 0
      ? [{ bill, content: { ...bill.content, ...credit, taken, pieces, paid: null } }]
      : []
  })
  const trace = [{ code: "credit", refund_paise: refund.amount_paise }]
  for (const [, group] of Map.groupBy(notes, ({ bill }) => bill.entity)) {
    const [first] = group
    if (!first) continue
    const seller = { gstin: first.bill.content.supplier.gstin, prefix: first.bill.series.split("/")[0] ?? "" }
    const drafts = group.map(({ bill, content }) => ({
      ...{ kind: "credit-note" as const, corrects: bill.id, refund_id: refund.id },
      content: { ...content, trace },
    }))
    await issue(tx, billingOf(tx, payment.order_id, seller, drafts))
  }
  return notes.map(({ content }) => content)
}
