import { eq } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { enterSupplier } from "#features/payments/server/bills/suppliers.ts"
import type { SignedIn, SignedInCtx } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { DAY } from "#shared/time.ts"
import { createClass } from "#tests/classes.ts"
import { createAdmin, createInstructor } from "#tests/people.ts"
import { invitedTo, premisesFor } from "#tests/premises.ts"
import { testSales } from "#tests/sales.ts"
import { dropOldEnquiries } from "./enquiries.ts"
import { cancelQuoteInvoice, recordPayment } from "./payments.ts"
import { readEnquiry } from "./quotes.ts"
import { premisesEnquiries, premisesQuotes } from "./table.ts"

const sales = testSales()
let admin: SignedIn
let office: SignedInCtx

beforeAll(async () => {
  const { ctx } = sales.world
  admin = await createAdmin(ctx)
  office = sales.world.as(admin)
  await enterSupplier(office, {
    ...{ valid_from: "2026-04-01", name: "Nritya Academy LLP", address: "14 MG Road\nBengaluru 560001" },
    ...{ state: "29", registration: "regular", gstin: "29AAGCB7383J1Z4", prefix: "NA" },
  })
})

test("PAY-09 LAW-02 whom to reach stays while an invoice is owed, money has to go back or the batch is to come", async () => {
  const { ctx, clock } = sales.world
  const accepted = () => premisesFor(ctx, admin, "accepted")
  const [owed, back, taught, done] = [await accepted(), await accepted(), await accepted(), await accepted()]
  const pay = (quote_id: string, amount_rupees: number) =>
    recordPayment(office, { quote_id, reference: newId(), amount_rupees, received_on: "2026-11-01" })
  await pay(back.quote_id, 100)
  await cancelQuoteInvoice(office, { quote_id: back.quote_id, reason: "Twice" })
  const whole = ((await readEnquiry(office, done.enquiry_id)).invoice?.total_paise ?? 0) / 100
  for (const { quote_id } of [taught, done]) await pay(quote_id, whole)
  await pay(owed.quote_id, whole - 1)
  const later = new Date(clock.now().getTime() + (ctx.env.ENQUIRY_DAYS + 10) * DAY)
  const batch = await createClass(ctx, await createInstructor(ctx), { starts_at: later })
  await invitedTo(ctx, taught, batch.id)

  const now = clock.now()
  clock.advance((ctx.env.ENQUIRY_DAYS + 1) * DAY)
  await dropOldEnquiries(ctx)
  const reached = async () =>
    Promise.all(
      [owed, back, taught, done].map(
        async (one) => (await readEnquiry(office, one.enquiry_id)).email !== null,
      ),
    )
  expect(await reached()).toEqual([true, true, true, false])

  // What settles it lets it go.
  clock.advance(30 * DAY)
  await pay(owed.quote_id, 1)
  await dropOldEnquiries(ctx)
  clock.set(now)
  expect(await reached()).toEqual([false, true, false, false])
})

test("PAY-09 a quote that may still be accepted stays, however old its enquiry is", async () => {
  const { ctx, clock } = sales.world
  const [open, over] = [await premisesFor(ctx, admin, "quoted"), await premisesFor(ctx, admin, "quoted")]
  const now = clock.now()
  const days = ctx.env.ENQUIRY_DAYS + 1
  const last = new Date(now.getTime() + days * DAY).toISOString().slice(0, 10)
  await ctx.db.update(premisesQuotes).set({ valid_until: last }).where(eq(premisesQuotes.id, open.quote_id))
  clock.advance(days * DAY)
  await dropOldEnquiries(ctx)
  clock.set(now)
  const left = await ctx.db.select({ id: premisesEnquiries.id }).from(premisesEnquiries)
  expect(left.map(({ id }) => id)).toContain(open.enquiry_id)
  expect(left.map(({ id }) => id)).not.toContain(over.enquiry_id)
})

test("PAY-09 a quote's number isn't given again once its enquiry is deleted", async () => {
  const { ctx } = sales.world
  const numberOf = async () => {
    const { quote_id, enquiry_id } = await premisesFor(ctx, admin, "quoted")
    const [row] = await ctx.db.select().from(premisesQuotes).where(eq(premisesQuotes.id, quote_id))
    return { enquiry_id, number: row?.number, sequence: row?.sequence ?? 0 }
  }
  const first = await numberOf()
  await ctx.db.delete(premisesEnquiries).where(eq(premisesEnquiries.id, first.enquiry_id))
  const next = await numberOf()
  expect(next).toMatchObject({ number: `NA/2627/Q${first.sequence + 1}`, sequence: first.sequence + 1 })
})
