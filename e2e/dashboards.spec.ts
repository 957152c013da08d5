import { once } from "node:events"
import { get, type IncomingMessage } from "node:http"
import type { Browser, Page } from "@playwright/test"
import { expectAccessible, expectAccessibleInBothThemes } from "./axe.ts"
import { signedIn as signedInAt } from "./people.ts"
import { expect, test } from "./product.ts"

type Running = { address: string }

const signedIn = (browser: Browser, product: Running, name: string): Promise<Page> =>
  signedInAt(browser, product, name, { viewport: { width: 1280, height: 900 } })

function dateOf(days: number): string {
  const instant = new Date(Date.now() + days * 86_400_000)
  return new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Kolkata" }).format(instant)
}

/** Schedules a demo class of Arjun's and returns its id. */
async function scheduleDemo(teacher: Page, title: string, days: number): Promise<string> {
  const answer = await teacher.context().request.post("/api/v1/classes", {
    data: {
      title,
      subject: title,
      scheduled_date: dateOf(days),
      start_time: "07:00",
      end_time: "07:45",
      max_capacity: 5,
      class_type: "demo",
    },
  })
  expect(answer.ok()).toBe(true)
  return ((await answer.json()) as { id: string }).id
}

/** How much of each kind waits for the person of a page. */
async function waitingFor(page: Page): Promise<{ requests: number; absences: number }> {
  return (await page.context().request.get("/api/v1/my/waiting")).json()
}

async function hydrated(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.locator("html[data-ready]").waitFor()
}

/**
 * Returns how many bytes of the page's document travel, compressed. Chromium now and then reports the size after
 * decompression instead.
 */
async function bytesOfDocument(page: Page): Promise<number> {
  const cookies = await page.context().cookies()
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ")
  const request = get(page.url(), { headers: { cookie, "accept-encoding": "gzip" } })
  const [response] = (await once(request, "response")) as [IncomingMessage]
  expect(response.statusCode).toBe(200)
  expect(response.headers["content-encoding"]).toBe("gzip")
  let bytes = 0
  for await (const chunk of response) bytes += (chunk as Buffer).length
  return bytes
}

test("CLS-08 a request and its answer ring the bell in the other's browser, without a reload", async ({
  browser,
  product,
}) => {
  const teacher = await signedIn(browser, product, "arjun")
  const student = await signedIn(browser, product, "zoya")
  const id = await scheduleDemo(teacher, "Telugu", 9)
  const { requests } = await waitingFor(teacher)
  // Reminders of other classes, which are not counted here.
  await teacher.request.post("/api/v1/my/notices/read", { data: {} })
  await hydrated(teacher, "/teacher-timetable")
  await expect(teacher.getByRole("button", { name: "Notifications" })).toBeVisible()
  const today = (count: number) => {
    const name = count > 0 ? new RegExp(`^Today \\(${count} demo request`) : /^Today(?!.*demo request)/
    return teacher.getByRole("link", { name })
  }
  await expect(today(requests)).toBeVisible()

  await hydrated(student, `/class/${id}`)
  await student.locator(`[data-class="${id}"]`).getByRole("button", { name: "Request Demo" }).click()
  await expect(teacher.getByRole("button", { name: "Notifications, 1 unread" })).toBeVisible()
  // So does the number beside the screen where requests are answered, on whichever screen the instructor is.
  await expect(today(requests + 1).locator("[data-waiting]")).toBeVisible()
  // Read out politely, too.
  await expect(teacher.locator("[aria-live=polite]", { hasText: "requests a seat: Telugu" })).toBeAttached()
  await teacher.getByRole("button", { name: "Notifications, 1 unread" }).click()
  await teacher.getByRole("link", { name: /requests a seat: Telugu/ }).click()
  await expect(teacher).toHaveURL(/\/teacher-dashboard$/)
  await expect(teacher.getByRole("button", { name: "Notifications", exact: true })).toBeVisible()

  const request = teacher.locator("[data-request]").filter({ has: teacher.getByText(/^Telugu, /) })
  await request.getByRole("button", { name: "Approve" }).click()
  await expect(teacher.getByText("Request approved")).toBeVisible()
  await expect(today(requests)).toBeVisible()
  // A reminder of another class may be shown beside it.
  await expect(student.getByRole("button", { name: /^Notifications, \d+ unread$/ })).toBeVisible()
  await student.goto("/notifications")
  await expect(student.getByRole("main").getByText("Your request is approved: Telugu")).toBeVisible()
  await student.getByRole("button", { name: "Mark all as read" }).click()
  await expect(student.getByText("No unread notifications.")).toBeVisible()

  // The mail that came with it ends its kind by one post, as mail programs send it.
  const outbox = await student.context().request.get("/dev/outbox")
  const link = /\/unsubscribe\?token=[\w.-]+/.exec(await outbox.text())?.[0] ?? ""
  await student.goto(link)
  await student.getByRole("button", { name: "Unsubscribe" }).click()
  await expect(student.getByText("You're unsubscribed")).toBeVisible()
  const forged = await student.context().request.post(`${link.slice(0, -4)}AAAA`, {
    form: { "List-Unsubscribe": "One-Click" },
  })
  expect(forged.status()).toBe(404)
  for (const page of [teacher, student]) await page.context().close()
})

test("DASH-04 NAV-10 a guardian's unexplained absence is counted beside 'Family' until it is explained", async ({
  browser,
  product,
}) => {
  const guardian = await signedIn(browser, product, "sunita")
  const { absences } = await waitingFor(guardian)
  expect(absences).toBeGreaterThan(0)
  await hydrated(guardian, "/guardian-dashboard?tab=recordings")
  const family = guardian.getByRole("link", {
    name: new RegExp(`^Family \\(${absences} absences? to explain`),
  })
  await expect(family.locator("[data-waiting]")).toHaveText(String(absences))
  await family.click()
  const open = guardian.locator("[data-needs]")
  await expect(open.getByRole("link", { name: "Tell us why" })).toHaveCount(absences)
  const other = await guardian.context().newPage()
  await other.goto((await open.getByRole("link", { name: "Tell us why" }).first().getAttribute("href")) ?? "")
  await other.getByLabel("Ill").first().check()
  await other.getByRole("button", { name: "Send answer" }).first().click()
  // The other tab hears of it.
  await expect(open.getByRole("link", { name: "Tell us why" })).toHaveCount(absences - 1)
  await expect.poll(async () => (await waitingFor(guardian)).absences).toBe(absences - 1)
  await expect(guardian.getByRole("link", { name: absences === 1 ? /^Family$/ : /^Family \(/ })).toBeVisible()
  await guardian.context().close()
})

test("DASH-04 a parent's page fits a small phone, weighs little on a repeat visit and passes axe", async ({
  browser,
  product,
}) => {
  const page = await signedIn(browser, product, "sunita")
  await page.setViewportSize({ width: 360, height: 740 })
  await hydrated(page, "/family")
  await page.goto("about:blank")
  await hydrated(page, "/family")
  const bytesBeside = await page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .map((entry) => (entry as PerformanceResourceTiming).transferSize)
      .reduce((sum, size) => sum + size, 0),
  )
  expect(bytesBeside + (await bytesOfDocument(page))).toBeLessThanOrEqual(60_000)
  expect(await page.locator("script[src]").count()).toBeLessThanOrEqual(2)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await expectAccessibleInBothThemes(page)
  await page.context().close()
})

test("CLS-10 how a person is told is chosen on one page, also without scripts", async ({
  browser,
  product,
}) => {
  const student = await signedIn(browser, product, "kabir")
  const state = await student.context().storageState()
  const plain = await browser.newContext({
    baseURL: product.address,
    storageState: state,
    javaScriptEnabled: false,
  })
  const page = await plain.newPage()
  await page.goto("/account/notifications")
  await page.getByRole("checkbox", { name: "Reminders by e-mail" }).uncheck()
  await page.getByLabel("Language of mails and messages").selectOption("hi")
  await page.getByRole("button", { name: "Save" }).click()
  await page.goto("/account/notifications")
  await expect(page.getByRole("checkbox", { name: "Reminders by e-mail" })).not.toBeChecked()
  await expect(page.getByRole("checkbox", { name: "Changes to classes by e-mail" })).toBeChecked()
  await expect(page.getByLabel("Language of mails and messages")).toHaveValue("hi")
  for (const one of [plain, student.context()]) await one.close()
})

test("DASH-02 an instructor schedules, deletes and sees what the product is connected to", async ({
  browser,
  product,
}) => {
  const teacher = await signedIn(browser, product, "meera")
  await hydrated(teacher, "/teacher-dashboard")
  await expect(teacher.getByRole("heading", { name: "Welcome, Meera" })).toBeVisible()
  for (const label of ["Total Classes", "Today's Classes", "Upcoming Classes", "Total Students"]) {
    await expect(teacher.getByText(label, { exact: true })).toBeVisible()
  }
  await expect(teacher.getByText("Total Students").locator("../..")).toContainText(/\d+ seats?$/)
  await expect(teacher.locator("[data-integration=sms]")).toContainText("Trial outbox")
  await expect(teacher.locator("[data-integration=meet]")).toContainText("Not connected")
  await expect(teacher.getByRole("heading", { name: "Quick actions" })).toHaveCount(0)
  await expect(teacher.getByRole("main").getByRole("link", { name: "New Class" })).toBeVisible()
  await teacher.getByRole("link", { name: "Integrations" }).click()
  await expect(teacher.locator("[data-integration=sms]")).toContainText(
    "Texts stay in the outbox of this trial",
  )

  await teacher
    .getByRole("navigation", { name: "Your screens" })
    .getByRole("link", { name: "Classes", exact: true })
    .click()
  await teacher.getByRole("button", { name: "Schedule New Class" }).click()
  const dialog = teacher.getByRole("dialog")
  await expect(dialog.getByLabel("Max Students")).toHaveValue("50")
  await dialog.getByLabel("Class Title").fill("Vectors")
  await dialog.getByLabel("Subject").selectOption("Physics")
  await dialog.getByLabel("Date", { exact: true }).fill(dateOf(12))
  await dialog.getByLabel("Start Time").fill("07:00")
  await dialog.getByLabel("End Time").fill("08:00")
  await dialog.getByRole("button", { name: "Schedule Class" }).click()
  await expect(teacher.getByText("Class created successfully")).toBeVisible()
  const line = teacher.locator("[data-class]").filter({ hasText: "Vectors" })
  await line.getByRole("link", { name: "Delete" }).click()
  await teacher.getByRole("button", { name: "Delete class" }).click()
  await expect(teacher.getByText("Class deleted successfully")).toBeVisible()
  await expect(line).toHaveCount(0)
  await teacher.getByRole("button", { name: "Undo" }).click()
  await expect(teacher.getByText("Class restored")).toBeVisible()
  await expect(line).toHaveCount(1)
  // What just happened is said below the end of the list, not over it.
  await teacher.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  const toast = await teacher.getByText("Class restored").boundingBox()
  const last = await teacher.locator("[data-class]").last().boundingBox()
  expect(toast?.y).toBeGreaterThanOrEqual((last?.y ?? 0) + (last?.height ?? 0))
  await line.getByRole("link", { name: "Delete" }).click()
  await teacher.getByRole("button", { name: "Delete class" }).click()
  await expect(line).toHaveCount(0)
  await teacher.getByRole("link", { name: "Bin" }).click()
  const binned = teacher.locator("[data-deleted]").filter({ hasText: "Vectors" })
  await expect(binned).toContainText("deleted permanently in 30 days")
  await binned.getByRole("button", { name: "Restore" }).click()
  await expect(teacher.getByText("The bin is empty")).toBeVisible()
  await teacher.getByRole("link", { name: "All classes" }).click()
  await expect(line).toHaveCount(1)

  // Past classes are a view of their own, a page at a time.
  await teacher.getByRole("link", { name: "Past classes" }).click()
  await expect(teacher.locator("[data-class]")).toHaveCount(20)
  const newest = await teacher.locator("[data-class]").first().getAttribute("data-class")
  await teacher.getByRole("link", { name: "Older classes" }).click()
  await expect(teacher.getByRole("link", { name: "Newest" })).toBeVisible()
  await expect(teacher.locator(`[data-class="${newest}"]`)).toHaveCount(0)
  await expect(line).toHaveCount(0)

  await teacher
    .getByRole("navigation", { name: "Your screens" })
    .getByRole("link", { name: "Analytics" })
    .click()
  await expect(teacher.getByRole("table", { name: "Presence per class" })).toContainText("%")
  await expect(teacher.locator(".recharts-surface").first()).toBeVisible()
  await teacher.context().close()
})

test("DASH-01 NAV-10 a student's past classes are behind a link, a page at a time", async ({
  browser,
  product,
}) => {
  const student = await signedIn(browser, product, "asha")
  await hydrated(student, "/student-dashboard")
  await expect(student.getByRole("heading", { name: /^Welcome back/ })).toBeVisible()
  const coming = await student.locator("[data-class]").count()
  await student.getByRole("link", { name: "Past classes" }).click()
  await expect(student).toHaveURL("/student-dashboard?tab=classes&show=past")
  await expect(student.getByRole("heading", { level: 1, name: "Past classes" })).toBeVisible()
  await expect(student.locator("[data-class]")).toHaveCount(20)
  const newest = await student.locator("[data-class]").first().getAttribute("data-class")
  await student.getByRole("link", { name: "Older classes" }).click()
  await expect(student.getByRole("link", { name: "Newest" })).toBeVisible()
  await expect(student.locator(`[data-class="${newest}"]`)).toHaveCount(0)
  await student.getByRole("link", { name: "Upcoming classes" }).click()
  await expect(student.locator("[data-class]")).toHaveCount(coming)
  await student.context().close()
})

test("NAV-07 the palette leads every role to its screens, by keyboard, and back to where one was", async ({
  browser,
  product,
}) => {
  const student = await signedIn(browser, product, "asha")
  await hydrated(student, "/student-dashboard")
  await student.evaluate(() => Object.assign(window, { stayed: true }))
  const palette = student.getByRole("dialog", { name: "Find anything" })
  const chosen = palette.getByRole("option", { selected: true })
  const button = student.getByRole("button", { name: "Find anything" })
  await button.focus()
  await student.keyboard.press("Enter")
  await expect(chosen).toHaveText(/^(Join )?\S/)
  const first = await chosen.textContent()
  await student.keyboard.press("End")
  await expect(chosen).toHaveText(/^Outbox/)
  await student.keyboard.press("ArrowDown")
  await expect(chosen).toHaveText(first ?? "")
  await student.keyboard.press("Escape")
  await expect(button).toBeFocused()

  await student.route("**/palette.json*", (route) => route.abort())
  await student.keyboard.press("Control+k")
  await expect(palette.getByText("Search isn't available.").first()).toBeVisible()
  await student.unroute("**/palette.json*")
  await palette.getByRole("button", { name: "Try again" }).click()
  await student.keyboard.type("no such thing")
  await expect(palette.getByText("Nothing found for “no such thing”").first()).toBeVisible()
  await palette.getByRole("combobox").fill("calen")
  await expect(chosen).toHaveText(/Subscribe in your calendar/)
  await student.keyboard.press("Enter")
  await expect(student).toHaveURL("/calendar")
  await expect(student.getByRole("heading", { level: 1 })).toBeFocused()
  expect(await student.evaluate(() => "stayed" in window), "gone to in place").toBe(true)

  // Every link of the palette works for the person it is shown to.
  for (const name of [null, "asha", "meera", "noor"]) {
    const page = name ? await signedIn(browser, product, name) : await browser.newPage()
    const ask = page.context().request
    const { entries } = (await (await ask.get(`${product.address}/palette.json`)).json()) as {
      entries: { to: string; act?: string; label: string }[]
    }
    expect(entries.length, name ?? "visitor").toBeGreaterThan(15)
    for (const { to } of entries.filter((one) => !one.act)) {
      const answer = await ask.get(product.address + to, { maxRedirects: 0 })
      expect(answer.status(), `${to} for ${name ?? "a visitor"}`).toBe(200)
    }
    if (name === "noor") {
      const found = await (await ask.get(`${product.address}/palette.json?q=kabir`)).text()
      expect(found).toContain("/admin-dashboard/students/")
    }
    await page.context().close()
  }
  const found = await (await student.context().request.get("/palette.json?q=kabir")).text()
  expect(found).not.toContain("students")
  await student.context().close()
})

test("NAV-07 the dashboards and notices are free of violations in both themes at three widths", async ({
  browser,
  product,
}) => {
  test.setTimeout(300_000)
  const teacher = await signedIn(browser, product, "meera")
  const student = await signedIn(browser, product, "asha")
  const screens: [Page, string][] = [
    [student, "/student-dashboard"],
    [student, "/account/notifications"],
    [student, "/notifications"],
    [teacher, "/teacher-dashboard"],
    [teacher, "/teacher-dashboard?tab=classes"],
    [teacher, "/teacher-dashboard?tab=analytics"],
  ]
  for (const [page, path] of screens) {
    await hydrated(page, path)
    for (const [width, scheme] of [
      [390, "dark"],
      [768, "dark"],
      [1440, "light"],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" })
      if (width !== 768) await expectAccessible(page, { where: `${path} at ${width}, ${scheme}` })
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(beyond, `${path} at ${width}`).toBeLessThanOrEqual(0)
    }
  }
  await teacher.keyboard.press("Control+k")
  await expect(teacher.getByRole("option").first()).toBeVisible()
  await expectAccessibleInBothThemes(teacher, "the palette", "dialog[open]")
  for (const page of [teacher, student]) await page.context().close()
})
