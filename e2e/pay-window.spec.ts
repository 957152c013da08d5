import { type RazorpayGateway, startRazorpayGateway } from "../src/platform/money/gateway/gateway.ts"
import { expectAccessibleInBothThemes } from "./axe.ts"
import { order, signedIn } from "./people.ts"
import { expect, type Product, test as productTest } from "./product.ts"

const CONFIRMED = "Your payment arrived, and the enrolment is confirmed."
const SCRIPT = "https://checkout.razorpay.com/v1/checkout.js"
/** Razorpay's own window can't be had here. Like that one it stands in the page; its buttons close it and pay. */
const WINDOW = `
  window.Razorpay = class {
    constructor(options) { this.options = options }
    open() {
      const { key, order_id, name, description, modal, handler } = this.options
      const frame = document.body.appendChild(document.createElement("div"))
      frame.style = "position: fixed; inset: 0; z-index: 999; background: white"
      const button = (label, act) => {
        const pressed = frame.appendChild(document.createElement("button"))
        pressed.textContent = label
        pressed.onclick = async () => { await act(); frame.remove() }
      }
      button("Close the window", modal.ondismiss)
      button("Pay in the window", async () => handler(await window.bringBack(order_id)))
      window.noteOpened({ key, order_id, name, description })
    }
  }`

const test = productTest.extend<object, { gateway: RazorpayGateway }>({
  gateway: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its first argument
    async ({}, use) => {
      const gateway = await startRazorpayGateway()
      await use(gateway)
      await gateway.close()
    },
    { scope: "worker" },
  ],
  productEnv: [
    async ({ gateway }, use) =>
      use({
        PAYMENT_PROVIDER: "razorpay",
        RAZORPAY_BASE_URL: gateway.url,
        RAZORPAY_KEY_ID: gateway.keyId,
        RAZORPAY_KEY_SECRET: gateway.keySecret,
        RAZORPAY_WEBHOOK_SECRET: gateway.webhookSecret,
      }),
    { scope: "worker" },
  ],
})

/** Posts a payment's report as Razorpay does. */
async function report(
  { address }: Product,
  gateway: RazorpayGateway,
  ...event: Parameters<RazorpayGateway["webhook"]>
): Promise<void> {
  const { body, headers } = gateway.webhook(...event)
  const answer = await fetch(`${address}/hooks/payments/razorpay`, { method: "POST", body, headers })
  expect(answer.ok).toBe(true)
}

test("PAY-04 Razorpay's window opens over the order without React, is closed, and pays", async ({
  browser,
  product,
  gateway,
}) => {
  const zoya = await signedIn(browser, product, "zoya")
  const opened: object[] = []
  await zoya.exposeFunction("noteOpened", (options: object) => opened.push(options))
  await zoya.exposeFunction("bringBack", (orderId: string) => {
    const paid = [...gateway.payments.values()].find(({ order_id }) => order_id === orderId)
    if (!paid) throw new Error(`nothing was paid for ${orderId}`)
    const { payment_id, signature } = gateway.returnOf(paid)
    return { razorpay_payment_id: payment_id, razorpay_signature: signature }
  })
  await zoya.route(SCRIPT, (route) => route.abort())
  const number = await order(zoya, "/courses/learn-to-swim", { state: "Karnataka" })
  await expect(zoya.locator("#late-scripts")).toHaveCount(0)
  const pay = zoya.getByRole("button", { name: /^Pay ₹/ })
  await pay.click()
  await expect(zoya.getByRole("alert")).toBeVisible()
  await expect(pay).toBeFocused()
  await expectAccessibleInBothThemes(zoya, "a window that can't be opened")

  await zoya.unroute(SCRIPT)
  await zoya.route(SCRIPT, (route) => route.fulfill({ contentType: "text/javascript", body: WINDOW }))
  await pay.click()
  const close = zoya.getByRole("button", { name: "Close the window" })
  await expect(close).toBeVisible()
  await expect(zoya.getByRole("alert")).toBeHidden()
  await close.click()
  await expect(close).toBeHidden()
  await expect(pay).not.toHaveAttribute("aria-disabled")

  await pay.click()
  const finish = zoya.getByRole("button", { name: "Pay in the window" })
  await expect(finish).toBeVisible()
  const elsewhere = await zoya.context().newPage()
  await elsewhere.goto(zoya.url())
  const [{ order_id }] = opened as [{ order_id: string }]
  const paid = gateway.pay(order_id, "captured")
  await report(product, gateway, "payment.captured", paid)
  await expect(elsewhere.getByText(CONFIRMED)).toBeVisible()
  // The page under the window has heard of it as well, and leaves the window there.
  await finish.click()
  await expect(zoya.getByRole("dialog", { name: "Enrollment Successful!" })).toBeVisible()
  await zoya.locator("html[data-ready]").waitFor()
  await zoya.keyboard.press("Escape")
  await expect(zoya).toHaveURL(new RegExp(`/orders/${number}$`))
  await expect(zoya.getByRole("heading", { level: 1 })).toBeFocused()
  await expect(zoya.getByText(CONFIRMED)).toBeVisible()
  const asked = { key: gateway.keyId, order_id: expect.stringMatching(/^order_/), name: "Kaksha" }
  expect(opened).toEqual(Array(2).fill({ ...asked, description: "Learn to Swim in Thirty Mornings" }))
})
