import { requireBatch } from "#features/classes/server/seats/batches.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { refuse } from "#platform/errors.ts"
import type { MoneyPort } from "#platform/money/port.ts"
import { newId } from "#shared/ids.ts"
import { plansOf, whyNotChange } from "../../memberships.ts"
import { answerUnused } from "../../rules.ts"
import { findChange } from "../changes/find-change.ts"
import { changedTerm, type Present, presentPlan, readPresent } from "../changes/present.ts"
import { type AskedPickup, requirePickup } from "../pickup/offer.ts"
import { BALANCE } from "../points/settle-balance.ts"
import { POLICY, type ProgramPrice, priceProgram } from "../price.ts"
import { holdOf } from "../providers.ts"
import { type Beneficiary, readSold, requireBeneficiary, requireTerm } from "../purchase.ts"
import type { orders } from "../table.ts"
import { readBatchChoice } from "./batch-choice.ts"
import { type AskedBuyer, requireBuyer } from "./buyer.ts"
import { randomLetters } from "./letters.ts"

export type OrderRow = typeof orders.$inferSelect
export type OrderDraft = typeof orders.$inferInsert

export type AskedOrder = AskedBuyer &
  AskedPickup & {
    course_id: string
    student_id?: string | undefined
    batch_id?: string | undefined
    months?: number | undefined
    way?: "upi" | undefined
    /** The order whose running term is given up, and what that is worth as the payer was shown it. */
    changes?: string | undefined
    unused_paise?: number | undefined
    /** Of the student's points and the buyer's credit, as the payer was shown it. */
    points?: number | undefined
    credit_paise?: number | undefined
  }

type Program = Awaited<ReturnType<typeof readSold>>

/** An order that is priced and can be placed, or the paid one that did the same before. */
export type Drafted = { program: Program; student: Beneficiary } & (
  | { draft: OrderDraft; done: null }
  | { draft: null; done: OrderRow }
)

/**
 * Prices an order of a program or a membership for a student. Throws NOT_FOUND, GUARDIAN_PAYS, FIELD_ERRORS,
 * ALREADY_ENROLLED_IN_PROGRAM, NOT_SOLD, and PLAN_CHANGED where a plan that is given up isn't worth what was shown.
 */
export async function draftOrder(ctx: SignedInCtx, money: MoneyPort, asked: AskedOrder): Promise<Drafted> {
  const program = await readSold(ctx, asked.course_id)
  const student = await requireBeneficiary(ctx, program.id, asked.student_id)
  const months = asked.months || null
  const present = asked.changes ? await readPresent(ctx, asked.changes, student, program.id) : null
  const done = present && (await findChange(ctx, present.order.id))
  if (done && isAsked(done, asked)) return { program, student, draft: null, done }
  const term = present
    ? requireChange(ctx, present, asked, program)
    : requireTerm(ctx, student, { ...program, months })
  const batch_id = await requireChosenBatch(ctx, program.id, student, asked)
  const buyer = requireBuyer(asked)
  const about = { ...student, course_id: program.id, delivery: program.delivery, starts_on: term.starts_on }
  const { priced: pickup, ...pickedUp } = await requirePickup(ctx, asked, about)
  const { points = 0, credit_paise = 0 } = asked
  const price = priceProgram(ctx, { ...program, months, pickup }, buyer, {
    ...{ has: { points, credit_paise }, given_up: present?.given_up ?? null },
  })
  const draft: OrderDraft = {
    ...priceColumns(price, money),
    buyer_id: ctx.viewer.user_id,
    student_id: student.student_id,
    course_id: program.id,
    ...{ ...term, batch_id, ...pickedUp, changes: present?.order.id ?? null },
    hold_until: new Date(ctx.clock.now().getTime() + holdOf(money.name)),
    created_at: ctx.clock.now(),
  }
  return { program, student, draft, done: null }
}

/** The batch that comes with the order; null to keep the present one, or for all classes. Throws NOT_FOUND. */
async function requireChosenBatch(
  ctx: SignedInCtx,
  course_id: string,
  student: Beneficiary,
  { batch_id, changes }: AskedOrder,
): Promise<string | null> {
  if (!batch_id) return null
  const choice = await readBatchChoice(ctx, course_id, student, { changes: changes !== undefined })
  if (!choice) return null
  await requireBatch(ctx, { course_id, batch_id, after: choice.after })
  return batch_id
}

/** Whether a plan was changed as it is asked for now: pressed twice, it is one change. */
function isAsked({ months, pickup_days }: OrderRow, asked: AskedOrder): boolean {
  return months === asked.months && (pickup_days?.length ?? 0) === (asked.pickup_per_week ?? 0)
}

/** The term of a plan that another one is given up for. Throws NOT_SOLD and PLAN_CHANGED. */
function requireChange(
  ctx: SignedInCtx,
  { order, given_up, why }: Present,
  asked: AskedOrder,
  program: Program,
) {
  if (why || !given_up) return refuse("NOT_SOLD", { reasons: why ? [why] : [] })
  const wanted = { months: asked.months || null, per_week: asked.pickup_per_week ?? 0 }
  const whyNot = whyNotChange(presentPlan(order), wanted, plansOf(POLICY, program))
  if (whyNot || wanted.months === null) return refuse("NOT_SOLD", { reasons: whyNot ? [whyNot] : [] })
  const { unused_paise } = answerUnused(given_up, given_up.rules_version)
  if (asked.unused_paise !== unused_paise) refuse("PLAN_CHANGED")
  return changedTerm(ctx, wanted.months)
}

/** What an order stores of its price, and who takes the money. Throws NOT_SOLD. */
export function priceColumns(price: ProgramPrice, money: MoneyPort) {
  const { priced, facts, rules_version, spent, exchange_paise } = price
  if (!priced) return refuse("NOT_SOLD", { reasons: price.refused })
  const { total_paise, documents, trace } = priced
  const isPaid = total_paise === 0
  if (isPaid && spent.points === 0 && spent.credit_paise === 0 && exchange_paise === 0)
    refuse("NOT_SOLD", { reasons: [{ code: "nothing-to-pay" }] })
  const number = `K-${randomLetters(10)}`
  return {
    ...{ id: newId(), number, tries: 1, facts, rules_version, trace, documents, total_paise },
    ...{ ...spent, exchange_paise },
    // What points, credit and unused days pay in full needs no provider.
    ...(isPaid
      ? { state: "awaiting" as const, provider: BALANCE, provider_order_id: number }
      : { state: "created" as const, provider: money.name }),
  }
}
