import type { APIRequestContext } from "@playwright/test"
import { signedIn } from "./people.ts"
import { expect, test } from "./product.ts"

const DAY = 86_400_000

/** A wall-clock date in the institution's zone, some days from now. */
function day(ahead: number): string {
  return new Date(Date.now() + ahead * DAY + 5.5 * 3_600_000).toISOString().slice(0, 10)
}

type Made = { id: string; updated_at: string; starts_at: string; status: string }

async function schedule(request: APIRequestContext, draft: Record<string, unknown>): Promise<Made> {
  const data = { subject: "Physics", max_capacity: 20, ...draft }
  const answer = await request.post("/api/v1/classes", { data })
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()) as Made
}

async function ownClasses(request: APIRequestContext, title: string) {
  const found: (Made & { title: string; start_time: string })[] = []
  for (let cursor: string | null = ""; cursor !== null; ) {
    const answer = await request.get(
      `/api/v1/my/classes?scope=all&limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
    )
    const page = (await answer.json()) as { items: typeof found; next_cursor: string | null }
    found.push(...page.items.filter((one) => one.title === title))
    cursor = page.next_cursor
  }
  return found
}

test("CLS-03 a weekly series is scheduled at its venue, refused where it clashes, and cancelled with a reason", async ({
  browser,
  product,
}) => {
  const teacher = await signedIn(browser, product, "meera")
  await schedule(teacher.request, {
    title: "In the way",
    scheduled_date: day(37),
    start_time: "05:30",
    end_time: "06:30",
  })
  await teacher.goto("/schedule-class")
  await teacher.getByLabel("Class Title").fill("Mechanics, weekly")
  await teacher.getByLabel("Subject", { exact: true }).selectOption("physics")
  await teacher.getByLabel("Date", { exact: true }).fill(day(30))
  await teacher.getByLabel("Start Time").fill("05:00")
  await teacher.getByLabel("End Time").fill("06:00")
  await teacher.getByLabel("Repeats").selectOption("weeks")
  await teacher.getByLabel("Number of weeks").fill("3")
  await expect(teacher.getByText(/^3 classes, every/)).toBeVisible()
  await teacher.getByLabel("Held").selectOption("on_premises")
  await teacher.getByLabel("Venue", { exact: true }).fill("Hall 2")
  await teacher.getByRole("button", { name: "Schedule Class" }).click()
  await expect(teacher.getByText(/This overlaps another class of the same instructor on/)).toBeVisible()
  await expect(teacher.getByLabel("Venue", { exact: true })).toHaveValue("Hall 2")
  expect(await ownClasses(teacher.request, "Mechanics, weekly")).toHaveLength(0)

  await teacher.getByLabel("Start Time").fill("04:00")
  await teacher.getByLabel("End Time").fill("05:00")
  await teacher.getByRole("button", { name: "Schedule Class" }).click()
  await expect(teacher.getByText("Class scheduled successfully!")).toBeVisible()
  await expect(teacher).toHaveURL(/\/teacher-dashboard$/)
  const [first, second, third] = await ownClasses(teacher.request, "Mechanics, weekly")
  if (!first || !second || !third) throw new Error("the series is not there")

  const student = await signedIn(browser, product, "asha")
  await student.request.post(`/api/v1/classes/${third.id}/enrolments`, { data: {} })
  await teacher.goto(`/schedule-class?edit=${second.id}`)
  await teacher.getByLabel("Reason").fill("The hall is being painted")
  const cancelling = teacher.locator("section", { hasText: "Cancel this class" })
  await cancelling.getByLabel("this and all following classes").check()
  await cancelling.getByRole("button", { name: "Cancel class" }).click()
  await expect(teacher.getByText("Class cancelled", { exact: true })).toBeVisible()
  await student.goto(`/class/${third.id}`)
  const card = student.locator(`[data-class="${third.id}"]`)
  await expect(card.getByText("Reason: The hall is being painted")).toBeVisible()
  await expect(card.getByText("Hall 2")).toBeVisible()
  expect((await ownClasses(teacher.request, "Mechanics, weekly")).map((one) => one.status)).toEqual([
    "scheduled",
    "cancelled",
    "cancelled",
  ])
})

test("CLS-03 what is typed and chosen before a slow connection brought the scripts counts as if it came after", async ({
  browser,
  product,
}) => {
  const teacher = await signedIn(browser, product, "meera")
  let bring = () => {}
  const brought = new Promise<void>((come) => {
    bring = come
  })
  await teacher.route("**/assets/*.js", async (route) => {
    await brought
    await route.continue()
  })
  await teacher.goto("/schedule-class", { waitUntil: "domcontentloaded" })
  const title = teacher.getByLabel("Class Title")
  await title.pressSequentially("Optics, twce")
  await title.evaluate((input: HTMLInputElement) => input.setSelectionRange(10, 10))
  await teacher.getByLabel("Date", { exact: true }).fill(day(30))
  await teacher.getByLabel("Start Time").fill("05:00")
  await teacher.getByLabel("End Time").fill("06:00")
  await teacher.getByLabel("Repeats").selectOption("weeks")
  await teacher.getByLabel("Number of weeks").fill("3")
  const summary = teacher.getByText(/^3 classes, every/)
  await expect(summary).toBeHidden()
  await title.focus()
  bring()
  await expect(summary).toBeVisible()
  await teacher.keyboard.type("i")
  await expect(title).toHaveValue("Optics, twice")
})

test("CLS-02 the dialog asks for its date, waits for title and subject, and a double click makes one class", async ({
  browser,
  product,
}) => {
  const teacher = await signedIn(browser, product, "meera")
  await teacher.goto("/live-classes")
  await teacher.getByRole("button", { name: "Schedule Class" }).click()
  const dialog = teacher.getByRole("dialog")
  const submit = dialog.getByRole("button", { name: "Schedule Class" })
  await expect(submit).toBeDisabled()
  await expect(dialog.getByLabel("Max Students")).toHaveValue("50")
  await dialog.getByLabel("Class Title").fill("Optics")
  await expect(submit).toBeDisabled()
  await dialog.getByLabel("Subject", { exact: true }).selectOption("Physics")
  await dialog.getByLabel("Start Time").fill("04:00")
  await dialog.getByLabel("End Time").fill("04:45")
  await submit.click()
  await expect(dialog.getByText("Please select a date for the class")).toBeVisible()
  await dialog.getByLabel("Date", { exact: true }).fill(day(20))
  await submit.dblclick()
  await expect(teacher.getByText("Class scheduled successfully!")).toBeVisible()
  expect(await ownClasses(teacher.request, "Optics")).toHaveLength(1)

  const student = await signedIn(browser, product, "asha")
  await student.goto("/live-classes")
  await expect(student.getByRole("heading", { name: "Live Classes", exact: true })).toBeVisible()
  await expect(student.getByRole("button", { name: "Schedule Class" })).toHaveCount(0)
})

test("CLS-04 of two tabs that edit a class the later is told at the fields, and may then replace", async ({
  browser,
  product,
}) => {
  const one = await signedIn(browser, product, "meera")
  const made = await schedule(one.request, {
    title: "Two editors",
    scheduled_date: day(21),
    start_time: "04:00",
    end_time: "05:00",
  })
  const two = await one.context().newPage()
  for (const page of [one, two]) await page.goto(`/schedule-class?edit=${made.id}`)
  await one.getByLabel("Start Time").fill("04:15")
  await one.getByRole("button", { name: "Update Class" }).click()
  await expect(one.getByText("Class updated successfully!")).toBeVisible()
  await one.close()

  await two.getByLabel("Class Title").fill("Two editors, renamed")
  await two.getByRole("button", { name: "Update Class" }).click()
  await expect(two.getByText("Meanwhile this was changed to “4:15 am”.")).toBeVisible()
  await expect(two.getByLabel("Class Title")).toHaveValue("Two editors, renamed")
  await two.getByLabel("Start Time").fill("04:15")
  await two.getByRole("button", { name: "Update Class" }).click()
  await expect(two.getByText("Class updated successfully!")).toBeVisible()
  expect(await ownClasses(two.request, "Two editors, renamed")).toMatchObject([{ start_time: "04:15" }])
})

test("CLS-03 on the week a class is dragged or typed to another time, and put back where that is refused", async ({
  browser,
  product,
}) => {
  const teacher = await signedIn(browser, product, "meera", {
    viewport: { width: 1440, height: 1600 },
    timezoneId: "America/New_York",
  })
  const violations: string[] = []
  teacher.on("console", (message) => {
    if (/Content Security Policy/i.test(message.text())) violations.push(message.text())
  })
  const scheduled_date = day(42)
  const times = { start_time: "10:00", end_time: "11:00" }
  const made = await schedule(teacher.request, { title: "To be moved", scheduled_date, ...times })
  await schedule(teacher.request, {
    title: "Stays",
    scheduled_date,
    start_time: "14:00",
    end_time: "15:00",
  })
  await teacher.goto(`/teacher-timetable?week=${scheduled_date}`)
  const onGrid = (title: string) => teacher.locator(".timetable-class", { hasText: title })
  await expect(onGrid("To be moved")).toContainText("10:00 am")
  await expect(onGrid("To be moved")).toContainText("your time")
  const from = await onGrid("To be moved").boundingBox()
  const to = await onGrid("Stays").boundingBox()
  if (!from || !to) throw new Error("the classes are not drawn")
  const hour = (to.y - from.y) / 4

  async function drag(y: number, by: number, meanwhile?: () => Promise<unknown>) {
    const x = (from?.x ?? 0) + 40
    await teacher.mouse.move(x, y)
    await teacher.mouse.down()
    await teacher.mouse.move(x, y + by / 2, { steps: 4 })
    await teacher.mouse.move(x, y + by, { steps: 4 })
    await meanwhile?.()
    await teacher.mouse.up()
  }
  /** Schedules another class, which the open week shows by loading again. */
  const another = (start_time: string, end_time: string) => async () => {
    const loaded = teacher.waitForResponse(/teacher-timetable\.data/)
    await schedule(teacher.request, { title: "Meanwhile", scheduled_date: day(43), start_time, end_time })
    await loaded
    await teacher.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    )
  }
  await drag(from.y + 8, hour, another("10:00", "11:00"))
  await expect(teacher.getByText("Class moved")).toBeVisible()
  await expect(onGrid("To be moved")).toContainText("11:00 am")
  await drag(from.y + hour + 8, 3 * hour, another("12:00", "13:00"))
  await expect(teacher.getByText("Class not moved")).toBeVisible()
  await expect(teacher.getByText(/This overlaps another class/)).toBeVisible()
  await expect(onGrid("To be moved")).toContainText("11:00 am")
  await expect
    .poll(async () => Math.round((await onGrid("To be moved").boundingBox())?.y ?? 0))
    .toBe(Math.round(from.y + hour))

  await onGrid("To be moved").focus()
  await teacher.keyboard.press("Enter")
  const dialog = teacher.getByRole("dialog")
  await dialog.getByLabel("End Time").fill("10:30")
  await dialog.getByRole("button", { name: "Move class" }).click()
  await expect(dialog.getByText("The end must be after the start")).toBeVisible()
  await dialog.getByLabel("End Time").fill("12:30")
  await dialog.getByRole("button", { name: "Move class" }).click()
  await expect(dialog).toBeHidden()
  expect(await ownClasses(teacher.request, "To be moved")).toMatchObject([
    { id: made.id, start_time: "11:00", end_time: "12:30" },
  ])
  expect(violations).toEqual([])
})

test("ADM-01 a substitute is named on the class's own screen and can run it, until it is taken back", async ({
  browser,
  product,
}) => {
  const owner = await signedIn(browser, product, "meera")
  const made = await schedule(owner.request, {
    title: "Somebody else's today",
    scheduled_date: day(23),
    start_time: "04:00",
    end_time: "05:00",
  })
  await owner.goto(`/schedule-class?edit=${made.id}`)
  await owner.getByLabel("Substitute", { exact: true }).selectOption({ label: "Arjun Nair" })
  await owner.getByRole("button", { name: "Name substitute" }).click()
  await expect(owner.getByText("Arjun Nair substitutes for Meera Iyer.")).toBeVisible()
  const stand = await signedIn(browser, product, "arjun")
  await stand.goto(`/class/${made.id}`)
  const card = stand.locator(`[data-class="${made.id}"]`)
  await expect(card).toContainText("with Arjun Nair, substituting for Meera Iyer")
  await expect(card.getByRole("link", { name: "Edit" })).toHaveCount(0)
  expect((await stand.request.get(`/api/v1/classes/${made.id}/attendance`)).ok()).toBe(true)
  await owner.getByRole("button", { name: "Take the class back" }).click()
  await expect(owner.getByText("Meera Iyer teaches it again.")).toBeVisible()
  expect((await stand.request.get(`/api/v1/classes/${made.id}/attendance`)).status()).toBe(404)
})

test("D4 CLS-10 a browser's wrong clock or far zone shows no wrong state, and calendars follow by a private link", async ({
  browser,
  product,
}) => {
  const teacher = await signedIn(browser, product, "meera")
  const scheduled_date = day(25)
  const draft = { title: "Far away", scheduled_date, start_time: "00:10", end_time: "00:50" }
  const made = await schedule(teacher.request, draft)
  const starts = new Date(made.starts_at)
  for (const timezoneId of ["Pacific/Apia", "Europe/London", "America/Los_Angeles", "Asia/Kathmandu"]) {
    const context = await browser.newContext({ baseURL: product.address, timezoneId })
    const page = await context.newPage()
    await page.goto(`/class/${made.id}`)
    const own = page.locator(`[data-class="${made.id}"] [data-own-time]`)
    const time = new Intl.DateTimeFormat("en-IN", {
      timeZone: timezoneId,
      hour: "numeric",
      minute: "2-digit",
      hour12: true,
    }).format(starts)
    await expect(own, timezoneId).toContainText(`${time} your time`)
    await context.close()
  }

  // The class that a trial always has about to start: it must not appear live before the server's clock says
  // so.
  const admin = await signedIn(browser, product, "noor")
  const { items } = (await (await admin.request.get("/api/v1/classes?limit=20")).json()) as { items: Made[] }
  const soon = items.find((one) => one.status === "scheduled" && new Date(one.starts_at) > new Date())
  if (!soon) throw new Error("nothing is coming")
  const until = new Date(soon.starts_at).getTime() - Date.now()
  const context = await browser.newContext({ baseURL: product.address })
  await context.clock.install({ time: new Date(Date.now() + until + 5 * 60_000) })
  const ahead = await context.newPage()
  await ahead.goto(`/class/${soon.id}`)
  await ahead.clock.runFor(31_000)
  await expect(ahead.locator(`[data-class="${soon.id}"]`).getByText("Upcoming").first()).toBeVisible()

  await teacher.goto("/calendar")
  await teacher.getByRole("button", { name: "Create my private link" }).click()
  const link = await teacher.getByLabel("Your private link").inputValue()
  const read = async () => (await teacher.request.get(link)).text()
  expect(await read()).toContain(`UID:class-${made.id}@kaksha`)
  await teacher.reload()
  await expect(teacher.getByLabel("Your private link")).toHaveCount(0)
  await teacher.getByRole("button", { name: "Delete the link" }).click()
  await expect(teacher.getByRole("button", { name: "Create my private link" })).toBeVisible()
  expect((await teacher.request.get(link)).status()).toBe(404)
})
