import { and, desc, eq, inArray, or, type SQL, sql } from "drizzle-orm"
import { union } from "drizzle-orm/pg-core"
import type { Order } from "#contract/payments/order.ts"
import { students } from "#features/accounts/server/table.ts"
import { childrenWith } from "#features/guardians/server/links.ts"
import { programs } from "#features/programs/server/table.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { decodeCursor, limitFor, toPage } from "#platform/database/paging.ts"
import { notFound } from "#platform/errors.ts"
import { DIRECT_UPI } from "#platform/money/direct-upi.ts"
import { providerNamed } from "./providers.ts"
import { orders, payments, refunds } from "./table.ts"
import { isOpenForClaims, type LastClaim, readLastClaims, showClaim } from "./upi/claimed.ts"

type Row = typeof orders.$inferSelect
/** So many of the newest orders are looked at for those that wait to be paid. */
const NEWEST = 50

/** The viewer's orders: those they made, those for them, and those for children they may pay for. */
function ownOrders(ctx: SignedInCtx) {
  const { user_id } = ctx.viewer
  return or(
    eq(orders.buyer_id, user_id),
    eq(orders.student_id, user_id),
    inArray(orders.student_id, childrenWith(ctx, "pay")),
  )
}

/** Returns the row of an order of the viewer's. Throws NOT_FOUND. */
export async function requireOrder(ctx: SignedInCtx, number: string): Promise<Row> {
  const [order] = await ctx.db
    .select()
    .from(orders)
    .where(and(eq(orders.number, number), ownOrders(ctx)))
  return order ?? notFound()
}

/** Returns an order of the viewer's by its number. Throws NOT_FOUND. */
export async function readOrder(ctx: SignedInCtx, number: string): Promise<Order> {
  return showOrder(ctx, await requireOrder(ctx, number))
}

type OrderPage = { items: Order[]; next_cursor: string | null; waiting: Order[] }

/**
 * Lists a page of the viewer's orders, the newest first. With the first one come those of the newest that wait to be paid.
 * Throws FIELD_ERRORS for an invalid cursor.
 */
export async function listOrders(
  ctx: SignedInCtx,
  { limit = NEWEST, cursor }: { limit?: number; cursor?: string | undefined } = {},
): Promise<OrderPage> {
  const after = decodeCursor(cursor)
  const { user_id } = ctx.viewer
  const idsOf = (which: SQL) => ctx.db.select({ id: orders.id }).from(orders).where(which)
  // Each by its own index: in one condition they would have everybody's orders read.
  const own = union(
    idsOf(eq(orders.buyer_id, user_id)),
    idsOf(eq(orders.student_id, user_id)),
    idsOf(inArray(orders.student_id, childrenWith(ctx, "pay"))),
  )
  const { created_at, id } = orders
  const rows = await ctx.db
    .select()
    .from(orders)
    .where(
      and(
        inArray(id, own),
        after
          ? sql`(${created_at}, ${id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(desc(created_at), desc(id))
    .limit(limitFor(after ? limit : Math.max(limit, NEWEST)))
  const page = toPage(
    rows,
    limit,
    (row) => ({ at: row.created_at, id: row.id }),
    (row) => row,
  )
  const waiting = after ? [] : rows.filter(({ state }) => state === "awaiting")
  const shown = await showOrders(ctx, [...new Set([...page.items, ...waiting])])
  const byNumber = new Map(shown.map((order) => [order.order_number, order]))
  const views = (of: Row[]) => of.flatMap(({ number }) => byNumber.get(number) ?? [])
  return { items: views(page.items), next_cursor: page.next_cursor, waiting: views(waiting) }
}

/** Returns an order as its buyer sees it. */
export async function showOrder(ctx: SignedInCtx, row: Row): Promise<Order> {
  const [order] = await showOrders(ctx, [row])
  return order ?? notFound()
}

async function showOrders(ctx: SignedInCtx, rows: Row[]): Promise<Order[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const { id, slug, title } = programs
  const sold = await ctx.db
    .select({ order_id: orders.id, course: { id, slug, title }, first_name: students.first_name })
    .from(orders)
    .leftJoin(programs, eq(programs.id, orders.course_id))
    .leftJoin(students, eq(students.user_id, orders.student_id))
    .where(inArray(orders.id, ids))
  const tries = await ctx.db
    .select()
    .from(payments)
    .where(inArray(payments.order_id, ids))
    .orderBy(desc(payments.created_at), desc(payments.id))
  const returned = await ctx.db
    .select({ order_id: payments.order_id, refund: refunds })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.payment_id))
    .where(inArray(payments.order_id, ids))
    .orderBy(desc(refunds.created_at), desc(refunds.id))
  const claims = await readLastClaims(
    ctx,
    rows.filter(({ provider }) => provider === DIRECT_UPI).map(({ id }) => id),
  )
  const soldBy = new Map(sold.map((one) => [one.order_id, one]))
  const triesBy = Map.groupBy(tries, ({ order_id }) => order_id)
  const returnedBy = Map.groupBy(returned, ({ order_id }) => order_id)
  return rows.flatMap((row) => {
    const known = soldBy.get(row.id)
    const [tries, returned] = [triesBy.get(row.id) ?? [], returnedBy.get(row.id) ?? []]
    return known ? viewOf(ctx, row, { ...known, tries, returned, claim: claims.get(row.id) }) : []
  })
}

type About = {
  course: Order["course"]
  first_name: string | null
  tries: (typeof payments.$inferSelect)[]
  returned: { refund: typeof refunds.$inferSelect }[]
  claim?: LastClaim | undefined
}

/** Puts an order and what is about it into the contract's shape. */
export function viewOf(
  ctx: SignedInCtx,
  row: Row,
  { course, first_name, tries, returned, claim }: About,
): Order {
  return {
    order_number: row.number,
    state: row.state,
    course,
    student: row.student_id ? { id: row.student_id, first_name: first_name ?? "" } : null,
    bought_by_viewer: row.buyer_id === ctx.viewer.user_id,
    term: termOf(row),
    is_change: row.changes !== null,
    pickup: pickupOf(ctx, row),
    business: businessOf(ctx, row),
    price: {
      ...{ total_paise: row.total_paise, points: row.points, credit_paise: row.credit_paise },
      exchange_paise: row.exchange_paise,
      ...{ documents: row.documents, trace: row.trace },
      rules_version: row.rules_version,
    },
    created_at: row.created_at.toISOString(),
    hold_until: row.hold_until.toISOString(),
    paid_at: row.paid_at?.toISOString() ?? null,
    points_awarded: row.points_awarded,
    payments: tries.map((one) => ({
      ...{ state: one.state, amount_paise: one.amount_paise, method: one.method },
      ...{ failure_reason: one.failure_reason, taken_back: one.reversed_at !== null },
      at: one.created_at.toISOString(),
    })),
    refunds: returned.flatMap(({ refund: { state, ...refund } }) =>
      // Nobody is owed what was withdrawn.
      state === "withdrawn"
        ? []
        : {
            ...{ id: refund.id, state, amount_paise: refund.amount_paise, reason: refund.reason },
            ...{ way: refund.way, note: refund.note },
            at: refund.changed_at.toISOString(),
          },
    ),
    upi:
      row.provider === DIRECT_UPI
        ? { claim: claim ? showClaim(claim) : null, open: isOpenForClaims(row) && mayPay(ctx, row) }
        : null,
    checkout: checkoutOf(ctx, row),
  }
}

/** People of the office run the order desk, as admins do. */
const isOffice = ({ role }: SignedInCtx["viewer"]) => role === "office" || role === "admin"

/** Pick-up that goes with an order. Where, only who gave the address and the office read. */
function pickupOf({ viewer }: SignedInCtx, { pickup_days, pickup_address, buyer_id }: Row): Order["pickup"] {
  if (!pickup_days) return null
  const mayRead = viewer.user_id === buyer_id || isOffice(viewer)
  return { days: pickup_days, address: mayRead ? pickup_address : null }
}

/** The business that an order is billed to, as its buyer and the office read it. */
function businessOf({ viewer }: SignedInCtx, { facts, buyer_id }: Row): Order["business"] {
  const { gstin, business_name: name = null } = facts.buyer
  return gstin && (viewer.user_id === buyer_id || isOffice(viewer)) ? { gstin, name } : null
}

/** The term of an order for a membership. */
export function termOf({ months, renews, starts_on, ends_on }: Row): Order["term"] {
  return months && starts_on && ends_on ? { months, renews, starts_on, ends_on } : null
}

/** How to pay; null where it is too late, done, or not for this viewer: a student under 18 only reads it. */
function checkoutOf(ctx: SignedInCtx, row: Row): Order["checkout"] {
  if (row.state !== "awaiting" || row.hold_until <= ctx.clock.now() || !row.provider_order_id) return null
  if (!mayPay(ctx, row)) return null
  return providerNamed(ctx, row.provider)?.checkout(row.provider_order_id) ?? null
}

/** Whether the viewer, who may see the order, may pay it as well. */
export function mayPay({ viewer }: SignedInCtx, row: Row): boolean {
  return row.buyer_id === viewer.user_id || viewer.role === "guardian"
}
