import { readFile } from "node:fs/promises"
import { parse } from "csv-parse/sync"
import { expectAccessibleInBothThemes } from "./axe.ts"
import { order, signedIn } from "./people.ts"
import { expect, SELLING, test } from "./product.ts"

// Below what programs cost.
test.use({ productEnv: { ...SELLING, REFUND_LIMIT_RUPEES: "2000" } })

test("PAY-07 the office sees what came in, somebody of the office approves a large refund, and the books go to the accountant", async ({
  browser,
  product,
}) => {
  const noor = await signedIn(browser, product, "noor")
  await noor.goto("/admin/money")
  await expect(
    noor.getByText("No payment came in this month.").or(noor.getByText("Straight to your bank")),
  ).toBeVisible()
  await expectAccessibleInBothThemes(noor)

  const zoya = await signedIn(browser, product, "zoya")
  const number = await order(zoya, "/courses/learn-to-swim", { state: "Karnataka" })
  await noor.reload()
  await expect(noor.getByText("1 order, as of now")).toBeVisible()
  await zoya.getByRole("link", { name: /^Pay ₹/ }).click()
  await zoya.getByRole("button", { name: /^Pay ₹/ }).click()
  await expect(zoya.getByRole("dialog", { name: "Enrollment Successful!" })).toBeVisible()

  await noor.reload()
  await noor.getByRole("link", { name: /^Payment provider/ }).click()
  await expect(noor.getByRole("heading", { name: /^Received in / })).toBeVisible()
  await expectAccessibleInBothThemes(noor)
  await noor.getByRole("link", { name: number }).click()
  // The trial has somebody of the office, who can approve it.
  await expect(noor.getByText("You're the only admin, so nobody can approve this.")).toHaveCount(0)
  await noor.getByLabel("Amount in rupees").fill("2500")
  await noor.getByLabel("Reason").fill("They moved away")
  await noor.getByLabel("End the enrolment").uncheck()
  await noor.getByRole("button", { name: "Give refund" }).click()
  await expect(noor.getByText("Waiting for a colleague").first()).toBeVisible()
  await expect(noor.getByRole("button", { name: /^Approve refund/ })).toHaveCount(0)
  await expectAccessibleInBothThemes(noor)
  // The family sees nothing of it.
  await zoya.goto(`/orders/${number}`)
  await expect(zoya.getByText("They moved away")).toHaveCount(0)

  const farah = await signedIn(browser, product, "farah")
  await farah.goto("/admin/money")
  await farah.getByRole("link", { name: /^1 refund to approve/ }).click()
  await farah.getByRole("link", { name: number }).click()
  await farah.locator("html[data-ready]").waitFor()
  await expect(farah.getByText(/^Under your policy: ₹/).first()).toBeVisible()
  await farah.getByRole("button", { name: "Decline refund" }).click()
  await expect(farah.getByLabel("Reason to decline")).toHaveAttribute("aria-invalid", "true")
  await expectAccessibleInBothThemes(farah)
  await farah.getByRole("button", { name: "Approve refund of ₹2,500" }).click()
  await expect(farah.getByText("Refund approved")).toBeVisible()
  await expect(farah.getByText("Reason: They moved away")).toBeVisible()
  // The open page of the one who asked follows.
  await expect(noor.getByText("Reason: They moved away")).toBeVisible()
  await zoya.goto(`/orders/${number}`)
  await expect(zoya.getByText("Reason: They moved away")).toBeVisible()

  await farah.goto("/admin/money")
  await expect(farah.getByRole("link", { name: /^1 order with a refund on its way/ })).toBeVisible()
  await farah.getByRole("link", { name: "Export for the accountant" }).click()
  await expect(farah.getByText("Without one, no GSTR-1 is due.")).toBeVisible()
  await expectAccessibleInBothThemes(farah)
  const [download] = await Promise.all([
    farah.waitForEvent("download"),
    farah.getByRole("link", { name: "Journal (CSV)" }).click(),
  ])
  const rows: Record<string, string>[] = parse(await readFile(await download.path()), {
    bom: true,
    columns: true,
  })
  const own = rows.filter(({ Order }) => Order === number)
  const sum = (column: string) => own.reduce((all, row) => all + Number(row[column]) * 100, 0)
  expect(own.length).toBeGreaterThan(3)
  expect(Math.round(sum("Debit"))).toBe(Math.round(sum("Credit")))
  await farah.goto("/admin/money/export?first=2026-11-30&last=2026-11-01")
  await expect(farah.getByLabel("Last day")).toHaveAccessibleDescription(
    "Choose a day that isn't before the first",
  )
  // The refused date is written as the other one, and kept.
  for (const [label, day, value] of [
    ["First day", "Mon, 30 Nov, 2026", "2026-11-30"],
    ["Last day", "Sun, 1 Nov, 2026", "2026-11-01"],
  ] as const) {
    await expect(farah.getByText(day, { exact: true })).toBeVisible()
    await expect(farah.getByLabel(label)).toHaveValue(value)
  }
  await expect(farah.getByRole("link", { name: "Journal (CSV)" })).toHaveCount(0)
  await expectAccessibleInBothThemes(farah)
  await noor.goto("/admin/audit?what=order")
  await expect(noor.getByText("approved a refund").first()).toBeVisible()
})
