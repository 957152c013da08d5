import { and, desc, eq, ilike, type SQL, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/pg-core"
import type { z } from "zod"
import type { orders as contract, OrderEntry } from "#contract/orders.ts"
import { peopleText, user } from "#features/accounts/server/table.ts"
import { programs } from "#features/programs/server/table.ts"
import type { Ctx } from "#platform/context.ts"
import { decodeCursor, limitFor, rowsFor, toPage } from "#platform/database/paging.ts"
import { soldTitle } from "../goods/sold-title.ts"
import { refundRequests } from "../refunding/table.ts"
import { orders, payments, refunds } from "../table.ts"

type Query = z.output<NonNullable<(typeof contract)["list"]["~orpc"]["inputSchema"]>>

const NUMBER = /^(K-)?[A-Z2-9]{10}$/

/**
 * Returns orders, newest first, by number, people or state. One query, which reads the page and no more, however
 * many orders there are. Throws FIELD_ERRORS for an invalid cursor.
 */
export async function listEveryOrder(
  ctx: Ctx,
  query: Query,
): Promise<{ items: OrderEntry[]; next_cursor: string | null }> {
  const [buyer, student] = [alias(user, "buyer"), alias(user, "student")]
  const rows = await ctx.db
    .select({
      id: orders.id,
      at: orders.created_at,
      entry: {
        order_number: orders.number,
        state: orders.state,
        course: soldTitle(),
        total_paise: orders.total_paise,
        refunded_paise: sql<number>`(select coalesce(sum(r.amount_paise), 0)::bigint from ${refunds} r
          join ${payments} p on p.id = r.payment_id where p.order_id = ${orders.id} and p.fulfils)`.mapWith(
          Number,
        ),
      },
      buyer: { id: buyer.id, name: buyer.name },
      student: { student_id: student.id, name: student.name },
    })
    .from(orders)
    .leftJoin(programs, eq(programs.id, orders.course_id))
    .leftJoin(buyer, eq(buyer.id, orders.buyer_id))
    .leftJoin(student, eq(student.id, orders.student_id))
    .where(and(found(query), ...wanted(query)))
    .orderBy(desc(orders.created_at), desc(orders.id))
    .limit(limitFor(query.limit))
  return toPage(
    rows,
    query.limit,
    ({ id, at }) => ({ id, at }),
    ({ entry, at, buyer, student }) => ({ ...entry, buyer, student, created_at: at.toISOString() }),
  )
}

/** Refunds that the office gives itself, and those that the provider was asked for, of the table `r`. */
export const FOR_STAFF = sql`(r.state = 'failed' or (r.state = 'asked' and r.way = 'office'))`
export const ON_ITS_WAY = sql`(r.state in ('asked', 'pending') and r.way = 'provider')`

function withRefund(which: SQL): SQL {
  return sql`${orders.id} in (select p.order_id from ${refunds} r join ${payments} p on p.id = r.payment_id
    where ${which})`
}

function wanted({ state, cursor }: Query): (SQL | undefined)[] {
  const after = decodeCursor(cursor)
  return [
    state === undefined
      ? undefined
      : state === "to-approve"
        ? sql`${orders.id} in (select q.order_id from ${refundRequests} q where q.state = 'waiting')`
        : state === "for-staff"
          ? withRefund(FOR_STAFF)
          : state === "refund-on-its-way"
            ? withRefund(ON_ITS_WAY)
            : eq(orders.state, state),
    after
      ? sql`(${orders.created_at}, ${orders.id}) < (${after.at.toISOString()}::timestamptz, ${after.id}::uuid)`
      : undefined,
  ]
}

/** By its number, or the latest of each person of that name, so that nobody's are read to the end. */
function found(query: Query): SQL | undefined {
  const { q, limit } = query
  if (q === "") return undefined
  const number = q.toUpperCase()
  if (NUMBER.test(number)) return eq(orders.number, number.startsWith("K-") ? number : `K-${number}`)
  const called = ilike(peopleText(user), `%${q.replace(/[\\%_]/g, "\\$&")}%`)
  const latest = (whose: SQL) => sql`(select ${orders.id} from ${orders}
    where ${and(whose, ...wanted(query))}
    order by ${orders.created_at} desc, ${orders.id} desc limit ${rowsFor(limit)})`
  return sql`${orders.id} in (select own.id from (select ${user.id} as id from ${user} where ${called}) people
    cross join lateral (${latest(sql`${orders.buyer_id} = people.id`)}
      union all ${latest(sql`${orders.student_id} = people.id`)}) own)`
}
