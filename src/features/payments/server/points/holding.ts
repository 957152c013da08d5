import { sql } from "drizzle-orm"
import { credit, debit, type TraceStep } from "#features/ledger/rules.ts"
import { type NamedDraft, writeFirst } from "#features/ledger/server/first.ts"
import { BalanceTooLow } from "#features/ledger/server/journals.ts"
import type { Ctx } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import type { orders } from "../table.ts"

type Entries = NamedDraft["entries"]
type Account = Entries[number]["account"]

/** An order with what it is paid with beside money: the student's points and the buyer's credit. */
export type Spender = Pick<
  typeof orders.$inferSelect,
  "id" | "number" | "student_id" | "buyer_id" | "points" | "credit_paise" | "rules_version"
>

/** Whose points and credit an order takes; none of a person who was erased meanwhile. */
function owners({ student_id, buyer_id, points, credit_paise }: Spender) {
  const ofStudent: Account[] = points > 0 && student_id ? [{ kind: "points", holder: student_id }] : []
  const ofBuyer: Account[] = credit_paise > 0 && buyer_id ? [{ kind: "family-credit", holder: buyer_id }] : []
  return { ofStudent, ofBuyer }
}

const isSpending = ({ points, credit_paise }: Pick<Spender, "points" | "credit_paise">) =>
  points > 0 || credit_paise > 0

/**
 * Sets an order's points and credit aside, in the transaction that makes the order, so that nothing else spends them
 * meanwhile. Throws POINTS_CHANGED where there are fewer.
 */
export async function holdSpending(tx: Pick<Ctx, "db" | "clock">, order: Spender): Promise<void> {
  if (!isSpending(order)) return
  const { ofStudent, ofBuyer } = owners(order)
  const entries: Entries = [
    ...ofStudent.flatMap((own) => [debit(own, order.points), credit(POINTS_HELD, order.points)]),
    ...ofBuyer.flatMap((own) => [debit(own, order.credit_paise), credit(CREDIT_HELD, order.credit_paise)]),
  ]
  try {
    await writeFirst(tx, [draft(tx, "hold", order, entries)])
  } catch (error) {
    if (error instanceof BalanceTooLow) refuse("POINTS_CHANGED")
    throw error
  }
}

/**
 * Gives back what was set aside for orders that are live no more and weren't paid, in the transaction that ends them.
 * Once for each, however often it is called.
 */
export async function releaseSpending(
  tx: Pick<Ctx, "db" | "clock">,
  ended: readonly Spender[],
): Promise<void> {
  const drafts = ended.filter(isSpending).map((order) => {
    const { ofStudent, ofBuyer } = owners(order)
    return draft(tx, "release", order, [
      ...ofStudent.flatMap((own) => [debit(POINTS_HELD, order.points), credit(own, order.points)]),
      ...ofBuyer.flatMap((own) => [debit(CREDIT_HELD, order.credit_paise), credit(own, order.credit_paise)]),
    ])
  })
  await writeFirst(
    tx,
    drafts.filter(({ entries }) => entries.length > 0),
  )
}

/**
 * The entries by which a paid order spends its points and credit: what was set aside for it, or, of an order that was
 * paid after it had ended, what the people have. Points that are spent are no longer owed to anybody.
 */
export function entriesOfSpending(order: Spender, isHeld: boolean): Entries {
  const { ofStudent, ofBuyer } = owners(order)
  const points = isHeld && order.points > 0 ? [POINTS_HELD] : ofStudent
  const paidWith = isHeld && order.credit_paise > 0 ? [CREDIT_HELD] : ofBuyer
  return [
    ...points.flatMap((from) => [debit(from, order.points), credit(POINTS_GIVEN, order.points)]),
    ...paidWith.map((from) => debit(from, order.credit_paise)),
  ]
}

const POINTS_HELD: Account = { kind: "points-held" }
const POINTS_GIVEN: Account = { kind: "points-given" }
const CREDIT_HELD: Account = { kind: "credit-held" }

/** The step of a trace that names an order. */
export function orderStep({ number }: Pick<Spender, "number">): TraceStep {
  return { code: "order", order_number: number }
}

function draft({ clock }: Pick<Ctx, "clock">, kind: string, order: Spender, entries: Entries): NamedDraft {
  const { id, rules_version } = order
  return {
    ...{ kind, key: `${kind}:${id}`, rules_version, trace: [orderStep(order)] },
    ...{ effective_at: clock.now(), entries },
  }
}

/** Whether the people of an order that has ended still have what it was to take, whose accounts are locked. */
export async function canSpend(tx: Pick<Ctx, "db">, order: Spender): Promise<boolean> {
  if (!isSpending(order)) return true
  const { rows } = await tx.db.execute<{ kind: string; balance: number }>(sql`
    select kind, balance from ledger_accounts
    where (holder = ${order.student_id} and kind = 'points') or (holder = ${order.buyer_id} and kind = 'family-credit')
    order by kind for update`)
  const has = (kind: string) => Number(rows.find((row) => row.kind === kind)?.balance ?? 0)
  return has("points") >= order.points && has("family-credit") >= order.credit_paise
}
