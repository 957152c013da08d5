import { ORPCError } from "@orpc/server"
import fc from "fast-check"
import type { Ctx } from "#platform/context.ts"
import type { Database } from "#platform/database/db.ts"
import { Refusal } from "#platform/errors.ts"
import { GatewayRefused, GatewayUnanswered, type MoneyPort } from "#platform/money/port.ts"
import { Killed, killedAt } from "./killed-worker.ts"

/** Where a process that handles money dies: at a transaction, or right after the provider answered. */
export type Death = { at: "transaction" | "call"; step: number } | null

export const death: fc.Arbitrary<Death> = fc.option(
  fc.record({ at: fc.constantFrom("transaction" as const, "call" as const), step: fc.nat({ max: 3 }) }),
  { freq: 3 },
)

/** The context of a process that dies there. */
export function mortal<C extends Ctx>(ctx: C & { db: Ctx["db"] }, death: Death): C {
  if (!death) return ctx
  if (death.at === "call") return { ...ctx, money: ctx.money && dyingAfterCall(ctx.money, death.step) }
  return { ...ctx, db: killedAt(ctx as C & { db: Database }, death.step).db }
}

/** A process that dies right after its nth call of the provider was answered, counted from 0. */
function dyingAfterCall(money: MoneyPort, nth: number): MoneyPort {
  let calls = 0
  const mortal =
    <Args extends unknown[], T>(call: (...args: Args) => Promise<T>) =>
    async (...args: Args): Promise<T> => {
      const answer = await call(...args)
      calls += 1
      if (calls > nth) throw new Killed(`after call ${nth}`)
      return answer
    }
  const { createOrder, capture, refund, fetchOrderPayments, fetchRefund } = money
  return {
    ...money,
    createOrder: mortal(createOrder),
    capture: mortal(capture),
    refund: mortal(refund),
    fetchOrderPayments: mortal(fetchOrderPayments),
    fetchRefund: mortal(fetchRefund),
  }
}

/** What may go wrong for one request or job, whose caller tries again or not. */
export async function attempt(work: Promise<unknown>): Promise<void> {
  try {
    await work
  } catch (error) {
    const known = [Killed, Refusal, ORPCError, GatewayUnanswered, GatewayRefused].some(
      (kind) => error instanceof kind,
    )
    if (!known) throw error
  }
}

/** The one of a list that a random number picks. */
export function pickOf<T>(list: readonly T[], at: number): T | undefined {
  return list.length === 0 ? undefined : list[at % list.length]
}
