import { rmSync } from "node:fs"
import type { Browser, Page } from "@playwright/test"
import { eq } from "drizzle-orm"
import { readPerson } from "../src/features/accounts/server/sessions.ts"
import { user } from "../src/features/accounts/server/table.ts"
import type { Ctx, SignedIn } from "../src/platform/context.ts"
import { type Academy, bankDay, MONTH_ENV, openAcademy, sumOf, transfer } from "../tests/month/academy.ts"
import { columnOf } from "../tests/month/accountant.ts"
import { liveThroughDecember } from "../tests/month/december.ts"
import { counted, providerOf, readBooks } from "../tests/month/figures.ts"
import { expectAccessibleInBothThemes } from "./axe.ts"
import {
  decideRefunds,
  explainLines,
  importStatement,
  paiseIn,
  payRefunds,
  readDesk,
  recordReturn,
  recordTransfer,
} from "./month-desk.ts"
import { expectGstr1, expectJournal } from "./month-files.ts"
import { connectTo, MOVABLE, openClock } from "./moved-clock.ts"
import { signedIn } from "./people.ts"
import { expect, type Product, startProduct, test, trialFolder } from "./product.ts"

const SEED = 24

async function demoPerson({ db }: Ctx, name: string): Promise<SignedIn> {
  const [row] = await db
    .select({ id: user.id })
    .from(user)
    .where(eq(user.email, `${name}@demo.kaksha.example`))
  const person = await readPerson(db, row?.id ?? "")
  if (!person) throw new Error(`there is no ${name}`)
  return person
}

/**
 * Lives December in the database of a trial, all but the office's last evening, and starts the trial again on that evening,
 * with the provider that took the money.
 */
async function startOnTheLastEvening(folder: string) {
  // It sells nothing, so it leaves alone what happens meanwhile.
  const before = await startProduct(MOVABLE, folder)
  const [clock, pool] = [await openClock(before), connectTo(before, 10)]
  const academy = await openAcademy(SEED, 160, {
    database: { pool, drop: () => pool.end() },
    staff: async (ctx) => ({ admin: await demoPerson(ctx, "noor"), second: await demoPerson(ctx, "farah") }),
  })
  const unpaid = await liveThroughDecember(academy, { lastEvening: false })
  await clock.moveTo(academy.world.clock.now())
  await clock.close()
  await before.stop()
  const { url, keyId, keySecret, webhookSecret } = academy.sales.gateway
  const keys = {
    RAZORPAY_KEY_ID: keyId,
    RAZORPAY_KEY_SECRET: keySecret,
    RAZORPAY_WEBHOOK_SECRET: webhookSecret,
  }
  const provider = { PAYMENT_PROVIDER: "razorpay", RAZORPAY_BASE_URL: url, ...keys }
  const product = await startProduct({ ...MOVABLE, ...MONTH_ENV, ...provider }, folder)
  return { academy, product, unpaid }
}

/** What reaches the bank on the last evening besides what did before. Returns the reference of an organisation's transfer. */
function lastTransfers(
  academy: Academy,
  [tooMuch, right]: Awaited<ReturnType<typeof liveThroughDecember>>,
  owed: number,
): string {
  if (!(tooMuch && right)) throw new Error("nobody pays from bank to bank in the last hour")
  transfer(academy, tooMuch, { paise: tooMuch.order.price.total_paise + 10_00 })
  transfer(academy, right)
  const [day, reference] = [bankDay(academy), "N311226"]
  academy.bank.push({ day, text: "CASH DEPOSIT BY A STRANGER", paise: 4_321_00, of: "other" })
  academy.bank.push({ day, text: `NEFT INVOICE ${reference}`, paise: owed, of: "invoice" })
  return reference
}

function statementOf({ bank }: Academy): string {
  const lines = bank.map(({ day, text, paise }) => `${day},${text},${(paise / 100).toFixed(2)}`)
  return ["Date,Narration,Credit", ...lines].join("\n")
}

/** The provider gives every refund that the product asked it for, and reports each. */
async function giveRefunds({ sales }: Academy, { address }: Product): Promise<void> {
  for (const { id, status } of sales.gateway.refunds()) {
    if (status !== "pending") continue
    const { body, headers } = sales.gateway.webhook(
      "refund.processed",
      sales.gateway.settleRefund(id, "processed"),
    )
    const answer = await fetch(`${address}/hooks/payments/razorpay`, { method: "POST", body, headers })
    expect(answer.status, await answer.text()).toBe(200)
  }
}

/** Expects the money desk to say what provider, bank and office know, and every sum to be that of its parts. */
async function expectTheMonth(page: Page, academy: Academy): Promise<void> {
  const { captured, given, pending } = providerOf(academy)
  const ofBank = (of: string) => academy.bank.filter((line) => line.of === of).map(({ paise }) => paise)
  const desk = await readDesk(page)
  expect(desk).toMatchObject({
    ...{ "in.gateway": counted(captured), "in.bank": counted([...ofBank("upi"), ...ofBank("invoice")]) },
    ...{ "out.gateway": counted(given), "out.bank": counted(academy.payouts) },
    credit: sumOf(academy.credits),
  })
  expect(desk.received).toBe(desk["in.gateway"].paise + desk["in.bank"].paise)
  expect(desk.refunded).toBe(desk["out.gateway"].paise + desk["out.bank"].paise)
  expect(desk.left).toBe(desk.received - desk.refunded)
  expect(desk.on_its_way.paise).toBe(sumOf(pending))
  await page.getByText("Show as a table").click()
  const days = await page.getByRole("table", { name: "By day" }).locator("tbody tr").all()
  const cells = await Promise.all(days.map((day) => day.getByRole("cell").allInnerTexts()))
  const column = (at: number) => sumOf(cells.map((row) => paiseIn(row.at(at) ?? "")))
  expect([column(-2), column(-1)]).toEqual([desk.received, desk.refunded])
}

test("PAY-07 the office closes a month of 500 orders from its screens and exports alone, to the paisa", async ({
  browser,
}) => {
  test.setTimeout(480_000)
  const folder = trialFolder()
  const started = await startOnTheLastEvening(folder)
  try {
    await closeTheMonth(browser, started)
  } finally {
    await started.product.stop()
    await started.academy.sales.close()
    rmSync(folder, { recursive: true, force: true })
  }
})

async function closeTheMonth(
  browser: Browser,
  { academy, product, unpaid }: Awaited<ReturnType<typeof startOnTheLastEvening>>,
): Promise<void> {
  const { pool } = academy.sales
  const view = { viewport: { width: 1280, height: 900 } }
  const noor = await signedIn(browser, product, "noor", view)
  const farah = await signedIn(browser, product, "farah", view)

  const evening = await readDesk(noor)
  expect(evening.invoices.count).toBe(2)
  // The society of the last enquiry pays all of its invoice.
  await noor.getByRole("link", { name: /^2 invoices to organisations/ }).click()
  const owing = noor.getByRole("row").filter({ hasText: /owed/ })
  const owed = paiseIn(await owing.first().innerText())
  const reference = lastTransfers(academy, unpaid, owed)

  await importStatement(noor, statementOf(academy), "7 payments approved")
  const put = await explainLines(noor, (text) =>
    text.includes("NEFT INVOICE") ? "Recorded elsewhere already" : "Other income, not recorded here",
  )
  expect(put).toHaveLength(2)
  await recordTransfer(noor, reference)
  academy.payouts.push(await recordReturn(noor, "BACK-311226"))

  expect(await decideRefunds(farah)).toBe(evening.to_approve.count - 1)
  const paid = await payRefunds(noor)
  academy.payouts.push(...paid.payouts)
  academy.credits.push(...paid.credits)
  // The product asks the provider by itself for what was approved.
  await expect
    .poll(async () => (await readDesk(noor)).on_its_way.paise)
    .toBe(sumOf(providerOf(academy).pending))
  await giveRefunds(academy, product)
  await expect.poll(async () => (await readDesk(noor)).on_its_way.count).toBe(0)

  await expectTheMonth(noor, academy)
  const closed = await readDesk(noor)
  const nothing = { paise: 0, count: 0 }
  const done = { transfers: nothing, to_approve: nothing, to_pay: nothing, bank_lines: nothing }
  expect(closed).toMatchObject({ ...done, to_organisations: nothing, on_its_way: nothing })
  const books = await readBooks(pool)
  const balance = (kind: string) => books.get(kind)?.all ?? 0
  expect(closed.invoices).toEqual({ paise: balance("receivable"), count: 1 })
  expect(balance("refunds-payable")).toBe(0)
  await expectAccessibleInBothThemes(noor)

  await noor.getByRole("link", { name: "Export for the accountant" }).click()
  await expect(noor.getByRole("heading", { name: "Export for the accountant" })).toBeVisible()
  await noor.locator("html[data-ready]").waitFor()
  const journal = await expectJournal(noor, pool)
  // What the desk says came in and went back stands in the file as well.
  const moved = (kinds: string[], column: "Debit" | "Credit", account: string) =>
    columnOf(
      journal.filter((row) => kinds.includes(row.Kind ?? "") && row.Account === account),
      column,
    )
  for (const [way, account] of [
    ["gateway", "gateway-clearing"],
    ["bank", "bank"],
  ] as const) {
    expect(moved(["sale", "owed", "invoice-paid"], "Debit", account)).toBe(closed[`in.${way}`].paise)
    expect(moved(["returned", "invoice-returned"], "Credit", account)).toBe(closed[`out.${way}`].paise)
  }
  await expectGstr1(noor, pool)
}
