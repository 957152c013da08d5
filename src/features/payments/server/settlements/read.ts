import { and, asc, eq, isNotNull, sql } from "drizzle-orm"
import type { Ctx } from "#platform/context.ts"
import { emit } from "#platform/events.ts"
import { DIRECT_UPI } from "#platform/money/direct-upi.ts"
import { GatewayRefused, type MoneyPort } from "#platform/money/port.ts"
import { newId } from "#shared/ids.ts"
import { dateInZone, HOUR } from "#shared/time.ts"
import { addDays, spanInZone } from "#shared/zone.ts"
import { matchArrivals } from "../bank/arrivals.ts"
import { SETTLEMENTS_QUEUE } from "../queues.ts"
import { payments } from "../table.ts"
import { bookSettlement, explainLater } from "./book.ts"
import { settlementReadings } from "./table.ts"

/** Providers name days as India has them. */
const INDIA = "Asia/Kolkata"
/** How long after its end a day is asked about for the last time. */
const CLOSED_AFTER = 6 * HOUR
/** How many days one run asks about: after a year without, the rest follows in the next. */
const DAYS_AT_ONCE = 40

/**
 * Takes in what the provider settled since the last time, day by day from the first payment on. Each day is kept as it is
 * read, so a run that is cut off is continued. Throws GatewayUnanswered, and GatewayRefused where the provider is busy,
 * so that the job waits and comes again.
 */
export async function readSettlements(ctx: Ctx): Promise<void> {
  const { money } = ctx
  if (!money || money.name === DIRECT_UPI) return
  await explainLater(ctx, money.name)
  const now = ctx.clock.now()
  const today = dateInZone(now, INDIA)
  let day = await firstDay(ctx, money.name)
  for (let read = 0; day !== null && day <= today && read < DAYS_AT_ONCE; read += 1) {
    if (!(await readDay(ctx, money, day))) return
    day = addDays(day, 1)
  }
  await matchArrivals(ctx)
  await emit(ctx, "settlement.read", newId())
}

/** Has a job ask the provider now, and not within the hour. */
export async function askSettlements(ctx: Ctx): Promise<void> {
  await ctx.jobs.send(ctx, SETTLEMENTS_QUEUE, {})
}

/** The first day that may have something new, or null where nobody has paid yet. */
async function firstDay(ctx: Ctx, provider: string): Promise<string | null> {
  const [reading] = await ctx.db
    .select({ read_until: settlementReadings.read_until })
    .from(settlementReadings)
    .where(eq(settlementReadings.provider, provider))
  if (reading) return dateInZone(new Date(reading.read_until.getTime() - CLOSED_AFTER), INDIA)
  const [first] = await ctx.db
    .select({ captured_at: payments.captured_at })
    .from(payments)
    .where(and(eq(payments.provider, provider), isNotNull(payments.captured_at)))
    .orderBy(asc(payments.captured_at))
    .limit(1)
  return first?.captured_at ? dateInZone(first.captured_at, INDIA) : null
}

/** Reads one day. Returns false where the provider doesn't let us. */
async function readDay(ctx: Ctx, money: MoneyPort, day: string): Promise<boolean> {
  const asked_at = ctx.clock.now()
  try {
    const settled = Map.groupBy(await money.listSettlements(day), ({ settlement_id }) => settlement_id)
    for (const [reference, items] of settled) {
      if (reference !== null) await bookSettlement(ctx, money.name, reference, items)
    }
  } catch (error) {
    if (!(error instanceof GatewayRefused) || error.retryable) throw error
    ctx.log.warn({ err: error, day }, "the payment provider doesn't tell what it settled")
    return false
  }
  const closed = spanInZone({ first: day, last: day }, INDIA).until.getTime() + CLOSED_AFTER
  const read_until = new Date(Math.min(asked_at.getTime(), closed))
  await ctx.db
    .insert(settlementReadings)
    .values({ provider: money.name, read_until, asked_at })
    .onConflictDoUpdate({
      target: settlementReadings.provider,
      set: { read_until: sql`greatest(${settlementReadings.read_until}, excluded.read_until)`, asked_at },
    })
  return true
}
