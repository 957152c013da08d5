import type { Page } from "@playwright/test"
import { expectAccessible } from "./axe.ts"
import { signedIn } from "./people.ts"
import { expect, test } from "./product.ts"

const DAY = 86_400_000

const dateOf = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10)

/** Schedules a class of the instructor whose page this is, before dawn, when the trial has none. */
async function schedule(teacher: Page, hour: number, draft: object): Promise<string> {
  const time = (minutes: string) => `0${hour}:${minutes}`
  const data = {
    title: "Full house",
    subject: "Physics",
    scheduled_date: dateOf(4),
    start_time: time("10"),
    end_time: time("50"),
    max_capacity: 1,
    ...draft,
  }
  const made = await teacher.request.post("/api/v1/classes", { data })
  expect(made.ok()).toBe(true)
  return ((await made.json()) as { id: string }).id
}

const cardOf = (page: Page, id: string) => page.locator(`[data-class="${id}"]`)

test("CLS-07 who waits sees the seat come without reload, the moment its holder leaves", async ({
  browser,
  product,
}) => {
  const teacher = await signedIn(browser, product, "arjun")
  const id = await schedule(teacher, 1, {})
  const holder = await signedIn(browser, product, "asha")
  await holder.request.post(`/api/v1/classes/${id}/enrolments`, { data: {} })
  const first = await signedIn(browser, product, "kabir")
  const second = await signedIn(browser, product, "zoya")
  for (const page of [first, second]) {
    await page.goto(`/class/${id}`)
    await expect(cardOf(page, id).getByRole("button", { name: "Enroll Now" })).toBeDisabled()
    await cardOf(page, id).getByRole("button", { name: "Join waitlist" }).click()
  }
  await expect(first.getByText("You're 1st on the waitlist", { exact: true })).toBeVisible()
  await expect(second.getByText("You're 2nd on the waitlist", { exact: true })).toBeVisible()
  await expect(cardOf(first, id)).toContainText("2 on the waitlist")
  await expectAccessible(first)

  await holder.goto(`/class/${id}`)
  await cardOf(holder, id).getByRole("link", { name: "Give up my seat" }).click()
  await holder.getByRole("alertdialog").getByRole("button", { name: "Give up my seat" }).click()
  await expect(holder.getByText("You left the class")).toBeVisible()
  await expect(cardOf(first, id).getByRole("button", { name: "Enrolled" })).toBeVisible()
  await expect(second.getByText("You're 1st on the waitlist", { exact: true })).toBeVisible()

  await cardOf(second, id).getByRole("link", { name: "Leave waitlist" }).click()
  await second.getByRole("alertdialog").getByRole("button", { name: "Leave waitlist" }).click()
  await expect(second.getByText("You left the waitlist")).toBeVisible()
  await expect(cardOf(second, id).getByRole("button", { name: "Join waitlist" })).toBeVisible()
})

test("CLS-07 without scripts the waitlist is joined as well, and the place is told", async ({
  browser,
  product,
}) => {
  const teacher = await signedIn(browser, product, "arjun")
  const id = await schedule(teacher, 2, { title: "Plain paper" })
  const holder = await signedIn(browser, product, "asha")
  await holder.request.post(`/api/v1/classes/${id}/enrolments`, { data: {} })
  const page = await signedIn(browser, product, "kabir", { javaScriptEnabled: false })
  await page.goto(`/class/${id}`)
  await cardOf(page, id).getByRole("button", { name: "Join waitlist" }).click()
  await expect(page.getByText("You're 1st on the waitlist", { exact: true })).toBeVisible()
  await expect(page.locator('[data-tone="success"]')).toContainText("You joined the waitlist")
})

test("CLS-11 a seat is held while the request waits; a rejection offers another time, taken by one click", async ({
  browser,
  product,
}) => {
  const teacher = await signedIn(browser, product, "arjun")
  const demo = { class_type: "demo", subject: "French" }
  const asked = await schedule(teacher, 3, { ...demo, title: "Bonjour" })
  const other = await schedule(teacher, 3, { ...demo, title: "Bonsoir", scheduled_date: dateOf(5) })
  await teacher.goto("/teacher-dashboard")
  const student = await signedIn(browser, product, "asha")
  await student.goto(`/class/${asked}`)
  const card = cardOf(student, asked)
  await card.getByRole("button", { name: "Request Demo" }).click()
  await expect(student.getByText("Request Sent")).toBeVisible()
  await expect(
    student.getByText("Your demo class request has been sent to the instructor for approval", {
      exact: false,
    }),
  ).toBeVisible()
  await expect(card.getByText(/^We'll call you by \d+:\d\d [ap]m (today|tomorrow)$/)).toBeVisible()
  await expect(card).toContainText("We're holding a seat for you until")
  await expect(card).toContainText("1 held")
  await expect(card.getByRole("button", { name: "Request Pending" })).toBeVisible()

  // One free trial for each activity: the refusal names this one.
  await student.goto(`/class/${other}`)
  await cardOf(student, other).getByRole("button", { name: "Request Demo" }).click()
  await expect(student.getByText("Free trial used")).toBeVisible()
  await expect(student.getByText(/Yours in french is “Bonjour” on /)).toBeVisible()

  const request = teacher.locator("[data-request]").filter({ has: teacher.getByText(/^Bonjour, /) })
  await expect(request).toContainText("Seat held until")
  await expectAccessible(teacher)
  await request.getByText("Offer other times with a rejection").click()
  await request.getByRole("checkbox", { name: /Bonsoir/ }).check()
  await request.getByLabel("Message").fill("The evening suits us better")
  // Enter answers nothing.
  await request.getByLabel("Message").press("Enter")
  await request.getByRole("button", { name: "Reject" }).click()
  await expect(teacher.getByText("Request rejected")).toBeVisible()

  const offer = student.locator("[data-offer]").filter({ hasText: "Bonjour" })
  await expect(offer).toContainText("The evening suits us better")
  await expectAccessible(student)
  await offer.getByRole("button", { name: /Bonsoir/ }).click()
  await expect(student.getByText("Your seat is confirmed")).toBeVisible()
  await expect(cardOf(student, other).getByRole("button", { name: "Request Approved" })).toBeVisible()
  await expect(student.locator("[data-offer]")).toHaveCount(0)

  const call = teacher.locator("[data-call]").filter({ hasText: "Asha Rao" }).last()
  await call.getByRole("button", { name: "Reached" }).click()
  await expect(teacher.getByText("Call noted")).toBeVisible()
})

test("CLS-13 a time that a teacher offers becomes a class of the student who takes it first", async ({
  browser,
  product,
}) => {
  const teacher = await signedIn(browser, product, "arjun")
  await teacher.goto("/one-on-one")
  await teacher.getByLabel("Subject", { exact: true }).selectOption("Physics")
  await teacher.getByLabel("Date", { exact: true }).fill(dateOf(6))
  await teacher.getByLabel("From", { exact: true }).fill("04:00")
  await teacher.getByLabel("To", { exact: true }).fill("03:00")
  await teacher.getByRole("button", { name: "Offer times" }).click()
  await expect(teacher.getByText("The end must be after the start")).toBeVisible()
  await teacher.getByLabel("To", { exact: true }).fill("05:00")
  await teacher.getByRole("button", { name: "Offer times" }).click()
  await expect(teacher.getByText("2 times offered")).toBeVisible()
  await expectAccessible(teacher)

  const quick = await signedIn(browser, product, "kabir")
  const slow = await signedIn(browser, product, "zoya")
  // The slower one receives no changes, as over a poor connection.
  await slow.route("**/api/v1/events*", (route) => route.abort())
  const takeFirst = (page: Page) =>
    page.getByRole("button", { name: /^Book this time: .*4:00 am, Arjun Nair/ })
  for (const page of [quick, slow]) await page.goto("/one-on-one")
  await expectAccessible(quick)
  await takeFirst(quick).click()
  await expect(quick.getByText("One-on-one booked")).toBeVisible()
  await expect(quick.getByText("One-on-one, just for you")).toBeVisible()
  await takeFirst(slow).click()
  await expect(slow.getByText("Time taken")).toBeVisible()
  await expect(takeFirst(slow)).toHaveCount(0)
  await expect(teacher.locator("[data-slot]").filter({ hasText: "Kabir Singh" })).toBeVisible()

  const id = new URL(quick.url()).pathname.split("/").at(-1)
  await slow.goto(`/class/${id}`)
  await expect(slow.getByText("Class not found")).toBeVisible()
  await teacher.getByRole("button", { name: /^Withdraw: .*4:30 am/ }).click()
  await expect(teacher.getByText("Time withdrawn")).toBeVisible()
})

test("D4 a browser whose clock is wrong by twenty minutes shows no wrong live state, and the true one in its time", async ({
  browser,
  product,
}) => {
  const api = await signedIn(browser, product, "meera")
  const mine = await (await api.request.get("/api/v1/my/classes?scope=upcoming")).json()
  const coming = (mine as { items: { id: string; starts_at: string; status: string }[] }).items.find(
    (one) => one.status === "scheduled" && Date.parse(one.starts_at) > Date.now() + 5 * 60_000,
  )
  const start = Date.parse(coming?.starts_at ?? "")
  for (const wrongBy of [-20 * 60_000, 20 * 60_000]) {
    const page = await signedIn(browser, product, "asha")
    await page.clock.install({ time: Date.now() + wrongBy })
    await page.goto(`/class/${coming?.id}`)
    // What runs forward before the page's scripts came is not time that passed on it.
    await page.waitForSelector("html[data-ready]")
    const card = cardOf(page, coming?.id ?? "")
    await expect(card).toContainText("Upcoming")
    await page.clock.runFor(31_000)
    await expect(card).toContainText("Upcoming")
    // At once, as after a closed lid: timers on the way would ask the server, whose clock is fixed.
    await page.clock.fastForward(Math.max(start - Date.now(), 0) + 61_000)
    await expect(card).toContainText("LIVE NOW")
    await page.context().close()
  }
})

test("NAV-08 a class says to search engines when and where it is, and an unknown one leaves the list with a notice", async ({
  browser,
  product,
}) => {
  const teacher = await signedIn(browser, product, "arjun")
  const venue = { delivery: "on_premises", venue_name: "Hall 2", venue_address: "14 MG Road, Pune" }
  const id = await schedule(teacher, 5, { ...venue, title: "Tabla in the hall" })
  const page = await (await browser.newContext({ baseURL: product.address })).newPage()
  await page.goto(`/class/${id}`)
  const data = await page.locator('script[type="application/ld+json"]').textContent()
  expect(JSON.parse(data ?? "")).toMatchObject({
    "@type": "EducationEvent",
    name: "Tabla in the hall",
    startDate: expect.stringMatching(/Z$/),
    eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
    location: { "@type": "Place", name: "Hall 2", address: "14 MG Road, Pune" },
  })
  await expect(cardOf(page, id)).toContainText("Hall 2, 14 MG Road, Pune")
  for (const address of ["/class/none", "/class/0198f2a4-0000-7000-8000-000000000001"]) {
    expect((await page.goto(address))?.status()).toBe(404)
    await expect(page.getByText("Class not found")).toBeVisible()
    await expect(page.locator("[data-class]").first()).toBeVisible()
  }
})

test("CLS-05 lists show what others do, a student's without loading, and load once for a class that comes to them", async ({
  browser,
  product,
}) => {
  const teacher = await signedIn(browser, product, "arjun")
  const shown = await schedule(teacher, 2, { title: "Shown", scheduled_date: dateOf(6), max_capacity: 5 })
  const other = await schedule(teacher, 2, { title: "Other day", scheduled_date: dateOf(7), max_capacity: 5 })
  const scheduledAt = Date.now()
  const asha = await signedIn(browser, product, "asha")
  const pages = [await (await browser.newContext()).newPage(), await signedIn(browser, product, "kabir")]
  const [visitor] = pages
  const watched: { page: Page; loads: () => number; seats: number }[] = []
  const students = (page: Page) => page.getByText("Total Students").locator("..")
  // A page's first stream is told of a third of a second before the page, too: the classes must be older.
  await expect.poll(() => Date.now() - scheduledAt).toBeGreaterThan(400)
  for (const page of pages) {
    const loads: string[] = []
    page.on("request", (request) => {
      if (/\/live-classes(\.data)?\?/.test(request.url()) && !request.isNavigationRequest())
        loads.push(request.url())
    })
    const followed = page.waitForResponse((answer) => answer.url().includes("/api/v1/events"))
    await page.goto(`${product.address}/live-classes?date=${dateOf(6)}`)
    await followed
    const [, seats = "0"] = /(\d+) seat/.exec((await students(page).textContent()) ?? "") ?? []
    watched.push({ page, loads: () => loads.length, seats: Number(seats) })
  }

  const enrol = (id: string) => asha.request.post(`/api/v1/classes/${id}/enrolments`, { data: {} })
  expect((await enrol(other)).ok()).toBe(true)
  expect((await enrol(shown)).ok()).toBe(true)
  for (const { page, loads, seats } of watched) {
    await expect(cardOf(page, shown)).toContainText("1 of 5 seats taken")
    await expect(students(page)).toContainText(`${seats + 1} seat`)
    // A visitor's page has no React to take a change in, and brings the parts that differ.
    expect(loads()).toBe(page === visitor ? 1 : 0)
  }

  const added = await schedule(teacher, 3, { title: "New", scheduled_date: dateOf(6) })
  for (const { page, loads } of watched) {
    await expect(cardOf(page, added)).toBeVisible()
    expect(loads()).toBe(page === visitor ? 2 : 1)
  }
})
