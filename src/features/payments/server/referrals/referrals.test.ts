import { expect, test } from "vitest"
import { readBalance } from "#features/ledger/server/balances.ts"
import { listMyNotices } from "#features/notifications/server/person-notices.ts"
import { createProgram } from "#features/programs/server/manage.ts"
import type { SignedIn, SignedInCtx } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { DAY, MINUTE } from "#shared/time.ts"
import { createAdmin, createGuardian, createStudent } from "#tests/people.ts"
import { DRAFT } from "#tests/programs.ts"
import { testSales } from "#tests/sales.ts"
import { readOrder } from "../order-view.ts"
import { createOrder } from "../orders.ts"
import { askRefund } from "../refunding/give-back.ts"
import { joinByCode, readInvitation } from "./join.ts"
import { readOwnReferrals } from "./own-referrals.ts"
import { rewardReferrals } from "./reward.ts"

const sales = testSales()

async function student(columns: Parameters<typeof createStudent>[1] = {}): Promise<SignedInCtx> {
  const person = await createStudent(sales.world.ctx, columns)
  await sales.pool.query("update users set created_at = $1 where id = $2", [
    sales.world.clock.now(),
    person.user_id,
  ])
  return sales.world.as(person)
}

async function codeOf(ctx: SignedInCtx): Promise<string> {
  return (await readOwnReferrals(ctx)).students[0]?.code ?? ""
}

const pointsOf = (ctx: SignedInCtx) => readBalance(ctx, "points", ctx.viewer.user_id)

/** Why joining was refused, or "joined". */
async function joining(ctx: SignedInCtx, code: string): Promise<string> {
  const error = await joinByCode(ctx, code).then(
    () => null,
    (caught: unknown) => caught,
  )
  if (!error) return "joined"
  const { code: why, data } = error as { code?: string; data?: { reason?: string } }
  if (!why) throw error
  return data?.reason ?? why
}

async function bought(buyer: SignedInCtx, student_id?: string) {
  const order = await createOrder(buyer, {
    ...{ course_id: sales.course(), state: "29" },
    ...(student_id && { student_id }),
  })
  await sales.capture(order.order_number)
  return order
}

/** What the notices about a reward say to this person. */
const toldOf = async (ctx: SignedInCtx) =>
  (await listMyNotices(ctx, { limit: 20 })).items
    .filter(({ kind }) => kind === "referral-rewarded")
    .map(({ text }) => text)

const stateOf = async (ctx: SignedInCtx) => (await readOwnReferrals(ctx)).students[0]?.came[0]

test("PAY-02 both get 500 points once, when the end of day 15 of the first paid program has passed", async () => {
  const [referrer, newcomer] = [await student({ first_name: "Asha" }), await student({ first_name: "Ravi" })]
  const code = await codeOf(referrer)
  expect(await codeOf(referrer)).toBe(code)
  expect(await readInvitation(sales.world.ctx, code)).toEqual({
    first_name: "Asha",
    code,
    points: 500,
    days: 15,
  })
  await Promise.all([joining(newcomer, code), joining(newcomer, code)])
  expect(await joining(newcomer, code)).toBe("joined")
  expect(await stateOf(referrer)).toMatchObject({ first_name: "Ravi", state: "joined" })
  await rewardReferrals(sales.world.ctx)
  await bought(newcomer)
  expect(await stateOf(referrer)).toMatchObject({ state: "started" })
  sales.world.clock.advance(15 * DAY)
  await rewardReferrals(sales.world.ctx)
  expect(await pointsOf(referrer)).toBe(0)
  sales.world.clock.advance(DAY)
  await Promise.all([1, 2, 3].map(() => rewardReferrals(sales.world.ctx)))
  await rewardReferrals(sales.world.ctx)
  expect([await pointsOf(referrer), await pointsOf(newcomer)]).toEqual([500, 500])
  expect(await stateOf(referrer)).toMatchObject({ state: "rewarded", reason: null })
  expect([await toldOf(referrer), await toldOf(newcomer)]).toEqual([
    [
      "You got 500 points because Ravi joined through your link. They take ₹500 off when you pay for a program.",
    ],
    ["You got 500 points for joining through Asha's link. They take ₹500 off when you pay for a program."],
  ])
  // A later program earns nothing more.
  await bought(newcomer)
  sales.world.clock.advance(20 * DAY)
  await rewardReferrals(sales.world.ctx)
  expect([await pointsOf(referrer), await pointsOf(newcomer)]).toEqual([500, 500])
})

test("PAY-02 nobody joins by their own link, of their household, twice, when not new, or of a disabled account", async () => {
  const parent_phone = "+919811100011"
  const child = { under_18: true, parent_name: "Sunita Rao", parent_phone }
  const [one, sibling, other] = [await student(child), await student(child), await student()]
  const code = await codeOf(one)
  expect(await joining(one, code)).toBe("own")
  expect(await joining(sibling, code)).toBe("household")
  // A student whose own number is the parent's of another is of that household, too.
  expect(await joining(await student({ phone: parent_phone }), code)).toBe("household")
  expect(await joining(other, "NOTACODE")).toBe("NOT_FOUND")
  expect(await joining(other, code)).toBe("joined")
  const third = await student()
  expect(await joining(other, await codeOf(third))).toBe("twice")
  const old = await student()
  sales.world.clock.advance(31 * DAY)
  expect(await joining(old, code)).toBe("not-new")
  const payer = await student()
  await bought(payer)
  expect(await joining(payer, code)).toBe("not-new")
  await sales.pool.query("update users set disabled_at = now() where id = $1", [third.viewer.user_id])
  const { rows } = await sales.pool.query("select code from referral_codes where student_id = $1", [
    third.viewer.user_id,
  ])
  expect(await joining(await student(), rows[0].code)).toBe("closed")
})

test("PAY-02 a plan that is changed on its first day keeps the referral, and is rewarded after day 15 of the new plan", async () => {
  const [referrer, newcomer] = [await student(), await student()]
  await joinByCode(newcomer, await codeOf(referrer))
  const office = sales.world.as(await createAdmin(sales.world.ctx))
  const priced = { price_rupees: 9_000, monthly_fee_rupees: 2_000 }
  const { id: course_id } = await createProgram(office, { ...DRAFT, ...priced, id: newId() })
  const wanted = { course_id, state: "29" } as const
  const first = await sales.pay(newcomer, await createOrder(newcomer, { ...wanted, months: 1 }))
  const change = { changes: first.order_number, unused_paise: 200_000 }
  await sales.pay(newcomer, await createOrder(newcomer, { ...wanted, ...change, months: 3 }))
  expect(await readOrder(newcomer, first.order_number)).toMatchObject({ state: "refunded" })
  await rewardReferrals(sales.world.ctx)
  sales.world.clock.advance(15 * DAY)
  await rewardReferrals(sales.world.ctx)
  expect(await stateOf(referrer)).toMatchObject({ state: "started", reason: null })
  sales.world.clock.advance(DAY)
  await rewardReferrals(sales.world.ctx)
  expect(await stateOf(referrer)).toMatchObject({ state: "rewarded", reason: null })
  expect([await pointsOf(referrer), await pointsOf(newcomer)]).toEqual([500, 500])
})

test.each([
  ["refunded", "the program is refunded"],
  ["closed", "the referrer is disabled meanwhile"],
  ["household", "the two turn out to be one household"],
])("PAY-02 neither gets anything where %s: %s", async (reason) => {
  const [referrer, newcomer] = [await student(), await student()]
  await joinByCode(newcomer, await codeOf(referrer))
  const order = await bought(newcomer)
  if (reason === "refunded") {
    const { order_number, price } = order
    await askRefund(newcomer, { order_number, refund_paise: price.total_paise })
  }
  if (reason === "closed")
    await sales.pool.query("update users set disabled_at = now() where id = $1", [referrer.viewer.user_id])
  if (reason === "household")
    await sales.pool.query("update students set phone = $1 where user_id = any($2)", [
      "+919811100022",
      [referrer.viewer.user_id, newcomer.viewer.user_id],
    ])
  sales.world.clock.advance(16 * DAY)
  await rewardReferrals(sales.world.ctx)
  await rewardReferrals(sales.world.ctx)
  expect(await stateOf(referrer)).toMatchObject({ state: "refused", reason })
  expect([await pointsOf(referrer), await pointsOf(newcomer)]).toEqual([0, 0])
  expect([...(await toldOf(referrer)), ...(await toldOf(newcomer))]).toEqual([])
})

test("PAY-02 referrals whose time hasn't come don't hold up those of newcomers who joined later", async () => {
  const referrer = await student()
  const [early, late] = [await student(), await student()]
  await joinByCode(early, await codeOf(referrer))
  sales.world.clock.advance(MINUTE)
  await joinByCode(late, await codeOf(referrer))
  await bought(late)
  sales.world.clock.advance(10 * DAY)
  await bought(early)
  sales.world.clock.advance(6 * DAY)
  // The first run finds the one who joined first, and whose 15 days aren't over.
  await rewardReferrals(sales.world.ctx, 1)
  expect(await pointsOf(late)).toBe(0)
  await rewardReferrals(sales.world.ctx, 1)
  expect([await pointsOf(early), await pointsOf(late)]).toEqual([0, 500])
  sales.world.clock.advance(10 * DAY)
  await rewardReferrals(sales.world.ctx, 1)
  expect(await pointsOf(early)).toBe(500)
})

test("PAY-02 NAV-11 the parents of both sides read of the reward in their language", async () => {
  const minor = (first_name: string, parent_phone: string) =>
    student({ ...{ first_name, under_18: true, parent_name: "Sunita Rao", parent_phone } })
  const [referrer, newcomer] = [await minor("Asha", "+919811100044"), await minor("Ravi", "+919811100055")]
  const parents = [referrer, newcomer].map(({ viewer }) => createGuardian(sales.world.ctx, viewer))
  const [first, second] = (await Promise.all(parents)).map((parent) => sales.world.as(parent))
  if (!first || !second) throw new Error("there are no parents")
  await sales.pool.query("update users set language = 'hi' where id = $1", [second.viewer.user_id])
  await joinByCode(newcomer, await codeOf(referrer))
  await bought(second, newcomer.viewer.user_id)
  sales.world.clock.advance(16 * DAY)
  await rewardReferrals(sales.world.ctx)
  expect([await toldOf(first), await toldOf(second)]).toEqual([
    [
      "Asha got 500 points because Ravi joined through their link. They take ₹500 off when you pay for a program.",
    ],
    ["Asha के लिंक से जुड़ने पर Ravi को 500 पॉइंट मिले। प्रोग्राम का भुगतान करते समय इनसे ₹500 कम होते हैं।"],
  ])
})

test("PAY-02 a parent reads the links of their own children, and first names alone", async () => {
  const child: SignedIn = await createStudent(sales.world.ctx, {
    ...{ under_18: true, parent_name: "Sunita Rao", parent_phone: "+919811100033" },
  })
  const guardian = sales.world.as(await createGuardian(sales.world.ctx, child))
  const own = await readOwnReferrals(guardian)
  expect(own.students.map(({ student_id }) => student_id)).toEqual([child.user_id])
  const newcomer = await student({ first_name: "Ravi", last_name: "Menon" })
  await joinByCode(newcomer, own.students[0]?.code ?? "")
  expect(JSON.stringify(await readOwnReferrals(guardian))).not.toContain("Menon")
})
