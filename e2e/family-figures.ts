import type { Page } from "@playwright/test"
import { parse } from "csv-parse/sync"
import { wordsOfPdf } from "../tests/pdf-words.ts"
import type { MovedClock } from "./moved-clock.ts"
import { expect } from "./product.ts"

/** The name of the family whose three months are simulated. */
export const FAMILY = "Deshmukh"

/** This month of the academy's zone: the three months of the family are the next ones. */
const present = (() => {
  const [year = 0, month = 0] = new Date()
    .toLocaleDateString("en-CA", { timeZone: "Asia/Kolkata" })
    .split("-")
    .map(Number)
  return { year, month }
})()

/** A day of the first, second or third month, as YYYY-MM-DD. */
export const day = (month: number, date: number) =>
  new Date(Date.UTC(present.year, present.month + month - 1, date)).toISOString().slice(0, 10)
/** The last day of one of these months. */
export const lastDay = (month: number) => Number(day(month + 1, 0).slice(8))
export const at = (month: number, date: number, time: string) =>
  new Date(`${day(month, date)}T${time}:00+05:30`)

/** Staff sign in again after some days. */
export async function signInAgain(page: Page, name: string): Promise<void> {
  const data = { email: `${name}@demo.kaksha.example` }
  expect((await page.request.post("/api/v1/demo-people/session", { data })).ok()).toBe(true)
}

/** As pages write amounts. */
export const written = (paise: number) =>
  `₹${(paise / 100).toLocaleString("en-IN", paise % 100 ? { minimumFractionDigits: 2 } : {})}`

type Ordered = { title: string; paise: number; refunded?: boolean }

export type Figures = {
  /** What the family ordered so far, the newest first, with what was to be paid. */
  orders: Ordered[]
  /** Of the month: paise and how many. */
  received: readonly [number, number]
  refunded: readonly [number, number]
  points: Record<string, number>
}

type Where = { guardians: Page[]; office: Page; clock: MovedClock; month: number }

/** Compares what every page of the family and the office shows, and what the database has, to the paisa. */
export async function expectFigures(
  { guardians, office, clock, month }: Where,
  wanted: Figures,
): Promise<void> {
  const amounts = wanted.orders.map(({ paise }) => written(paise))
  for (const page of guardians) {
    await page.goto("/family")
    const recent = page.getByRole("main").locator('li:has(a[href^="/orders/"])')
    await expect(recent.locator(".tabular-nums")).toHaveText(amounts.slice(0, 3))
    await page.goto("/orders")
    await expect(page.getByRole("main").locator('a[href^="/orders/"] .tabular-nums')).toHaveText(amounts)
    await page.goto("/points")
    const balances = page.getByRole("main").locator(".text-2xl.tabular-nums")
    await expect(balances).toHaveCount(Object.keys(wanted.points).length)
    // What happened adds up to what there is.
    const changes = await page.getByRole("main").locator(".text-right.tabular-nums > span").allTextContents()
    const sum = changes.reduce(
      (all, one) =>
        all + Number(/[+−]([\d,]+)/.exec(one)?.[1]?.replace(",", "")) * (one.startsWith("+") ? 1 : -1),
      0,
    )
    expect(sum).toBe(Object.values(wanted.points).reduce((all, one) => all + one, 0))
    for (const [name, points] of Object.entries(wanted.points))
      await expect(page.getByRole("listitem").filter({ hasText: new RegExp(`^${name}`) })).toContainText(
        new RegExp(`^${name}${points} (points|पॉइंट)$`),
      )
  }
  await signInAgain(office, "noor")
  await office.goto(`/admin/money?month=${day(month, 1).slice(0, 7)}`)
  const [received, refunded] = [wanted.received, wanted.refunded]
  const figures = office.getByRole("region", { name: "The month's money" }).locator("dl > div")
  await expect(figures.nth(0)).toHaveText(
    new RegExp(`^Received${escaped(written(received[0]))}${received[1]} payment`),
  )
  await expect(figures.nth(1)).toHaveText(
    new RegExp(`^Refunded${escaped(written(refunded[0]))}${refunded[1]} refund`),
  )
  await expect(figures.nth(2)).toContainText(written(received[0] - refunded[0]))
  await expect(figures.nth(3)).toContainText("₹0")
  await office.goto(`/admin/orders?q=${FAMILY}`)
  await expect(
    office.getByRole("table").locator("td .font-semibold.tabular-nums, td .tabular-nums > .font-semibold"),
  ).toHaveText(amounts)

  await expectBooks(office, month, wanted)
  await expectReceipts(guardians[(month + 1) % guardians.length] as Page, wanted)
  await expectRows(clock, month, wanted)
}

/** What the accountant gets: debits equal credits, and the provider's account moved by what came and went. */
async function expectBooks(office: Page, month: number, { received, refunded }: Figures): Promise<void> {
  const days = new URLSearchParams({ first: day(month, 1), last: day(month, lastDay(month)) })
  const file = await office.request.get(`/admin/money/journal.csv?${days}`)
  const rows: Record<string, string>[] = parse(await file.text(), { bom: true, columns: true })
  const sum = (column: string, of: (row: Record<string, string>) => boolean = () => true) =>
    rows.filter(of).reduce((all, row) => all + Math.round(Number(row[column]) * 100), 0)
  expect(sum("Debit")).toBe(sum("Credit"))
  const movesMoney = ({ Account, Kind }: Record<string, string>) =>
    Account === "gateway-clearing" && (Kind === "sale" || Kind === "returned")
  expect([sum("Debit", movesMoney), sum("Credit", movesMoney)]).toEqual([received[0], refunded[0]])
}

/** The receipt of each order, and the credit note of one that was refunded, on its page and as a PDF. */
async function expectReceipts(page: Page, { orders }: Figures): Promise<void> {
  await page.goto("/orders")
  const links = page.getByRole("main").locator('a[href^="/orders/"]:has(.tabular-nums)')
  await expect(links).toHaveCount(orders.length)
  const paths = await links.evaluateAll((all) => all.map((one) => one.getAttribute("href") ?? ""))
  for (const [index, { paise, refunded }] of orders.entries()) {
    await page.goto(paths[index] ?? "")
    const bills = page.getByRole("main").locator('li:has(a[href^="/bills/"])')
    const amounts = refunded ? [`−${written(paise)}`, written(paise)] : [written(paise)]
    await expect(bills.locator(".tabular-nums")).toHaveText(amounts)
    const pdf = await page.request.get((await bills.locator("a").first().getAttribute("href")) ?? "")
    expect(await wordsOfPdf(await pdf.body())).toContain(
      (paise / 100).toLocaleString("en-IN", { minimumFractionDigits: paise % 100 ? 2 : 0 }),
    )
  }
}

/** What the database has of the month and, of points, of the family. */
async function expectRows({ database }: MovedClock, month: number, { received, refunded, points }: Figures) {
  const span = [at(month, 1, "00:00"), at(month + 1, 1, "00:00")]
  const counted = async (rows: string) => {
    const { rows: found } = await database.query(
      `select coalesce(sum(amount_paise), 0)::int as paise, count(*)::int as count from ${rows}`,
      span,
    )
    return [found[0].paise, found[0].count]
  }
  expect(await counted("payments where captured_at >= $1 and captured_at < $2")).toEqual(received)
  expect(await counted("refunds where state = 'processed' and created_at >= $1 and created_at < $2")).toEqual(
    refunded,
  )
  const { rows } = await database.query(
    `select s.first_name, a.balance::int, (select -sum(e.amount)::int from ledger_entries e where e.account_id = a.id) as entries
      from ledger_accounts a join students s on s.user_id = a.holder where a.kind = 'points' and s.last_name = $1
      order by 1`,
    [FAMILY],
  )
  const wanted = Object.entries(points).toSorted(([one], [other]) => (one < other ? -1 : 1))
  expect(rows.map((row) => [row.first_name, row.balance, row.entries])).toEqual(
    wanted.map(([name, count]) => [name, count, count]),
  )
}

const escaped = (text: string) => text.replace(/[.]/g, "\\.")
