import type { Page } from "@playwright/test"
import { waitForVideo } from "../tests/wait-for-video.ts"
import { findComing, signedIn, startComing } from "./in-room.ts"
import { expect, test } from "./product.ts"

test("CLS-09 joining without a seat, too early or as a visitor each says what is missing", async ({
  browser,
  product,
}) => {
  const teacher = await signedIn(browser, product, "meera")
  const visitor = await (await browser.newContext({ baseURL: product.address })).newPage()
  const id = await findComing(teacher)
  const student = await signedIn(browser, product, "asha")
  await student.goto(`/class/${id}/room`)
  await expect(student.getByText("Class Not Ready")).toBeVisible()
  await expect(student.getByText("The instructor hasn't started the class yet")).toBeVisible()

  // The address in mails that were sent before the room had its own.
  await visitor.goto(`/live-classes?join=${id}`)
  await expect(visitor.getByText("Authentication Required")).toBeVisible()
  await expect(visitor.getByText("Please log in to join classes")).toBeVisible()

  await startComing(teacher)
  const stranger = await (await browser.newContext({ baseURL: product.address })).newPage()
  const signUp = {
    first_name: "Om",
    last_name: "Jha",
    email: "om@example.com",
    phone: "9876501234",
    date_of_birth: "2001-04-12",
    password: "marigold garden 7",
    terms: true,
  }
  expect((await stranger.request.post("/api/v1/accounts/students", { data: signUp })).ok()).toBe(true)
  await stranger.goto(`/class/${id}/room`)
  await expect(stranger.getByText("Enrollment Required")).toBeVisible()
  await expect(stranger.getByText("Please enroll in this class to join the live session")).toBeVisible()
})

test("CLS-07 enrolling twice, from a second tab that still shows the button, says so and takes one seat", async ({
  browser,
  product,
}) => {
  const admin = await signedIn(browser, product, "noor")
  const teachers = (await (await admin.request.get("/api/v1/instructors")).json()) as { user_id: string }[]
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  const draft = {
    title: "Two tabs",
    subject: "Physics",
    scheduled_date: day,
    start_time: "03:10",
    end_time: "03:50",
    max_capacity: 1,
    instructor_id: teachers[1]?.user_id,
  }
  const made = await admin.request.post("/api/v1/classes", { data: draft })
  const { id } = (await made.json()) as { id: string }

  const first = await signedIn(browser, product, "asha")
  const second = await first.context().newPage()
  for (const page of [first, second]) await page.goto(`/class/${id}`)
  const button = (page: Page) =>
    page.locator(`[data-class="${id}"]`).getByRole("button", { name: "Enroll Now" })
  // The second tab receives no changes, as over a slow connection.
  await second.route("**/api/v1/events*", (route) => route.abort())
  await expect(button(second)).toBeVisible()
  await button(first).click()
  await expect(first.getByText("Successfully enrolled in the class!")).toBeVisible()
  const again = await first.request.post(`/api/v1/classes/${id}/enrolments`, { data: {} })
  expect(await again.json()).toMatchObject({ code: "ALREADY_ENROLLED" })

  const other = await signedIn(browser, product, "kabir")
  await other.goto(`/class/${id}`)
  await expect(button(other)).toBeDisabled()
  const full = await other.request.post(`/api/v1/classes/${id}/enrolments`, { data: {} })
  expect(await full.json()).toMatchObject({ code: "CLASS_FULL" })
})

test("CLS-06 what others do appears on the list without reload", async ({ browser, product }) => {
  const watcher = await signedIn(browser, product, "zoya")
  const admin = await signedIn(browser, product, "noor")
  const teachers = (await (await admin.request.get("/api/v1/instructors")).json()) as { user_id: string }[]
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  const draft = {
    title: "Watched",
    subject: "Physics",
    scheduled_date: day,
    start_time: "05:10",
    end_time: "05:50",
    max_capacity: 9,
    instructor_id: teachers[1]?.user_id,
  }
  const { id } = (await (await admin.request.post("/api/v1/classes", { data: draft })).json()) as {
    id: string
  }
  await watcher.goto(`/class/${id}`)
  const card = watcher.locator(`[data-class="${id}"]`)
  await expect(card).toContainText("0 of 9")
  const student = await signedIn(browser, product, "asha")
  await student.request.post(`/api/v1/classes/${id}/enrolments`, { data: {} })
  await expect(card).toContainText("1 of 9")
  await admin.request.post(`/api/v1/classes/${id}/cancel`, { data: { reason: "The hall is flooded" } })
  await expect(card).toContainText("Cancelled")
})

test("ATT-01 ROOM-04 code that does not arrive leaves room and page standing; a student whose browser crashes still gets the time of leaving", async ({
  browser,
  product,
}) => {
  await waitForVideo(product.address)
  const teacher = await signedIn(browser, product, "meera")
  const id = await startComing(teacher)
  await teacher.goto(`/class/${id}/room`)
  await expect(teacher.locator("[data-live-room]")).toHaveAttribute("data-connection-state", "connected")
  const student = await signedIn(browser, product, "kabir")
  await student.route(/\/assets\/(live-bell|whiteboard-stage)-/, (route) => route.abort())
  const refused = student.waitForEvent("requestfailed", (request) => request.url().includes("live-bell"))
  await student.goto("/student-dashboard")
  await refused
  const bell = student.getByRole("banner").getByRole("link", { name: "Notifications" })
  await expect(bell).toBeVisible()
  await student.goto(`/class/${id}/room`)
  const inside = () =>
    expect(student.locator("[data-live-room]")).toHaveAttribute("data-connection-state", "connected")
  await inside()

  await test.step("what can't be had is told in its place, and what is opened in a class is there without a network", async () => {
    await teacher.keyboard.press("w")
    await expect(student.getByText("This part of the page didn't load")).toBeVisible({ timeout: 60_000 })
    await inside()
    const names = () =>
      student.evaluate(() =>
        performance
          .getEntriesByType("resource")
          .map(({ name }) => name)
          .join(),
      )
    await expect.poll(names).toContain("/room-side-")
    await student.context().setOffline(true)
    await student.getByRole("button", { name: "Chat" }).first().click()
    const chat = student.locator("[data-room-panel=chat]")
    await chat.getByRole("textbox").fill("Are you still there?")
    await chat.getByRole("textbox").press("Enter")
    await expect(chat.locator("[data-unsent]")).toContainText("Not sent yet")
    await student.context().setOffline(false)
    await expect(chat.locator("[data-unsent]")).toHaveCount(0)
    await expect(chat.getByText("Are you still there?")).toHaveCount(1)
    await inside()
  })

  const entry = async () => {
    const register = (await (await teacher.request.get(`/api/v1/classes/${id}/attendance`)).json()) as {
      entries: { student_name: string; joined_at: string | null; left_at: string | null }[]
    }
    return register.entries.find((one) => one.student_name === "Kabir Singh")
  }
  await expect.poll(async () => (await entry())?.joined_at, { timeout: 20_000 }).toBeTruthy()
  expect((await entry())?.left_at).toBeNull()
  const crashed = student.waitForEvent("crash")
  void student.goto("chrome://crash").catch(() => undefined)
  await crashed
  await expect.poll(async () => (await entry())?.left_at, { timeout: 60_000 }).toBeTruthy()

  const ended = () => teacher.request.post(`/api/v1/classes/${id}/end`, { data: {} })
  expect((await ended()).ok()).toBe(true)
  expect(await (await ended()).json()).toMatchObject({ code: "CLASS_NOT_LIVE" })
})

test("CLS-04 another instructor can neither start nor end a class, and learns nothing of it", async ({
  browser,
  product,
}) => {
  const owner = await signedIn(browser, product, "meera")
  const other = await signedIn(browser, product, "arjun")
  const id = await findComing(owner)
  for (const act of ["start", "end"]) {
    const answer = await other.request.post(`/api/v1/classes/${id}/${act}`, { data: {} })
    expect(answer.status()).toBe(404)
  }
})

test("ATT-02 a forged webhook is refused", async ({ product }) => {
  const body = JSON.stringify({ event: "participant_left", room: { name: "kaksha-any" } })
  for (const authorization of [undefined, "Bearer nonsense"]) {
    const answer = await fetch(`${product.address}/hooks/livekit`, {
      method: "POST",
      headers: { "content-type": "application/webhook+json", ...(authorization && { authorization }) },
      body,
    })
    expect(answer.status).toBe(401)
  }
})

test("CLS-01 the form names the field and the remedy and keeps what was typed", async ({
  browser,
  product,
}) => {
  const teacher = await signedIn(browser, product, "arjun")
  await teacher.goto("/schedule-class")
  await teacher.getByLabel("Class Title").fill("Backwards in time")
  await teacher.getByLabel("Subject", { exact: true }).selectOption("physics")
  // At an hour that the trial's timetable leaves free on every day of the week.
  const day = new Date(Date.now() + 4 * 86_400_000).toISOString().slice(0, 10)
  await teacher.getByLabel("Date", { exact: true }).fill(day)
  await teacher.getByLabel("Start Time").fill("04:00")
  await teacher.getByLabel("End Time").fill("03:00")
  await teacher.getByRole("button", { name: "Schedule Class" }).click()
  await expect(teacher.getByText("The end must be after the start")).toBeVisible()
  await expect(teacher.getByLabel("End Time")).toHaveAttribute("aria-invalid", "true")
  await expect(teacher.getByLabel("Class Title")).toHaveValue("Backwards in time")
  await teacher.getByLabel("End Time").fill("05:00")
  await teacher.getByRole("button", { name: "Schedule Class" }).click()
  await expect(teacher.getByText("Class scheduled successfully!")).toBeVisible()

  await teacher.goto("/schedule-class")
  await teacher.getByLabel("Class Title").fill("At the same time")
  await teacher.getByLabel("Subject", { exact: true }).selectOption("physics")
  await teacher.getByLabel("Date", { exact: true }).fill(day)
  await teacher.getByLabel("Start Time").fill("04:30")
  await teacher.getByLabel("End Time").fill("05:30")
  await teacher.getByRole("button", { name: "Schedule Class" }).click()
  await expect(teacher.getByText(/This overlaps another class of the same instructor/)).toBeVisible()
})
