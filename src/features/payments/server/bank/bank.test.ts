import { eq, sql } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import type { Order } from "#contract/payments/order.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { DAY, HOUR } from "#shared/time.ts"
import { createAdmin, createStudent } from "#tests/people.ts"
import { codeOf, refusalOf, testSales } from "#tests/sales.ts"
import { readMoney } from "../money/overview.ts"
import { readOrder } from "../order-view.ts"
import { createOrder } from "../orders.ts"
import { listSettlements } from "../settlements/list.ts"
import { readSettlements } from "../settlements/read.ts"
import { settlementItems, settlements } from "../settlements/table.ts"
import { claimTransfer, recordTransfer } from "../upi/claims.ts"
import { importStatement, previewStatement } from "../upi/import.ts"
import { matchArrivals } from "./arrivals.ts"
import { matchLine, matchSettlement, reopenLine, setAside } from "./decide.ts"
import { listLines } from "./list.ts"

const sales = testSales()
let office: SignedInCtx
let bank = 660_900_000_000

beforeAll(async () => {
  sales.world.ctx.env = { ...sales.world.ctx.env, UPI_ID: "nritya@okbank" }
  office = sales.world.as(await createAdmin(sales.world.ctx))
})

/** A bank's reference that nobody else has. */
function utr(): string {
  bank += 1
  return String(bank)
}

async function buy(way: "upi" | "provider" = "upi"): Promise<{ buyer: SignedInCtx; order: Order }> {
  const buyer = sales.world.as(await createStudent(sales.world.ctx))
  const order = await createOrder(buyer, {
    course_id: sales.course(),
    state: "29",
    ...(way === "upi" && { way }),
  })
  return { buyer, order }
}

const COLUMNS = { date: 0, texts: [1], amount: 2, direction: null }
const statement = (...credits: [text: string, paise: number, day?: string][]) =>
  [
    "Date,Narration,Credit",
    ...credits.map(([text, paise, day]) => `${day ?? "20/11/2026"},${text},${(paise / 100).toFixed(2)}`),
  ].join("\n")
const bring = (...credits: Parameters<typeof statement>) =>
  importStatement(office, { text: statement(...credits), columns: COLUMNS })
const open = async () => (await listLines(office, { limit: 100 })).items
const lineOf = async (text: string) => {
  const decided = (await listLines(office, { limit: 100, decided: true })).items
  const found = [...(await open()), ...decided].filter((line) => line.text?.includes(text))
  if (!found[0] || found.length > 1) throw new Error(`${text} has ${found.length} lines`)
  return found[0]
}
const totalOf = ({ price }: Order) => price.total_paise
const stateOf = async ({ buyer, order }: { buyer: SignedInCtx; order: Order }) =>
  (await readOrder(buyer, order.order_number)).state
const referenceOf = ({ checkout }: Order) => (checkout?.way === "upi" ? checkout.reference : "")
const acts = async (subject: string): Promise<string[]> =>
  (
    await sales.pool.query("select action from audit_log where subject_id = $1 order by at, id", [subject])
  ).rows.map(({ action }) => action)

test("PAY-07 money of a statement that no order explains is kept once, and importing it again changes nothing", async () => {
  const { order } = await buy()
  const lines: Parameters<typeof statement> = [
    [`UPI ${utr()} ${referenceOf(order)}`, totalOf(order)],
    ["NEFT RENT OF THE HALL", 2_500_000],
    ["CASH DEPOSIT", 100_000],
    ["CASH DEPOSIT", 100_000],
  ]
  expect((await previewStatement(office, { text: statement(...lines) })).counts).toMatchObject({
    sure: 1,
    nothing: 3,
  })
  const before = (await readMoney(office)).now.bank_lines
  expect(before).toEqual({ paise: 0, count: 0 })
  expect(await bring(...lines)).toEqual({ approved: 1, owed: 0, left: 0, settlements: 0, kept: 3 })
  // Two deposits of one day are two lines, in whatever statement and order.
  expect(await Promise.all([bring(...lines), bring(...lines.toReversed())])).toMatchObject([
    { approved: 0, kept: 0 },
    { approved: 0, kept: 0 },
  ])
  expect((await bring(["CASH  Deposit", 100_000], ["CASH DEPOSIT", 100_000, "21/11/2026"])).kept).toBe(1)
  expect((await open()).map(({ day, text, amount_paise }) => [day, text, amount_paise]).sort()).toEqual([
    ["2026-11-20", "CASH DEPOSIT", 100_000],
    ["2026-11-20", "CASH DEPOSIT", 100_000],
    ["2026-11-20", "NEFT RENT OF THE HALL", 2_500_000],
    ["2026-11-21", "CASH DEPOSIT", 100_000],
  ])
  expect((await readMoney(office)).now.bank_lines).toEqual({ paise: 2_800_000, count: 4 })
  expect((await listLines(office, { limit: 1 })).open).toEqual({ paise: 2_800_000, count: 4 })
})

test("PAY-07 a line is matched by hand to the order that it pays, by one of two who do, and the log has who did", async () => {
  const bought = await buy()
  const reference = utr()
  await bring([`UPI ${reference} MOTHER OF ASHA`, totalOf(bought.order)])
  const line = await lineOf(reference)
  expect(line).toMatchObject({
    state: "open",
    why: "amount-only",
    hint: { order_number: bought.order.order_number },
  })
  const input = { line_id: line.id, order_number: bought.order.order_number }
  const outcomes = await Promise.all([codeOf(matchLine(office, input)), codeOf(matchLine(office, input))])
  expect(outcomes.toSorted()).toEqual(["LINE_DECIDED", "done"])
  expect(await stateOf(bought)).toBe("paid")
  expect(await lineOf(reference)).toMatchObject({
    ...{ state: "matched", order_number: bought.order.order_number },
    decided_by: `${office.viewer.first_name} ${office.viewer.last_name}`,
  })
  expect(await acts(line.id)).toEqual(["bank.match"])
  // The statement again: its line was counted.
  expect(await bring([`UPI ${reference} MOTHER OF ASHA`, totalOf(bought.order)])).toMatchObject({
    approved: 0,
    kept: 0,
  })
  expect(await codeOf(reopenLine(office, line.id))).toBe("LINE_DECIDED")
})

test("PAY-07 another amount for an order goes back, as does a second payment of it, also without the bank's reference", async () => {
  const short = await buy()
  await bring(["TOO LITTLE BY LATA", totalOf(short.order) - 100])
  const little = await lineOf("TOO LITTLE BY LATA")
  const order_number = short.order.order_number
  expect(await matchLine(office, { line_id: little.id, order_number })).toEqual({ outcome: "owed" })
  expect(await stateOf(short)).toBe("refunding")
  await bring(["THE REST BY LATA", totalOf(short.order)], ["ONCE MORE BY LATA", totalOf(short.order)])
  const [rest, more] = [await lineOf("THE REST BY LATA"), await lineOf("ONCE MORE BY LATA")]
  expect(await matchLine(office, { line_id: rest.id, order_number })).toEqual({ outcome: "paid" })
  expect(await matchLine(office, { line_id: more.id, order_number })).toEqual({ outcome: "owed" })
  expect(await stateOf(short)).toBe("paid")
})

test("PAY-07 the right amount with the words of one that went back pays the order, and counts once", async () => {
  const short = await buy()
  const text = `FROM MEERA ${referenceOf(short.order)}`
  await bring([text, totalOf(short.order) - 10_000])
  const { id: line_id } = await lineOf(text)
  const { order_number } = short.order
  expect(await matchLine(office, { line_id, order_number })).toEqual({ outcome: "owed" })
  const right = [text, totalOf(short.order), "21/11/2026"] as const
  expect(await bring([...right])).toMatchObject({ approved: 1, kept: 0 })
  expect(await stateOf(short)).toBe("paid")
  expect(await Promise.all([bring([...right]), bring([...right])])).toMatchObject([
    { approved: 0, owed: 0, kept: 0 },
    { approved: 0, owed: 0, kept: 0 },
  ])
})

test("PAY-07 a wrong number, an order of the provider and a line that isn't there are refused, and the line stays open", async () => {
  const online = await buy("provider")
  await bring(["WHO IS THIS", 12_300])
  const { id: line_id } = await lineOf("WHO IS THIS")
  const match = (order_number: string) => refusalOf(matchLine(office, { line_id, order_number }))
  expect(await match("K-NONE")).toEqual({ order_number: "ORDER_UNKNOWN" })
  expect(await match(online.order.order_number)).toEqual({ order_number: "ORDER_UNKNOWN" })
  const { order } = await buy()
  const nobody = { line_id: newId(), order_number: order.order_number }
  expect(await refusalOf(matchLine(office, nobody))).toBe("NOT_FOUND")
  expect(await lineOf("WHO IS THIS")).toMatchObject({ state: "open", order_number: null })
})

test("PAY-07 a line is put aside with a reason, stays so in the next import, and can be taken up again", async () => {
  await bring(["OWNER BRINGS MONEY", 5_000_000])
  const { id: line_id } = await lineOf("OWNER BRINGS MONEY")
  expect(await refusalOf(setAside(office, { line_id, reason: "other" }))).toEqual({
    note: "LINE_NOTE_NEEDED",
  })
  await setAside(office, { line_id, reason: "own-money", note: "For the new hall" })
  expect(await refusalOf(setAside(office, { line_id, reason: "own-money" }))).toBe("LINE_DECIDED")
  expect(await bring(["OWNER BRINGS MONEY", 5_000_000])).toMatchObject({ kept: 0 })
  expect(await lineOf("OWNER BRINGS MONEY")).toMatchObject({
    ...{ state: "aside", reason: "own-money", note: "For the new hall" },
  })
  const again = await previewStatement(office, { text: statement(["OWNER BRINGS MONEY", 5_000_000]) })
  expect(again.counts).toMatchObject({ counted_before: 1, nothing: 0 })
  await reopenLine(office, line_id)
  await reopenLine(office, line_id)
  expect(await lineOf("OWNER BRINGS MONEY")).toMatchObject({
    state: "open",
    reason: null,
    note: null,
    decided_by: null,
  })
  expect(await acts(line_id)).toEqual(["bank.aside", "bank.reopen"])
})

test("PAY-07 a line is explained when its payment is approved elsewhere: recorded by hand, or proved by a later import", async () => {
  const [byHand, byClaim] = [await buy(), await buy()]
  const [first, second] = [utr(), utr()]
  await bring(
    [`UPI ${first} A NEIGHBOUR`, totalOf(byHand.order)],
    [`UPI ${second} AN UNCLE`, totalOf(byClaim.order)],
  )
  const { order_number } = byHand.order
  await recordTransfer(office, { order_number, utr: first, amount_paise: totalOf(byHand.order) })
  expect(await lineOf(first)).toMatchObject({ state: "matched", order_number })
  await claimTransfer(byClaim.buyer, { order_number: byClaim.order.order_number, utr: second })
  expect(await lineOf(second)).toMatchObject({ state: "open" })
  expect(await bring([`UPI ${second} AN UNCLE`, totalOf(byClaim.order)])).toMatchObject({
    approved: 1,
    kept: 0,
  })
  expect(await lineOf(second)).toMatchObject({ state: "matched", order_number: byClaim.order.order_number })
})

async function settled(): Promise<{ id: string; utr: string; net_paise: number }> {
  const { buyer, order } = await buy("provider")
  await sales.pay(buyer, order)
  sales.world.clock.advance(HOUR)
  const reference = sales.gateway.settle(Math.floor(sales.world.clock.now().getTime() / 1_000))
  await readSettlements(sales.world.ctx)
  const { items } = await listSettlements(office, { limit: 100 })
  const found = items.find((one) => one.reference === reference)
  if (!found?.utr) throw new Error("no settlement")
  return { id: found.id, utr: found.utr, net_paise: found.net_paise }
}
const arrivedOf = async (id: string) =>
  (await listSettlements(office, { limit: 100 })).items.find((one) => one.id === id)?.arrived

test("PAY-07 a settlement is found in a statement by its reference and amount, whichever of them comes first", async () => {
  const one = await settled()
  const line: Parameters<typeof statement>[0] = [`NEFT CR-${one.utr}-RAZORPAY SOFTWARE`, one.net_paise]
  expect((await previewStatement(office, { text: statement(line) })).counts).toMatchObject({
    settlements: 1,
    nothing: 0,
  })
  expect(await bring(line)).toMatchObject({ settlements: 1, kept: 0 })
  expect(await arrivedOf(one.id)).toEqual({ day: "2026-11-20", paise: one.net_paise })
  expect(await bring(line)).toMatchObject({ settlements: 0, kept: 0 })
  // The statement first: the line waits until the provider tells of its settlement.
  const { buyer, order } = await buy("provider")
  await sales.pay(buyer, order)
  sales.world.clock.advance(DAY)
  sales.gateway.settle(Math.floor(sales.world.clock.now().getTime() / 1_000))
  const item = sales.gateway.settled.at(-1)
  const early = String(item?.settlement_utr)
  await bring([`NEFT ${early}`, item?.credit ?? 0])
  expect(await lineOf(early)).toMatchObject({ state: "open", why: "nothing" })
  await readSettlements(sales.world.ctx)
  expect(await lineOf(early)).toMatchObject({ state: "matched", decided_by: null })
})

test("PAY-07 of a payout that a statement has twice one line is the settlement, and the other one is kept", async () => {
  const one = await settled()
  const twice: Parameters<typeof statement> = [
    [`NEFT CR-${one.utr}-RAZORPAY SOFTWARE`, one.net_paise],
    [`REPEATED ${one.utr}`, one.net_paise],
  ]
  expect((await previewStatement(office, { text: statement(...twice) })).counts).toMatchObject({
    settlements: 1,
    nothing: 1,
  })
  expect(await bring(...twice)).toMatchObject({ settlements: 1, kept: 1 })
  expect(await bring(...twice)).toMatchObject({ settlements: 0, kept: 0 })
  expect(await arrivedOf(one.id)).toMatchObject({ paise: one.net_paise })
  expect(await lineOf(`REPEATED ${one.utr}`)).toMatchObject({ state: "open", why: "nothing" })
})

test("PAY-07 a settlement of another amount isn't taken for it: neither by an import nor by hand, and nothing is lost", async () => {
  const one = await settled()
  await bring([`NEFT ${one.utr}`, one.net_paise - 100])
  const line = await lineOf(one.utr)
  expect(line).toMatchObject({ state: "open", why: "settlement-other-amount" })
  const input = { line_id: line.id, settlement_id: one.id }
  expect(await refusalOf(matchSettlement(office, input))).toEqual({
    settlement_id: "SETTLEMENT_OTHER_AMOUNT",
  })
  expect(await refusalOf(matchSettlement(office, { ...input, settlement_id: newId() }))).toEqual({
    settlement_id: "SETTLEMENT_UNKNOWN",
  })
  expect(await arrivedOf(one.id)).toBeNull()
  // The bank wrote another reference.
  await bring(["NEFT OF THE PROVIDER", one.net_paise], ["NEFT OF SOMEBODY", one.net_paise])
  const [right, other] = [await lineOf("NEFT OF THE PROVIDER"), await lineOf("NEFT OF SOMEBODY")]
  await matchSettlement(office, { line_id: right.id, settlement_id: one.id })
  expect(await refusalOf(matchSettlement(office, { line_id: other.id, settlement_id: one.id }))).toEqual({
    settlement_id: "SETTLEMENT_ARRIVED",
  })
  expect(await arrivedOf(one.id)).toMatchObject({ paise: one.net_paise })
  await reopenLine(office, right.id)
  expect(await arrivedOf(one.id)).toBeNull()
  expect(await acts(right.id)).toEqual(["bank.settlement", "bank.reopen"])
})

test("PAY-07 a line shows the payouts of its amount however many newer ones wait, and the job finds its line behind any number of others", async () => {
  const one = await settled()
  const [row] = await sales.world.ctx.db.select().from(settlements).where(eq(settlements.id, one.id))
  if (!row) throw new Error("no settlement")
  // A year of payouts of other amounts, all newer.
  for (let at = 0; at < 60; at += 1) {
    const [id, booking_id, reference] = [newId(), newId(), `setl_later_${at}`]
    const newer = new Date(row.settled_at.getTime() + (at + 1) * DAY)
    await sales.world.ctx.db.insert(settlements).values({
      ...{ ...row, id, provider_settlement_id: reference, utr: null, settled_at: newer },
      net_paise: 0,
    })
    await sales.world.ctx.db.insert(settlementItems).values({
      ...{ id: newId(), settlement_id: id, booking_id, type: "adjustment", entity_id: reference },
      ...{ amount_paise: 1_000 + at, credit_paise: 1_000 + at, debit_paise: 0, fee_paise: 0, tax_paise: 0 },
      ...{ booked_paise: 0, why: "other" as never },
    })
  }
  await bring(["NEFT WITHOUT A REFERENCE", one.net_paise])
  const line = await lineOf("NEFT WITHOUT A REFERENCE")
  const { payouts } = await listLines(office, { limit: 100 })
  const same = payouts.filter(({ net_paise }) => net_paise === line.amount_paise)
  expect(same.map(({ id }) => id)).toContain(one.id)
  expect(payouts.map(({ reference }) => reference)).not.toContain("setl_later_7")
  await setAside(office, { line_id: line.id, reason: "other", note: "Counted elsewhere" })
  // A thousand older lines wait for their explanation.
  await sales.world.ctx.db.execute(sql`insert into bank_lines
    (id, fingerprint, day, amount_paise, text, why, state, imported_at)
    select gen_random_uuid(), 'old-' || at, '2026-01-02', 700, 'CASH', 'nothing', 'open', '2026-01-02T00:00:00Z'
    from generate_series(1, 1001) as at`)
  await sales.world.ctx.db.execute(sql`insert into bank_lines
    (id, fingerprint, day, amount_paise, text, why, state, imported_at)
    values (gen_random_uuid(), 'new', '2026-11-20', ${one.net_paise}, ${`NEFT ${one.utr}`}, 'nothing', 'open',
      '2026-11-20T00:00:00Z')`)
  await matchArrivals(sales.world.ctx)
  expect(await arrivedOf(one.id)).toMatchObject({ paise: one.net_paise })
  // The books know nothing of these payouts.
  await sales.pool.query("delete from settlement_items where entity_id like 'setl_later_%'")
  await sales.pool.query("delete from settlements where provider_settlement_id like 'setl_later_%'")
  await sales.pool.query("delete from bank_lines where fingerprint like 'old-%'")
})

test("PAY-07 lists of bank lines go on where a page ends, open ones and decided ones", async () => {
  for (const decided of [false, true]) {
    const all = (await listLines(office, { limit: 100, decided })).items.map(({ id }) => id)
    expect(all.length).toBeGreaterThan(3)
    const page = await listLines(office, { limit: 2, decided })
    const rest = await listLines(office, { limit: 100, decided, cursor: page.next_cursor ?? "" })
    expect([...page.items, ...rest.items].map(({ id }) => id)).toEqual(all)
  }
})
