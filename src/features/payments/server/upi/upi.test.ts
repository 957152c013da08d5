import { ORPCError } from "@orpc/server"
import { eq } from "drizzle-orm"
import type { Pool } from "pg"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import type { Order } from "#contract/payments/order.ts"
import { LONGEST_STATEMENT } from "#contract/upi.ts"
import { listMyNotices } from "#features/notifications/server/person-notices.ts"
import { seedPrograms } from "#features/programs/server/seed.ts"
import { enrolInProgram } from "#features/programs/server/service.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { DIRECT_UPI } from "#platform/money/direct-upi.ts"
import { formatPaise } from "#shared/money.ts"
import { DAY } from "#shared/time.ts"
import { createTestContext, type TestContext } from "#tests/context.ts"
import { brokenInvariants } from "#tests/faults/invariants.ts"
import { createAdmin, createGuardian, createStudent } from "#tests/people.ts"
import { courseOf, refusalOf } from "#tests/sales.ts"
import { matchLine } from "../bank/decide.ts"
import { listLines } from "../bank/list.ts"
import { reconcile } from "../looking.ts"
import { readOrder } from "../order-view.ts"
import { createOrder } from "../orders.ts"
import { paymentsData } from "../personal-data.ts"
import { orders } from "../table.ts"
import { approveClaim, claimTransfer, listClaims, recordTransfer, refuseClaim } from "./claims.ts"
import { importStatement, previewStatement } from "./import.ts"

let world: TestContext
let office: SignedInCtx
let courses: string[]
let turn = 0
let bank = 630_900_000_000

beforeAll(async () => {
  world = await createTestContext({ env: { UPI_ID: "nritya@okbank", UPI_PAYEE: "Nritya & Co" } })
  await seedPrograms(world.ctx)
  office = world.as(await createAdmin(world.ctx))
  const { rows } = await pool().query<{ id: string }>("select id from programs order by position")
  courses = rows.map(({ id }) => id)
})
afterAll(() => world?.close())
afterEach(async () => expect(await brokenInvariants(pool())).toEqual([]))

const pool = () => (world.ctx.db as unknown as { $client: Pool }).$client
const adult = async () => world.as(await createStudent(world.ctx))

/** A program that nobody in another test buys. */
function course(): string {
  turn += 1
  return courses[turn % courses.length] ?? ""
}

/** A bank's reference that nobody else has. */
function utr(): string {
  bank += 1
  return String(bank)
}

const buy = (buyer: SignedInCtx, course_id = course()) => createOrder(buyer, { course_id, state: "29" })
const claim = (buyer: SignedInCtx, { order_number }: Order, reference: string) =>
  claimTransfer(buyer, { order_number, utr: reference })

async function claimId(reference: string): Promise<string> {
  const { rows } = await pool().query("select id from upi_claims where utr = $1 and state <> 'declined'", [
    reference,
  ])
  return rows[0].id
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (caught: unknown) => caught,
  )
  if (error === null) return "done"
  const { code, data } = error as { code?: string; data?: { fields?: Record<string, string> } }
  if (!code && !(error instanceof ORPCError)) throw error
  return Object.values(data?.fields ?? {})[0] ?? code ?? ""
}

const referenceOf = ({ checkout }: Order) => (checkout?.way === "upi" ? checkout.reference : "")
const told = async (person: SignedInCtx) =>
  (await listMyNotices(person, { limit: 10 })).items.map(({ kind, text }) => `${kind}: ${text}`)
const rupees = (paise: number) => (paise / 100).toFixed(2)

/** A statement of a bank with these credits. */
function statement(...credits: [text: string, paise: number, day?: string][]): string {
  const lines = credits.map(([text, paise, day]) => `${day ?? "20/11/2026"},${text},,${rupees(paise)},0.00`)
  return ["Account of Nritya", "Date,Narration,Debit,Credit,Balance", ...lines, ",Total,,,"].join("\n")
}
const COLUMNS = { date: 0, texts: [1], amount: 3, direction: null }
const bring = (text: string) => importStatement(office, { text, columns: COLUMNS })

async function balance(kind: string): Promise<number> {
  const { rows } = await pool().query(
    "select coalesce(sum(e.amount), 0)::int as sum from ledger_entries e join ledger_accounts a on a.id = e.account_id where a.kind = $1",
    [kind],
  )
  return rows[0].sum
}

test("PAY-06 with a UPI id and no provider an order is paid to the academy, with the exact amount and a reference", async () => {
  const buyer = await adult()
  const order = await buy(buyer)
  expect(order).toMatchObject({ state: "awaiting", upi: { claim: null, open: true } })
  expect(order.checkout).toEqual({
    ...{ way: "upi", upi_id: "nritya@okbank", payee: "Nritya & Co" },
    reference: order.order_number.replace("-", ""),
  })
  expect(await codeOf(enrolInProgram(buyer, courseOf(order).id))).toBe("PAYMENT_NEEDED")
  // Nobody is asked about it, and it is kept until staff had time to look.
  world.clock.advance(2 * DAY)
  await reconcile(world.ctx)
  expect((await readOrder(buyer, order.order_number)).state).toBe("awaiting")
})

test("PAY-06 a payment that staff approve enrols with 50 XP, is in the bank's books, and its payer is told", async () => {
  const buyer = await adult()
  const order = await buy(buyer)
  const before = await balance("bank")
  const reference = utr()
  expect((await claim(buyer, order, reference)).upi?.claim).toMatchObject({
    utr: reference,
    state: "waiting",
  })
  expect((await listClaims(office)).waiting).toMatchObject([
    { utr: reference, order_number: order.order_number, total_paise: order.price.total_paise },
  ])
  world.published.length = 0
  const settled = await approveClaim(office, {
    claim_id: await claimId(reference),
    amount_paise: order.price.total_paise,
  })
  expect(settled).toEqual({ order_number: order.order_number, outcome: "paid", reason: null })
  const paid = await readOrder(buyer, order.order_number)
  expect(paid).toMatchObject({ state: "paid", points_awarded: 50, refunds: [], upi: { open: false } })
  expect(paid.payments).toMatchObject([{ state: "captured", method: "upi" }])
  expect(world.published).toMatchObject([{ topic: "program.enrolled" }])
  expect((await balance("bank")) - before).toBe(order.price.total_paise)
  expect(await told(buyer)).toMatchObject([expect.stringMatching(/^upi-approved: .* Your order is paid\.$/)])
  expect((await listClaims(office)).waiting).toEqual([])
  const { rows } = await pool().query(
    "select detail from audit_log where action = 'upi.approve' order by at desc",
  )
  expect(rows[0].detail).toMatchObject({ outcome: "paid", arrived_paise: order.price.total_paise })
})

test("PAY-06 of two who enter one reference at the same moment one counts, over 20 races", async () => {
  for (let race = 0; race < 20; race += 1) {
    const course_id = course()
    const buyers = await Promise.all([adult(), adult(), adult()])
    const made = await Promise.all(buyers.map((buyer) => buy(buyer, course_id)))
    const reference = utr()
    const outcomes = await Promise.all(
      buyers.map((buyer, at) => codeOf(claim(buyer, made[at] as Order, reference))),
    )
    expect(outcomes.toSorted()).toEqual(["UTR_COUNTED", "UTR_COUNTED", "done"])
    await refuseClaim(office, await claimId(reference), "not-arrived")
  }
})

test("PAY-06 two of the office who approve one payment, or one who declines it meanwhile, count it once", async () => {
  for (let race = 0; race < 10; race += 1) {
    const buyer = await adult()
    const order = await buy(buyer)
    const reference = utr()
    await claim(buyer, order, reference)
    const id = await claimId(reference)
    const approve = () =>
      codeOf(approveClaim(office, { claim_id: id, amount_paise: order.price.total_paise }))
    const outcomes = await Promise.all([approve(), codeOf(refuseClaim(office, id, "not-arrived")), approve()])
    expect(outcomes.toSorted()).toEqual(["CLAIM_DECIDED", "CLAIM_DECIDED", "done"])
  }
})

test("PAY-06 a reference that was counted counts for nothing else, entered or recorded", async () => {
  const [one, other] = [await adult(), await adult()]
  const [first, second] = [await buy(one), await buy(other)]
  const reference = utr()
  await claim(one, first, reference)
  await approveClaim(office, { claim_id: await claimId(reference), amount_paise: first.price.total_paise })
  expect(await codeOf(claim(other, second, reference))).toBe("UTR_COUNTED")
  const record = { order_number: second.order_number, utr: reference, amount_paise: second.price.total_paise }
  expect(await codeOf(recordTransfer(office, record))).toBe("UTR_COUNTED")
  expect(await codeOf(recordTransfer(office, { ...record, order_number: "K-NONE" }))).toBe("ORDER_UNKNOWN")
  expect(await codeOf(claim(one, first, utr()))).toBe("ORDER_SETTLED")
})

test("PAY-06 a transfer for an order that could never be paid is refused, and its reference still counts for the right one", async () => {
  const buyer = await adult()
  const never = await buy(buyer)
  await pool().query("update orders set state = 'cancelled', provider_order_id = null where number = $1", [
    never.order_number,
  ])
  const right = await buy(buyer, courseOf(never).id)
  const transfer = { utr: utr(), amount_paise: right.price.total_paise }
  expect(await codeOf(recordTransfer(office, { order_number: never.order_number, ...transfer }))).toBe(
    "ORDER_UNKNOWN",
  )
  const settled = await recordTransfer(office, { order_number: right.order_number, ...transfer })
  expect(settled).toMatchObject({ outcome: "paid" })
  expect((await readOrder(buyer, right.order_number)).state).toBe("paid")
})

test("PAY-06 another amount than the order's is recorded, owed back with its reason, and never enrols", async () => {
  const buyer = await adult()
  const order = await buy(buyer)
  const reference = utr()
  await claim(buyer, order, reference)
  const amount_paise = order.price.total_paise - 100
  const typed = { claim_id: await claimId(reference), amount_paise }
  const asks = { again: `AMOUNT_AGAIN|${formatPaise(order.price.total_paise)}` }
  // Somebody may have mistyped it: nothing is counted until the same amount is typed again.
  expect(await refusalOf(approveClaim(office, typed))).toEqual(asks)
  expect(await refusalOf(approveClaim(office, { ...typed, again_paise: amount_paise - 1 }))).toEqual(asks)
  const found = { order_number: order.order_number, utr: utr(), amount_paise }
  expect(await refusalOf(recordTransfer(office, found))).toEqual(asks)
  expect((await readOrder(buyer, order.order_number)).state).toBe("awaiting")
  const settled = await approveClaim(office, { ...typed, again_paise: amount_paise })
  expect(settled).toMatchObject({ outcome: "owed", reason: "wrong-amount" })
  const shown = await readOrder(buyer, order.order_number)
  expect(shown).toMatchObject({ state: "refunding", paid_at: null, checkout: null })
  expect(shown.refunds).toMatchObject([
    { reason: "wrong-amount", state: "asked", amount_paise: order.price.total_paise - 100 },
  ])
  expect((await told(buyer))[0]).toMatch(/^upi-owed: .*Order again and pay the exact amount\.$/)
  // The exact amount can be paid by a new order.
  expect((await buy(buyer, courseOf(order).id)).order_number).not.toBe(order.order_number)
})

test("PAY-06 a payer corrects a mistyped reference, is told why one is declined, and can enter it again", async () => {
  const buyer = await adult()
  const order = await buy(buyer)
  const [typo, right] = [utr(), utr()]
  await claim(buyer, order, typo)
  const old = await claimId(typo)
  await claim(buyer, order, right)
  expect(await codeOf(approveClaim(office, { claim_id: old, amount_paise: order.price.total_paise }))).toBe(
    "NOT_FOUND",
  )
  // The mistyped one may be somebody else's.
  const other = await adult()
  await claim(other, await buy(other), typo)
  world.clock.advance(4 * DAY)
  await reconcile(world.ctx)
  expect((await readOrder(buyer, order.order_number)).state).toBe("awaiting")
  await refuseClaim(office, await claimId(right), "not-arrived")
  const declined = await readOrder(buyer, order.order_number)
  expect(declined.upi).toMatchObject({ open: true, claim: { state: "declined", reason: "not-arrived" } })
  // There is time to try again.
  expect(declined.checkout).not.toBeNull()
  expect((await told(buyer))[0]).toMatch(/^upi-declined: .*no payment with this reference/)
  await claim(buyer, order, right)
  await approveClaim(office, { claim_id: await claimId(right), amount_paise: order.price.total_paise })
  expect((await readOrder(buyer, order.order_number)).state).toBe("paid")
  await refuseClaim(office, await claimId(typo), "other-payment")
})

test("PAY-06 an order that waits for staff is neither ended nor replaced, and one that ended still counts", async () => {
  const buyer = await adult()
  const order = await buy(buyer)
  const late = await adult()
  const ended = await buy(late)
  await claim(buyer, order, utr())
  world.clock.advance(4 * DAY)
  await reconcile(world.ctx)
  // Even in another State, which would have another tax.
  const again = await createOrder(buyer, { course_id: courseOf(order).id, state: "27" })
  expect(again.order_number).toBe(order.order_number)
  const open = await readOrder(late, ended.order_number)
  expect(open).toMatchObject({ state: "expired", checkout: null, upi: { open: true } })
  const reference = utr()
  await claim(late, ended, reference)
  await approveClaim(office, { claim_id: await claimId(reference), amount_paise: ended.price.total_paise })
  expect((await readOrder(late, ended.order_number)).state).toBe("paid")
})

test("PAY-06 an order whose payer tells of a transfer while it is about to end is kept", async () => {
  const buyer = await adult()
  const order = await buy(buyer)
  world.clock.advance(4 * DAY)
  const client = await pool().connect()
  const waiting = (count: number) =>
    expect
      .poll(
        async () =>
          (
            await pool().query(
              "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
            )
          ).rowCount,
        { timeout: 10_000 },
      )
      .toBe(count)
  const reference = utr()
  await client.query("begin")
  // As whoever claims does: then the job waits behind the claim, which it can't see.
  await client.query("select from orders where number = $1 for update", [order.order_number])
  const claiming = claim(buyer, order, reference)
  await waiting(1)
  const ending = reconcile(world.ctx)
  await waiting(2)
  await client.query("rollback")
  client.release()
  await Promise.all([claiming, ending])
  expect((await readOrder(buyer, order.order_number)).state).toBe("awaiting")
  await refuseClaim(office, await claimId(reference), "not-arrived")
})

test("PAY-06 a child can't claim what a parent pays for, and nobody what isn't theirs", async () => {
  const child = await createStudent(world.ctx, {
    ...{ under_18: true, parent_name: "Sunita Rao", parent_phone: "+919123400001" },
  })
  const parent = world.as(await createGuardian(world.ctx, child))
  const order = await createOrder(parent, { course_id: course(), student_id: child.user_id, state: "29" })
  expect((await readOrder(world.as(child), order.order_number)).upi).toEqual({ claim: null, open: false })
  expect(await codeOf(claim(world.as(child), order, utr()))).toBe("NOT_FOUND")
  expect(await codeOf(claim(await adult(), order, utr()))).toBe("NOT_FOUND")
  const reference = utr()
  await claim(parent, order, reference)
  await approveClaim(office, { claim_id: await claimId(reference), amount_paise: order.price.total_paise })
  expect((await told(parent))[0]).toMatch(new RegExp(`${child.first_name} is enrolled\\.$`))
})

test("PAY-06 a statement approves what it proves, says why of the rest, and a second import changes nothing", async () => {
  const buyers = await Promise.all(Array.from({ length: 5 }, adult))
  const [byUtr, byReference, short, twice, unclaimed] = (await Promise.all(
    buyers.map((buyer) => buy(buyer)),
  )) as [Order, Order, Order, Order, Order]
  const [first, second] = [utr(), utr()]
  await claim(buyers[0] as SignedInCtx, byUtr, first)
  await claim(buyers[2] as SignedInCtx, short, second)
  const total = ({ price }: Order) => price.total_paise
  const again = utr()
  const text = statement(
    [`UPI-LATA JHA-lata@okbank-${first}-UPI`, total(byUtr)],
    [`UPI/${utr()}/${referenceOf(byReference)}/RAVI`, total(byReference)],
    [`UPI/${second}/SHORT`, total(short) - 1],
    [`UPI ${again} ${referenceOf(twice)}`, total(twice)],
    [`UPI ${utr()} ${referenceOf(twice)}`, total(twice)],
    ["NEFT SALARY", 77_777_777],
  )
  const preview = await previewStatement(office, { text })
  expect(preview).toMatchObject({ columns: COLUMNS, remembered: false, unread: [] })
  expect(preview.sure.map(({ why, order }) => [why, order?.order_number])).toEqual([
    ["utr-and-amount", byUtr.order_number],
    ["reference-and-amount", byReference.order_number],
    ["reference-and-amount", twice.order_number],
  ])
  expect(preview.unsure.map(({ why }) => why)).toEqual(["utr-other-amount", "paid-again"])
  // Looking changes nothing.
  expect((await readOrder(buyers[0] as SignedInCtx, byUtr.order_number)).state).toBe("awaiting")
  expect(await bring(text)).toEqual({ approved: 3, owed: 0, left: 0, settlements: 0, kept: 3 })
  for (const [at, order] of [byUtr, byReference, short, twice, unclaimed].entries()) {
    const { state } = await readOrder(buyers[at] as SignedInCtx, order.order_number)
    expect(state).toBe(order === short || order === unclaimed ? "awaiting" : "paid")
  }
  const count = async () => (await pool().query("select count(*)::int n from payments")).rows[0].n
  const before = await count()
  expect(await bring(text)).toEqual({ approved: 0, owed: 0, left: 0, settlements: 0, kept: 0 })
  expect(await count()).toBe(before)
  const repeated = await previewStatement(office, { text })
  expect(repeated).toMatchObject({ remembered: true, sure: [], counts: { counted_before: 3 } })
  expect(repeated.unsure.map(({ why }) => why)).toEqual(["utr-other-amount", "paid-again"])
  await refuseClaim(office, await claimId(second), "other-payment")
})

test("PAY-06 a statement without the bank's reference counts its line once by the order's own", async () => {
  const buyer = await adult()
  const order = await buy(buyer)
  const text = statement([`FROM LATA ${referenceOf(order)}`, order.price.total_paise])
  expect(await bring(text)).toMatchObject({ approved: 1 })
  expect(await bring(text)).toMatchObject({ approved: 0 })
  expect((await previewStatement(office, { text })).counts).toMatchObject({ counted_before: 1, sure: 0 })
})

test("PAY-06 a second transfer with the same words, of another day or the same one, is kept and goes back", async () => {
  const buyer = await adult()
  const order = await buy(buyer)
  const line = (day: string): [string, number, string] => [
    ...([`FROM LATA ${referenceOf(order)}`, order.price.total_paise] as const),
    day,
  ]
  const first = statement(line("20/11/2026"))
  expect(await bring(first)).toMatchObject({ approved: 1, kept: 0 })
  const whole = statement(line("20/11/2026"), line("20/11/2026"), line("21/11/2026"))
  expect((await previewStatement(office, { text: whole })).unsure.map(({ why }) => why)).toEqual([
    "paid-again",
    "paid-again",
  ])
  expect(await bring(whole)).toMatchObject({ approved: 0, owed: 0, kept: 2 })
  expect(await bring(first)).toMatchObject({ approved: 0, kept: 0 })
  const open = (await listLines(office, { limit: 100 })).items.filter(({ text }) =>
    text?.includes(referenceOf(order)),
  )
  expect(open).toMatchObject([{ why: "paid-again" }, { why: "paid-again" }])
  for (const { id: line_id } of open)
    expect(await matchLine(office, { line_id, order_number: order.order_number })).toEqual({
      outcome: "owed",
    })
  expect((await readOrder(buyer, order.order_number)).refunds).toHaveLength(2)
})

test("PAY-06 what was counted by the order's own reference before such lines were kept is no second transfer", async () => {
  const order = await buy(await adult())
  const today = world.clock.now().toISOString().slice(0, 10)
  const line: [string, number, string] = [`FROM LATA ${referenceOf(order)}`, order.price.total_paise, today]
  const text = statement(line)
  await bring(text)
  await pool().query("delete from bank_lines where text like $1", [`%${referenceOf(order)}`])
  expect((await previewStatement(office, { text })).counts).toMatchObject({ counted_before: 1, unsure: 0 })
  expect(await bring(statement(line, line, [line[0], line[1], "2027-12-30"]))).toMatchObject({ kept: 2 })
})

test("PAY-06 two imports of one statement at the same moment count each payment once", async () => {
  const buyers = await Promise.all(Array.from({ length: 6 }, adult))
  const made = await Promise.all(buyers.map((buyer) => buy(buyer)))
  const text = statement(
    ...made.map((order): [string, number] => [`UPI ${utr()} ${referenceOf(order)}`, order.price.total_paise]),
  )
  const outcomes = await Promise.all([bring(text), bring(text), bring(text)])
  expect(outcomes.reduce((sum, { approved }) => sum + approved, 0)).toBe(made.length)
  expect(outcomes.every(({ owed }) => owed === 0)).toBe(true)
})

test("PAY-06 the statement corrects a reference that its payer mistyped", async () => {
  const buyer = await adult()
  const order = await buy(buyer)
  await claim(buyer, order, utr())
  const right = utr()
  await bring(statement([`UPI ${right} ${referenceOf(order)}`, order.price.total_paise]))
  const { rows } = await pool().query(
    "select utr, c.state, reason from upi_claims c join orders o on o.id = c.order_id where o.number = $1 order by c.state",
    [order.order_number],
  )
  expect(rows).toMatchObject([
    { utr: right, state: "approved" },
    { state: "declined", reason: "other-reference" },
  ])
})

test("PAY-06 columns are chosen for a statement whose headings say nothing, and are known from then on", async () => {
  const text = "Day,What,Sum,Which\n20/11/2026,LATA,10.00,Cr\n20/11/2026,RENT,9.00,Dr"
  expect(await previewStatement(office, { text })).toMatchObject({ columns: null, counts: { credits: 0 } })
  const named = text.replace("Day", "Date of it")
  const columns = { date: 0, texts: [1], amount: 2, direction: 3 }
  const chosen = await previewStatement(office, { text: named, columns })
  expect(chosen).toMatchObject({ columns, counts: { credits: 1 }, remembered: false })
  await importStatement(office, { text: named, columns })
  expect(await previewStatement(office, { text: named })).toMatchObject({ columns, remembered: true })
})

test("PAY-06 a hostile or huge statement is refused or read, and approves nothing", async () => {
  const code = (text: string) => codeOf(previewStatement(office, { text }))
  expect(await code("Date,Narration,Credit\n".repeat(20_001))).toBe("STATEMENT_UNREADABLE")
  const wide = `Date,Narration,Credit${",x".repeat(2_000)}\n20/11/2026,LATA,1.00`
  expect((await previewStatement(office, { text: wide })).headings.length).toBeLessThanOrEqual(100)
  for (const text of ['"', "\u0000", "=cmd|' /C calc'!A0,1,2", "[".repeat(10_000), "a\n".repeat(19_000)])
    expect(["done", "STATEMENT_UNREADABLE"]).toContain(await code(text))
  const line = "20/11/2026,UPI 630999999999 NOBODY,,10.00,\n"
  const long = `Date,Narration,Debit,Credit,Balance\n${line.repeat(19_998)}`
  expect(long.length).toBeLessThan(LONGEST_STATEMENT)
  const before = performance.now()
  expect((await previewStatement(office, { text: long })).counts.credits).toBe(19_998)
  expect(performance.now() - before).toBeLessThan(10_000)
})

test("PAY-06 LAW-02 a payer's export has what they claimed, and erasing them keeps the books", async () => {
  const buyer = await adult()
  const order = await buy(buyer)
  const reference = utr()
  await claim(buyer, order, reference)
  const person = { user_id: buyer.viewer.user_id } as Parameters<typeof paymentsData.exportFor>[1]
  const exported = (await paymentsData.exportFor(world.ctx, person)) as { upi_claims: { utr: string }[] }
  expect(exported.upi_claims).toMatchObject([{ utr: reference }])
  await paymentsData.eraseFor(world.ctx, person)
  // The money may have arrived all the same, and goes back.
  const settled = await approveClaim(office, {
    claim_id: await claimId(reference),
    amount_paise: order.price.total_paise,
  })
  expect(settled).toMatchObject({ outcome: "owed", reason: "student-gone" })
})

test("PAY-06 beside a provider the academy's UPI id is a second way, and changing the way leaves one order", async () => {
  const buyer = await adult()
  const course_id = course()
  const provider = {
    ...world.ctx.money,
    name: "razorpay",
    checkout: () => ({ way: "page", address: "http://x" }),
  }
  const both = { ...buyer, money: provider as unknown as SignedInCtx["money"] }
  const gateway = await createOrder(both, { course_id, state: "29" })
  expect(gateway).toMatchObject({ upi: null, checkout: { way: "page" } })
  const direct = await createOrder(both, { course_id, state: "29", way: "upi" })
  expect(direct.checkout).toMatchObject({ way: "upi" })
  const { rows } = await pool().query(
    "select state, provider from orders where student_id = $1 order by created_at, provider",
    [buyer.viewer.user_id],
  )
  expect(rows).toEqual([
    { state: "cancelled", provider: "razorpay" },
    { state: "awaiting", provider: DIRECT_UPI },
  ])
})

test("PAY-06 an order outlives the UPI id it was made for, until its money is decided about", async () => {
  const buyer = await adult()
  const order = await buy(buyer)
  const off = { ...buyer, money: null, env: { ...buyer.env, UPI_ID: "" } }
  expect(await readOrder(off, order.order_number)).toMatchObject({ checkout: null, upi: { open: true } })
  const reference = utr()
  await claimTransfer(off, { order_number: order.order_number, utr: reference })
  const transfer = { claim_id: await claimId(reference), amount_paise: order.price.total_paise }
  await approveClaim({ ...office, money: null }, transfer)
  const [row] = await world.ctx.db.select().from(orders).where(eq(orders.number, order.order_number))
  expect(row?.state).toBe("paid")
})
