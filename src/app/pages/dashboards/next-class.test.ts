import { createElement as h, type ReactNode } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { createMemoryRouter, RouterProvider } from "react-router"
import { expect, test } from "vitest"
import { LanguageContext } from "#ui/messages/use-messages.ts"
import type { DashboardClass } from "./dashboard-class.ts"
import { NextForStudent, NextForTeacher } from "./next-class.tsx"
import type { StudentParts } from "./student-dashboard.load.ts"
import { MyClasses } from "./student-tabs.tsx"
import type { Overview } from "./teacher-dashboard.load.ts"
import { TeacherOverview } from "./teacher-overview.tsx"

const NOW = new Date("2026-11-20T10:00:00Z")
const TODAY = "2026-11-20"
const ZONE = "Asia/Kolkata"

function classOf(title: string, parts: Partial<DashboardClass> = {}): DashboardClass {
  return {
    id: title.toLowerCase(),
    title,
    subject: "mathematics",
    curriculum: "CBSE",
    grade: "6",
    instructor_name: "Meera Iyer",
    scheduled_date: TODAY,
    start_time: "16:00",
    end_time: "17:00",
    starts_at: new Date("2026-11-20T10:30:00Z"),
    ends_at: new Date("2026-11-20T11:30:00Z"),
    started_at: null,
    status: "scheduled",
    class_type: "regular",
    delivery: "online",
    venue_name: null,
    standing: "enrolled",
    enrolled_count: 12,
    max_capacity: 30,
    waitlist_position: null,
    editable: true,
    series_id: null,
    course_id: null,
    ...parts,
  }
}

const fractions = classOf("Fractions")
const algebra = classOf("Algebra")
const geometry = classOf("Geometry", { scheduled_date: "2026-11-21" })

function draw(...elements: ReactNode[]): string {
  const element = h(LanguageContext, { value: "en" }, ...elements)
  const router = createMemoryRouter([{ path: "*", element, action: () => null }])
  return renderToStaticMarkup(h(RouterProvider, { router }))
}

const times = (html: string, text: string) => html.split(text).length - 1

function drawStudent(upcoming: DashboardClass[], { live = false } = {}): string {
  const [first] = upcoming
  const parts = {
    ...{ upcoming, line: [], requests: [], slots: [], changes: [], points: 0 },
    figures: { enrolled_classes: upcoming.length, upcoming_classes: upcoming.length, live_classes: 0 },
  } as unknown as StudentParts
  const above = live ? { live: first, next: undefined } : { live: undefined, next: first }
  return draw(
    first && !live ? h(NextForStudent, { scheduledClass: first, now: NOW }) : null,
    h(MyClasses, { parts, ...above, now: NOW, zone: ZONE, today: TODAY, figures: null }),
  )
}

test("DASH-01 NAV-10 a student's next class is shown once, with the device check in its card, and the others below", () => {
  const html = drawStudent([fractions, algebra, geometry])
  expect(times(html, "Fractions")).toBe(1)
  // Today's others have a card to join by, and a line in the list of all.
  expect(times(html, "Algebra")).toBe(2)
  expect(times(html, "Geometry")).toBe(1)
  expect(times(html, 'href="/check"')).toBe(1)
  expect(html.indexOf('href="/check"')).toBeLessThan(html.indexOf("Algebra"))
})

test("DASH-01 a student whose only class is the next one reads that there are no others", () => {
  const html = drawStudent([fractions])
  expect(times(html, "Fractions")).toBe(1)
  expect(html).toContain("No other upcoming classes.")
  expect(html).not.toContain("There are no live classes today.")
  expect(drawStudent([geometry])).toContain("There are no live classes today.")
})

test("DASH-01 a class that is live keeps its line with its badge but has no second card", () => {
  const html = drawStudent([{ ...fractions, status: "live", started_at: NOW }], { live: true })
  expect(times(html, ">Fractions<")).toBe(1)
  expect(html).toContain("Live Now")
  expect(times(html, 'href="/check"')).toBe(1)
})

test("DASH-01 a class at a centre offers no device check, which is beside the list instead", () => {
  const html = drawStudent([{ ...fractions, delivery: "on_premises" }, geometry])
  expect(times(html, 'href="/check"')).toBe(1)
  expect(html.indexOf('href="/check"')).toBeGreaterThan(html.indexOf("My Classes"))
})

test("DASH-01 the next class says until when and where it is, and that it is a demo; check-in doesn't hide its page", () => {
  const there = { delivery: "on_premises", venue_name: "Lake Hall", class_type: "demo" } as const
  const soon = { starts_at: new Date("2026-11-20T10:05:00Z"), start_time: "15:35" }
  const html = draw(h(NextForStudent, { scheduledClass: { ...fractions, ...there, ...soon }, now: NOW }))
  for (const shown of [
    "3:35 pm to 5:00 pm",
    "Lake Hall",
    ">Demo<",
    'href="/check-in"',
    'href="/class/fractions"',
  ])
    expect(html).toContain(shown)
})

test("DASH-02 NAV-10 an instructor's next class is shown once, with its editing, and five others below", () => {
  const others = ["One", "Two", "Three", "Four", "Five"].map((title) => classOf(title))
  const overview = { slots: [], integrations: [] } as unknown as Overview
  const html = draw(
    h(NextForTeacher, { scheduledClass: fractions, now: NOW }),
    h(TeacherOverview, {
      overview,
      upcoming: [fractions, ...others],
      next: fractions,
      now: NOW,
    }),
  )
  expect(times(html, "Fractions")).toBe(1)
  expect(html).toContain("/schedule-class?edit=fractions")
  for (const { title } of others) expect(times(html, `>${title}<`), title).toBe(1)
})
