import type { Order } from "#contract/payments/order.ts"
import { readBalance } from "#features/ledger/server/balances.ts"
import { enterSupplier } from "#features/payments/server/bills/suppliers.ts"
import { paymentsJobs } from "#features/payments/server/jobs.ts"
import { reconcile } from "#features/payments/server/looking.ts"
import { createOrder } from "#features/payments/server/orders.ts"
import { BILL_QUEUE, SEND_BILL_QUEUE } from "#features/payments/server/queues.ts"
import { createProgram } from "#features/programs/server/manage.ts"
import { seedPrograms } from "#features/programs/server/seed.ts"
import { putInBasket } from "#features/shop/server/basket.ts"
import { orderBasket } from "#features/shop/server/checkout.ts"
import { listShelf } from "#features/shop/server/manage.ts"
import { seedShop } from "#features/shop/server/seed.ts"
import { shopSizes } from "#features/shop/server/table.ts"
import type { Ctx, SignedIn, SignedInCtx } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import type { TestDatabase } from "../database.ts"
import { numbersFrom } from "../faults/seeded.ts"
import { createAdmin, createOffice, createStudent } from "../people.ts"
import { DRAFT } from "../programs.ts"
import { runJobs } from "../run-jobs.ts"
import { startSales } from "../sales.ts"

/** A line of the bank's statement: what came in, and what for as far as the bank knows. */
export type BankLine = {
  day: string
  text: string
  paise: number
  of: "upi" | "settlement" | "invoice" | "other"
}

/** An order as its buyer sees it. */
export type Bought = { buyer: SignedInCtx; order: Order }

const KARNATAKA = "29"
/** The settings of the academy, which a product that it is looked at with has as well. */
export const MONTH_ENV = {
  ...{
    SHOP_OPEN: "true",
    SHOP_DELIVERY_PINS: "560",
    SHOP_DELIVERY_FEE_RUPEES: "59",
    UPI_ID: "nritya@okbank",
  },
  ...{ SHOP_CENTRES: "Jayanagar: 11th Main", REFUND_LIMIT_RUPEES: "1500" },
}
const BUSINESSES = [
  { gstin: "27AAPFU0939F1ZV", state: "27" },
  { gstin: "29AAGCB7383J1Z4", state: KARNATAKA },
] as const

export type Academy = Awaited<ReturnType<typeof openAcademy>>

/** Where an academy is: a database that exists, and who works there. */
type Place = {
  database: Pick<TestDatabase, "pool" | "drop">
  staff: (ctx: Ctx) => Promise<{ admin: SignedIn; second: SignedIn }>
}

/** An academy that sells programs, memberships and goods, with everybody who works and buys there. */
export async function openAcademy(seed: number, buyers: number, place?: Place) {
  const sales = await startSales({ env: MONTH_ENV, ...(place && { database: place.database }) })
  const { world } = sales
  world.clock.set("2026-11-30T18:30:00Z")
  const staff = place
    ? await place.staff(world.ctx)
    : { admin: await createAdmin(world.ctx), second: await createOffice(world.ctx) }
  const [admin, second] = [world.as(staff.admin), world.as(staff.second)]
  await enterSupplier(admin, {
    ...{ valid_from: "2026-04-01", name: "Nritya Academy LLP", address: "14 MG Road\nBengaluru 560001" },
    ...{ state: KARNATAKA, registration: "regular", gstin: "29AABCT1332L1ZA", prefix: "NA" },
  })
  await seedPrograms(world.ctx)
  await seedShop(world.ctx)
  await world.ctx.db.update(shopSizes).set({ stocked: 500, free: 500 })
  const number = numbersFrom(seed)
  const pick = <T>(all: readonly T[]): T => {
    const one = all[Math.floor(number() * all.length)]
    if (one === undefined) throw new Error("nothing to pick from")
    return one
  }
  const course = async (over: object) =>
    (await createProgram(admin, { ...DRAFT, price_rupees: 1_234.5, ...over, id: newId() })).id
  const { rows } = await sales.pool.query<{ id: string }>("select id from programs order by position")
  const shelf = (await listShelf(world.ctx)).filter(({ offered }) => offered)
  const students: SignedInCtx[] = []
  for (let at = 0; at < buyers; at += 1) students.push(world.as(await createStudent(world.ctx)))
  return {
    ...{ sales, world, admin, second, number, pick, students },
    whole: (from: number, to: number) => from + Math.floor(number() * (to - from + 1)),
    courses: rows.map(({ id }) => id),
    member: await course({ monthly_fee_rupees: 2_000, price_rupees: 20_000 }),
    dear: await course({ price_rupees: 1_50_000, delivery: "online" }),
    sizes: shelf.flatMap((item) => item.sizes.map(({ id }) => id)),
    taken: new Set<string>(),
    /** What the bank's statement has, and what the office paid from there. */
    bank: [] as BankLine[],
    payouts: [] as number[],
    credits: [] as number[],
    shoppers: 0,
    utr: 640_000_000_000,
  }
}

/** A student who has no place in a program yet. */
function buyerOf({ students, pick, taken }: Academy, course_id: string): SignedInCtx {
  for (;;) {
    const buyer = pick(students)
    const pair = `${buyer.viewer.user_id} ${course_id}`
    if (taken.has(pair)) continue
    taken.add(pair)
    return buyer
  }
}

type Way = "upi" | "provider"
export type Wish = { what: "program" | "membership" | "dear" | "business" | "goods"; way: Way }

/** Decides what is bought and by whom, so that orders can be placed at once and are the same for the same seed. */
export function plan(academy: Academy, { what, way }: Wish): () => Promise<Bought> {
  const { pick, whole, courses, member, dear, sizes, students } = academy
  const pay_by = way === "upi" ? ({ way: "upi" } as const) : {}
  if (what === "goods") {
    // A buyer has one order of goods at a time.
    const buyer = students[academy.shoppers % students.length] ?? pick(students)
    academy.shoppers += 1
    const pieces = Array.from({ length: whole(1, 3) }, () => [pick(sizes), whole(1, 2)] as const)
    const by = way === "upi" ? { pay_by: "upi" as const } : {}
    const to = pick(["delivery", "pickup"] as const)
    return async () => {
      for (const [size_id, quantity] of pieces) await putInBasket(buyer, { size_id, quantity })
      const order = await orderBasket(buyer, {
        ...{ way: to, centre: "Jayanagar", state: KARNATAKA, name: "Sunita Rao", phone: "98450 12345" },
        ...{ address: "Flat 4B, 11th Main", pin: "560 041", ...by },
      } as never)
      return { buyer, order }
    }
  }
  const course_id = what === "membership" ? member : what === "dear" ? dear : pick(courses)
  const buyer = buyerOf(academy, course_id)
  const business = what === "business" ? pick(BUSINESSES) : null
  const state = business?.state ?? (what === "dear" ? "27" : pick(["29", "29", "29", "27", "33"] as const))
  const months = what === "membership" ? { months: pick([1, 3, 6]) } : {}
  const named = business && {
    gstin: business.gstin,
    business_name: "Lotus Traders",
    business_address: "1 Fort",
  }
  return async () => {
    // Credit of an earlier refund is used up first, but for a rupee that the provider wants at least.
    const credit = await readBalance(buyer, "family-credit", buyer.viewer.user_id)
    const credit_paise = Math.min(credit, 1_000_00)
    const asked = {
      course_id,
      state,
      ...pay_by,
      ...months,
      ...named,
      ...(credit_paise > 0 && { credit_paise }),
    }
    return { buyer, order: await createOrder(buyer, asked) }
  }
}

/** The day in India, as the bank writes it. */
export function bankDay({ world }: Pick<Academy, "world">): string {
  const [year, month, day] = new Date(world.clock.now().getTime() + 5.5 * 3_600_000)
    .toISOString()
    .slice(0, 10)
    .split("-")
  return `${day}/${month}/${year}`
}

/** The buyer transfers money for an order by UPI, with the order's reference, or with one that they tell us. */
export function transfer(
  academy: Academy,
  { order }: Bought,
  more: { paise?: number; said?: boolean } = {},
): string {
  academy.utr += 1
  const utr = String(academy.utr)
  const { checkout, price } = order
  const reference = checkout?.way === "upi" && !more.said ? ` ${checkout.reference}` : ""
  const line = { day: bankDay(academy), text: `UPI/${utr}/PAYMENT${reference}`, of: "upi" as const }
  academy.bank.push({ ...line, paise: more.paise ?? price.total_paise })
  return utr
}

/** Forgets the mails with bills that wait to be sent: their PDFs are another test's matter. */
function dropMails({ world }: Pick<Academy, "world">): void {
  const others = world.jobs.splice(0).filter(({ queue }) => queue !== BILL_QUEUE && queue !== SEND_BILL_QUEUE)
  world.jobs.push(...others)
}

/** Lets the product do what is due: ask for refunds, look at orders, end those that nobody paid. */
export async function work(academy: Pick<Academy, "world">): Promise<void> {
  const { world } = academy
  dropMails(academy)
  await reconcile(world.ctx)
  await runJobs(world, paymentsJobs)
}

export const sumOf = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0)
