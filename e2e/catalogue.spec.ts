import type { Page } from "@playwright/test"
import lists from "../content/option-lists.json" with { type: "json" }
import programs from "../content/programs.json" with { type: "json" }
import { expectAccessibleInBothThemes } from "./axe.ts"
import { signedIn } from "./people.ts"
import { expect, test } from "./product.ts"

const SWIMMING = "/courses/learn-to-swim"
/** A program with batches in the trial's timetable. */
const WITH_BATCHES = "/courses/neet-physics-for-biology-lovers"
/** A program with single classes there: its demos. */
const WITH_CLASSES = "/courses/science-by-experiment-class-7"

const found = (page: Page) => page.getByRole("heading", { level: 2, name: /Programs? Found$/ })
const cards = (page: Page) => page.getByRole("main").getByRole("article")
const card = (page: Page, title: string) =>
  page.getByRole("article").filter({ has: page.getByRole("link", { name: title, exact: true }) })
const filtersOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.locator("html")).toHaveAttribute("data-ready", "true")
}

/** Sums what moved since the page began. */
async function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((done) => {
        let sum = 0
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value
        })
        observer.observe({ type: "layout-shift", buffered: true })
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(sum), 0)))
      }),
  )
}

test("CAT-02 five quick filters narrow to their service, and clicking the active one shows all again", async ({
  page,
}) => {
  await open(page, "/courses")
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Explore Our Professional Programs")
  await expect(found(page)).toHaveText("47 Programs Found")
  for (const { label, service } of lists.quickFilters) {
    const quick = page.getByRole("link", { name: label, exact: true })
    await quick.click()
    const count = programs.filter((program) => program.service === service).length
    await expect(found(page)).toHaveText(`${count} Programs Found`)
    expect(filtersOf(page)).toEqual({ service })
    await quick.click()
    await expect(found(page)).toHaveText("47 Programs Found")
    expect(filtersOf(page)).toEqual({})
  }
})

test("CAT-03 CAT-06 filters stand in the address, survive back and reload, and are cleared in one click", async ({
  page,
}) => {
  await open(page, "/courses")
  await expect(page.locator("[data-filters-active]")).toHaveCount(0)
  await page.getByText("Filter Programs").click()
  await page.getByLabel("Curriculum").selectOption("CBSE")
  await page.getByLabel("Grade").selectOption("10")
  await page.getByLabel("Sort by").selectOption("price-high")
  await expect(page).toHaveURL("/courses?curriculum=CBSE&grade=10&sort=price-high")
  const exact = programs.filter(({ curriculum, grade }) => curriculum === "CBSE" && grade === "10")
  await expect(found(page)).toHaveText(`${exact.length} Programs Found`)
  await expect(page.getByText("Filtered by")).toBeVisible()
  await expect(page.locator("[data-filters-active]")).toBeVisible()

  await page.getByRole("link", { name: "Remove filter: Class 10" }).click()
  await expect(page).toHaveURL("/courses?curriculum=CBSE&sort=price-high")
  await page.goBack()
  await expect(page.getByLabel("Grade")).toHaveValue("10")
  await page.reload()
  await expect(page.getByLabel("Curriculum")).toHaveValue("CBSE")
  await expect(found(page)).toHaveText(`${exact.length} Programs Found`)
  await page.getByRole("link", { name: "Clear all" }).click()
  await expect(page).toHaveURL("/courses")
  await expect(page.getByLabel("Sort by")).toHaveValue("default")
})

test("CAT-04 CAT-05 typing searches title, instructor and subject, with mistyped words below, in the order asked for", async ({
  page,
}) => {
  await open(page, "/courses")
  const search = page.getByRole("searchbox")
  await expect(search).toHaveAttribute("placeholder", "Search programs, instructors or subjects")
  await search.fill("CHESS")
  await expect(found(page)).toHaveText("2 Programs Found")
  await expect(search).toBeFocused()
  await search.fill("chees")
  await expect(found(page)).toHaveText("0 Programs Found")
  await expect(page.getByRole("heading", { name: "Close matches" })).toBeVisible()
  await expect(cards(page).first()).toContainText("Chess")
  await page.getByRole("link", { name: "Show All Programs" }).click()
  await expect(found(page)).toHaveText("47 Programs Found")
  await page.getByLabel("Sort by").selectOption("price-low")
  await expect(cards(page).first()).toContainText("₹1,999")
  await page.getByLabel("Sort by").selectOption("duration")
  await expect(cards(page).first()).toContainText("12 hours")
})

test("CAT-03 CAT-06 nonsense in the address falls back with a word, and a search for nothing says what to try", async ({
  page,
}) => {
  await open(page, "/courses?curriculum=Hogwarts&sort=magic&program=gone&search=qqqqzzzz")
  await expect(page.getByText("Ignored, because it isn't one of the options")).toContainText(
    "curriculum “Hogwarts”, sort by “magic”",
  )
  await expect(page.getByText("no longer available")).toBeVisible()
  await expect(page.getByRole("heading", { name: "No programs found" })).toBeVisible()
  await expect(
    page.getByText("Try adjusting your search criteria or browse all available programs"),
  ).toBeVisible()
})

test("CAT-06 CAT-10 programs come twelve at a time, and the back button keeps the place", async ({
  page,
}) => {
  await open(page, "/courses")
  await expect(cards(page)).toHaveCount(12)
  const more = page.getByRole("link", { name: "Load more programs" })
  for (const count of [24, 36]) {
    await more.click()
    await expect(cards(page)).toHaveCount(count)
  }
  await expect(page).toHaveURL("/courses?shown=36")
  const last = cards(page).nth(34).getByRole("link")
  const path = await last.getAttribute("href")
  await last.scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => window.scrollY)
  await page.goto(path ?? "")
  await page.goBack()
  await expect(cards(page)).toHaveCount(36)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(before - 100)
  await more.click()
  await expect(cards(page)).toHaveCount(47)
  await expect(more).toHaveCount(0)
})

test("CAT-07 NAV-08 a card opens its details over the list, which lead to the program's own page", async ({
  page,
}) => {
  await open(page, "/courses?service=Sports")
  await card(page, "Learn to Swim in Thirty Mornings").getByRole("link").click()
  const details = page.getByRole("dialog")
  await expect(details).toContainText("with Captain Joseph Kurian")
  await expect(details.getByRole("button", { name: "Enroll Now" })).toBeVisible()
  await expect(details).toContainText("₹5,499 one-time payment")
  expect(filtersOf(page)).toEqual({ service: "Sports", program: "learn-to-swim" })
  await page.keyboard.press("Escape")
  await expect(details).toBeHidden()
  await expect(card(page, "Learn to Swim in Thirty Mornings").getByRole("link")).toBeFocused()
  await card(page, "Learn to Swim in Thirty Mornings").getByRole("link").click()
  await details.getByRole("link", { name: "See the full page" }).click()
  await expect(page).toHaveURL(SWIMMING)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Learn to Swim in Thirty Mornings")
})

test("CAT-07 CAT-08 PAY-03 a student enrols once, sees real points, and the card turns green", async ({
  browser,
  product,
}) => {
  const page = await signedIn(browser, product, "asha")
  await open(page, "/courses?search=tabla")
  await cards(page).getByRole("button", { name: "Enroll" }).click()
  const success = page.getByRole("dialog")
  await expect(success).toContainText("Enrollment Successful!")
  await expect(success).toContainText("You have been successfully enrolled in the course.")
  await expect(success).toContainText("+50 XP")
  const { points } = (await (await page.request.get("/api/v1/my/points")).json()) as { points: number }
  await expect(success).toContainText(`You have ${points} XP now.`)
  await expect(success.getByRole("link", { name: "Go to Dashboard" })).toHaveAttribute(
    "href",
    "/student-dashboard",
  )
  await expect(success.getByRole("link", { name: "Continue Browsing" })).toBeFocused()
  // What changed while the dialog was open is shown once it is closed.
  const anew = page.waitForRequest(
    (request) => request.resourceType() === "fetch" && request.url() === page.url(),
  )
  await success.getByRole("link", { name: "Continue Browsing" }).click()
  await expect(success).toBeHidden()
  await anew
  await expect(cards(page).getByRole("button", { name: "Enrolled" })).toBeDisabled()
  await expect(cards(page).getByRole("link")).toBeFocused()

  // Another tab still shows the button, as one that was opened before.
  const posted = await page.request.post("/courses?search=tabla", {
    form: { program: "tabla-bol-by-bol" },
    headers: { origin: product.address },
  })
  expect(posted.status()).toBe(409)
  const answer = await posted.text()
  expect(answer).toContain("Already Enrolled")
  expect(answer).toContain("You are already enrolled in this course.")

  await open(page, WITH_BATCHES)
  await page.getByRole("button", { name: "Enroll Now" }).click()
  await expect(success).toContainText("+50 XP")
  await page.keyboard.press("Escape")
  await expect(page.getByRole("button", { name: "Enrolled" })).toBeDisabled()
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused()
})

test("CAT-07 CAT-08 staff are offered no enrolment, and one that is sent all the same is refused", async ({
  browser,
  product,
}) => {
  const page = await signedIn(browser, product, "meera")
  const enrol = page.getByRole("main").getByRole("button", { name: /Enroll/ })
  await open(page, "/courses?search=tabla&program=tabla-bol-by-bol")
  const details = page.getByRole("dialog")
  await expect(details.getByRole("link", { name: "See the full page" })).toBeVisible()
  await expect(details.getByRole("button", { name: /Enroll/ })).toHaveCount(0)
  await expect(cards(page)).toHaveCount(1)
  await expect(enrol).toHaveCount(0)
  await open(page, WITH_BATCHES)
  await expect(page.getByRole("main")).toContainText("Students enrol with their own account.")
  await expect(enrol).toHaveCount(0)
  await expect(page.locator("[data-batch]").first()).toBeVisible()
  await expect(page.locator("[data-batch]").getByRole("radio")).toHaveCount(0)

  const posted = await page.request.post("/courses?search=tabla", {
    form: { program: "tabla-bol-by-bol" },
    headers: { origin: product.address },
  })
  expect(posted.status()).toBe(403)
  expect(await posted.text()).toContain("Only students can enroll in courses.")
})

test("CAT-09 NAV-08 a program's page says how, where and when, for people and for search engines", async ({
  page,
  baseURL,
}) => {
  await open(page, SWIMMING)
  await expect(page.getByRole("main")).toContainText("Neelam Aquatic Centre")
  await expect(page.getByRole("link", { name: "Open in a map" })).toHaveAttribute("href", /Neelam\+Aquatic/)
  await open(page, "/courses/madhubani-painting")
  await expect(page.getByRole("main")).toContainText("Lessons are available to enrolled students.")

  await open(page, WITH_CLASSES)
  await expect(page.locator("[data-class]").first()).toContainText(/\d+ seats? left/)
  await expect(page.locator("[data-class]").first()).toContainText("IST")
  const blocks = await page.locator("script[type='application/ld+json']").allTextContents()
  const data = blocks.flatMap((block) => JSON.parse(block))
  const course = data.find((one) => one["@type"] === "Course")
  expect(course).toMatchObject({
    name: "Science by Experiment, Class 7",
    offers: { price: 4_999, priceCurrency: "INR" },
    hasCourseInstance: { courseMode: "Online", courseWorkload: "P6M" },
  })
  expect(JSON.stringify(data)).not.toMatch(/rating/i)
  const events = data.filter((one) => one["@type"] === "EducationEvent")
  expect(events).toHaveLength(await page.locator("[data-class]").count())
  expect(Date.parse(events[0].startDate)).toBeLessThan(Date.parse(events[0].endDate))
  await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", `${baseURL}${WITH_CLASSES}`)
  const picture = await page.locator("meta[property='og:image']").getAttribute("content")
  const answer = await page.request.get(picture ?? "")
  expect(answer.headers()["content-type"]).toBe("image/jpeg")
  expect((await answer.body()).length).toBeLessThan(60_000)
})

test("CAT-09 a program's batches show their days, times, free seats and every date, and one is chosen", async ({
  page,
}) => {
  await open(page, SWIMMING)
  const batches = page.locator("[data-batch]")
  await expect(batches).toHaveCount(2)
  await expect(batches.first()).toContainText("Mon to Sat, 6:30 am to 7:15 am")
  await expect(batches.first()).toContainText(/\d+ free seats?/)
  await expect(batches.first().getByRole("listitem").first()).toBeHidden()
  await batches.first().getByText("All dates").click()
  await expect(batches.first().getByRole("listitem")).toHaveCount(30)
  await expect(batches.first().getByRole("listitem").last()).toBeVisible()
  await expect(batches.first().getByRole("radio")).toBeChecked()
  await batches.last().getByText("Mon to Sat").click()
  await expect(batches.last().getByRole("radio")).toBeChecked()
})

test("CAT-09 NAV-07 a visitor's program page sends one small script, which copies its address and tells the own time", async ({
  browser,
  product,
}) => {
  const context = await browser.newContext({
    baseURL: product.address,
    timezoneId: "Asia/Dubai",
    permissions: ["clipboard-read", "clipboard-write"],
  })
  const page = await context.newPage()
  const scripts: string[] = []
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(request.url())
  })
  await open(page, WITH_CLASSES)
  expect(scripts).toHaveLength(1)
  expect(scripts[0]).toContain("static-page")
  await expect(page.locator("[data-class]").first()).toContainText("6:15 pm your time")
  await page.getByRole("button", { name: "Copy link" }).click()
  await expect(page.getByRole("button", { name: "Link copied" })).toBeFocused()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(product.address + WITH_CLASSES)
  await context.close()
})

test("CAT-07 CAT-09 a member's program page shows what changes without React, and copies its address afterwards", async ({
  browser,
  product,
}) => {
  const office = await signedIn(browser, product, "noor")
  const page = await signedIn(browser, product, "asha", {
    timezoneId: "Asia/Dubai",
    permissions: ["clipboard-read", "clipboard-write"],
  })
  const scripts: (string | undefined)[] = []
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(/assets\/([a-z]+-page)/.exec(request.url())?.[1])
  })
  await open(page, WITH_CLASSES)
  expect(scripts.filter((name) => name).toSorted()).toEqual([
    "follow-page",
    "own-page",
    "static-page",
    "visitor-page",
  ])
  const first = page.locator("[data-class]").first()
  const address = `/api/v1/classes/${await first.getAttribute("data-class")}`
  const { max_capacity, enrolled_count } = await (await office.request.get(address)).json()
  await expect(first).toContainText(`${max_capacity - enrolled_count} seats left`)
  const offer = async (seats: number) => {
    const answer = await office.request.patch(address, { data: { max_capacity: seats } })
    expect(answer.ok(), await answer.text()).toBe(true)
  }
  await offer(max_capacity + 7)
  await expect(first).toContainText(`${max_capacity + 7 - enrolled_count} seats left`)
  await expect(first).toContainText("6:15 pm your time")
  await page.getByRole("button", { name: "Copy link" }).click()
  await expect(page.getByRole("button", { name: "Link copied" })).toBeFocused()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(product.address + WITH_CLASSES)
  await offer(max_capacity)
  await page.context().close()
})

test("CAT-03 CAT-07 NAV-07 a visitor's catalogue sends two small scripts, and filters and details still open in place", async ({
  browser,
  product,
}) => {
  const page = await (await browser.newContext({ baseURL: product.address })).newPage()
  const scripts = new Map<string, number>()
  page.on("response", async (answer) => {
    if (answer.request().resourceType() === "script") scripts.set(answer.url(), (await answer.body()).length)
  })
  await open(page, "/courses")
  await page.evaluate(() => {
    document.documentElement.dataset.kept = "true"
  })
  await page.getByRole("link", { name: "Load more programs" }).click()
  await expect(cards(page)).toHaveCount(24)
  await page.getByLabel("Sort by").selectOption("price-low")
  await expect(cards(page).first()).toContainText("₹1,999")
  await cards(page).first().getByRole("link").click()
  // Modal, with the focus inside, and closed by a click beside it.
  await expect(page.locator("dialog:modal")).toBeVisible()
  await page.mouse.click(5, 5)
  await expect(page.getByRole("dialog")).toHaveCount(0)
  await expect(page).toHaveURL("/courses?sort=price-low")
  await page.goBack()
  await expect(page.getByLabel("Sort by")).toHaveValue("price-low")
  await page.goBack()
  await expect(page.getByLabel("Sort by")).toHaveValue("default")

  // Without an answer the page stays, and says why.
  await page.route("**/courses?*", (route) => route.abort())
  await page.getByLabel("Sort by").selectOption("rating")
  await expect(page.locator("#unreached [data-tone=error]")).toBeVisible()
  await expect(cards(page)).toHaveCount(24)
  await page.unroute("**/courses?*")

  await page.getByRole("searchbox").fill("tabla")
  await expect(cards(page)).toHaveCount(1)
  await expect(page.getByRole("searchbox")).toBeFocused()
  await expect(page.locator("html")).toHaveAttribute("data-kept", "true")
  const names = [...scripts.keys()].map((url) => /assets\/([a-z]+-page)/.exec(url)?.[1])
  expect(names.toSorted()).toEqual(["static-page", "visitor-page"])
  expect([...scripts.values()].reduce((sum, size) => sum + size, 0)).toBeLessThan(20_000)

  await cards(page).getByRole("button", { name: "Enroll" }).click()
  await expect(page).toHaveURL(/\/auth\?to=/)
  await expect(page.getByRole("alert")).toContainText("Please log in to enroll in courses.")
  await page.context().close()
})

test("NAV-10 on a phone a program's actions take the place of the navigation until the student is enrolled", async ({
  browser,
  product,
}) => {
  const page = await signedIn(browser, product, "zoya")
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, "/courses/chess-first-hundred-games")
  const navigation = page.getByRole("navigation", { name: "Your screens" })
  const enrol = page.getByRole("button", { name: "Enroll Now" })
  await expect(navigation).toBeHidden()
  expect((await enrol.boundingBox())?.y).toBeGreaterThan(740)
  await page.getByRole("button", { name: "More screens" }).click()
  await expect(page.getByRole("link", { name: "Recordings" })).toBeVisible()
  await page.keyboard.press("Escape")
  await enrol.click()
  await expect(page.getByRole("dialog")).toContainText("Enrollment Successful!")
  await page.keyboard.press("Escape")
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused()
  await expect(navigation).toBeVisible()
})

test("CAT-09 a vanished program answers 404 with programs like its address", async ({ page }) => {
  const answer = await page.goto("/courses/karate-for-girls-2019")
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Program not found")
  await expect(cards(page).first()).toContainText("Karate")
})

test.describe("with scripts off", () => {
  test.use({ javaScriptEnabled: false })

  test("CAT-03 CAT-07 CAT-08 the form filters, cards lead to pages, and enrolling goes to sign in and back", async ({
    page,
  }) => {
    await page.goto("/courses")
    await page.getByRole("searchbox").fill("swim")
    await page.getByRole("button", { name: "Apply filters" }).click()
    await expect(found(page)).toHaveText("1 Program Found")
    await cards(page).getByRole("link").click()
    await expect(page).toHaveURL(SWIMMING)
    await page.getByRole("button", { name: "Enroll Now" }).click()
    await expect(page).toHaveURL(/^[^?]+\/auth\?to=/)
    await expect(page.getByRole("alert")).toContainText("Authentication Required")
    await expect(page.getByRole("alert")).toContainText("Please log in to enroll in courses.")
    await page.getByRole("button", { name: /Kabir/ }).click()
    await expect(page).toHaveURL(SWIMMING)
    await expect(page.getByText("Enrollment Successful!")).toBeVisible()
    await expect(page.getByText("+50 XP")).toBeVisible()
    await expect(page.getByRole("button", { name: "Enrolled" })).toBeVisible()
  })
})

test("CAT-06 NAV-07 catalogue and program pages stand still and fit every window, in one to four columns", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" })
  for (const [width, columns] of [
    [390, 1],
    [768, 2],
    [1_024, 3],
    [1_440, 4],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    const programs = [SWIMMING, WITH_BATCHES, WITH_CLASSES]
    const paths = [...programs, "/live-classes", "/courses", "/courses?service=Music"]
    for (const path of paths) {
      await open(page, path)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${path} at ${width}`).toBe(
        width,
      )
      // A slow machine paints before the whole page was read, and what comes next moves a little. A picture without
      // its size moves several times as much.
      expect(await layoutShift(page), `${path} at ${width}`).toBeLessThan(0.02)
    }
    if (width === 390) {
      for (const [path, first] of [
        ["/courses", "main article h3"],
        ["/live-classes", "[data-class] h4"],
      ] as const) {
        await open(page, path)
        const { bottom } = await page
          .locator(first)
          .first()
          .evaluate((one) => one.getBoundingClientRect())
        expect(bottom, `the first of ${path} is on the first screen of a phone`).toBeLessThan(844)
      }
      await open(page, "/courses?service=Music")
    }
    const tops = await cards(page).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
    expect(tops.filter((top) => top === tops[0])).toHaveLength(columns)
  }
})

test("NAV-07 catalogue, details, program and vanished program are accessible in both themes", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" })
  for (const path of [
    "/courses?service=Music",
    "/courses?program=learn-to-swim",
    WITH_BATCHES,
    WITH_CLASSES,
    "/courses/nothing-like-it",
  ]) {
    await open(page, path)
    await expectAccessibleInBothThemes(page, path)
  }
})
