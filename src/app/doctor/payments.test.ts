import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { afterAll, beforeAll, expect, test } from "vitest"
import { readEnvironment } from "#platform/env.ts"
import { type RazorpayGateway, startRazorpayGateway } from "#platform/money/gateway/gateway.ts"
import { createTestDatabase } from "#tests/database.ts"
import { sellingThrough } from "#tests/orders.ts"
import { checkPayments, readSelling, type Selling } from "./payments.ts"

let gateway: RazorpayGateway
beforeAll(async () => {
  gateway = await startRazorpayGateway()
})
afterAll(() => gateway?.close())

const look = async (variables: NodeJS.ProcessEnv, entered: Partial<Selling> | null = null) => {
  const selling = entered && { settings: new Map(), hasSupplier: true, ...entered }
  const findings = await checkPayments(readEnvironment({ NODE_ENV: "test", ...variables }), selling)
  return Object.fromEntries(findings.map(({ check, state, found }) => [check, `${state}: ${found}`]))
}

/** A server that answers every request so. */
async function serving<T>(
  status: number,
  body: string,
  headers: Record<string, string>,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const server = createServer((_, response) => response.writeHead(status, headers).end(body))
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

test("PAY-01 doctor says whether the provider knows the keys, its webhooks reach us and the clocks agree", async () => {
  const selling = sellingThrough(gateway)
  expect(await look(selling)).toMatchObject({
    payments: "fine: Razorpay knows our keys, of its test mode",
    clock: "fine: It agrees with Razorpay's",
  })
  expect((await look({ ...selling, RAZORPAY_KEY_SECRET: "wrong" })).payments).toMatch(
    "problem: Razorpay refuses",
  )
  expect((await look({ ...selling, RAZORPAY_BASE_URL: "http://127.0.0.1:9" })).payments).toMatch(
    "doesn't answer",
  )
  const live = { ...selling, AUTH_SECRET: "x".repeat(32) }
  const hook = (url: string) => look({ ...live, APP_URL: url }).then((found) => found["payments webhook"])
  expect(await serving(401, '{"code":"FORGED"}', {}, hook)).toMatch("fine: ")
  expect(await serving(404, "nothing here", {}, hook)).toMatch("problem: ")
  const late = { date: new Date(Date.now() - 90_000).toUTCString() }
  const clock = await serving(200, "{}", late, (url) => look({ ...selling, RAZORPAY_BASE_URL: url }))
  expect(clock.clock).toMatch(/^problem: It is (89|90|91) s ahead/)
})

test("PAY-01 PAY-06 doctor says how programs are sold, also by a UPI id of the settings, and warns where nobody is entered who sells", async () => {
  const production = { APP_URL: "https://academy.example", AUTH_SECRET: "x".repeat(32) }
  const settings = new Map([["upi_id", "nritya@okbank"]])
  expect(await look({ PAYMENT_PROVIDER: "off" })).toEqual({
    payments: "fine: No provider and no UPI id: enrolment is open at once",
  })
  expect(await look({}, { hasSupplier: false })).toEqual({
    payments: "fine: Programs are sold through the trial's own gateway, which takes no money",
    seller: expect.stringMatching(/^fine: .*sample values/),
  })
  expect(await look(production, {})).toEqual({
    payments: "fine: No provider and no UPI id: enrolment is open at once",
  })
  expect(await look(production, { settings, hasSupplier: false })).toEqual({
    payments: "fine: Programs are sold by Direct UPI to nritya@okbank",
    seller: expect.stringMatching(/^warning: Nobody can buy/),
  })
  const both = await look(sellingThrough(gateway), { settings })
  expect(both.payments).toBe("fine: Programs are sold by Direct UPI to nritya@okbank, too")
  expect(both.seller).toMatch(/^fine/)

  const database = await createTestDatabase()
  try {
    expect(await readSelling(database.url)).toEqual({ settings: new Map(), hasSupplier: false })
    await database.pool.query(
      `insert into settings (name, value, changed_at) values ('upi_id', '"nritya@okbank"', now())`,
    )
    await database.pool.query(`insert into suppliers (id, valid_from, name, address, state, registration, prefix, created_at)
      values (uuidv7(), '2026-04-01', 'Nritya', '{Pune}', '27', 'unregistered', 'N', now())`)
    expect(await readSelling(database.url)).toEqual({ settings, hasSupplier: true })
  } finally {
    await database.drop()
  }
})
