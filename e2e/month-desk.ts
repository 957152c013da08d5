import type { Locator, Page } from "@playwright/test"
import { expect } from "./product.ts"

/** How many of something, and how much money that is, as a screen says it. */
export type Said = { paise: number; count: number }

/** What a screen writes as an amount, in paise. */
export function paiseIn(text: string): number {
  const found = /₹([\d,]+)(?:\.(\d\d))?/.exec(text)
  if (!found) throw new Error(`no amount in "${text}"`)
  return Number(found[1]?.replaceAll(",", "")) * 100 + Number(found[2] ?? 0)
}

async function saidBy(line: Locator): Promise<Said> {
  if ((await line.count()) === 0) return { paise: 0, count: 0 }
  const text = await line.innerText()
  const amount = text.split("\n").findLast((part) => part.startsWith("₹")) ?? ""
  const count = /(?:^|\n)(\d+) /.exec(text)?.[1]
  return { paise: paiseIn(amount), count: Number(count) }
}

/** The lines of the month's money desk that are not about single things to do. */
const WAYS = {
  "in.gateway": /^Payment provider/,
  "in.bank": /^Straight to your bank/,
  "in.unasked": /^For no open order/,
  "out.gateway": /^Through the payment provider/,
  "out.bank": /^From your bank/,
} as const
const TO_DO = {
  invoices: /to organisations? (isn't|aren't) paid yet|to an organisation isn't paid yet/,
  to_organisations: /cancelled invoices? to pay back/,
  transfers: /UPI payments? to check/,
  to_approve: /refunds? to approve/,
  to_pay: /refund for you to pay/,
  on_its_way: /with a refund on its way/,
  bank_lines: /bank lines? to explain/,
  unmatched: /match your books/,
} as const
type Line = keyof typeof WAYS | keyof typeof TO_DO

export type Desk = Record<Line, Said> & {
  received: number
  refunded: number
  left: number
  credit: number
  unpaid: Said
}

/** Reads the money desk's figures of December off the screen. */
export async function readDesk(page: Page): Promise<Desk> {
  await page.goto("/admin/money?month=2026-12")
  const lines = page.locator("main li")
  const read = async (names: Record<string, RegExp>) =>
    Promise.all(
      Object.entries(names).map(
        async ([name, found]) => [name, await saidBy(lines.filter({ hasText: found }))] as const,
      ),
    )
  const stat = async (label: string) =>
    page
      .locator("main dl > div")
      .filter({ has: page.getByText(label, { exact: true }) })
      .innerText()
  const unpaid = await stat("Waiting for payment")
  const credit = lines.filter({ hasText: "Kept as credit" })
  return {
    ...(Object.fromEntries([...(await read(WAYS)), ...(await read(TO_DO))]) as Record<Line, Said>),
    received: paiseIn(await stat("Received")),
    refunded: paiseIn(await stat("Refunded")),
    left: paiseIn(await stat("Received less refunds")),
    unpaid: { paise: paiseIn(unpaid), count: Number(/(\d+) orders?/.exec(unpaid)?.[1]) },
    credit: (await credit.count()) === 0 ? 0 : paiseIn((await credit.innerText()).split("\n").at(-1) ?? ""),
  }
}

const ready = (page: Page) => page.locator("html[data-ready]").waitFor()

/** Opens each order of a list of the office's, as long as there is one, and does what is due there. */
async function withEachOrder(
  page: Page,
  state: string,
  act: (number: string) => Promise<void>,
): Promise<void> {
  const list = `/admin/orders?state=${state}`
  const done = new Set<string>()
  for (;;) {
    await page.goto(list)
    const links = page.getByRole("table").getByRole("link", { name: /^K-/ })
    if ((await links.count()) === 0) return
    const number = await links.first().innerText()
    if (done.has(number)) throw new Error(`order ${number} stays in the list '${state}'`)
    done.add(number)
    await links.first().click()
    // The address changes before what is shown.
    await expect(page.getByRole("heading", { name: "What it cost" })).toBeVisible()
    await ready(page)
    await act(number)
  }
}

/** Decides about every refund that waits for a second person: approves all but the first. Returns how many were approved. */
export async function decideRefunds(page: Page): Promise<number> {
  let decided = 0
  await withEachOrder(page, "to-approve", async () => {
    if (decided === 0) {
      await page.getByLabel("Reason to decline").fill("They only paused")
      await page.getByRole("button", { name: "Decline refund" }).click()
      await expect(page.getByText("Refund declined")).toBeVisible()
    } else {
      await page.getByRole("button", { name: /^Approve refund of/ }).click()
      await expect(page.getByText("Refund approved")).toBeVisible()
    }
    decided += 1
  })
  return decided - 1
}

/** Pays every refund that the office has to pay itself, from the bank, and keeps the first as credit. */
export async function payRefunds(page: Page): Promise<{ payouts: number[]; credits: number[] }> {
  const paid = { payouts: [] as number[], credits: [] as number[] }
  await withEachOrder(page, "for-staff", async (number) => {
    for (;;) {
      const due = page.locator("main li").filter({ has: page.getByText("For you to pay", { exact: true }) })
      const left = await due.count()
      if (left === 0) return
      const paise = paiseIn(
        (await due.first().innerText()).split("\n").find((part) => part.startsWith("₹")) ?? "",
      )
      if (paid.credits.length === 0) {
        await due
          .first()
          .getByRole("checkbox", { name: /^The family agrees to / })
          .check()
        await due.first().getByRole("button", { name: "Keep it as credit" }).click()
        paid.credits.push(paise)
      } else {
        await due.first().getByLabel("Bank reference of your payment").fill(`OUT-${number}-${left}`)
        await due.first().getByRole("button", { name: "Record the payout" }).click()
        paid.payouts.push(paise)
      }
      await expect(due).toHaveCount(left - 1)
    }
  })
  return paid
}

/** Imports a bank's statement from its text, and expects what the screen then says. */
export async function importStatement(page: Page, text: string, said: string): Promise<void> {
  await page.goto("/admin/upi/statement")
  await page.getByLabel("Or paste the statement").fill(text)
  await page.getByRole("button", { name: "Check", exact: true }).click()
  await page.getByRole("button", { name: /^(Approve|Save) [\d,]+ / }).click()
  await expect(page.getByText(said).first()).toBeVisible()
}

/** Explains every line of the bank's that no order does: what names an order belongs to it. */
export async function explainLines(page: Page, reasonOf: (text: string) => string): Promise<string[]> {
  const aside: string[] = []
  await page.goto("/admin/money/unexplained")
  for (;;) {
    const lines = page.locator("[data-line]")
    const left = await lines.count()
    if (left === 0) return aside
    const line = page.locator(`[data-line="${await lines.first().getAttribute("data-line")}"]`)
    const text = await line.innerText()
    if (text.includes("It may be for order")) {
      const button = line.getByRole("button", { name: "Match to order" })
      if (!(await button.isVisible())) await line.getByText("It pays an order").click()
      await button.click()
    } else {
      await line.getByText("It's something else").click()
      await line.getByLabel("What it is").selectOption(reasonOf(text))
      await line.getByRole("button", { name: "Put aside" }).click()
      aside.push(text)
    }
    await expect(line).toHaveCount(0)
  }
}

/** Opens the organisation of a list whose invoice has some mark. */
async function openOrganisation(page: Page, list: RegExp, mark: RegExp): Promise<void> {
  await page.goto("/admin/money?month=2026-12")
  await page.getByRole("link", { name: list }).click()
  await page.getByRole("row").filter({ hasText: mark }).first().getByRole("link").first().click()
  await expect(page).toHaveURL(/\/admin\/premises\/[^/?]+$/)
  await ready(page)
}

/** Notes that an organisation transferred all that it owes, which is what the form begins with. */
export async function recordTransfer(page: Page, reference: string): Promise<void> {
  await openOrganisation(page, /invoices? to (an )?organisation/, /owed/)
  await page.getByLabel("Bank reference (UTR)").fill(reference)
  await page.getByRole("button", { name: "Record payment" }).click()
  await expect(page.getByText("This invoice is paid.")).toBeVisible()
}

/** Notes that the office gave an organisation its money back. Returns how much, in paise. */
export async function recordReturn(page: Page, reference: string): Promise<number> {
  await openOrganisation(page, /cancelled invoices? to pay back/, /to pay back/)
  const back = await page.getByText(/has to go back to the organisation\./).innerText()
  await page.getByLabel("Bank reference (UTR)").fill(reference)
  await page.getByRole("button", { name: "Record transfer" }).click()
  await expect(page.getByText(`reference ${reference}.`)).toBeVisible()
  return paiseIn(back)
}
