import { type BrowserContext, expect, type Page, test } from "@playwright/test"
import { type PushGateway, startPushGateway } from "../tests/gateways/push.ts"
import { expectAccessibleInBothThemes } from "./axe.ts"
import { startProduct } from "./product.ts"

let gateway: PushGateway
let product: Awaited<ReturnType<typeof startProduct>>

test.beforeAll(async () => {
  gateway = await startPushGateway()
  // At night messages would wait for the morning.
  const quiet = { QUIET_FROM_HOUR: "0", QUIET_TO_HOUR: "0" }
  product = await startProduct({ PUSH_SERVICE_URL: gateway.url, ...quiet })
})
test.afterAll(async () => {
  await product?.stop()
  await gateway?.close()
})

async function signedIn(context: BrowserContext, name: string): Promise<Page> {
  const data = { email: `${name}@demo.kaksha.example` }
  expect((await context.request.post("/api/v1/demo-people/session", { data })).ok()).toBe(true)
  return context.newPage()
}

/** The headless browser has no push service: its subscriptions are those of our gateway's browsers. */
async function subscribeAtGateway(page: Page): Promise<void> {
  await page.exposeFunction("subscribeAtGateway", (key: string) => gateway.subscribe(key))
  await page.addInitScript(() => {
    type Subscribed = { endpoint: string; p256dh: string; auth: string }
    const asked = window as unknown as { subscribeAtGateway(key: string): Promise<Subscribed> }
    const kept = () => JSON.parse(localStorage.getItem("subscribed") ?? "null") as Subscribed | null
    const shown = ({ endpoint, p256dh, auth }: Subscribed) => ({
      endpoint,
      toJSON: () => ({ endpoint, keys: { p256dh, auth } }),
      async unsubscribe() {
        localStorage.removeItem("subscribed")
        return true
      },
    })
    Object.assign(PushManager.prototype, {
      async getSubscription() {
        const one = kept()
        return one && shown(one)
      },
      async subscribe({ applicationServerKey }: { applicationServerKey: Uint8Array }) {
        const text = btoa(String.fromCharCode(...applicationServerKey))
        const key = text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")
        const one = await asked.subscribeAtGateway(key)
        localStorage.setItem("subscribed", JSON.stringify(one))
        return shown(one)
      },
    })
  })
}

async function openSettings(page: Page): Promise<void> {
  await page.goto("/account/notifications")
  await page.locator("html[data-ready]").waitFor()
}

/** Hands a message to the worker as the browser's push service does; returns what the worker shows. */
async function showInBrowser(page: Page, message: object): Promise<{ title: string; body: string }[]> {
  const client = await page.context().newCDPSession(page)
  const found = new Promise<string>((resolve) =>
    client.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL.endsWith("/push/"))
      if (own) resolve(own.registrationId)
    }),
  )
  await client.send("ServiceWorker.enable")
  const registrationId = await found
  const origin = new URL(page.url()).origin
  await client.send("ServiceWorker.deliverPushMessage", {
    origin,
    registrationId,
    data: JSON.stringify(message),
  })
  const read = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration("/push/")
      const all = (await registration?.getNotifications()) ?? []
      return all.map(({ title, body }) => ({ title, body }))
    })
  await expect.poll(async () => (await read()).length).toBe(1)
  return read()
}

test("NAV-12 push messages are switched on by a button, arrive without names, and are switched off again", async ({
  browser,
}) => {
  const context = await browser.newContext({
    baseURL: product.address,
    viewport: { width: 1280, height: 900 },
  })
  await context.grantPermissions(["notifications"])
  const page = await signedIn(context, "arjun")
  await subscribeAtGateway(page)
  await openSettings(page)
  const card = page
    .getByRole("region", { name: "Push messages" })
    .or(page.locator("section", { hasText: "Push messages" }))
  await expect(card.first()).toContainText("Off for this device.")
  expect(
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration("/push/"))?.scope ?? ""),
  ).not.toContain("/push/")
  await page.getByRole("button", { name: "Turn on" }).click()
  await expect(page.getByText("On for this device.")).toBeVisible()
  await openSettings(page)
  await expect(page.getByText("On for this device.")).toBeVisible()
  await expect(page.getByRole("checkbox", { name: "Demo requests by push message" })).toBeChecked()
  await expectAccessibleInBothThemes(page, "notification settings")

  const tomorrow = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Kolkata" }).format(
    Date.now() + 9 * 86_400_000,
  )
  const made = await context.request.post("/api/v1/classes", {
    data: {
      ...{ title: "Telugu songs", subject: "Telugu", scheduled_date: tomorrow, start_time: "07:00" },
      ...{ end_time: "07:45", max_capacity: 5, class_type: "demo" },
    },
  })
  const { id } = (await made.json()) as { id: string }
  const other = await browser.newContext({ baseURL: product.address })
  await signedIn(other, "zoya")
  const asked = await other.request.post(`/api/v1/classes/${id}/demo-requests`, { data: {} })
  expect(asked.ok(), await asked.text()).toBe(true)
  await expect.poll(() => gateway.shown.length, { timeout: 30_000 }).toBe(1)
  const [message] = gateway.shown
  expect(message?.payload).toMatchObject({
    title: "Seat requested: Telugu songs",
    href: "/teacher-dashboard",
  })
  expect(JSON.stringify(message?.payload)).not.toContain("Zoya")
  const shown = await showInBrowser(page, message?.payload ?? {})
  expect(shown).toEqual([{ title: "Seat requested: Telugu songs", body: message?.payload.text }])

  await page.getByRole("button", { name: "Turn off" }).click()
  await expect(page.getByText("Off for this device.")).toBeVisible()
  await other.close()
  await context.close()
})

test("NAV-12 where a browser refuses push messages, the settings say in Hindi what to do", async ({
  browser,
}) => {
  const context = await browser.newContext({
    ...{ baseURL: product.address, locale: "hi-IN", viewport: { width: 390, height: 800 } },
  })
  const page = await signedIn(context, "kabir")
  await openSettings(page)
  await expect(page.getByText("आपका ब्राउज़र इस साइट की सूचनाएँ रोक रहा है।", { exact: false })).toBeVisible()
  await expect(page.getByRole("button", { name: "चालू करें" })).toHaveCount(0)
  await expectAccessibleInBothThemes(page, "notification settings in Hindi")
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  expect(wide).toBe(false)
  await context.close()
})
