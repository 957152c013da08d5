import type { Browser, Page } from "@playwright/test"
import { expectAccessible, expectAccessibleInBothThemes } from "./axe.ts"
import { expectNoLatin, readNames } from "./latin-words.ts"
import { signedIn } from "./people.ts"
import { expect, type Product, test } from "./product.ts"

const DAY = 86_400_000
const DIVYA = "+919000000124"
const small = { viewport: { width: 390, height: 844 } }

const dateOf = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10)

/** Schedules a demo class of the instructor whose page this is, before dawn, when the trial has none. */
async function schedule(teacher: Page, days: number, title: string, subject: string): Promise<string> {
  const data = {
    ...{ title, subject, class_type: "demo", scheduled_date: dateOf(days) },
    ...{ start_time: "04:10", end_time: "04:50", max_capacity: 3 },
  }
  const made = await teacher.request.post("/api/v1/classes", { data })
  expect(made.ok()).toBe(true)
  return ((await made.json()) as { id: string }).id
}

/** The newest code texted to a number. */
async function codeTo({ address }: Product, phone: string): Promise<string> {
  let code = ""
  await expect
    .poll(async () => {
      const texts = (await (await fetch(`${address}/api/v1/dev/outbox`)).json()) as {
        recipient: string
        text: string
      }[]
      code =
        texts.flatMap((one) => (one.recipient === phone ? (/^\d{6}(?= )/.exec(one.text) ?? []) : []))[0] ?? ""
      return code
    })
    .not.toBe("")
  return code
}

/** A second child of Divya's, who signs up by herself. */
async function signUpDiya(browser: Browser, product: Product): Promise<Page> {
  const context = await browser.newContext({ baseURL: product.address, ...small })
  const data = {
    ...{ first_name: "Diya", last_name: "Nambiar", email: "diya@example.com", password: "marigold garden 7" },
    ...{ phone: "9876500124", terms: true, date_of_birth: "2015-04-12" },
    ...{ parent_name: "Divya Nambiar", parent_phone: "9000000124" },
  }
  expect((await context.request.post("/api/v1/accounts/students", { data })).ok()).toBe(true)
  return context.newPage()
}

const requestsOf = (teacher: Page, title: string, child: string) =>
  teacher.locator("[data-request]").filter({ hasText: title }).filter({ hasText: child })

test("PAY-02 DASH-04 a guardian presses Request Demo before signing in, chooses her child, and reads each answer", async ({
  browser,
  product,
}) => {
  const teacher = await signedIn(browser, product, "arjun")
  const asked = await schedule(teacher, 8, "Mridangam for beginners", "Mridangam")
  const other = await schedule(teacher, 9, "Mridangam at dawn", "Mridangam")
  const diya = await signUpDiya(browser, product)

  const context = await browser.newContext({ baseURL: product.address, ...small })
  const page = await context.newPage()
  await page.goto(`/class/${asked}`)
  await page.locator(`[data-class="${asked}"]`).getByRole("button", { name: "Request Demo" }).click()
  await page.getByRole("dialog").getByRole("link", { name: "Sign in with your phone number" }).click()
  await page.locator("input[type=tel]").fill("90000 00124")
  await page.locator("button[value=guardian-code]").click()
  await page.locator("button[value=sign-in-guardian]").waitFor()
  await page.locator("input[name=code]").fill(await codeTo(product, DIVYA))
  await page.locator("button[value=sign-in-guardian]").click()

  // What she pressed goes on: one child is chosen already.
  await expect(page).toHaveURL(new RegExp(`/family/demo/${asked}$`))
  await expect(page.getByRole("radio", { name: "Kiara" })).toBeChecked()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await expectAccessibleInBothThemes(page)

  // Once Diya is hers too, she has to say for whom.
  await page.goto("/family")
  await page.getByRole("button", { name: /^Yes/ }).click()
  await expect(page.getByRole("heading", { name: "Hello, Divya" })).toBeVisible()
  await page.goto(`/family/demo/${asked}`)
  await expect(page.getByRole("radio", { checked: true })).toHaveCount(0)
  await page.getByRole("button", { name: "Request demo" }).click()
  await expect(page.getByText("Choose a child")).toBeVisible()
  await expect(page.getByText("Diya can join live classes only once you agree to them.")).toBeVisible()
  const earlier = await context.newPage()
  await earlier.goto(`/family/demo/${other}`)
  await earlier.locator("html[data-ready]").waitFor()
  await earlier.getByRole("radio", { name: "Kiara" }).check()
  await page.getByRole("radio", { name: "Kiara" }).check()
  await page.getByRole("button", { name: "Request demo" }).click()
  await expect(page).toHaveURL(/\/family$/)
  await expect(page.getByText("Demo requested for Kiara")).toBeVisible()
  await expect(
    page.getByText(
      /Arjun Nair will answer\. We'll call your family's number by .* You'll read the answer here\./,
    ),
  ).toBeVisible()
  await expect(page.locator(`[data-class="${asked}"]`)).toContainText("Waiting for an answer")

  // One free trial for each activity and child: what was chosen in another tab before stays, and is refused with why.
  await earlier.getByRole("button", { name: "Request demo" }).click()
  await expect(earlier.getByText(/Kiara's in mridangam is “Mridangam for beginners” on /)).toBeVisible()
  await earlier.goto(`/family/demo/${other}`)
  await expect(earlier.getByRole("radio", { name: "Kiara" })).toBeDisabled()
  await expect(
    earlier.getByText(/Has the free trial of this activity: Mridangam for beginners, /),
  ).toBeVisible()
  await earlier.close()

  // The list knows it, and offers it for the other child alone.
  await page.goto(`/class/${asked}`)
  const card = page.locator(`[data-class="${asked}"]`)
  await expect(card.locator("[data-child-requests]")).toHaveText("Kiara Nambiar: Request Pending")
  await card.getByRole("link", { name: "Request Demo" }).click()
  await expect(page.getByRole("radio", { name: "Kiara" })).toBeDisabled()
  await expect(page.getByText("Already requested. Waiting for an answer.")).toBeVisible()
  await page.getByRole("button", { name: "Request demo for Diya" }).click()
  await expect(page.getByText("Demo requested for Diya")).toBeVisible()
  await page.goto(`/family/demo/${asked}`)
  await expect(page.getByText("The answer comes on your family page.")).toBeVisible()

  const hindi = await browser.newContext({
    ...{ baseURL: product.address, locale: "hi-IN", storageState: await context.storageState() },
    viewport: { width: 360, height: 740 },
  })
  const family = await hindi.newPage()
  await family.goto("/family")
  await expect(family.locator(`[data-class="${asked}"]`)).toContainText("जवाब का इंतज़ार")
  await family.locator("html[data-ready]").waitFor()

  await teacher.goto("/teacher-dashboard")
  await requestsOf(teacher, "Mridangam for beginners", "Kiara")
    .getByRole("button", { name: "Approve" })
    .click()
  await expect(teacher.getByText("Request approved").first()).toBeVisible()
  const declined = requestsOf(teacher, "Mridangam for beginners", "Diya")
  await declined.getByText("Offer other times with a rejection").click()
  await declined.getByRole("checkbox", { name: /at dawn/ }).check()
  await declined.getByLabel("Message").fill("Only one drum is left")
  await declined.getByRole("button", { name: "Reject" }).click()
  await expect(teacher.getByText("Request rejected")).toBeVisible()

  // Her page follows without a reload, in Hindi, with the reason and the other time.
  await expect(family.locator(`[data-class="${asked}"]`)).toContainText("पक्की")
  const needs = family.locator("[data-needs]")
  await expect(needs).toContainText("Diya का डेमो अनुरोध नामंज़ूर हुआ: Mridangam for beginners")
  await expect(needs).toContainText("“Only one drum is left”")
  expect(await family.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  // No card is wider than the others because of a long word or button in it.
  const edges = await family
    .locator("main section")
    .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().right)))
  expect(Math.max(...edges)).toBe(344)
  await expectAccessible(family)
  await needs.getByRole("link", { name: /Mridangam at dawn/ }).click()
  await expect(family.getByRole("radio", { name: "Diya" })).toBeChecked()
  await expect(family.getByText("दूसरे समय के बदले दी गई क्लास। सीट तुरंत पक्की होगी।")).toBeVisible()
  const typed = ["Kiara", "Diya", "Nambiar", "Divya", "Mridangam", "for", "beginners", "at", "dawn"]
  const names = new Set([...(await readNames(product)), ...typed])
  await expectNoLatin(family, names)
  expect(await family.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await expectAccessible(family)
  await family.getByRole("button", { name: "Diya के लिए सीट लें" }).click()
  await expect(family.getByText("Diya की सीट पक्की है")).toBeVisible()
  await expect(family.locator(`[data-class="${other}"]`)).toContainText("पक्की")
  await expect(needs).not.toContainText("Only one drum is left")

  // Texts wait for the morning, the bell doesn't.
  await expect
    .poll(async () => (await context.request.get("/api/v1/my/notices")).text())
    .toContain("Demo class confirmed: Mridangam for beginners (Kiara)")
  // The child reads the same on her own dashboard.
  await diya.goto("/student-dashboard")
  await expect(diya.getByText("Mridangam at dawn").first()).toBeVisible()
  await diya.goto(`/class/${other}`)
  await expect(
    diya.locator(`[data-class="${other}"]`).getByRole("button", { name: "Request Approved" }),
  ).toBeVisible()
  for (const one of [hindi, context, diya.context(), teacher.context()]) await one.close()
})

test("PAY-02 NAV-07 without scripts home leads a guardian to the choice, which asks what is missing and sends once", async ({
  browser,
  product,
}) => {
  const teacher = await signedIn(browser, product, "arjun")
  const id = await schedule(teacher, 10, "Sitar for beginners", "Sitar")
  const guardian = await signedIn(browser, product, "sunita")
  const plain = await browser.newContext({
    ...{ baseURL: product.address, storageState: await guardian.context().storageState(), ...small },
    javaScriptEnabled: false,
  })
  const page = await plain.newPage()
  await page.goto("/")
  await page.getByRole("button", { name: "Request Demo" }).first().click()
  await expect(page).toHaveURL(/\/family\/demo\//)
  await page.goto(`/family/demo/${id}`)
  await expect(page.getByRole("radio", { name: "Asha" })).toBeChecked()
  await page.getByRole("button", { name: "Request demo for Asha" }).click()
  await expect(page.getByText("Demo requested for Asha")).toBeVisible()
  await page.goto(`/family/demo/${id}`)
  await expect(page.getByText("Already requested. Waiting for an answer.")).toBeVisible()
  await page.goto(`/family/demo/${"0".repeat(8)}-0000-7000-8000-${"0".repeat(12)}`)
  await expect(page.getByText("Class not found")).toBeVisible()

  // A class that is cancelled meanwhile says so, and where others are.
  await teacher.request.post(`/api/v1/classes/${id}/cancellation`, { data: { reason: "The hall is closed" } })
  await plain.close()
  await guardian.context().close()
  await teacher.context().close()
})

test("DASH-04 what a guardian types while her page is being loaded anew stays", async ({
  browser,
  product,
}) => {
  const guardian = await signedIn(browser, product, "sunita", small)
  await guardian.goto("/family/gate")
  await guardian.locator("html[data-ready]").waitFor()
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await guardian.route("**/family/gate", async (route) => {
    const answer = await route.fetch()
    asked.resolve()
    await answered.promise
    await route.fulfill({ response: answer })
  })
  await guardian.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })))
  await asked.promise
  const name = guardian.locator("main input[type=text]").first()
  await name.fill("Kamala, her aunt")
  const loaded = guardian.waitForEvent("requestfinished", (one) => one.url().endsWith("/family/gate"))
  answered.resolve()
  await (await loaded).response()
  // What was loaded would be on the page by now.
  await guardian.evaluate(() =>
    new Promise(requestAnimationFrame).then(() => new Promise(requestAnimationFrame)),
  )
  await expect(name).toHaveValue("Kamala, her aunt")
  await guardian.context().close()
})

test("DASH-04 the page where a demo class is requested weighs little on a repeat visit", async ({
  browser,
  product,
}) => {
  const guardian = await signedIn(browser, product, "sunita", small)
  const found = await guardian.request.get("/api/v1/classes?class_type=demo")
  const { items } = (await found.json()) as { items: { id: string }[] }
  for (const path of [`/family/demo/${items[0]?.id}`, "about:blank", `/family/demo/${items[0]?.id}`]) {
    await guardian.goto(path)
    if (path !== "about:blank") await guardian.locator("html[data-ready]").waitFor()
  }
  const bytes = await guardian.evaluate(() =>
    [...performance.getEntriesByType("resource"), ...performance.getEntriesByType("navigation")]
      .map((entry) => (entry as PerformanceResourceTiming).transferSize)
      .reduce((sum, size) => sum + size, 0),
  )
  expect(bytes).toBeGreaterThan(0)
  expect(bytes).toBeLessThanOrEqual(60_000)
  expect(await guardian.locator("script[src]").count()).toBeLessThanOrEqual(2)
  await guardian.context().close()
})
