import { createElement as h } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { createMemoryRouter, RouterProvider } from "react-router"
import { expect, test } from "vitest"
import type { ScheduledClass } from "#contract/classes/classes.ts"
import type { Role } from "#shared/roles.ts"
import type { Language } from "#ui/language.ts"
import { LanguageContext } from "#ui/messages/use-messages.ts"
import { cancelReason } from "../../cancel-reason.ts"
import { ClassCard } from "./class.card.tsx"
import { groupByDay, listClass } from "./listed-class.ts"

const ID = "01a1fb92-f3d0-7236-906b-8ef063c43976"
const ZONE = "Asia/Kolkata"
const scheduledClass: ScheduledClass = {
  id: ID,
  instructor_id: "01a1fb92-0000-7236-906b-8ef063c43976",
  instructor_name: "Meera Iyer",
  substitutes_for: null,
  substitutes_for_name: null,
  course_id: null,
  series_id: null,
  detached: false,
  title: "Fractions",
  description: "With puzzles",
  subject: "mathematics",
  curriculum: "CBSE",
  grade: "6",
  scheduled_date: "2026-11-20",
  start_time: "16:00",
  end_time: "17:00",
  starts_at: new Date("2026-11-20T10:30:00Z"),
  ends_at: new Date("2026-11-20T11:30:00Z"),
  max_capacity: 30,
  enrolled_count: 12,
  held_count: 0,
  waiting_count: 0,
  waitlist_position: null,
  one_on_one: false,
  by_invitation: false,
  status: "scheduled",
  class_type: "regular",
  auto_record: false,
  delivery: "online",
  venue_name: null,
  venue_address: null,
  google_meet_link: null,
  meet_link: null,
  cancel_reason: null,
  cancel_code: null,
  started_at: null,
  ended_at: null,
  updated_at: new Date("2026-11-01T00:00:00Z"),
  standing: "none",
  editable: false,
}
const before = new Date("2026-11-20T10:00:00Z")
const during = new Date("2026-11-20T10:45:00Z")

function draw(
  role: Role | null,
  parts: Partial<ScheduledClass> = {},
  now = before,
  language: Language = "en",
  asks = false,
): string {
  const card = h(ClassCard, {
    scheduledClass: listClass({ ...scheduledClass, ...parts }, ZONE),
    viewer: role && { role, asks },
    zone: ZONE,
    now,
  })
  const element = h(LanguageContext, { value: language }, card)
  const router = createMemoryRouter([{ path: "*", element, action: () => null }])
  return renderToStaticMarkup(h(RouterProvider, { router }))
}

/** What can be pressed, and in brackets what can't. */
function controlsOf(html: string): string[] {
  return [...html.matchAll(/<(a|button) ([^>]*)>(.*?)<\/\1>/g)]
    .map(([, , attributes = "", inner = ""]) => {
      const label = inner.replace(/<[^>]*>/g, "")
      return attributes.includes("disabled=") ? `[${label}]` : label
    })
    .filter((label) => label !== scheduledClass.title && label !== "Add to calendar")
}

test("CLS-06 HOME-01 a visitor signs in and enrolls with one button, and requests a demo with another", () => {
  expect(controlsOf(draw(null))).toEqual(["Sign in and enroll", "[Login to Enroll]"])
  const demo = draw(null, { class_type: "demo" })
  expect(controlsOf(demo)).toEqual(["Request Demo"])
  expect(demo).toContain('value="request-demo"')
})

test("CLS-06 a student can enroll or ask for a demo, but not in a full class", () => {
  expect(controlsOf(draw("student"))).toEqual(["Enroll Now"])
  expect(controlsOf(draw("student", { class_type: "demo" }))).toEqual(["Request Demo"])
  expect(controlsOf(draw("student", { enrolled_count: 30 }))).toEqual(["[Enroll Now]", "Join waitlist"])
  expect(controlsOf(draw(null, { enrolled_count: 30 }))).toEqual(["[Login to Enroll]", "Join waitlist"])
  expect(controlsOf(draw("student", { standing: "pending" }))).toEqual([
    "Withdraw request",
    "[Request Pending]",
  ])
})

test("CLS-06 an answered request reads Request Approved or Request Denied", () => {
  const demo = { class_type: "demo" } as const
  expect(controlsOf(draw("student", { ...demo, standing: "approved" }))).toContain("[Request Approved]")
  expect(controlsOf(draw("student", { ...demo, standing: "rejected" }))).toContain("[Request Denied]")
})

test("CLS-06 PAY-02 a guardian is led to the choice of a child, for a demo class alone", () => {
  const guardian = (parts: Partial<ScheduledClass>, asks = true) =>
    draw("guardian", parts, before, "en", asks)
  const demo = guardian({ class_type: "demo" })
  expect(controlsOf(demo)).toEqual(["Request Demo"])
  expect(demo).toContain(`href="/family/demo/${ID}"`)
  expect(controlsOf(guardian({ class_type: "demo", enrolled_count: 30 }))).toEqual([
    "[Request Demo]",
    "Join waitlist",
  ])
  expect(controlsOf(guardian({ class_type: "demo" }, false))).toEqual(["[Upcoming]"])
  expect(controlsOf(guardian({}))).toEqual(["[Upcoming]"])
})

test("NAV-11 a card says everything in Hindi but names", () => {
  for (const parts of [
    { held_count: 2, waiting_count: 4, waitlist_position: 3, standing: "waiting" },
    { class_type: "demo", standing: "pending", series_id: ID, delivery: "on_premises", venue_name: "Hall" },
    { standing: "instructor", editable: true, one_on_one: true, substitutes_for_name: "Ravi Nair" },
  ] as const) {
    const said = draw("student", parts, during, "hi").replace(/<[^>]*>/g, " ")
    expect(said).toContain("शाम 4:00 बजे")
    expect(said).toContain("गणित, CBSE, कक्षा 6")
    const names = /Fractions|With puzzles|Meera Iyer|Ravi Nair|Hall|CBSE|IST/g
    expect(said.replace(names, "").match(/[a-z]{2,}/gi)).toBeNull()
  }
})

test("CLS-06 a class in its window reads LIVE NOW and lets in, one that is over only says so", () => {
  const html = draw("student", { standing: "enrolled" }, during)
  expect(html).toContain("LIVE NOW")
  expect(controlsOf(html)).toEqual(["Join Live"])
  for (const [status, label] of [
    ["completed", "Completed"],
    ["cancelled", "Cancelled"],
  ] as const) {
    expect(controlsOf(draw("student", { status }, during))).toEqual([`[${label}]`])
  }
})

test("D5 a class that the product cancelled says why, in the reader's language", () => {
  expect(draw("student", { status: "cancelled", cancel_code: "not_held" })).toContain(
    "nobody started the class",
  )
  expect(draw("student", { status: "cancelled", cancel_reason: "The hall is flooded" })).toContain(
    "The hall is flooded",
  )
  const off = { cancel_code: "given_back", cancel_reason: null } as const
  expect([cancelReason(off, "en"), cancelReason(off, "hi")]).toEqual([
    "the student gave the time back",
    "स्टूडेंट ने यह समय लौटा दिया",
  ])
})

test("CLS-07 who waits reads the place in line and can leave it; seats that are held are told", () => {
  const waits = { enrolled_count: 28, held_count: 2, waiting_count: 4, waitlist_position: 3 }
  const html = draw("student", { ...waits, standing: "waiting" })
  expect(html).toContain("3rd on the waitlist")
  expect(html).toContain("2 held · 4 on the waitlist")
  expect(controlsOf(html)).toEqual(["Leave waitlist", "[On the waitlist]"])
  expect(draw("student", { ...waits, waitlist_position: null, status: "cancelled" })).not.toContain("waiting")
})

test("CLS-03 a class on premises says where", () => {
  const venue = { delivery: "on_premises", venue_name: "Hall 2", venue_address: "14 MG Road" } as const
  expect(draw("student", venue).replace(/<[^>]*>/g, "")).toContain("Hall 2, 14 MG Road")
})

test("CLS-07 an enrolled student can leave a class until it is live", () => {
  expect(controlsOf(draw("student", { standing: "enrolled" }))).toEqual(["Give up my seat", "[Enrolled]"])
  expect(controlsOf(draw("student", { standing: "enrolled", status: "live" }, during))).toEqual(["Join Live"])
})

test("CLS-04 ROOM-01 its instructor starts, edits and deletes a class; while live only joining is left", () => {
  const own = { standing: "instructor", editable: true } as const
  expect(controlsOf(draw("instructor", own))).toEqual(["Delete", "Edit", "Slides"])
  expect(controlsOf(draw("instructor", own, during))).toEqual(["Delete", "Edit", "Slides", "Start Live"])
  const live = { status: "live", started_at: during } as const
  expect(controlsOf(draw("instructor", { ...own, ...live }, during))).toEqual(["Join Live"])
  expect(controlsOf(draw("admin", { editable: true }, during))).toEqual([
    ...["Delete", "Edit", "Slides", "Start Live"],
  ])
  expect(controlsOf(draw("instructor"))).toEqual(["[Upcoming]"])
})

test("D2 a card names the institution's time and zone, and how many seats are taken", () => {
  const text = draw(null)
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
  expect(text).toMatch(/4:00 pm to 5:00 pm IST/)
  expect(text).toContain("12 of 30 seats taken")
  expect(text).toContain("with Meera Iyer · Mathematics, CBSE, Class 6")
})

test("CLS-05 classes stand under their days in the order they come", () => {
  const on = (scheduled_date: string, title: string) =>
    listClass({ ...scheduledClass, scheduled_date, title }, ZONE)
  const days = groupByDay([on("2026-11-20", "a"), on("2026-11-20", "b"), on("2026-11-21", "c")])
  expect(days.map(({ date, classes }) => [date, classes.map(({ title }) => title)])).toEqual([
    ["2026-11-20", ["a", "b"]],
    ["2026-11-21", ["c"]],
  ])
})

test("CLS-10 a class to come offers its calendar file, one that is over doesn't", () => {
  expect(draw(null)).toContain(`/class/${ID}/calendar.ics`)
  expect(draw(null, { status: "cancelled" })).not.toContain("calendar.ics")
})

test("ADM-01 CLS-03 a card says who stands in for whom, and where a class on premises is", () => {
  const html = draw("student", {
    substitutes_for_name: "Ravi Nair",
    delivery: "on_premises",
    venue_name: "Hall 2",
    venue_address: "14 MG Road, Pune",
  })
  const text = html.replace(/<[^>]*>/g, "")
  expect(text).toContain("with Meera Iyer, substituting for Ravi Nair")
  expect(text).toContain("Hall 2, 14 MG Road, Pune")
})
