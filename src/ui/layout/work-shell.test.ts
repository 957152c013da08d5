import { createElement as h } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { createMemoryRouter, RouterProvider } from "react-router"
import { describe, expect, test } from "vitest"
import { filedBrand } from "#shared/brand.ts"
import { ROLES, type Role } from "#shared/roles.ts"
import { BrandContext } from "../brand.ts"
import { en } from "../messages/en.ts"
import { hi } from "../messages/hi.ts"
import { workLinks } from "./work-links.server.ts"
import { countOf, currentLink, linksFrom } from "./work-links.ts"
import { WorkShell, type WorkShellProps } from "./work-shell.tsx"

type Shown = Pick<WorkShellProps, "waiting"> & { fills: boolean }

function render(role: Role, at: string, { fills = false, waiting = null }: Partial<Shown> = {}): string {
  const viewer = { firstName: "Asha", email: "asha@example.com", role }
  const links = workLinks(en.work, role)
  const shell = h(
    WorkShell,
    { viewer, role, links, waiting, fills, theme: "system" },
    h("h1", null, "Screen"),
  )
  const element = h(BrandContext, { value: filedBrand }, shell)
  const router = createMemoryRouter([{ path: "*", element }], { initialEntries: [at] })
  return renderToStaticMarkup(h(RouterProvider, { router }))
}

describe.each(ROLES)("NAV-10 the frame of a person who is %s", (role) => {
  const links = workLinks(en.work, role)

  test("leads to every screen, on phones to four and a menu of all, and marks the open one", () => {
    const last = links.at(-1)?.to ?? ""
    const html = render(role, last)
    for (const [at, { to, label, short = label }] of links.entries()) {
      const anchors = [...html.matchAll(/<a [^>]*href="([^"]+)"[^>]*>(.*?)<\/a>/g)]
      const own = anchors.filter(([, href, content]) => href === to && content?.includes(short))
      expect(own.length).toBe(at < 4 ? 3 : 2)
    }
    expect(html.match(/aria-current="page"/g)).toHaveLength(2)
    expect(html).toMatch(/<button[^>]*popoverTarget="work-menu"[^>]*aria-current="true"/i)
  })

  test("has neither the website's navigation nor its footer, but a way to it, to the account and out", () => {
    const html = render(role, "/account")
    expect(html).not.toContain('href="/meet-the-team"')
    expect(html).not.toContain("tel:")
    expect(html).toMatch(/<a[^>]*href="\/"[^>]*>.*?Website<\/a>/)
    expect(html).toMatch(/<a[^>]*href="\/account"[^>]*>.*?Asha/)
    expect(html).toMatch(/<form[^>]* action="\/logout"/)
    expect(html.indexOf('<a href="#main"')).toBe(html.indexOf("<a "))
  })

  test("leaves the window to a live room", () => {
    const html = render(role, "/class/7/room", { fills: true })
    expect(html).toContain("<h1>Screen</h1>")
    expect(html).not.toMatch(/<(nav|header|footer)\b/)
    expect([...html.matchAll(/<a /g)]).toHaveLength(1)
  })

  test("is as complete in Hindi", () => {
    const hindi = workLinks(hi.work, role)
    expect(hindi.map(({ to }) => to)).toEqual(links.map(({ to }) => to))
    for (const { label } of hindi) expect(label).toMatch(/^(SMS|UPI|[\p{Script=Devanagari}\s-])+$/u)
  })
})

test.each([
  ["instructor", "/teacher-dashboard", "", "/teacher-dashboard"],
  ["instructor", "/teacher-dashboard", "?tab=analytics", "/teacher-dashboard?tab=analytics"],
  ["instructor", "/teacher-dashboard", "?tab=classes&bin=true", "/teacher-dashboard?tab=classes"],
  ["student", "/student-dashboard", "?tab=unknown", "/student-dashboard"],
  ["guardian", "/guardian-dashboard", "?child=7&tab=consent", "/guardian-dashboard?tab=consent"],
  ["instructor", "/attendance/students/7", "", "/attendance"],
  ["instructor", "/attendance/messages", "", "/attendance/messages"],
  ["admin", "/admin-dashboard/courses/9", "", "/admin-dashboard/courses"],
  ["admin", "/account", "", undefined],
] as const)("NAV-10 for %s the address %s%s belongs to %s", (role, pathname, search, to) => {
  expect(currentLink(workLinks(en.work, role), { pathname, search })?.to).toBe(to)
})

const NOTHING = {
  requests: 0,
  calls: 0,
  messages: 0,
  absences: 0,
  proofs: 0,
  renewals: 0,
  asks: 0,
  approvals: 0,
  transfers: 0,
  notices: 0,
}

test("NAV-10 what waits is counted beside its screens, in words for screen readers, on phones in the bar, too", () => {
  const waiting = { ...NOTHING, requests: 2, calls: 1, messages: 100, notices: 1 }
  const html = render("instructor", "/account", { waiting })
  expect(html.match(/data-waiting="true"/g)).toHaveLength(3 + 3 + 2)
  expect(html.match(/>\(2 demo requests to answer, 1 parent to call back\)</g)).toHaveLength(3)
  expect(html).toMatch(/>More screens<.{0,300}\(99\+ messages to parents to decide, 1 unread\)/)
  expect(html).toContain(">99+<")
  expect(render("instructor", "/account", { waiting: NOTHING })).not.toContain("data-waiting")
})

test.each([
  ["guardian", { absences: 1 }, "1", "1 absence to explain", "1 छूटी क्लास का कारण बताना है"],
  [
    "guardian",
    { renewals: 2, asks: 1 },
    "3",
    "2 memberships to renew, 1 request from a child",
    "2 सदस्यताएँ बढ़ानी हैं, बच्चे का 1 अनुरोध",
  ],
  ["instructor", { proofs: 1 }, "1", "1 medical proof to check", "बीमारी का 1 सबूत देखना है"],
  ["admin", { approvals: 2 }, "2", "2 instructors to approve", "2 टीचर को मंज़ूरी देनी है"],
  ["admin", { transfers: 2 }, "2", "2 UPI payments to check", "2 UPI भुगतान जाँचने हैं"],
  ["student", { notices: 3 }, "3", "3 unread", "3 नई सूचनाएँ"],
  ["student", { notices: 1 }, "1", "1 unread", "1 नई सूचना"],
] as const)("NAV-10 for %s %o is counted, in both languages", (role, counts, number, words, hindi) => {
  const waiting = { ...NOTHING, ...counts }
  expect(countOf(en.work, workLinks(en.work, role), waiting)).toEqual({ number, words })
  expect(countOf(hi.work, workLinks(hi.work, role), waiting)).toEqual({ number, words: hindi })
})

test.each([
  [["see"], ["timetable", "attendance", "/family/gate", "recordings"]],
  [["pay"], ["/orders"]],
  [["consent"], ["consent"]],
  [["told"], ["notices"]],
  [[], []],
  [
    ["see", "pay", "consent", "told", "all"],
    ["timetable", "attendance", "/orders", "/family/gate", "recordings", "notices", "consent", "data"],
  ],
] as const)(
  "DASH-04 NAV-10 the navigation of a guardian with %o leads to what they may open alone",
  (may, screens) => {
    const links = workLinks(en.work, "guardian", [{ student_id: "7", may: [...may] }])
    const shown = links.map(({ to }) => {
      const [path, search] = to.split("?")
      return path === "/guardian-dashboard" ? (new URLSearchParams(search).get("tab") ?? "timetable") : path
    })
    const always = ["/family", "guardians", "/courses"]
    expect(shown.filter((screen) => !always.includes(screen ?? ""))).toEqual(screens)
    expect(shown).toEqual(expect.arrayContaining(always))
  },
)

test("DASH-04 NAV-10 a guardian with other rights for each child is led to the child for whom a screen may be opened", () => {
  const rights = [
    { student_id: "7", may: ["pay"] as const },
    { student_id: "8", may: ["see", "pay"] as const },
  ]
  const links = workLinks(en.work, "guardian", rights)
  const from = (child: string) => linksFrom(links, `?child=${child}`).map(({ to }) => to)
  expect(from("7")).toContain("/guardian-dashboard?tab=attendance")
  expect(from("8")).toContain("/guardian-dashboard?tab=attendance&child=8")
  expect(from("7")).toContain("/guardian-dashboard?tab=guardians&child=7")
  expect(from("7").some((to) => to.includes("consent"))).toBe(false)
})

test("NAV-10 a guardian who chose a child stays with it from screen to screen", () => {
  const links = linksFrom(workLinks(en.work, "guardian"), "?child=7&tab=attendance&after=x")
  expect(links.map(({ to }) => to)).toContain("/guardian-dashboard?tab=consent&child=7")
  expect(links.map(({ to }) => to)).toContain("/courses")
  expect(currentLink(links, { pathname: "/guardian-dashboard", search: "?child=7" })).toBe(links[1])
  expect(currentLink(links, { pathname: "/family", search: "" })).toBe(links[0])
})
