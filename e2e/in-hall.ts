import { type APIRequestContext, expect } from "@playwright/test"

/** Signs a demo person in, as the trial's one click does it. */
export async function signIn(request: APIRequestContext, name: string): Promise<void> {
  const data = { email: `${name}@demo.kaksha.example` }
  expect((await request.post("/api/v1/demo-people/session", { data })).ok()).toBe(true)
}

const inIndia = (at: Date, options: Intl.DateTimeFormatOptions) =>
  at.toLocaleString("en-CA", { timeZone: "Asia/Kolkata", hourCycle: "h23", ...options })

type HallDraft = { course_id: string; max_capacity: number; minutes?: number }

const LATEST_MINUTE = 13

/**
 * Schedules a class of some minutes in a hall, beside what the coach teaches anyway, and returns its id. A class of
 * the coach that leaves no time for it ends.
 */
export async function scheduleHall(request: APIRequestContext, draft: HallDraft): Promise<string> {
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

async function tryToSchedule(
  request: APIRequestContext,
  { minutes: length = 2, ...draft }: HallDraft,
): Promise<{ id: string | null; answers: string[] }> {
  const answers: string[] = []
  for (const minutes of [1, 4, 7, 10, LATEST_MINUTE]) {
    const [starts, ends] = [minutes, minutes + length].map((more) => new Date(Date.now() + more * 60_000))
    if (!starts || !ends) throw new Error("no times")
    const clock = { hour: "2-digit", minute: "2-digit" } as const
    const data = {
      ...{ title: "Karate in the hall", subject: "Karate", ...draft },
      ...{ delivery: "on_premises", venue_name: "Community hall" },
      scheduled_date: inIndia(starts, { dateStyle: "short" }),
      start_time: inIndia(starts, clock),
      end_time: inIndia(ends, clock),
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
