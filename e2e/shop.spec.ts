import { readFile } from "node:fs/promises"
import type { Page } from "@playwright/test"
import { wordsOfPdf } from "../tests/pdf-words.ts"
import { expectAccessible, expectAccessibleInBothThemes } from "./axe.ts"
import { signedIn } from "./people.ts"
import { expect, SELLING, test } from "./product.ts"

test.use({ productEnv: { ...SELLING } })

const HINDI = { locale: "hi-IN", extraHTTPHeaders: { "accept-language": "hi" } }

test("PAY-08 an academy opens its shop, a kit goes from the shelf to the doorstep and back, and each is told", async ({
  browser,
  product,
}) => {
  const noor = await signedIn(browser, product, "noor")
  /** Without scripts, and without pages that its browser kept. */
  const newVisitor = async () =>
    (await browser.newContext({ baseURL: product.address, javaScriptEnabled: false })).newPage()
  const orderNow = { name: "Order Uniforms Now" }

  await test.step("closed, the kit page leads to the order form", async () => {
    const visitor = await newVisitor()
    await visitor.goto("/about-learning-kit")
    await expect(visitor.getByRole("link", orderNow)).toHaveAttribute("href", /^https:/)
    await visitor.goto("/shop")
    await expect(visitor.getByText("The shop isn't open")).toBeVisible()
  })

  await test.step("the office opens it, and says where it delivers and by when", async () => {
    await noor.goto("/admin/settings#shop")
    await noor.getByLabel("The shop is open").check()
    await noor.getByLabel("Delivery area (PIN codes)").fill("nowhere")
    await noor.getByLabel("Delivery fee (₹)").fill("59")
    await noor.getByLabel("Centres to pick up at").fill("Jayanagar: 11th Main")
    await noor.getByRole("button", { name: "Save settings" }).click()
    await expect(
      noor.getByText("Give PIN codes or their first digits, such as 560, 562110").first(),
    ).toBeVisible()
    await noor.getByLabel("Delivery area (PIN codes)").fill("560, 562110")
    await noor.getByRole("button", { name: "Save settings" }).click()
    await expect(noor.getByText("Settings saved")).toBeVisible()
  })

  await test.step("a visitor without scripts finds it, chooses a size and is asked to sign in", async () => {
    const visitor = await newVisitor()
    await visitor.goto("/about-learning-kit")
    await visitor.getByRole("link", orderNow).click()
    await expect(visitor).toHaveURL(/\/shop$/)
    await visitor.getByRole("link", { name: "Uniform set" }).click()
    const reader = await (await browser.newContext({ baseURL: product.address })).newPage()
    for (const path of ["/shop", "/shop/uniform-set"]) {
      await reader.goto(path)
      await expectAccessibleInBothThemes(reader, path)
    }
    await visitor.getByLabel("30", { exact: true }).check({ force: true })
    await visitor.getByRole("button", { name: "Add to basket" }).click()
    await expect(visitor).toHaveURL(/\/auth/)
    await expect(visitor.getByText("Sign in to order")).toBeVisible()
  })

  const sunita = await signedIn(browser, product, "sunita")
  const address = {
    "Name on the parcel": "Sunita Rao",
    "Mobile number": "98450 12345",
    Address: "Flat 4B, Lakeview Apartments, 11th Main",
  }
  let number = ""
  await test.step("a parent fills a basket, and an address outside of the area loses nothing", async () => {
    await sunita.goto("/shop/uniform-set")
    await sunita.locator("html[data-ready]").waitFor()
    // Without a size the browser refuses, and no longer once there is one.
    await sunita.getByRole("button", { name: "Add to basket" }).click()
    await expect(sunita.getByLabel("22", { exact: true })).toBeFocused()
    await sunita.getByLabel("30", { exact: true }).check({ force: true })
    await sunita.getByLabel("How many?").selectOption("2")
    await expectAccessibleInBothThemes(sunita)
    await sunita.getByRole("button", { name: "Add to basket" }).click()
    await expect(sunita).toHaveURL(/\/basket$/)
    await sunita.goto("/shop/welcome-kit")
    await sunita.getByRole("button", { name: "Add to basket" }).click()
    await expect(sunita.getByRole("main").getByRole("listitem")).toHaveCount(2)
    await expectAccessibleInBothThemes(sunita)
    await changeBasketInPlace(sunita)
    await sunita.getByRole("link", { name: "Check and pay" }).click()
    await sunita.getByLabel("State it goes to").selectOption("Karnataka")
    for (const [label, value] of Object.entries(address))
      await sunita.getByLabel(label, { exact: true }).fill(value)
    await sunita.getByLabel("PIN code").fill("110001")
    await sunita.getByLabel("PIN code").blur()
    await expect(sunita.getByText(/^We don't deliver to this PIN code/)).toBeVisible()
    await expectAccessibleInBothThemes(sunita)
    await sunita.getByRole("button", { name: /^Pay ₹/ }).click()
    await expect(sunita.getByLabel("PIN code")).toHaveAttribute("aria-invalid", "true")
    await expect(sunita.getByLabel("Address", { exact: true })).toHaveValue(address.Address)
    await sunita.getByLabel("PIN code").fill("560 041")
    // ₹800 twice, ₹1,000 and ₹59.
    await sunita.getByRole("button", { name: "Pay ₹2,659" }).click()
    await expect(sunita).toHaveURL(/\/orders\/[A-Z0-9-]+$/)
    number = sunita.url().split("/").at(-1) ?? ""
    await expect(sunita.getByText(/^Promised by /)).toBeVisible()
    await expectAccessibleInBothThemes(sunita)
    await sunita.getByRole("link", { name: /^Pay ₹/ }).click()
    await sunita.getByRole("button", { name: /^Pay ₹/ }).click()
    await expect(sunita.getByText("Order confirmed")).toBeVisible()
    await expect(sunita.getByText("Being prepared")).toBeVisible()
    await sunita.goto("/basket")
    await expect(sunita.getByText("Your basket is empty")).toBeVisible()
  })

  await test.step("the office prints the list, packs and sends it, and the open page of the parent follows", async () => {
    await sunita.goto(`/orders/${number}`)
    await noor.goto("/admin/shop")
    const row = noor.getByRole("row", { name: number })
    await expect(row).toContainText("2 × Uniform set (30)")
    await expectAccessibleInBothThemes(noor)
    const [download] = await Promise.all([
      noor.waitForEvent("download"),
      noor.getByRole("link", { name: "Packing list (PDF)" }).click(),
    ])
    const words = await wordsOfPdf(await readFile(await download.path()))
    for (const said of [number, "Flat 4B", "560041", "Uniform set (30)"]) expect(words).toContain(said)
    await noor.getByLabel("Choose all").check()
    await noor.getByRole("button", { name: "Mark as packed" }).click()
    await expect(noor.getByText("1 order moved on")).toBeVisible()
    await expect(sunita.getByRole("main").getByText("Packed").first()).toBeVisible()
    await noor.getByRole("link", { name: /^Packed/ }).click()
    // It is delivered, so nobody is offered to say that it can be fetched.
    await expect(noor.getByRole("button", { name: "Mark as ready to pick up" })).toHaveCount(0)
    await expect(noor.getByLabel(`Choose order ${number}`)).not.toBeChecked()
    await noor.getByLabel(`Choose order ${number}`).check()
    await noor.getByLabel("Sent with").fill("India Post EK123456789IN")
    await noor.getByRole("button", { name: "Mark as sent" }).click()
    await expect(noor.getByText("1 order moved on")).toBeVisible()
    await expect(sunita.getByRole("main").getByText("Sent with India Post EK123456789IN.")).toBeVisible()
    // A stage set by mistake is undone, and set again.
    await noor.goto(`/admin/orders/${number}`)
    await noor.getByRole("button", { name: "Undo “On the way”" }).click()
    await expect(noor.getByText("Stage undone").first()).toBeVisible()
    await expect(noor.getByRole("button", { name: "Undo “Packed”" })).toBeVisible()
    await expectAccessible(noor)
    await noor.goto("/admin/shop?stage=packed")
    await expect(noor.getByLabel(`Choose order ${number}`)).not.toBeChecked()
    await noor.getByLabel(`Choose order ${number}`).check()
    await noor.getByLabel("Sent with").fill("India Post EK123456789IN")
    await noor.getByRole("button", { name: "Mark as sent" }).click()
    await expect(noor.getByText("1 order moved on")).toBeVisible()
    await noor.goto("/admin/shop?stage=sent")
    await noor.getByLabel(`Choose order ${number}`).check()
    await noor.getByRole("button", { name: "Mark as delivered" }).click()
    await expect(noor.getByText("1 order moved on")).toBeVisible()
    await expect(sunita.getByRole("main").getByText("Delivered").first()).toBeVisible()
    await sunita.goto("/notifications")
    const list = sunita.getByRole("main")
    for (const said of ["Packed", "On its way", "Delivered"])
      await expect(list.getByText(`${said}: Uniform set (30), Welcome kit`)).toHaveCount(1)
  })

  await test.step("one uniform comes back, is on the shelf again and refunded with a credit note of its own line", async () => {
    await sunita.goto(`/orders/${number}`)
    await sunita.getByText("Return something").click()
    await sunita.getByLabel("Why?").selectOption("It doesn't fit")
    await sunita.getByLabel(/^What should the academy know/).fill("Too small at the shoulders")
    await expectAccessibleInBothThemes(sunita)
    await sunita.getByRole("button", { name: "Ask for the return" }).click()
    await expect(sunita.getByText("Return requested")).toBeVisible()
    await noor.goto("/admin/shop/returns")
    await expect(noor.getByText("Too small at the shoulders")).toBeVisible()
    await noor.getByRole("button", { name: "Decline", exact: true }).click()
    await expect(noor.getByLabel(/^Answer to the family/)).toHaveAttribute("aria-invalid", "true")
    await expectAccessibleInBothThemes(noor)
    await noor.getByRole("button", { name: "Accept" }).click()
    await expect(noor.getByText("Waiting for its arrival")).toBeVisible()
    await noor.getByRole("button", { name: "Arrived: back on the shelf, and refund" }).click()
    await expect(noor.getByText("Refund on its way")).toBeVisible()
    await noor.goto("/admin/shop/returns?tab=over")
    await expect(noor.getByText("Back on the shelf · Refund: ₹800")).toBeVisible()
    await noor.goto("/admin/shop/items")
    await expectAccessibleInBothThemes(noor)
    await noor.getByRole("link", { name: /Uniform set/ }).click()
    // Twelve at first, two sold, one back.
    await expect(noor.getByLabel("Available pieces of size 30")).toHaveValue("11")
    await expectAccessibleInBothThemes(noor)
    await sunita.goto(`/orders/${number}`)
    await expect(sunita.getByText(/It arrived at the academy · ₹800 is refunded/)).toBeVisible()
    await expect(sunita.getByText("Credit note")).toBeVisible()
  })

  await test.step("what sells out while it is in a basket is said there, in Hindi, and the rest stays", async () => {
    const zoya = await signedIn(browser, product, "zoya", HINDI)
    await zoya.goto("/shop/uniform-set")
    await zoya.getByLabel("32", { exact: true }).check({ force: true })
    await zoya.getByRole("button", { name: "टोकरी में डालें" }).click()
    await expect(zoya).toHaveURL(/\/basket$/)
    await zoya.goto("/shop/welcome-kit")
    await zoya.getByRole("button", { name: "टोकरी में डालें" }).click()
    await expect(zoya).toHaveURL(/\/basket$/)
    await zoya.getByRole("link", { name: "जाँचें और भुगतान करें" }).click()
    await zoya.getByLabel("सेंटर से लेना").check()
    await zoya.getByLabel("आपका राज्य").selectOption("29")
    await zoya.getByLabel("मोबाइल नंबर").fill("98450 54321")
    await zoya.getByLabel("सेंटर", { exact: true }).selectOption("Jayanagar")
    await expectAccessible(zoya)
    // Somebody counts the shelf meanwhile.
    await noor.goto("/admin/shop/items")
    await noor.getByRole("link", { name: /Uniform set/ }).click()
    const stock = noor.getByLabel("Available pieces of size 32")
    await stock.fill("0")
    await stock.press("Enter")
    await expect(noor.getByText("Stock saved")).toBeVisible()
    await zoya.getByRole("button", { name: /₹1,800/ }).click()
    await expect(zoya.getByText("बिक चुका है। इसे निकालें, या कोई और साइज़ चुनें।")).toBeVisible()
    await expect(zoya.getByRole("button", { name: /₹1,800/ })).toHaveCount(0)
    await expectAccessible(zoya)
    await zoya.getByRole("button", { name: "निकालें: यूनिफ़ॉर्म सेट (32)" }).click()
    // What was typed is still there.
    await expect(zoya.getByLabel("मोबाइल नंबर")).toHaveValue("98450 54321")
    await zoya.getByRole("button", { name: /₹1,000/ }).click()
    await expect(zoya).toHaveURL(/\/orders\/[A-Z0-9-]+$/)
    await expect(zoya.getByText(/तक तैयार होगा$/)).toBeVisible()
    const fetched = zoya.url().split("/").at(-1) ?? ""
    await zoya.getByRole("link", { name: /₹1,000/ }).click()
    await zoya.getByRole("button", { name: /₹1,000/ }).click()
    await expect(zoya.getByText("ऑर्डर पक्का हो गया")).toBeVisible()
    for (const to of ["packed", "ready", "collected"]) {
      const moved = await noor.request.post("/api/v1/admin/shop/orders/advance", {
        data: { order_numbers: [fetched], to },
      })
      expect(await moved.json()).toEqual({ moved: 1, left: [] })
    }
    await expect(zoya.getByText("ले लिया गया").first()).toBeVisible()
  })

  await test.step("a child chooses and asks the parents, who find it chosen", async () => {
    const asha = await signedIn(browser, product, "asha")
    await asha.goto("/shop/uniform-set")
    await asha.getByLabel("28", { exact: true }).check({ force: true })
    await asha.getByRole("button", { name: "Ask my parent" }).click()
    await expect(asha.getByText("Sent to your parent")).toBeVisible()
    await sunita.goto("/notifications")
    await sunita
      .getByRole("link", { name: /would like: Uniform set \(28\)/ })
      .first()
      .click()
    await expect(sunita).toHaveURL(/\/shop\/uniform-set/)
    await expect(sunita.getByLabel("28", { exact: true })).toBeChecked()
  })
})

/** Takes the kit out and puts it in again, which is answered on the same page, without React. */
async function changeBasketInPlace(page: Page): Promise<void> {
  const main = page.getByRole("main")
  const total = main.getByText(/^Total: /)
  await page.locator("html[data-ready]").waitFor()
  // React's scripts would follow late.
  await expect(page.locator("script[src*=own-page]")).toHaveCount(1)
  await expect(page.locator("#late-scripts")).toHaveCount(0)
  const opened = await page.evaluate(() => performance.timeOrigin)
  await page.getByLabel("Number of Uniform set (30)").selectOption("3")
  await main
    .getByRole("listitem")
    .filter({ hasText: "Uniform set (30)" })
    .getByRole("button", { name: "Change" })
    .click()
  await expect(page.getByText("Basket changed")).toBeVisible()
  await expect(total).toHaveText("Total: ₹3,400")
  await page.getByRole("button", { name: "Remove Welcome kit" }).click()
  await expect(main.getByRole("listitem")).toHaveCount(1)
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused()
  await page.getByLabel("Number of Uniform set (30)").selectOption("2")
  await main.getByRole("button", { name: "Change" }).click()
  await expect(total).toHaveText("Total: ₹1,600")
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(opened)
  await page.goto("/shop/welcome-kit")
  await page.getByRole("button", { name: "Add to basket" }).click()
  await expect(total).toHaveText("Total: ₹2,600")
}
