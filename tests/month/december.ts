import { readSettlements } from "#features/payments/server/settlements/read.ts"
import { HOUR } from "#shared/time.ts"
import { type Academy, type Bought, bankDay, type Wish, work } from "./academy.ts"
import {
  deliver,
  type Ending,
  evening,
  explainLines,
  importBank,
  invoice,
  pay,
  payOut,
  payQuietly,
  place,
  refund,
  settle,
  tamper,
} from "./days.ts"

const times = <T>(count: number, what: () => T): T[] => Array.from({ length: count }, what)

/** 500 orders in a row that the seed shuffled. */
function shuffledWishes({ number }: Academy): Wish[] {
  const wanted = (count: number, what: Wish["what"], way: Wish["way"]) => times(count, () => ({ what, way }))
  const all = [
    ...[wanted(149, "program", "provider"), wanted(110, "program", "upi")],
    ...[wanted(40, "membership", "provider"), wanted(30, "membership", "upi")],
    ...[wanted(20, "business", "provider"), wanted(10, "business", "upi"), wanted(4, "dear", "provider")],
    ...[wanted(96, "goods", "provider"), wanted(40, "goods", "upi")],
  ].flat()
  return all
    .map((wish) => ({ wish, at: number() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ wish }) => wish)
}

/** Orders of the last hour of the year, which is nobody's working hour. */
const AT_THE_END = 12
/** One in so many is never paid. */
const UNPAID = 0.04
const INVOICES: Record<number, Ending> = {
  5: { parts: [0.25, 0.75] },
  9: { parts: [], cancelled: "owing" },
  14: { parts: [0.5], tax: 0.1 },
  17: { parts: [0.05], tax: 0.02, cancelled: "returned" },
  20: { parts: [0.3, 0.1], cancelled: "owing" },
  23: { parts: [] },
}

/**
 * Lives a month of the academy, day by day. What the office does on the last evening can be left to somebody else. Returns
 * the orders of the last hour that are paid from bank to bank, for which nobody sent money yet.
 */
export async function liveThroughDecember(
  academy: Academy,
  { lastEvening = true }: { lastEvening?: boolean } = {},
): Promise<Bought[]> {
  const wishes = shuffledWishes(academy)
  const sold: Bought[] = []
  const toDeliver: Bought[] = []
  for (let day = 1; day <= 31; day += 1) {
    academy.world.clock.set(`2026-12-${String(day).padStart(2, "0")}T04:30:00Z`)
    const ofDay = wishes.splice(0, Math.ceil((wishes.length - AT_THE_END) / (32 - day)))
    const paid = await sellOn(academy, day, ofDay)
    if (day > 1) for (const one of times(3, () => academy.pick(sold))) await refund(academy, one)
    const ending = INVOICES[day]
    if (ending) await invoice(academy, ending)
    if (day % 3 === 0) await deliver(academy, toDeliver.splice(0))
    sold.push(...paid)
    toDeliver.push(...paid.filter(({ order }) => order.course === null && order.checkout?.way !== "upi"))
    if (day === 15) tamper(academy)
    await evening(academy)
    if (day % 6 === 0)
      academy.bank.push({
        day: bankDay(academy),
        text: `CASH DEPOSIT ${day}`,
        paise: 12_345 * day,
        of: "other",
      })
    if (day % 2 === 0 || (day === 31 && lastEvening)) await officeWork(academy, day)
  }
  return lastHour(academy, sold, wishes)
}

/** What is sold on a day: some are never paid, some after their time, and one payment nobody tells us of. */
async function sellOn(academy: Academy, day: number, wishes: readonly Wish[]): Promise<Bought[]> {
  const bought = await place(academy, wishes)
  const paid = bought.filter(() => academy.number() > UNPAID)
  await pay(academy, paid)
  const byPage = bought.filter(({ order }) => order.checkout?.way !== "upi")
  const [late] = byPage.filter((one) => !paid.includes(one))
  if (day === 12) {
    const [quiet] = await place(academy, [{ what: "program", way: "provider" }])
    // Its settlement is read before anybody asks about the order.
    if (quiet) await payQuietly(academy, quiet)
    await settle(academy)
    await readSettlements(academy.world.ctx)
  }
  if (late && day % 2 === 1) {
    academy.world.clock.advance(HOUR)
    await work(academy)
    await academy.sales.capture(late.order.order_number)
  }
  await work(academy)
  return paid
}

/** Every other evening the office imports the statement, which overlaps with the last; once two people do at once. */
async function officeWork(academy: Academy, day: number): Promise<void> {
  const LINES = 60
  await Promise.all(times(day === 16 ? 2 : 1, () => importBank(academy, LINES)))
  if (day === 20) await importBank(academy, LINES)
  await explainLines(academy)
  await payOut(academy)
}

/** What is left undone when the year ends. */
async function lastHour(academy: Academy, sold: readonly Bought[], wishes: readonly Wish[]) {
  const { world, pick, sales } = academy
  world.clock.set("2026-12-31T17:30:00Z")
  const bought = await place(academy, wishes)
  const byPage = bought.filter(({ order }) => order.checkout?.way !== "upi")
  for (const { order } of byPage.slice(0, 3)) await sales.capture(order.order_number)
  for (const one of times(12, () => pick(sold))) await refund(academy, one, academy.number() < 0.5)
  await work(academy)
  return bought.filter((one) => !byPage.includes(one))
}
