import { afterEach, expect, test, vi } from "vitest"
import type { PageRequest } from "#ui/api.ts"
import { loader as loadOwn } from "../dashboard.page.tsx"
import { loader as loadClasses } from "../live-classes/live-classes.page.tsx"
import { loader as loadStudent } from "./student-dashboard.page.tsx"
import { action as actAsTeacher, loader as loadTeacher } from "./teacher-dashboard.page.tsx"

const NOW = new Date("2026-11-20T10:30:00Z")
const log = { error: vi.fn() }
afterEach(() => log.error.mockClear())

const down = () => Promise.reject(new Error("the database does not answer"))
const empty = async () => ({ items: [], next_cursor: null })

/** The viewer's notices, the latest first: one was read, and two are no news of a change. */
const NOTICES = [
  ["class-soon:1795000000000", null],
  ["class-moved", null],
  ["class-cancelled", NOW],
  ["demo-approved", null],
  ["seat-taken", null],
  ["series-cancelled", null],
  ["class-substituted", null],
].map(([kind, read_at], index) => ({
  ...{ id: `n${index}`, kind, read_at, href: "/", created_at: NOW },
  ...{ title: `${kind}`, text: "Now later" },
}))

/** With what the viewer's own classes were asked for. */
const askedOfMine: unknown[] = []

/** An API in which everything is empty, but what a test names is down. */
function apiWithout(...broken: string[]) {
  const answers: Record<string, (input: unknown) => Promise<unknown>> = {
    "classes.mine": (input) => {
      askedOfMine.push(input)
      return empty()
    },
    "classes.studentFigures": async () => ({ enrolled_classes: 0, upcoming_classes: 0, live_classes: 0 }),
    "classes.instructorFigures": async () => ({ total_classes: 0 }),
    "classes.myDemoRequests": empty,
    "classes.listDemoRequests": empty,
    "classes.listDemoTimes": async () => [],
    "classes.myLine": async () => [],
    "oneOnOne.mine": empty,
    "integrations.list": async () => [],
    "lessons.mine": async () => [],
    "lessons.taught": async () => [],
    "attendance.myProgress": async () => ({ attended: 0, held: 0 }),
    "programs.list": empty,
    "programs.mine": async () => [],
    "recordings.toWatch": empty,
    "programs.myPoints": async () => ({ points: 50 }),
    "notifications.mine": async () => ({ items: NOTICES, next_cursor: null }),
    "accounts.signInOptions": async () => ({ mail: false }),
  }
  return new Proxy(
    {},
    {
      get: (_all, feature: string) =>
        new Proxy({}, { get: (_one, name: string) => pick(`${feature}.${name}`) }),
    },
  ) as PageRequest["api"]

  function pick(name: string) {
    return broken.includes(name) ? down : (answers[name] ?? down)
  }
}

function visit(
  role: "student" | "instructor" | null,
  api: PageRequest["api"],
  path: string,
  body?: string,
  viewerUnknown = role === null,
) {
  const viewer = role && { user_id: "u", email: "a@example.com", first_name: "Asha", last_name: "Rao", role }
  const http = { reply: new Headers(), origin: "http://localhost" }
  const page = {
    api,
    viewer,
    log,
    now: NOW,
    zone: "Asia/Kolkata",
    viewerUnknown,
    language: "en",
    ...http,
  }
  const request = new Request(`http://localhost${path}`, {
    ...(body && { method: "POST", body: new URLSearchParams(body) }),
  })
  return { request, context: { get: () => page }, params: {}, url: new URL(request.url) } as never
}

test("NAV-03 /dashboard and /admin lead to one's own dashboard, and visitors first to sign in", () => {
  const target = (role: "student" | "instructor" | null, path: string) => {
    try {
      return loadOwn(visit(role, apiWithout(), path, undefined, false)).headers.get("location")
    } catch (stopped) {
      return (stopped as Response).headers.get("location")
    }
  }
  expect(target("student", "/dashboard")).toBe("/student-dashboard")
  expect(target("instructor", "/admin")).toBe("/teacher-dashboard")
  expect(target(null, "/admin")).toBe("/auth?to=%2Fadmin")
})

test("DATA-03 'Failed to load dashboard data' stands on either dashboard when its data can't be had, and is logged", async () => {
  const student = await loadStudent(visit("student", apiWithout("classes.mine"), "/student-dashboard"))
  expect(student).toMatchObject({ failure: "Failed to load dashboard data", parts: null })
  const teacher = await loadTeacher(
    visit("instructor", apiWithout("classes.instructorFigures"), "/teacher-dashboard"),
  )
  expect(teacher).toMatchObject({ failure: "Failed to load dashboard data", frame: null })
  expect(log.error).toHaveBeenCalledTimes(2)
})

test("DATA-03 what one part lacks does not take the others: 'Failed to fetch classes' leaves the figures", async () => {
  const api = apiWithout("programs.list")
  const shown = await loadTeacher(visit("instructor", api, "/teacher-dashboard?tab=classes"))
  expect(shown).toMatchObject({ failure: "Failed to fetch classes", frame: { upcoming: [] } })
})

test("DATA-03 'Failed to fetch demo requests' leaves the rest of the overview", async () => {
  const api = apiWithout("classes.listDemoRequests")
  const shown = await loadTeacher(visit("instructor", api, "/teacher-dashboard"))
  expect(shown).toMatchObject({ failure: null, overview: { requests: null, integrations: [] } })
  expect(log.error).toHaveBeenCalledWith(expect.anything(), "Failed to fetch demo requests")
})

test("DASH-01 PAY-02 a student is told to renew a membership that ends only where payments are taken", async () => {
  for (const [provider, ends] of [
    ["upi", { on: "2026-11-25", ended: false }],
    [null, null],
  ] as const) {
    const api = apiWithout()
    const mine = async () => [{ id: "p", slug: "tabla", title: "Tabla", valid_until: "2026-11-25" }]
    const given = Object.assign(Object.create(api), {
      programs: Object.assign(Object.create(api.programs), { mine }),
      payments: { options: async () => ({ provider }) },
    })
    const { parts } = await loadStudent(visit("student", given, "/student-dashboard"))
    expect(parts?.programs).toMatchObject([{ ends }])
  }
})

test("DATA-03 'Failed to authenticate user' takes the whole page when sessions can't be read", async () => {
  for (const load of [loadStudent, loadTeacher]) {
    await expect(load(visit(null, apiWithout(), "/student-dashboard"))).rejects.toMatchObject({
      data: { failure: "Failed to authenticate user" },
      init: { status: 503 },
    })
  }
})

test("DATA-03 'Failed to load classes. Please try again.' takes the whole page when the list can't be had", async () => {
  await expect(
    loadClasses(visit("instructor", apiWithout("classes.list"), "/live-classes")),
  ).rejects.toMatchObject({
    data: { failure: "Failed to load classes. Please try again." },
    init: { status: 503 },
  })
})

test("DATA-03 each button of the teacher's dashboard says what it could not do", async () => {
  const said = async (body: string) => {
    const reply = await actAsTeacher(visit("instructor", apiWithout(), "/teacher-dashboard", body))
    if (reply instanceof Response) return decodeURIComponent(reply.headers.get("set-cookie") ?? "")
    return JSON.stringify((reply as { data: { toast: unknown } }).data.toast)
  }
  for (const [body, words] of [
    ["intent=approve&id=1", "Failed to update demo request"],
    ["intent=reject&id=1", "Failed to update demo request"],
    ["intent=called&id=1", "Failed to update demo request"],
    ["intent=start&class_id=1", "Failed to start live class"],
    ["intent=delete&class_id=1", "Failed to delete class"],
  ] as const) {
    expect(await said(body), body).toContain(`"title":"Error","description":"${words}. Please try again."`)
  }
})

test("DASH-02 past classes are loaded for their own view alone, a page at a time", async () => {
  const load = async (search: string) => {
    askedOfMine.length = 0
    const path = `/teacher-dashboard?tab=classes${search}`
    return (await loadTeacher(visit("instructor", apiWithout(), path))).classes
  }
  expect(await load("")).toMatchObject({ past: null })
  expect(askedOfMine).toEqual([{ scope: "upcoming", limit: 40 }])
  expect(await load("&show=past&after=c2")).toMatchObject({ past: { items: [], next_cursor: null } })
  expect(askedOfMine).toContainEqual({ scope: "past", limit: 20, cursor: "c2" })
})

test("DASH-01 the first screen has no past classes: they are a view of their own, a page at a time", async () => {
  const load = async (search: string) => {
    askedOfMine.length = 0
    return loadStudent(visit("student", apiWithout(), `/student-dashboard${search}`))
  }
  expect(await load("")).toMatchObject({ past: null, parts: { upcoming: [] } })
  expect(askedOfMine).toEqual([{ scope: "upcoming", limit: 40 }])
  expect(await load("?tab=classes&show=past&after=c2")).toMatchObject({
    failure: null,
    past: { items: [], next_cursor: null },
  })
  expect(askedOfMine).toContainEqual({ scope: "past", limit: 20, cursor: "c2" })
})

test("DASH-01 NAV-10 the first screen says what changed: the latest unread notices of it, and three at most", async () => {
  const shown = await loadStudent(visit("student", apiWithout(), "/student-dashboard"))
  expect(shown.parts?.changes.map(({ title }) => title)).toEqual([
    "class-moved",
    "demo-approved",
    "series-cancelled",
  ])
  const other = await loadStudent(visit("student", apiWithout(), "/student-dashboard?tab=programs"))
  expect(other.parts?.changes).toEqual([])
})

test("DASH-01 a dashboard loads of its lists only what the chosen tab shows", async () => {
  const api = apiWithout("classes.myLine", "oneOnOne.mine", "programs.mine")
  const shown = await loadStudent(visit("student", api, "/student-dashboard?tab=recordings"))
  expect(shown).toMatchObject({ failure: null, parts: { upcoming: [], line: [] } })
})
