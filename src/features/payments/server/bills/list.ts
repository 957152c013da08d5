import { and, desc, eq, inArray, or, type SQL, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import type { BillLine } from "#contract/bills.ts"
import { childrenWith } from "#features/guardians/server/links.ts"
import type { Ctx, SignedInCtx } from "#platform/context.ts"
import { decodeCursor, limitFor, toPage } from "#platform/database/paging.ts"
import { notFound } from "#platform/errors.ts"
import type { Bill } from "../../bills/bill.ts"
import { orders } from "../table.ts"
import { bills } from "./table.ts"

const MOST = 100

const corrected = alias(bills, "corrected")

/** The bills that the viewer paid, and those of children they may pay for. */
function ownBills(ctx: SignedInCtx): SQL | undefined {
  return or(eq(orders.buyer_id, ctx.viewer.user_id), inArray(orders.student_id, childrenWith(ctx, "pay")))
}

/** The bills that meet a condition, the newest first; as many as fill a page, or at most 100. */
async function findBills(ctx: Pick<Ctx, "db">, condition: SQL | undefined, limit = MOST) {
  return ctx.db
    .select({
      ...{ bill: bills, order_number: orders.number },
      corrects: { number: corrected.number, issued_on: corrected.issued_on },
    })
    .from(bills)
    .leftJoin(orders, eq(orders.id, bills.order_id))
    .leftJoin(corrected, eq(corrected.id, bills.corrects))
    .where(condition)
    .orderBy(desc(bills.created_at), desc(bills.id))
    .limit(limitFor(limit))
}

type Asked = { order_number?: string | undefined; cursor?: string | undefined; limit: number }

/**
 * Lists a page of the bills that the viewer may see, the newest first; of one order if its number is given. Throws
 * FIELD_ERRORS for an invalid cursor.
 */
export async function listBills(
  ctx: SignedInCtx,
  { order_number, cursor, limit }: Asked,
): Promise<{ items: BillLine[]; next_cursor: string | null }> {
  const after = decodeCursor(cursor)
  const ofOrder = order_number === undefined ? undefined : eq(orders.number, order_number)
  const older =
    after &&
    sql`(${bills.created_at}, ${bills.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`
  const rows = await findBills(ctx, and(ownBills(ctx), ofOrder, older ?? undefined), limit)
  return toPage(
    rows,
    limit,
    ({ bill }) => ({ at: bill.created_at, id: bill.id }),
    ({ bill, order_number, corrects }) => ({
      ...{
        id: bill.id,
        order_number: order_number ?? "",
        kind: bill.kind,
        number: bill.number,
        issued_on: bill.issued_on,
      },
      ...{ total_paise: bill.total_paise, title: bill.content.title, student: bill.content.student },
      corrects: corrects?.number ?? null,
    }),
  )
}

/** Returns a bill as it was issued, to who paid it, to guardians of its student and to the office. Throws NOT_FOUND. */
export async function readBill(ctx: SignedInCtx, id: string): Promise<Bill> {
  const mayRead = ctx.viewer.role === "admin" || ctx.viewer.role === "office" ? undefined : ownBills(ctx)
  const [row] = await findBills(ctx, and(eq(bills.id, id), mayRead))
  return row ? asIssued(row) : notFound()
}

/** Returns the bills of an order with their ids, without asking who reads them. */
export async function billsOfOrder(ctx: Pick<Ctx, "db">, orderId: string) {
  const rows = await findBills(ctx, eq(bills.order_id, orderId))
  return rows.map((row) => ({ id: row.bill.id, bill: asIssued(row) }))
}

/** Returns a bill by its id, or null, without asking who reads it. */
export async function findBill(ctx: Pick<Ctx, "db">, id: string): Promise<Bill | null> {
  const [row] = await findBills(ctx, eq(bills.id, id))
  return row ? asIssued(row) : null
}

type Found = Awaited<ReturnType<typeof findBills>>[number]

function asIssued({ bill, corrects }: Found): Bill {
  const { kind, number, issued_on, content } = bill
  return { ...content, kind, number, issued_on, corrects }
}
