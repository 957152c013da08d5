import { type APIRequestContext, expect, type Locator, type Page } from "@playwright/test"

/** Signs a demo person in, as the trial's one click does it. */
export async function signIn(request: APIRequestContext, name: string): Promise<void> {
  const data = { email: `${name}@demo.kaksha.example` }
  expect((await request.post("/api/v1/demo-people/session", { data })).ok()).toBe(true)
}

/** What waits on a coach's phone. */
export const waiting = (page: Page): Locator => page.locator("[data-unsent]")

/** Shows a class on a coach's phone, which may be the one that is shown already. */
export async function chooseClass(page: Page, class_id: string): Promise<void> {
  await page.locator("[data-hall]").waitFor()
  const choice = page.getByRole("combobox", { name: "Class" })
  if (await choice.isVisible()) await choice.selectOption(class_id)
  await expect(page.locator(`[data-hall="${class_id}"]`)).toBeVisible()
}

/** Waits until the service worker keeps the register's page. */
export async function isKept(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(async () => Boolean(await caches.match("/hall")))).toBe(true)
}

/** Sends what waits, as a phone does when its network comes back, until nothing is left. */
export async function sendAll(page: Page): Promise<void> {
  await expect
    .poll(async () => {
      await page.evaluate(() => window.dispatchEvent(new Event("online")))
      return waiting(page).getAttribute("data-unsent")
    })
    .toBe("0")
}

/** A class of a quarter of an hour in the hall, in which the students have seats. */
export async function seatIn(coach: Page, ...students: Page[]): Promise<string> {
  const program = await coach.request.get("/api/v1/programs/karate-white-to-green-belt")
  const { id: course_id } = (await program.json()) as { id: string }
  const class_id = await scheduleHall(coach.request, { course_id, max_capacity: 5, minutes: 15 })
  for (const student of students) {
    const answer = await student.request.post(`/api/v1/classes/${class_id}/enrolments`)
    expect(answer.ok(), await answer.text()).toBe(true)
  }
  return class_id
}

export async function idOf(person: Page): Promise<string> {
  const me = (await (await person.request.get("/api/v1/session")).json()) as { user_id: string }
  return me.user_id
}

const inIndia = (at: Date, options: Intl.DateTimeFormatOptions) =>
  at.toLocaleString("en-CA", { timeZone: "Asia/Kolkata", hourCycle: "h23", ...options })

const dayOf = (at: Date) => inIndia(at, { dateStyle: "short" })
const timeOf = (at: Date) => inIndia(at, { hour: "2-digit", minute: "2-digit" })

type HallDraft = { course_id: string; max_capacity: number; minutes?: number }

const LATEST_MINUTE = 13

/**
 * Schedules a class of some minutes in a hall, beside what the coach teaches anyway, and returns its id. A class of
 * the coach that leaves no time for it ends.
 */
export async function scheduleHall(request: APIRequestContext, draft: HallDraft): Promise<string> {
  // The last minutes of a day leave no time for a class of that day.
  await expect.poll(() => timeOf(new Date()), { timeout: 200_000 }).not.toMatch(/^23:5[6-9]/)
  const first = await tryToSchedule(request, draft)
  if (first.id) return first.id
  await freeCoach(request, LATEST_MINUTE + (draft.minutes ?? 0))
  const second = await tryToSchedule(request, draft)
  if (!second.id) throw new Error(second.answers.join("\n"))
  return second.id
}

async function freeCoach(request: APIRequestContext, minutes: number): Promise<void> {
  type Day = { classes: { class_id: string; starts_at: string; ends_at: string }[] }
  const { classes } = (await (await request.get("/api/v1/my/coach-day")).json()) as Day
  const until = Date.now() + (minutes + 1) * 60_000
  for (const { class_id, starts_at, ends_at } of classes)
    if (Date.parse(starts_at) < until && Date.parse(ends_at) > Date.now()) await endHall(request, class_id)
}

/** A class of some minutes from an instant on. It ends on the day of its start, and is shorter before midnight. */
function timesFrom(starts: Date, length: number) {
  const ends = new Date(starts.getTime() + length * 60_000)
  const end_time = dayOf(starts) === dayOf(ends) ? timeOf(ends) : "23:59"
  return { scheduled_date: dayOf(starts), start_time: timeOf(starts), end_time }
}

async function tryToSchedule(
  request: APIRequestContext,
  { minutes: length = 2, ...draft }: HallDraft,
): Promise<{ id: string | null; answers: string[] }> {
  const answers: string[] = []
  for (const minutes of [1, 4, 7, 10, LATEST_MINUTE]) {
    const data = {
      ...{ title: "Karate in the hall", subject: "Karate", ...draft },
      ...{ delivery: "on_premises", venue_name: "Community hall" },
      ...timesFrom(new Date(Date.now() + minutes * 60_000), length),
    }
    const answer = await request.post("/api/v1/classes", { data })
    const body = await answer.text()
    if (answer.ok()) return { id: (JSON.parse(body) as { id: string }).id, answers }
    answers.push(body)
  }
  return { id: null, answers }
}

/** Ends a class in a hall, or cancels one that hasn't begun, so that its coach is free for another. */
export async function endHall(request: APIRequestContext, class_id: string): Promise<void> {
  const ended = await request.post(`/api/v1/classes/${class_id}/end`)
  if (ended.ok()) return
  const data = { reason: "The hall is closed" }
  const answer = await request.post(`/api/v1/classes/${class_id}/cancel`, { data })
  // It was completed already, at its end.
  expect([200, 409]).toContain(answer.status())
}
