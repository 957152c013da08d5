import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { createProgram } from "#features/programs/server/manage.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { newId } from "#shared/ids.ts"
import { brokenInvariants } from "#tests/faults/invariants.ts"
import { createAdmin, createOffice, createStudent } from "#tests/people.ts"
import { DRAFT } from "#tests/programs.ts"
import { refusalOf, type Sales, startSales } from "#tests/sales.ts"
import { billsOfOrder } from "../bills/list.ts"
import { enterSupplier } from "../bills/suppliers.ts"
import { readDeskOrder } from "../desk/desk-order.ts"
import { readOrder, requireOrder } from "../order-view.ts"
import { createOrder } from "../orders.ts"
import { paymentsData } from "../personal-data.ts"
import { reviewProgram } from "./review.ts"

/** Of Karnataka. */
const GSTIN = "29AAGCB7383J1Z4"

let sales: Sales
let office: SignedInCtx

beforeAll(async () => {
  sales = await startSales()
  office = sales.world.as(await createAdmin(sales.world.ctx))
  await enterSupplier(office, {
    ...{ valid_from: "2026-04-01", name: "Nritya Academy LLP", address: "14 MG Road\nPune 411001" },
    ...{ state: "27", registration: "regular", gstin: "27AAPFU0939F1ZV", prefix: "NA" },
  })
})
afterAll(() => sales?.close())
afterEach(async () => {
  expect(await brokenInvariants(sales.pool)).toEqual([])
})

const adult = async () => sales.world.as(await createStudent(sales.world.ctx))

/** A program at the academy. */
async function course(service: "Academics" | "Fitness") {
  const sold = { price_rupees: 8_999, service, delivery: "on_premises", venue_name: "Hall 2" } as const
  return (await createProgram(office, { ...DRAFT, ...sold, id: newId() })).id
}

async function billFor(buyer: SignedInCtx, wanted: Parameters<typeof createOrder>[1]) {
  const { order_number } = await sales.pay(buyer, await createOrder(buyer, wanted))
  const { id } = await requireOrder(buyer, order_number)
  const [bill] = await billsOfOrder(sales.world.ctx, id)
  if (!bill) throw new Error("there is no bill")
  return { ...bill.bill, order_number }
}

test("PAY-05 PAY-07 a business is billed under its GSTIN where that is registered: coaching by IGST, fitness where it is performed", async () => {
  const buyer = await adult()
  const firm = {
    state: "29",
    ...{ gstin: " 29aagcb7383j1z4 ", business_name: " Brigade Traders " },
    business_address: " 3 Brigade Road \n\n Bengaluru 560001",
  } as const
  const coaching = await billFor(buyer, { course_id: await course("Academics"), ...firm })
  // 8,999.00 ÷ 1.18 = 7,626.27; × 18 % = 1,372.73.
  expect(coaching).toMatchObject({
    ...{ kind: "tax-invoice", place: "29", total_paise: 899_900 },
    buyer: {
      ...{ name: "Brigade Traders", state: "29", gstin: GSTIN },
      address: ["3 Brigade Road", "Bengaluru 560001"],
    },
    lines: [{ taxable_paise: 762_627, cgst_paise: 0, sgst_paise: 0, igst_paise: 137_273 }],
  })
  // The office runs the order desk, as an admin does.
  for (const staff of [await createOffice(sales.world.ctx), await createAdmin(sales.world.ctx)]) {
    const { order } = await readDeskOrder(sales.world.as(staff), coaching.order_number)
    expect(order.business).toEqual({ gstin: GSTIN, name: "Brigade Traders" })
  }
  const fitness = await billFor(buyer, { course_id: await course("Fitness"), ...firm })
  expect(fitness).toMatchObject({ place: "27", buyer: { gstin: GSTIN }, lines: [{ igst_paise: 0 }] })
  // The same family without a GSTIN: taxed where the classes are, under its own name.
  const person = await billFor(buyer, { course_id: await course("Academics"), state: "29" })
  expect(person).toMatchObject({
    ...{ place: "27", lines: [{ cgst_paise: 68_636, sgst_paise: 68_636, igst_paise: 0 }] },
    buyer: { name: `${buyer.viewer.first_name} ${buyer.viewer.last_name}`, gstin: null },
  })
})

test("PAY-05 a GSTIN without the business's address is refused at its field, and nothing is ordered", async () => {
  const buyer = await adult()
  const asked = { course_id: await course("Academics"), state: "29", gstin: GSTIN } as const
  for (const business_address of [undefined, " \n "])
    expect(await refusalOf(createOrder(buyer, { ...asked, business_address }))).toEqual({
      business_address: "BUSINESS_ADDRESS_MISSING",
    })
  const { rows } = await sales.pool.query("select count(*)::int as orders from orders where buyer_id = $1", [
    buyer.viewer.user_id,
  ])
  expect(rows).toEqual([{ orders: 0 }])
})

test("PAY-05 a GSTIN with a wrong character or of another State is refused at its field, and the review says so", async () => {
  const buyer = await adult()
  const course_id = await course("Academics")
  const tried = (gstin: string) => refusalOf(createOrder(buyer, { course_id, state: "29", gstin }))
  expect(await tried("29AAGCB7383J1Z5")).toEqual({ gstin: "GSTIN_CHECKSUM" })
  expect(await tried("27AAPFU0939F1ZV")).toEqual({ gstin: "GSTIN_STATE" })
  expect(await tried("29AAGCB")).toEqual({ gstin: "GSTIN_INVALID" })
  const reviewOf = (gstin: string) => reviewProgram(buyer, { course_id, state: "29", gstin })
  expect(await reviewOf("29AAGCB7383J1Z5")).toMatchObject({
    ...{ business: { fault: "GSTIN_CHECKSUM" }, price: { documents: [{ place: "27" }] } },
  })
  expect(await reviewOf(GSTIN)).toMatchObject({
    ...{ business: { fault: null }, price: { documents: [{ place: "29" }] } },
  })
})

test("PAY-01 PAY-05 a GSTIN is frozen with its order, kept for the next one, shown to its buyer alone, and erased with them", async () => {
  const buyer = await adult()
  const course_id = await course("Academics")
  const business_address = "3 Brigade Road"
  const first = await createOrder(buyer, { course_id, state: "29", gstin: GSTIN, business_address })
  expect(first.business).toEqual({ gstin: GSTIN, name: null })
  // Without it, it is another order: the one before is replaced, and still says what it said.
  const second = await createOrder(buyer, { course_id, state: "29" })
  expect(second.order_number).not.toBe(first.order_number)
  expect((await readOrder(buyer, first.order_number)).price).toEqual(first.price)
  const third = await createOrder(buyer, {
    ...{ course_id, state: "29", gstin: GSTIN, business_name: "Brigade", business_address },
  })
  expect((await reviewProgram(buyer, { course_id })).business).toEqual({
    ...{ gstin: GSTIN, name: "Brigade", address: business_address, fault: null },
  })
  const known = (await requireOrder(buyer, third.order_number)).facts.buyer
  expect(known).toMatchObject({ gstin: GSTIN, business_name: "Brigade", business_address, gstin_state: "29" })
  await paymentsData.eraseFor(sales.world.ctx, { user_id: buyer.viewer.user_id, contacts: [] })
  const { rows } = await sales.pool.query("select facts from orders where number = $1", [third.order_number])
  expect(rows[0].facts.buyer).toEqual({ state: "29", delivered_to: "29", gstin_state: "29" })
})
