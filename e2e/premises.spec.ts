import type { Page } from "@playwright/test"
import { wordsOfPdf } from "../tests/pdf-words.ts"
import { expectAccessible, expectAccessibleInBothThemes } from "./axe.ts"
import { expectNoLatin, readNames } from "./latin-words.ts"
import { signedIn } from "./people.ts"
import { expect, test } from "./product.ts"

// What is sold says who sells, for good: a product of its own.
const ACCOUNT = "HDFC Bank, account 50200012345678, IFSC HDFC0001234"
test.use({ productEnv: { LOG_LEVEL: "info", BANK_DETAILS: ACCOUNT } })

const HINDI = { locale: "hi-IN", extraHTTPHeaders: { "accept-language": "hi" } }
const SELLER = "29AAGCB7383J1Z4"
const BUYER = "27AAPFU0939F1ZV"
const SOCIETY = "Green Park Society"

/** A date so many days from today, as date fields want it. */
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** The text of a PDF that a link downloads. */
async function textOf(page: Page, name: string): Promise<string> {
  const href = await page.getByRole("link", { name }).first().getAttribute("href")
  const file = await page.request.get(href ?? "")
  expect(file.headers()["content-type"]).toBe("application/pdf")
  return wordsOfPdf(await file.body())
}

test("PAY-09 a society asks, gets a quote, accepts it, and the office has batch, invoice and its payment", async ({
  browser,
  product,
}) => {
  const visitor = await (
    await browser.newContext({ baseURL: product.address, javaScriptEnabled: false })
  ).newPage()
  const noor = await signedIn(browser, product, "noor")

  await test.step("the office says who sells", async () => {
    const entered = await noor.request.post("/api/v1/admin/supplier", {
      headers: { origin: product.address },
      data: {
        ...{ valid_from: "2026-04-01", name: "Nritya Academy LLP", address: "14 MG Road\nBengaluru 560001" },
        ...{ state: "29", registration: "regular", gstin: SELLER, prefix: "NA" },
      },
    })
    expect(entered.status()).toBe(200)
  })

  await test.step("a visitor without scripts finds programs on premises, and the form from one of them", async () => {
    await visitor.goto("/courses?delivery=on_premises")
    await expect(visitor.getByRole("heading", { name: /Programs Found/ })).toHaveText(/^10 /)
    await visitor.goto("/courses/karate-white-to-green-belt")
    await visitor.getByRole("link", { name: "Ask for a quote" }).click()
    await expect(visitor.getByRole("heading", { name: "We come to you" })).toBeVisible()
    await expect(visitor.getByLabel("Program or activity")).toHaveValue(/Karate/)
    await expect(
      visitor.getByRole("contentinfo").getByRole("link", { name: "At your premises" }),
    ).toBeVisible()
  })

  await test.step("what is wrong is told at its field, and nothing typed is lost", async () => {
    await visitor.getByLabel("Society, school or office").fill(SOCIETY)
    await visitor.getByLabel("Kind").selectOption("society")
    await visitor.getByLabel("Your name").fill("Asha Rao")
    await visitor.getByLabel("Phone", { exact: true }).fill("12345")
    await visitor.getByLabel("E-mail").fill("asha.rao@example.com")
    await visitor.getByLabel("Address", { exact: true }).fill("7 Residency Road, Bengaluru")
    await visitor.getByLabel("PIN code").fill("012345")
    await visitor.getByLabel("How many people").fill("30")
    await visitor.getByLabel("Ages").fill("6 to 12")
    await visitor.getByLabel("Days and times").fill("Tuesday and Thursday, 5 to 6 pm")
    await visitor.getByRole("button", { name: "Send enquiry" }).click()
    for (const wrong of ["Phone", "PIN code"])
      await expect(visitor.getByLabel(wrong, { exact: true })).toHaveAttribute("aria-invalid", "true")
    await expect(visitor.getByLabel("Society, school or office")).toHaveValue(SOCIETY)
    await expect(visitor.getByLabel("Kind")).toHaveValue("society")
    await visitor.getByLabel("Phone", { exact: true }).fill("98450 12345")
    await visitor.getByLabel("PIN code").fill("560 025")
    await visitor.getByRole("button", { name: "Send enquiry" }).click()
    await expect(visitor.getByText("Enquiry sent")).toBeVisible()
  })

  await test.step("the office sends a quote, and a wrong GSTIN is told at its field", async () => {
    await noor.goto("/admin/premises")
    await expectAccessibleInBothThemes(noor)
    await noor.getByRole("link", { name: SOCIETY }).click()
    await expect(noor.getByText("7 Residency Road, Bengaluru, 560025")).toBeVisible()
    await noor.getByLabel("What it is for").fill("Karate at Green Park")
    const line = noor.getByRole("group", { name: "Line 1" })
    await line.getByLabel("Description").fill("Karate lesson")
    await line.getByLabel("In Hindi").fill("कराटे की क्लास")
    await line.getByLabel("Quantity").fill("8")
    await line.getByLabel("Price of one (₹)").fill("2500")
    await noor.getByLabel("GSTIN", { exact: false }).fill("27AAPFU0939F1ZW")
    await noor.getByLabel("First day").fill(inDays(30))
    await noor.getByLabel("Teacher").selectOption({ index: 1 })
    await noor.getByRole("button", { name: "Send quote" }).click()
    await expect(noor.getByLabel("GSTIN", { exact: false })).toHaveAttribute("aria-invalid", "true")
    await expect(line.getByLabel("Price of one (₹)")).toHaveValue("2500")
    await noor.getByLabel("GSTIN", { exact: false }).fill("")
    await noor.getByRole("button", { name: "Send quote" }).click()
    await expect(noor.getByText("Quote sent")).toBeVisible()
    await expect(noor.getByText("Waits for an answer")).toBeVisible()
    await expectAccessibleInBothThemes(noor)
    const hindi = await textOf(noor, "PDF in Hindi")
    for (const word of ["कोटेशन", "कराटे", "कब तक मान्य", "9 %"]) expect(hindi).toContain(word)
  })

  let link = ""
  await test.step("the society opens the mail's link", async () => {
    await expect
      .poll(async () => {
        const mails = (await (await noor.request.get("/api/v1/dev/outbox")).json()) as { text: string }[]
        link = mails.map(({ text }) => /\/premises\/q\/[\w-]+/.exec(text)?.[0]).find(Boolean) ?? ""
        return link
      })
      .not.toBe("")
    await visitor.goto(link)
    await expect(visitor.getByRole("heading", { name: "Karate at Green Park" })).toBeVisible()
    await expect(visitor.getByText("₹20,000").first()).toBeVisible()
    const reader = await (await browser.newContext({ baseURL: product.address })).newPage()
    for (const path of ["/premises", link]) {
      await reader.goto(path)
      await expectAccessibleInBothThemes(reader)
    }
    const quote = await textOf(visitor, "Download the quote (PDF)")
    expect(quote).toContain("NA/")
    expect(quote).toContain("Karate lesson")
  })

  await test.step("it accepts with its GSTIN, and gets an invoice with IGST", async () => {
    await visitor.getByLabel("Your name").fill("Asha Rao")
    await visitor.getByLabel("GSTIN", { exact: false }).fill("27AAPFU0939F1ZW")
    await visitor.getByRole("button", { name: "Accept for my organisation" }).click()
    await expect(visitor.getByLabel("GSTIN", { exact: false })).toHaveAttribute("aria-invalid", "true")
    await expect(visitor.getByLabel("Your name")).toHaveValue("Asha Rao")
    await visitor.getByLabel("GSTIN", { exact: false }).fill(BUYER)
    await visitor.getByRole("button", { name: "Accept for my organisation" }).click()
    await expect(visitor.getByText("You accepted this quote").first()).toBeVisible()
    await expect(visitor.getByText("Still to be paid: ₹20,000")).toBeVisible()
    await expect(visitor.getByText(`Pay to: ${ACCOUNT}`)).toBeVisible()
    const invoice = await textOf(visitor, "Download the invoice (PDF)")
    for (const word of ["Tax invoice", BUYER, SELLER, "IGST", "Maharashtra", "50200012345678"])
      expect(invoice).toContain(word)
  })

  await test.step("the office sees batch and invoice, and notes the payment once", async () => {
    await noor.goto("/admin/premises?state=accepted")
    await expect(noor.getByRole("row", { name: SOCIETY })).toContainText("₹20,000 owed")
    await noor.getByRole("link", { name: SOCIETY }).click()
    await expect(noor.getByRole("link", { name: "Open the first class" })).toBeVisible()
    await noor.getByLabel("Bank reference (UTR)").fill("N630912345678")
    await noor.getByLabel("Amount (₹)").fill("30000")
    await noor.getByRole("button", { name: "Record payment" }).click()
    const over = noor.getByLabel("The amount is right: what is too much goes back to the organisation")
    await expect(over).toHaveAttribute("aria-invalid", "true")
    await expect(noor.getByLabel("Bank reference (UTR)")).toHaveValue("N630912345678")
    await noor.getByLabel("Amount (₹)").fill("12000")
    await noor.getByLabel("Tax deducted (₹)").fill("21000")
    await noor.getByRole("button", { name: "Record payment" }).click()
    await expect(noor.getByLabel("Tax deducted (₹)")).toHaveAttribute("aria-invalid", "true")
    await noor.getByLabel("Tax deducted (₹)").fill("2000")
    await noor.getByLabel("Section").fill("194c")
    await noor.getByRole("button", { name: "Record payment" }).click()
    await expect(noor.getByText("Payment recorded")).toBeVisible()
    await expect(noor.getByText("₹2,000 tax deducted, section 194C")).toBeVisible()
    await expect(noor.getByText("₹6,000").first()).toBeVisible()
    await noor.getByLabel("Bank reference (UTR)").fill("n630912345678")
    await noor.getByRole("button", { name: "Record payment" }).click()
    await expect(noor.getByLabel("Bank reference (UTR)")).toHaveAttribute("aria-invalid", "true")
    await expectAccessible(noor)
    await noor.getByLabel("Bank reference (UTR)").fill("N630912345679")
    await noor.getByLabel("Amount (₹)").fill("600")
    await noor.getByRole("button", { name: "Record payment" }).click()
    await expect(noor.getByText("₹5,400").first()).toBeVisible()
    await noor.getByLabel("Recorded by mistake? Payment N630912345679").click()
    await expectAccessible(noor)
    await noor.getByRole("button", { name: "Take the payment back" }).click()
    await expect(noor.getByText("Taken back")).toBeVisible()
    await expect(noor.getByLabel("Amount (₹)")).toHaveValue("6000")
    await noor.getByLabel("Bank reference (UTR)").fill("N630912345680")
    await noor.getByLabel("Amount (₹)").fill("5982.30")
    await noor.getByRole("button", { name: "Record payment" }).click()
    await expect(noor.getByRole("button", { name: "Write off ₹17.70" })).toBeVisible()
    await expectAccessible(noor)
    await noor.getByRole("button", { name: "Write off ₹17.70" }).click()
    await expect(noor.getByText("This invoice is paid.")).toBeVisible()
    await noor.getByLabel("Recorded by mistake? Bank charges").click()
    await noor.getByRole("button", { name: "Take the bank charges back" }).click()
    await expect(noor.getByRole("button", { name: "Write off ₹17.70" })).toBeVisible()
    await noor.getByLabel("Recorded by mistake? Payment N630912345680").click()
    await noor.getByRole("button", { name: "Take the payment back" }).click()
    await expect(noor.getByLabel("Amount (₹)")).toHaveValue("6000")
    await noor.getByLabel("Bank reference (UTR)").fill("N630912345679")
    await noor.getByLabel("Amount (₹)").fill("6500")
    await noor.getByRole("button", { name: "Record payment" }).click()
    await over.check()
    await noor.getByRole("button", { name: "Record payment" }).click()
    await expect(noor.getByText("This invoice is paid.")).toBeVisible()
    await expect(noor.getByText("₹500 has to go back to the organisation.")).toBeVisible()
    await expectAccessible(noor)
    await visitor.goto(link)
    await expect(visitor.getByText("You paid ₹500 more than was due.")).toBeVisible()
    await noor.getByRole("button", { name: "Record transfer" }).click()
    const back = noor.getByRole("listitem").filter({ hasText: "N630912345679" })
    await expect(back.getByLabel("Bank reference (UTR)")).toHaveAttribute("aria-invalid", "true")
    await back.getByLabel("Bank reference (UTR)").fill("HDFC-BACK-1")
    await noor.getByRole("button", { name: "Record transfer" }).click()
    await expect(noor.getByText("reference HDFC-BACK-1")).toBeVisible()
    await back.getByText("Wrong reference?").click()
    const right = back.getByLabel("Correct bank reference")
    await right.fill("")
    await back.getByRole("button", { name: "Correct the reference" }).click()
    await expect(right).toHaveAttribute("aria-invalid", "true")
    await right.fill("HDFC-BACK-2")
    await back.getByRole("button", { name: "Correct the reference" }).click()
    await expect(noor.getByText("reference HDFC-BACK-2")).toBeVisible()
    await visitor.goto(link)
    await expect(visitor.getByText("The invoice is paid. Thank you!")).toBeVisible()
  })

  await test.step("a paid invoice above the limit is cancelled by a colleague alone, unless the limit changes", async () => {
    await noor.getByRole("button", { name: "Cancel invoice" }).click()
    await expect(noor.getByLabel("Reason")).toHaveAttribute("aria-invalid", "true")
    await noor.getByLabel("Reason").fill("The hall is closed for repairs")
    await noor.getByRole("button", { name: "Cancel invoice" }).click()
    await expect(noor.getByText("Waiting for a colleague")).toBeVisible()
    await expectAccessibleInBothThemes(noor)
    await noor.getByRole("button", { name: "Withdraw" }).click()
    await expect(noor.getByText("The invoice stays as it is")).toBeVisible()
    const changed = await noor.request.patch("/api/v1/admin/settings", {
      headers: { origin: product.address },
      data: { values: { refund_limit_rupees: 0 } },
    })
    expect(changed.status()).toBe(200)
    await noor.getByLabel("Reason").fill("The hall is closed for repairs")
    await noor.getByRole("button", { name: "Cancel invoice" }).click()
    await expect(noor.getByText("Invoice cancelled")).toBeVisible()
    await noor.getByLabel("Bank reference (UTR)").fill("H88")
    await noor.getByRole("button", { name: "Record transfer" }).click()
    await expect(noor.getByLabel("Bank reference (UTR)")).toHaveAttribute("aria-invalid", "true")
    await noor.getByLabel("Bank reference (UTR)").fill("H881234")
    await expectAccessibleInBothThemes(noor)
    await noor.getByRole("button", { name: "Record transfer" }).click()
    // The transfer before said the same, perhaps still.
    await expect(async () => {
      await visitor.goto(link)
      await expect(visitor.getByText("₹18,000 went back to you", { exact: false })).toBeVisible({
        timeout: 3_000,
      })
    }).toPass({ timeout: 30_000 })
    const note = await textOf(visitor, "Download the credit note (PDF)")
    for (const word of ["Credit note", BUYER, "IGST", "repairs"]) expect(note).toContain(word)
  })

  await test.step("the batch is found and joined by the society's link alone", async () => {
    const [asha, kabir] = [
      await signedIn(browser, product, "asha"),
      await signedIn(browser, product, "kabir"),
    ]
    const first = (await noor.getByRole("link", { name: "Open the first class" }).getAttribute("href")) ?? ""
    const classId = first.split("/").at(-1)
    const call = (method: "get" | "post", path: string) =>
      kabir.request[method](`/api/v1${path}`, { headers: { origin: product.address } })
    expect((await call("get", `/classes/${classId}`)).status()).toBe(404)
    expect((await call("post", `/classes/${classId}/enrolments`)).status()).toBe(404)
    expect((await call("post", `/classes/${classId}/waitlist`)).status()).toBe(404)
    await visitor.goto(link)
    const joinLink = await visitor.getByText(/\/premises\/join\/[\w-]+$/).textContent()
    await expect(noor.getByText(joinLink ?? "none")).toBeVisible()
    const path = new URL(joinLink ?? "").pathname

    const stranger = await (await browser.newContext({ baseURL: product.address })).newPage()
    await stranger.goto(path)
    await expect(stranger.getByText(`For people of ${SOCIETY}`)).toBeVisible()
    await expectAccessibleInBothThemes(stranger)
    await stranger.getByRole("button", { name: "Join the batch" }).click()
    await expect(stranger).toHaveURL(/\/auth\?tab=signup/)
    // As signing up goes on, in the same browser.
    const next = new URL(stranger.url()).searchParams.get("to") ?? ""
    await stranger
      .context()
      .request.post("/api/v1/demo-people/session", { data: { email: "asha@demo.kaksha.example" } })
    await stranger.goto(next)
    await expect(stranger.getByText("You joined the batch")).toBeVisible()
    await expect(stranger.getByText("You're in this batch")).toBeVisible()
    await asha.goto(first)
    await expect(asha.getByText("By invitation").first()).toBeVisible()

    await noor.goto("/admin/premises?state=accepted")
    await noor.getByRole("link", { name: SOCIETY }).click()
    await expect(noor.getByText("1 person has joined", { exact: false })).toBeVisible()
    await expectAccessibleInBothThemes(noor)
    await noor.getByRole("button", { name: "Replace the link" }).click()
    await expect(noor.getByText("Link replaced").first()).toBeVisible()
    await stranger.goto(path)
    await expect(stranger.getByText("This link doesn't work any more")).toBeVisible()
    await noor.getByRole("button", { name: /^Remove .* from the batch$/ }).click()
    await expect(noor.getByText("Removed from the batch").first()).toBeVisible()
    expect((await asha.request.get(`/api/v1/classes/${classId}`)).status()).toBe(404)
  })
})

test("PAY-09 NAV-11 the pages for organisations say everything in Hindi, refusals as well", async ({
  browser,
  product,
}) => {
  const names = await readNames(product)
  const page = await (await browser.newContext({ baseURL: product.address, ...HINDI })).newPage()
  await page.goto("/premises")
  await expect(page.getByRole("heading", { name: "हम आपके यहाँ आते हैं" })).toBeVisible()
  await expectNoLatin(page, names)
  await page.evaluate(() => {
    for (const form of document.forms) form.noValidate = true
  })
  await page.getByRole("button", { name: "अनुरोध भेजें" }).click()
  await expect(page.getByText("सोसाइटी, स्कूल या दफ़्तर का नाम लिखें").first()).toBeVisible()
  await expectNoLatin(page, names)
  for (const gone of ["/premises/q/unknown", "/premises/join/unknown"]) {
    await page.goto(gone)
    await expect(page.getByText("यह लिंक अब काम नहीं करता")).toBeVisible()
    await expectNoLatin(page, names)
  }
  const admin = await signedIn(browser, product, "noor", HINDI)
  // What the society of the other journey typed.
  for (const word of [...SOCIETY.split(" "), "Karate", "at", "NA", "Q1", "HDFC-BACK-"]) names.add(word)
  for (const path of ["/admin/premises?state=closed", "/admin/premises?state=accepted"]) {
    await admin.goto(path)
    await admin.locator("html[data-ready][lang=hi-IN]").waitFor()
    await expectNoLatin(admin, names)
  }
  await admin.getByRole("link", { name: SOCIETY }).click()
  await expect(admin.getByText("क्रेडिट नोट", { exact: false }).first()).toBeVisible()
  for (const word of "Asha Rao Residency Road Bengaluru to Tuesday and Thursday pm asha.rao@example.com".split(
    " ",
  ))
    names.add(word)
  await expectNoLatin(admin, names)
})
