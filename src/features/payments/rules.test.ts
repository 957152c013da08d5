import { createHash } from "node:crypto"
import fc from "fast-check"
import { expect, test } from "vitest"
import policies from "#content/policies.json" with { type: "json" }
import type { Document, Facts, Item, Line, Priced, Registration } from "./facts.ts"
import { shareOf, spread } from "./rounding.ts"
import { NEWEST_RULES, type PriceRules, priceOrder } from "./rules.ts"
import { isGoods, RATES, type Rate, rateOn, type Supply } from "./supplies.ts"

const [HOME, AWAY] = ["27", "29"]
const online = { taught: { online: true } } as const
const here = { taught: { online: false, state: HOME } } as const

/** A registered academy of Maharashtra and a family there. */
function facts(items: Item[], changes: Partial<Facts> = {}): Facts {
  return {
    date: "2026-11-23",
    policy: policies,
    supplier: { state: HOME, registrations: [{ from: "2020-07-01", kind: "regular" }] },
    buyer: { state: HOME, delivered_to: HOME, gstin_state: null },
    items,
    referred: false,
    spend: { points_paise: 0, credit_paise: 0 },
    ...changes,
  }
}

const from = (state: string, gstin_state: string | null = null): Partial<Facts> => ({
  buyer: { state, delivered_to: state, gstin_state },
})
const supplier = (kind: Registration): Partial<Facts> => ({
  supplier: { state: HOME, registrations: [{ from: "2020-07-01", kind }] },
})

const program: Item = { kind: "program", price_paise: 899_900, supply: "coaching", ...online }
const membership = (
  months: number,
  monthly_paise: number,
  pickup: { days_per_week: number; age: number } | null = null,
) => ({ kind: "membership", months, monthly_paise, pickup, supply: "sports-training", ...here }) as const
const fitness: Item = {
  kind: "membership",
  months: 1,
  monthly_paise: 150_000,
  pickup: null,
  supply: "fitness",
  ...here,
}
const goods = (supply: Supply, unit_paise: number, quantity = 1) => ({
  kind: "goods" as const,
  supplies: [supply],
  unit_paise,
  quantity,
})

function priced(given: Facts): Priced {
  const { priced, refused } = priceOrder(given)
  if (!priced) throw new Error(JSON.stringify(refused))
  return priced
}
const linesOf = ({ documents }: Priced): Line[] => documents.flatMap(({ lines }) => lines)
const refusalsOf = (given: Facts) => priceOrder(given).refused?.map(({ code }) => code) ?? []

/** A line by hand: amount, taxable value, CGST (and as much SGST), IGST. */
type ByHand = [amount: number, taxable: number, half: number, igst: number]

/**
 * Worked with pencil and paper. With R the rate: taxable = amount ÷ (1 + R), rounded half up to the paisa;
 * CGST = SGST = taxable × R ÷ 2 and IGST = taxable × R, each rounded so; round off = total − all of these.
 */
const CASES: [what: string, given: Facts, lines: ByHand[], roundOff: number, kind: Document["kind"]][] = [
  [
    // 8,999.00 ÷ 1.18 = 7,626.2711…; × 9 % = 686.3643; 7,626.27 + 2 × 686.36 = 8,998.99.
    "a program of 8,999 at 18 % within the State",
    facts([program]),
    [[899_900, 762_627, 68_636, 0]],
    1,
    "tax-invoice",
  ],
  [
    // 7,626.27 × 18 % = 1,372.7286; 7,626.27 + 1,372.73 = 8,999.00.
    "the same online to a family in another State",
    facts([program], from(AWAY)),
    [[899_900, 762_627, 0, 137_273]],
    0,
    "tax-invoice",
  ],
  [
    // 6 × 2,499.00 = 14,994.00; less 10 % = 13,494.60; ÷ 1.18 = 11,436.1016…; × 9 % = 1,029.249.
    "six months of 2,499 less 10 %, on premises, also for a family of another State",
    facts([membership(6, 249_900)], from(AWAY)),
    [[1_349_460, 1_143_610, 102_925, 0]],
    0,
    "tax-invoice",
  ],
  [
    // 4 × 1,333.33 = 5,333.32; × 93 % = 4,959.9876, rounded once. No tax.
    "four months of 1,333.33 less 7 % of an unregistered academy",
    facts([membership(4, 133_333)], supplier("unregistered")),
    [[495_999, 495_999, 0, 0]],
    0,
    "receipt",
  ],
  [
    // 1,500.00 ÷ 1.05 = 1,428.5714…; × 2.5 % = 35.71425; 1,428.57 + 2 × 35.71 = 1,499.99.
    "a month of yoga at 5 %",
    facts([fitness]),
    [[150_000, 142_857, 3_571, 0]],
    1,
    "tax-invoice",
  ],
  [
    // One price for a bag (18 %) and sports goods (5 %), so 18 %: 1,000.00 ÷ 1.18 = 847.4576…; × 9 % = 76.2714.
    "a welcome kit of 1,000, mixed, at the highest rate",
    facts([{ kind: "welcome-kit", supplies: ["sports-goods", "bag"], quantity: 1 }]),
    [[100_000, 84_746, 7_627, 0]],
    0,
    "tax-invoice",
  ],
  [
    // The same by line. 600.00 ÷ 1.18 = 508.4745…; × 9 % = 45.7623. 400.00 ÷ 1.05 = 380.9523…; × 2.5 % = 9.52375.
    // 508.47 + 91.52 + 380.95 + 19.04 = 999.98.
    "a kit of a bag for 600 and sports goods for 400, each at its own rate",
    facts([goods("bag", 60_000), goods("sports-goods", 40_000)]),
    [
      [60_000, 50_847, 4_576, 0],
      [40_000, 38_095, 952, 0],
    ],
    2,
    "tax-invoice",
  ],
  [
    // 800.00 ÷ 1.05 = 761.9047…; × 5 % = 38.095, half up 38.10.
    "a uniform of 800 sent to another State",
    facts([{ kind: "uniform", quantity: 1 }], from(AWAY)),
    [[80_000, 76_190, 0, 3_810]],
    0,
    "tax-invoice",
  ],
  [
    // 2,625.00 ÷ 1.05 = 2,500.00 exactly: up to the limit. × 2.5 % = 62.50. Two pieces are two times that.
    "two garments worth exactly 2,500 before tax each",
    facts([goods("garment", 262_500, 2)]),
    [[525_000, 500_000, 12_500, 0]],
    0,
    "tax-invoice",
  ],
  [
    // A paisa more is above the limit: 2,625.01 ÷ 1.18 = 2,224.5847…; × 9 % = 200.2122; sum 2,625.00.
    "a garment a paisa above it",
    facts([goods("garment", 262_501)]),
    [[262_501, 222_458, 20_021, 0]],
    1,
    "tax-invoice",
  ],
  [
    // Referral: 500.00 off the program's 1,999.00. Points: 100.00 over 1,499.00 and 800.00, so 65.2022… and
    // 34.7977…; rounded down 65.20 and 34.79, the paisa left goes to the larger remainder, 34.80.
    // 1,433.80 ÷ 1.18 = 1,215.0847…; × 9 % = 109.3572. 765.20 ÷ 1.05 = 728.7619; × 2.5 % = 18.219.
    "a referred student who spends 100 in points on a program of 1,999 and a uniform",
    facts(
      [
        { ...program, price_paise: 199_900 },
        { kind: "uniform", quantity: 1 },
      ],
      {
        referred: true,
        spend: { points_paise: 10_000, credit_paise: 0 },
      },
    ),
    [
      [143_380, 121_508, 10_936, 0],
      [76_520, 72_876, 1_822, 0],
    ],
    0,
    "tax-invoice",
  ],
  [
    // 3 × 2,000.00 less 5 % = 5,700.00; ÷ 1.18 = 4,830.5084…; × 9 % = 434.7459; sum 5,700.01.
    // Pick-up 3 × 800.00 = 2,400.00 at 5 %: ÷ 1.05 = 2,285.7142…; × 2.5 % = 57.1427…; sum 2,399.99.
    "three months with pick-up on three days a week",
    facts([membership(3, 200_000, { days_per_week: 3, age: 9 })]),
    [
      [570_000, 483_051, 43_475, 0],
      [240_000, 228_571, 5_714, 0],
    ],
    0,
    "tax-invoice",
  ],
  [
    "coaching on premises for a firm whose GSTIN is of another State: taxed there, like case 2",
    facts([{ ...program, ...here }], from(HOME, AWAY)),
    [[899_900, 762_627, 0, 137_273]],
    0,
    "tax-invoice",
  ],
  [
    "fitness for the same firm: taxed where it is performed",
    facts([fitness], from(HOME, AWAY)),
    [[150_000, 142_857, 3_571, 0]],
    1,
    "tax-invoice",
  ],
  [
    "notebooks, which are nil-rated",
    facts([goods("notebook", 5_000, 3)]),
    [[15_000, 15_000, 0, 0]],
    0,
    "bill-of-supply",
  ],
  ["a charity", facts([program], supplier("exempt")), [[899_900, 899_900, 0, 0]], 0, "bill-of-supply"],
  [
    "a composition dealer",
    facts([program], supplier("composition")),
    [[899_900, 899_900, 0, 0]],
    0,
    "bill-of-supply",
  ],
  [
    "an unregistered academy online to another State",
    facts([program], { ...supplier("unregistered"), ...from(AWAY) }),
    [[899_900, 899_900, 0, 0]],
    0,
    "receipt",
  ],
]

test.each(CASES)("PAY-05 to the paisa: %s", (_what, given, lines, roundOff, kind) => {
  const { documents, total_paise } = priced(given)
  expect(documents).toHaveLength(1)
  const [document] = documents
  expect(
    document?.lines.map((line) => [line.amount_paise, line.taxable_paise, line.cgst_paise, line.igst_paise]),
  ).toEqual(lines)
  expect(document).toMatchObject({ kind, round_off_paise: roundOff, total_paise })
  expect(total_paise).toBe(lines.reduce((all, [amount]) => all + amount, 0))
})

test("PAY-05 pick-up was once taxed as the classes, and is now a supply of its own, wherever the buyer's GSTIN is of", () => {
  const given = facts([membership(3, 200_000, { days_per_week: 3, age: 9 })])
  const pickupOf = (version: "1" | "2", changes: Partial<Facts> = {}) =>
    priceOrder({ ...given, ...changes }, version).priced?.documents.map(({ place, lines }) => {
      const line = lines.find(({ code }) => code === "pickup")
      return line && [place, line.tax_code, line.taxable_paise, line.cgst_paise, line.igst_paise]
    })
  // At 18 %: 2,400.00 ÷ 1.18 = 2,033.8983…; × 9 % = 183.051.
  expect(pickupOf("1")).toEqual([[HOME, "999292", 203_390, 18_305, 0]])
  expect(pickupOf("2")).toEqual([[HOME, "996411", 228_571, 5_714, 0]])
  // Children are picked up where the academy teaches, whatever State the family is on record for.
  expect(pickupOf("2", from(AWAY))).toEqual([[HOME, "996411", 228_571, 5_714, 0]])
  expect(pickupOf("2", from(AWAY, AWAY))).toEqual([[AWAY, "996411", 228_571, 0, 11_429]])
  // Fitness is taxed where it is performed, its pick-up where the firm is registered: two documents.
  const gym = { ...fitness, pickup: { days_per_week: 2, age: 9 } } as Item
  expect(pickupOf("2", { items: [gym], ...from(AWAY, AWAY) })).toEqual([
    undefined,
    [AWAY, "996411", 57_143, 0, 2_857],
  ])
})

test("PAY-02 memberships cost the specification's shares of their months", () => {
  const totals = [1, 3, 4, 6, 8, 10].map((months) => priced(facts([membership(months, 100_000)])).total_paise)
  expect(totals).toEqual([100_000, 285_000, 372_000, 540_000, 704_000, 850_000])
})

test("PAY-04 what can't be sold gives all reasons at once", () => {
  const unregistered = { ...supplier("unregistered"), ...from(AWAY) }
  expect(refusalsOf(facts([membership(5, 100_000)]))).toEqual(["membership-not-offered"])
  expect(refusalsOf(facts([membership(1, 100_000, { days_per_week: 4, age: 10 })]))).toEqual([
    "pickup-not-offered",
    "pickup-too-old",
  ])
  expect(refusalsOf(facts([{ ...membership(1, 1, { days_per_week: 5, age: 9 }), ...online }]))).toEqual([
    "pickup-online",
  ])
  expect(refusalsOf(facts([goods("bag", 100), program], unregistered))).toEqual(["other-state"])
  expect(refusalsOf(facts([program], { ...supplier("composition"), ...from(AWAY) }))).toEqual(["other-state"])
  expect(refusalsOf(facts([program], { date: "2025-09-21" }))).toEqual(["no-rate"])
  for (const price_paise of [-1, 0.5, Number.NaN]) {
    expect(() => priceOrder(facts([{ ...program, price_paise }]))).toThrow(RangeError)
  }
  const wrong: Item[] = [
    membership(1, -1),
    membership(0.5, 100),
    goods("bag", -1),
    goods("bag", 1, -1),
    { kind: "uniform", quantity: -1 },
    { kind: "welcome-kit", supplies: ["bag"], quantity: 1.5 },
  ]
  for (const item of wrong) expect(() => priceOrder(facts([item]))).toThrow(RangeError)
  for (const spend of [
    { points_paise: -1, credit_paise: 0 },
    { points_paise: 0, credit_paise: -1 },
  ]) {
    expect(() => priceOrder(facts([program], { spend }))).toThrow(RangeError)
  }
  const kit = { kind: "welcome-kit", supplies: ["bag", "coaching"], quantity: 1 } as const
  expect(refusalsOf(facts([{ ...kit, supplies: [...kit.supplies] }], unregistered))).toEqual(["other-state"])
})

test("PAY-05 the entity's registration holds from its date on, and an order to two States has two documents", () => {
  const registrations = [
    { from: "2026-04-01", kind: "regular" },
    { from: "2020-01-01", kind: "unregistered" },
  ] as const
  const kindOn = (date: string) =>
    priced(facts([program], { date, supplier: { state: HOME, registrations: [...registrations] } }))
      .documents[0]?.kind
  expect([kindOn("2019-12-31"), kindOn("2026-03-31"), kindOn("2026-04-01")]).toEqual([
    "receipt",
    "receipt",
    "tax-invoice",
  ])
  const buyer = { state: AWAY, delivered_to: HOME, gstin_state: null }
  const { documents } = priced(facts([program, { kind: "uniform", quantity: 1 }], { buyer }))
  expect(documents.map(({ place, total_paise }) => [place, total_paise])).toEqual([
    [AWAY, 899_900],
    [HOME, 80_000],
  ])
})

test("PAY-02 the referral comes off what is taught alone, not off pick-up or goods", () => {
  const items = [membership(1, 30_000, { days_per_week: 2, age: 9 }), goods("bag", 50_000)]
  const { documents } = priced(facts(items, { referred: true }))
  expect(documents[0]?.lines.map(({ code, amount_paise }) => [code, amount_paise])).toEqual([
    ["membership", 0],
    ["pickup", 60_000],
    ["goods", 50_000],
  ])
})

test("PAY-05 supplies have their codes and rates since 22 September 2025, and an order with one taxed line is a tax invoice", () => {
  expect(RATES.map(({ supply, code, rate, above }) => [supply, code, rate, above?.rate ?? null])).toEqual([
    ["coaching", "999293", 1800, null],
    ["sports-training", "999292", 1800, null],
    ["culture", "999291", 1800, null],
    ["fitness", "999723", 500, null],
    ["transport", "996411", 500, null],
    ["delivery", "996812", 1800, null],
    ["garment", "611420", 500, 1800],
    ["footwear", "640411", 500, 1800],
    ["bag", "420292", 1800, null],
    ["sports-goods", "950699", 500, null],
    ["exercise-equipment", "950691", 1800, null],
    ["board-game", "950490", 500, null],
    ["notebook", "482020", 0, null],
    ["pencil", "960910", 0, null],
  ])
  const { documents, trace } = priced(facts([goods("notebook", 100), goods("bag", 100)]))
  expect(documents[0]?.kind).toBe("tax-invoice")
  for (const step of trace.filter(({ code }) => code === "rate")) {
    expect(step).toMatchObject({
      from: "2025-09-22",
      source: expect.stringMatching(/^Notification \d+\/20\d\d/),
    })
  }
})

test("PAY-05 a rate that changes later leaves earlier dates as they were", () => {
  const later: Rate = {
    ...(RATES[0] as Rate),
    rate: 1200,
    from: "2027-04-01",
    source: "a later notification",
  }
  for (const rates of [
    [later, ...RATES],
    [...RATES, later],
  ]) {
    const coachingOn = (date: string) => rateOn("coaching", date, 100, rates)?.charged
    expect([coachingOn("2025-09-21"), coachingOn("2027-03-31"), coachingOn("2027-04-01")]).toEqual([
      undefined,
      1800,
      1200,
    ])
  }
})

test("PAY-04 no more is taken off than is due, and points are left over", () => {
  const given = facts([{ ...program, price_paise: 60_000 }], {
    referred: true,
    spend: { points_paise: 7_000, credit_paise: 50_000 },
  })
  expect(priced(given)).toMatchObject({ total_paise: 0, spent: { points_paise: 7_000, credit_paise: 3_000 } })
})

const supplies = fc.constantFrom(...RATES.map(({ supply }) => supply))
const taught = fc.constantFrom(online.taught, here.taught, { online: false, state: AWAY } as const)
const paise = fc.integer({ min: 0, max: 2_000_000 })
const quantity = fc.integer({ min: 1, max: 9 })
const item: fc.Arbitrary<Item> = fc.oneof(
  fc.record({ kind: fc.constant("program" as const), price_paise: paise, supply: supplies, taught }),
  fc.record({
    kind: fc.constant("membership" as const),
    monthly_paise: paise,
    months: fc.constantFrom(1, 3, 4, 6, 8, 10),
    pickup: fc.option(
      fc.record({ days_per_week: fc.constantFrom(2, 3, 5), age: fc.integer({ min: 3, max: 9 }) }),
    ),
    supply: supplies,
    taught,
  }),
  fc.record({
    kind: fc.constant("goods" as const),
    supplies: fc.tuple(supplies),
    unit_paise: paise,
    quantity,
  }),
  fc.record({
    kind: fc.constant("welcome-kit" as const),
    supplies: fc.uniqueArray(supplies, { minLength: 1, maxLength: 4 }),
    quantity,
  }),
  fc.record({ kind: fc.constant("uniform" as const), quantity }),
)
const state = fc.constantFrom(HOME, AWAY, "07")
const anyFacts: fc.Arbitrary<Facts> = fc
  .record({
    items: fc.array(item, { minLength: 1, maxLength: 5 }),
    registration: fc.constantFrom<Registration>("unregistered", "regular", "composition", "exempt"),
    buyer: fc.record({ state, delivered_to: state, gstin_state: fc.option(state) }),
    referred: fc.boolean(),
    spend: fc.record({ points_paise: paise, credit_paise: paise }),
  })
  .map(({ items, registration, ...rest }) => facts(items, { ...supplier(registration), ...rest }))

const total = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0)

test("PAY-04 PAY-05 for any order lines sum to their total, CGST equals SGST, nothing is negative, and the trace tells all of it", () => {
  fc.assert(
    fc.property(anyFacts, (given) => {
      const result = priceOrder(given)
      expect(priceOrder(structuredClone(given))).toEqual(result)
      if (!result.priced) {
        expect(result.refused.every(({ code }) => ["other-state", "pickup-online"].includes(code))).toBe(true)
        return
      }
      const { documents, trace, spent, total_paise } = result.priced
      const lines = linesOf(result.priced)
      expect(total(lines.map(({ amount_paise }) => amount_paise))).toBe(total_paise)
      for (const line of lines) {
        expect(line.cgst_paise).toBe(line.sgst_paise)
        expect(line.igst_paise === 0 || line.cgst_paise === 0).toBe(true)
        expect(line.list_paise - total(line.offs.map(({ off_paise }) => off_paise))).toBe(line.amount_paise)
        for (const value of Object.values(line))
          if (typeof value === "number") expect(value).toBeGreaterThanOrEqual(0)
      }
      for (const { lines: own, round_off_paise, total_paise: sum } of documents) {
        const parts = own.flatMap((line) => [
          line.taxable_paise,
          line.cgst_paise,
          line.sgst_paise,
          line.igst_paise,
        ])
        expect(total(parts) + round_off_paise).toBe(sum)
        // Of each line three figures are rounded, by half a paisa at most.
        expect(Math.abs(round_off_paise)).toBeLessThanOrEqual(1.6 * own.length)
      }
      const said = (name: string) => total(trace.map((step) => Number(step[name] ?? 0)))
      expect(said("list_paise") - said("off_paise")).toBe(total_paise)
      expect(spent.points_paise).toBeLessThanOrEqual(given.spend.points_paise)
      expect(spent.credit_paise).toBeLessThanOrEqual(given.spend.credit_paise)
      for (const { code } of trace) expect(code).toMatch(/^[a-z-]+$/)
    }),
    { numRuns: 500 },
  )
})

test("PAY-04 a discount that is spread over lines loses no paisa and takes no line below zero", () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 2_000_000_000 })), fc.nat(), (weights, wanted) => {
      const sum = total(weights)
      const amount = Math.min(wanted, sum)
      const shares = spread(amount, weights)
      expect(total(shares)).toBe(amount)
      shares.forEach((share, at) => {
        expect(share).toBeGreaterThanOrEqual(0)
        expect(share).toBeLessThanOrEqual(weights[at] ?? 0)
        expect(Math.abs(share - (amount * (weights[at] ?? 0)) / (sum || 1))).toBeLessThan(1.001)
      })
    }),
  )
  expect([shareOf(5, 1, 2), shareOf(4, 1, 3), shareOf(9_007_199_254_740_991, 1, 1)]).toEqual([
    3,
    1,
    Number.MAX_SAFE_INTEGER,
  ])
})

test("PAY-04 what version 1 once answered it answers for ever: a changed rule gets a version of its own", () => {
  const answers = CASES.map(([, given]) => priceOrder(given, "1"))
  expect(createHash("sha256").update(JSON.stringify(answers)).digest("hex")).toBe(
    "1315f3dea6efa719cf6e282b0c82b3bd48a82ade27ccdb01073e2e13653e5d41",
  )
})

test("PAY-08 goods keep the name that they are sold under, and bringing them is a line with its own tax, supplied where it goes", () => {
  const name = { en: "Uniform set, size 30", hi: "यूनिफ़ॉर्म सेट, साइज़ 30" }
  const sold = (items: Facts["items"]) => priced(facts(items, from(AWAY)))
  const uniform = { ...goods("garment", 80_000, 2), name }
  const { documents, trace } = sold([uniform, { kind: "delivery", price_paise: 5_900 }])
  expect(documents).toMatchObject([
    {
      ...{ place: AWAY, total_paise: 165_900 },
      lines: [
        { code: "goods", name, tax_code: "611420", rate: 500, igst_paise: 7_619 },
        {
          code: "delivery",
          quantity: 1,
          tax_code: "996812",
          rate: 1_800,
          taxable_paise: 5_000,
          igst_paise: 900,
        },
      ],
    },
  ])
  expect(trace).toContainEqual({ code: "delivery", item: 1, list_paise: 5_900 })
  expect(sold([goods("garment", 80_000, 1)]).documents[0]?.lines[0]).not.toHaveProperty("name")
  expect(() => sold([{ kind: "delivery", price_paise: -1 }])).toThrow(RangeError)
})

test("PAY-08 PAY-05 goods are billed under an HSN of six digits or the academy's own, and orders of earlier rules keep theirs", () => {
  const codesBy = (version: PriceRules, items: Facts["items"]) =>
    priceOrder(facts(items), version).priced?.documents.flatMap(({ lines }) =>
      lines.map(({ tax_code }) => tax_code),
    )
  const sold = RATES.filter(({ supply }) => isGoods(supply)).map(({ supply }) => goods(supply, 60_000))
  for (const code of codesBy(NEWEST_RULES, sold) ?? []) expect(code).toMatch(/^\d{6}$/)
  expect(codesBy(NEWEST_RULES, [{ ...goods("garment", 60_000), hsn: "61091000" }])).toEqual(["61091000"])
  const former = ["61", "64", "4202", "9506", "9506", "9504", "4820", "9609"]
  expect([codesBy("1", sold), codesBy("2", sold)]).toEqual([former, former])
})
