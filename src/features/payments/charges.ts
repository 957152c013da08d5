import type { TraceStep } from "#features/ledger/rules.ts"
import type { Charge, Facts, GoodsName, Item, Off, Policy } from "./facts.ts"
import { shareOf, spread } from "./rounding.ts"
import type { Supply } from "./supplies.ts"

/** Collects the steps of a price, and the reasons against it. */
export type Book = { trace: TraceStep[]; refused: TraceStep[] }

/** As what pick-up of somebody is supplied who is taught this. */
export type PickupSupply = (taught: Supply) => Supply

/** What the items cost by the academy's own rules, before anything is taken off the whole order. */
export function chargesOf({ items, policy }: Facts, book: Book, pickupSupply: PickupSupply): Charge[] {
  return items.flatMap((item, at) => {
    const broken = amountsOf(item).find((amount) => !Number.isSafeInteger(amount) || amount < 0)
    if (broken !== undefined) throw new RangeError(`${broken} is no amount, months or quantity`)
    return chargeItem(item, at, policy, book, pickupSupply)
  })
}

function amountsOf(item: Item): number[] {
  if (item.kind === "program") return [item.price_paise]
  if (item.kind === "membership") return [item.monthly_paise, item.months]
  if (item.kind === "delivery") return [item.price_paise]
  return "unit_paise" in item ? [item.unit_paise, item.quantity] : [item.quantity]
}

function chargeItem(
  item: Item,
  at: number,
  policy: Policy,
  book: Book,
  pickupSupply: PickupSupply,
): Charge[] {
  switch (item.kind) {
    case "program": {
      const { price_paise, supply, taught } = item
      book.trace.push({ code: "program", item: at, list_paise: price_paise })
      return [{ code: "program", supplies: [supply], quantity: 1, list_paise: price_paise, offs: [], taught }]
    }
    case "membership":
      return [
        ...chargeMembership(item, at, policy, book),
        ...chargePickup(item, at, policy, book, pickupSupply(item.supply)),
      ]
    case "welcome-kit":
      return [chargeGoods(item.kind, at, item.supplies, item.quantity, policy.welcomeKit.pricePaise, book)]
    case "uniform":
      return [chargeGoods(item.kind, at, ["garment"], item.quantity, policy.uniform.pricePaise, book)]
    case "goods":
      return [chargeGoods(item.kind, at, item.supplies, item.quantity, item.unit_paise, book, item)]
    case "premises": {
      const { quantity, unit_paise, name, supply, taught } = item
      const list_paise = quantity * unit_paise
      book.trace.push({ code: "premises", item: at, quantity, unit_paise, list_paise })
      return [{ code: "premises", name, supplies: [supply], quantity, list_paise, offs: [], taught }]
    }
    case "delivery": {
      const { price_paise: list_paise } = item
      book.trace.push({ code: "delivery", item: at, list_paise })
      return [{ code: "delivery", supplies: ["delivery"], quantity: 1, list_paise, offs: [], taught: null }]
    }
  }
}

/** Months × fee, and what is off it, so that the rest is rounded half up to the paisa, once. */
export function membershipPrice(
  monthly_paise: number,
  { months, discountPercent }: Policy["memberships"][number],
): { list_paise: number; off_paise: number } {
  const list_paise = months * monthly_paise
  return { list_paise, off_paise: list_paise - shareOf(list_paise, 100 - discountPercent, 100) }
}

type Membership = Extract<Item, { kind: "membership" }>

/** Months × fee × (1 − discount), rounded once. */
function chargeMembership(item: Membership, at: number, policy: Policy, book: Book): Charge[] {
  const { months, monthly_paise, supply, taught } = item
  const plan = policy.memberships.find((offered) => offered.months === months)
  if (!plan) {
    book.refused.push({ code: "membership-not-offered", item: at, months })
    return []
  }
  const percent = plan.discountPercent
  const { list_paise, off_paise } = membershipPrice(monthly_paise, plan)
  book.trace.push({ code: "membership", item: at, months, monthly_paise, list_paise })
  const charge = { code: "membership", quantity: 1, list_paise, taught } as const
  if (percent === 0) return [{ ...charge, supplies: [supply], offs: [] }]
  const code = "membership-discount"
  book.trace.push({ code, item: at, months, percent, off_paise })
  return [{ ...charge, supplies: [supply], offs: [{ code, off_paise }] }]
}

/** Pick-up and drop for as many months as the membership. It has no discount for paying in advance. */
function chargePickup(
  item: Membership,
  at: number,
  { doorPickup }: Policy,
  book: Book,
  supply: Supply,
): Charge[] {
  const { pickup, months, taught } = item
  if (!pickup) return []
  const { days_per_week, age } = pickup
  const plan = doorPickup.plans.find(({ daysPerWeek }) => daysPerWeek === days_per_week)
  if (!plan) book.refused.push({ code: "pickup-not-offered", item: at, days_per_week })
  const age_below = doorPickup.childAgeBelowYears
  if (age >= age_below) book.refused.push({ code: "pickup-too-old", item: at, age, age_below })
  if (taught.online) book.refused.push({ code: "pickup-online", item: at })
  if (!plan) return []
  const list_paise = months * plan.pricePaise
  const { pricePaise: monthly_paise } = plan
  book.trace.push({ code: "pickup", item: at, days_per_week, months, monthly_paise, list_paise })
  return [{ code: "pickup", supplies: [supply], quantity: 1, list_paise, offs: [], taught }]
}

function chargeGoods(
  code: "welcome-kit" | "uniform" | "goods",
  at: number,
  supplies: Charge["supplies"],
  quantity: number,
  unit_paise: number,
  book: Book,
  { name, hsn }: { name?: GoodsName; hsn?: string } = {},
): Charge {
  const list_paise = quantity * unit_paise
  book.trace.push({ code, item: at, quantity, unit_paise, list_paise })
  const own = { ...(name && { name }), ...(hsn && { hsn }) }
  return { code, ...own, supplies, quantity, list_paise, offs: [], taught: null }
}

const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0)

/** What is left to pay of a line. */
export function dueOf({ list_paise, offs }: Pick<Charge, "list_paise" | "offs">): number {
  return offs.reduce((left, { off_paise }) => left - off_paise, list_paise)
}

/**
 * Takes off what counts for the whole order, in proportion to the lines: the referral off what is taught, then
 * points and credit off everything. Each reduces the value that is taxed, since the invoice shows it.
 */
export function takeOff(charges: readonly Charge[], facts: Facts, book: Book) {
  const taught = (charge: Charge) => charge.taught !== null && charge.code !== "pickup"
  const referral = facts.referred ? facts.policy.referral.creditPaise : 0
  const { points_paise, credit_paise } = facts.spend
  if (points_paise < 0 || credit_paise < 0) throw new RangeError("What is spent can't be negative")
  let left = charges
  const take = (code: Off["code"], wanted_paise: number, from: (charge: Charge) => boolean): number => {
    const weights = left.map((charge) => (from(charge) ? dueOf(charge) : 0))
    const off_paise = Math.min(wanted_paise, sum(weights))
    const shares = spread(off_paise, weights)
    left = left.map((charge, at) => {
      const share = shares[at] ?? 0
      return share === 0 ? charge : { ...charge, offs: [...charge.offs, { code, off_paise: share }] }
    })
    if (wanted_paise > 0) book.trace.push({ code, wanted_paise, off_paise })
    return off_paise
  }
  take("referral", referral, taught)
  const spent = {
    points_paise: take("points", points_paise, () => true),
    credit_paise: take("credit", credit_paise, () => true),
  }
  return { charges: left, spent }
}
