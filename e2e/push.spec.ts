import { type BrowserContext, expect, type Page, test, type Worker } from "@playwright/test"
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

/** The headless build has no push service and refuses: it gets the subscriptions of our gateway's browsers. */
async function subscribeAtGateway(page: Page): Promise<void> {
  await page.exposeFunction("subscribeAtGateway", (key: string) => gateway.subscribe(key))
  await page.addInitScript(() => {
    Object.defineProperty(Notification, "permission", { get: () => "granted" })
    Notification.requestPermission = async () => "granted"
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

type Shown = { title: string; body: string; href: string }

/** Hands a message to the worker as the browser does; returns what it shows. */
async function showInBrowser(worker: Worker, message: object): Promise<Shown[]> {
  return worker.evaluate(async (text) => {
    const scope = self as unknown as {
      registration: {
        showNotification(title: string, how: { body: string; data: { href: string } }): Promise<void>
      }
      dispatchEvent(event: Event): boolean
      PushEvent: new (type: string, how: { data: string }) => Event
    }
    const shown: Shown[] = []
    // The headless build has no notifications.
    scope.registration.showNotification = async (title, { body, data }) => {
      shown.push({ title, body, href: data.href })
    }
    scope.dispatchEvent(new scope.PushEvent("push", { data: text }))
    return shown
  }, JSON.stringify(message))
}

test("NAV-12 push messages are switched on by a button, arrive without names, and are switched off again", async ({
  browser,
}) => {
  const context = await browser.newContext({
    baseURL: product.address,
    viewport: { width: 1280, height: 900 },
  })
  const page = await signedIn(context, "arjun")
  await subscribeAtGateway(page)
  await openSettings(page)
  await expect(page.getByText("Off for this device.")).toBeVisible()
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
  const worker = context.serviceWorkers().find((one) => one.url().endsWith("/push-worker.js"))
  if (!worker) throw new Error("the worker for push messages does not run")
  expect(await showInBrowser(worker, message?.payload ?? {})).toEqual([
    { title: "Seat requested: Telugu songs", body: message?.payload.text, href: "/teacher-dashboard" },
  ])

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
