import { eq, inArray, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import type { MoneyMovement, MoneyWay } from "#contract/money.ts"
import { user } from "#features/accounts/server/table.ts"
import type { AccountKind } from "#features/ledger/rules.ts"
import { listMovements, type Movement, type Span } from "#features/ledger/server/movements.ts"
import { programs } from "#features/programs/server/table.ts"
import type { Ctx } from "#platform/context.ts"
import { daysOfMonth, spanInZone } from "#shared/zone.ts"
import { bills } from "../bills/table.ts"
import { soldTitle } from "../goods/sold-title.ts"
import { invoicePayments } from "../invoices/table.ts"
import { orders, payments, refunds } from "../table.ts"

/** The journals that write money as it arrives, for an order or for nothing, and as it goes back. */
export const ARRIVED = { sale: "sale", unasked: "owed", invoice: "invoice-paid" } as const
const RETURNED = { order: "returned", invoice: "invoice-returned", excess: "invoice-excess" } as const

/** Where money is: at the provider, at the bank, or with the family as credit. */
export const WAY_OF: Partial<Record<AccountKind, MoneyWay>> = {
  "gateway-clearing": "gateway",
  bank: "bank",
  "family-credit": "credit",
}

type Asked = {
  month: string
  direction: "in" | "out"
  way?: MoneyWay | undefined
  unasked?: boolean | undefined
}

/** Returns what the books are asked for, in the academy's zone. */
export function spanOf(ctx: Pick<Ctx, "env">, { month, direction, way, unasked }: Asked): Span {
  const ways = (Object.keys(WAY_OF) as AccountKind[]).filter((kind) =>
    // What a family keeps as credit came in before.
    direction === "in" ? kind !== "family-credit" : true,
  )
  const kinds =
    direction === "out" ? Object.values(RETURNED) : unasked ? [ARRIVED.unasked] : Object.values(ARRIVED)
  return {
    accounts: ways.filter((kind) => way === undefined || WAY_OF[kind] === way),
    ...{ kinds, ...spanInZone(daysOfMonth(month), ctx.env.TIME_ZONE) },
  }
}

/**
 * Lists what came in or went back in a month, the newest first, as the books have it, with the order that each was for.
 * At most six statements. Throws FIELD_ERRORS for an invalid cursor.
 */
export async function listMoney(
  ctx: Ctx,
  asked: Asked & { cursor?: string | undefined; limit: number },
): Promise<{ items: MoneyMovement[]; next_cursor: string | null }> {
  const { items, next_cursor } = await listMovements(ctx, spanOf(ctx, asked), asked)
  const about = await readAbout(ctx, asked.direction, items)
  return {
    items: items.flatMap((movement) => {
      const known = about.get(subjectOf(movement))
      return known ? [{ ...known, ...show(movement) }] : []
    }),
    next_cursor,
  }
}

/** What a journal is about: its key is a kind and the id of a payment or a refund, and maybe which time it was. */
export const subjectOf = ({ key }: Pick<Movement, "key">) => key.split(":")[1] ?? ""

function show({ at, kind, account, amount }: Movement) {
  return {
    at: at.toISOString(),
    way: WAY_OF[account] ?? "bank",
    amount_paise: Math.abs(amount),
    unasked: kind === ARRIVED.unasked,
  }
}

type About = Pick<MoneyMovement, "method" | "order_number" | "invoice" | "course" | "buyer" | "student">

/** The orders of payments by their ids, or of refunds by theirs. */
async function readAbout(
  ctx: Ctx,
  direction: Asked["direction"],
  movements: readonly Movement[],
): Promise<Map<string, About>> {
  const ids = movements.map(subjectOf)
  if (ids.length === 0) return new Map()
  if (direction === "in") {
    const ofInvoices = movements.filter(({ kind }) => kind === ARRIVED.invoice).map(subjectOf)
    return new Map([
      ...(await aboutPayments(ctx, ids)),
      ...(await aboutInvoices(ctx, invoicePayments.id, ofInvoices)),
    ])
  }
  const of = (which: string) => movements.filter(({ kind }) => kind === which).map(subjectOf)
  const paid = await ctx.db
    .select({ id: refunds.id, payment_id: refunds.payment_id })
    .from(refunds)
    .where(inArray(refunds.id, ids))
  const about = await aboutPayments(
    ctx,
    paid.map(({ payment_id }) => payment_id),
  )
  return new Map([
    ...paid.flatMap(({ id, payment_id }) => {
      const known = about.get(payment_id)
      return known ? [[id, known] as const] : []
    }),
    ...(await aboutInvoices(ctx, bills.id, of(RETURNED.invoice))),
    ...(await aboutInvoices(ctx, invoicePayments.id, of(RETURNED.excess))),
  ])
}

async function aboutPayments(ctx: Ctx, ids: string[]): Promise<Map<string, About>> {
  const [buyer, student] = [alias(user, "buyer"), alias(user, "student")]
  const rows = await ctx.db
    .select({
      id: payments.id,
      ...{ method: payments.method, order_number: orders.number, course: soldTitle(), buyer: buyer.name },
      student: { student_id: student.id, name: student.name },
    })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.order_id))
    .leftJoin(programs, eq(programs.id, orders.course_id))
    .leftJoin(buyer, eq(buyer.id, orders.buyer_id))
    .leftJoin(student, eq(student.id, orders.student_id))
    .where(inArray(payments.id, ids))
  return new Map(rows.map(({ id, ...about }) => [id, { ...about, invoice: null }]))
}

/** The invoices of organisations, by their own ids or by those of their payments. */
async function aboutInvoices(
  ctx: Ctx,
  id: typeof bills.id | typeof invoicePayments.id,
  ids: string[],
): Promise<Map<string, About>> {
  if (ids.length === 0) return new Map()
  const rows = await ctx.db
    .selectDistinct({
      ...{ id: sql<string>`${id}`, bill_id: bills.id, number: bills.number },
      title: sql<string>`${bills.content} ->> 'title'`,
      buyer: sql<string>`${bills.content} -> 'buyer' ->> 'name'`,
    })
    .from(bills)
    .leftJoin(invoicePayments, eq(invoicePayments.bill_id, bills.id))
    .where(inArray(id, ids))
  return new Map(
    rows.map(({ id, bill_id, number, title, buyer }) => [
      id,
      {
        ...{ method: null, order_number: null, invoice: { bill_id, number }, course: title, buyer },
        student: null,
      },
    ]),
  )
}
