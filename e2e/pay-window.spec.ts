import { type RazorpayGateway, startRazorpayGateway } from "../src/platform/money/gateway/gateway.ts"
import { expectAccessibleInBothThemes } from "./axe.ts"
import { order, signedIn } from "./people.ts"
import { expect, test as productTest } from "./product.ts"

const SCRIPT = "https://checkout.razorpay.com/v1/checkout.js"
/** Razorpay's own window can't be had here: this one pays as soon as it is opened, on the second try. */
const WINDOW = `
  let opened = 0
  window.Razorpay = class {
    constructor(options) { this.options = options }
    async open() {
      const { key, order_id, name, description, modal, handler } = this.options
      await window.noteOpened({ key, order_id, name, description })
      if (opened++ === 0) return modal.ondismiss()
      handler(await window.payAtGateway(order_id))
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

test("PAY-04 Razorpay's window opens over the order without React, is closed, and pays", async ({
  browser,
  product,
  gateway,
}) => {
  const zoya = await signedIn(browser, product, "zoya")
  const opened: object[] = []
  await zoya.exposeFunction("noteOpened", (options: object) => opened.push(options))
  await zoya.exposeFunction("payAtGateway", (orderId: string) => {
    const { payment_id, signature } = gateway.returnOf(gateway.pay(orderId, "captured"))
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
  await expect.poll(() => opened.length).toBe(1)
  await expect(zoya.getByRole("alert")).toBeHidden()
  await expect(pay).not.toHaveAttribute("aria-disabled")
  await pay.click()
  await expect(zoya.getByRole("dialog", { name: "Enrollment Successful!" })).toBeVisible()
  await zoya.keyboard.press("Escape")
  await expect(zoya).toHaveURL(new RegExp(`/orders/${number}$`))
  await expect(zoya.getByRole("heading", { level: 1 })).toBeFocused()
  await expect(zoya.getByText("Your payment arrived, and the enrolment is confirmed.")).toBeVisible()
  const asked = { key: gateway.keyId, order_id: expect.stringMatching(/^order_/), name: "Kaksha" }
  expect(opened).toEqual(Array(2).fill({ ...asked, description: "Learn to Swim in Thirty Mornings" }))
})
