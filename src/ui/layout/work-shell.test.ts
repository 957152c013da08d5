import { createElement as h } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { createMemoryRouter, RouterProvider } from "react-router"
import { describe, expect, test } from "vitest"
import { filedBrand } from "#shared/brand.ts"
import { ROLES, type Role } from "#shared/roles.ts"
import { BrandContext } from "../brand.ts"
import { en } from "../messages/en.ts"
import { hi } from "../messages/hi.ts"
import { currentLink, linksFrom, workLinks } from "./work-links.ts"
import { WorkShell } from "./work-shell.tsx"

function render(role: Role, at: string, fills = false): string {
  const viewer = { firstName: "Asha", email: "asha@example.com", role }
  const shell = h(WorkShell, { viewer, role, fills, theme: "system" }, h("h1", null, "Screen"))
  const element = h(BrandContext, { value: filedBrand }, shell)
  const router = createMemoryRouter([{ path: "*", element }], { initialEntries: [at] })
  return renderToStaticMarkup(h(RouterProvider, { router }))
}

describe.each(ROLES)("NAV-10 the frame of a person who is %s", (role) => {
  const links = workLinks(en.work, role)

  test("leads to every screen, on phones to four and a menu of all, and marks the open one", () => {
    const last = links.at(-1)?.to ?? ""
    const html = render(role, last)
    for (const [at, { to, label }] of links.entries()) {
      const anchors = [...html.matchAll(/<a [^>]*href="([^"]+)"[^>]*>(.*?)<\/a>/g)]
      const own = anchors.filter(([, href, content]) => href === to && content?.includes(label))
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
    const html = render(role, "/class/7/room", true)
    expect(html).toContain("<h1>Screen</h1>")
    expect(html).not.toMatch(/<(nav|header|footer)\b/)
    expect([...html.matchAll(/<a /g)]).toHaveLength(1)
  })

  test("is as complete in Hindi", () => {
    const hindi = workLinks(hi.work, role)
    expect(hindi.map(({ to }) => to)).toEqual(links.map(({ to }) => to))
    for (const { label } of hindi) expect(label).toMatch(/^[\p{Script=Devanagari}\s-]+$/u)
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

test("NAV-10 a guardian who chose a child stays with it from screen to screen", () => {
  const links = linksFrom(workLinks(en.work, "guardian"), "?child=7&tab=attendance&after=x")
  expect(links.map(({ to }) => to)).toContain("/guardian-dashboard?tab=consent&child=7")
  expect(links.map(({ to }) => to)).toContain("/courses")
  expect(currentLink(links, { pathname: "/guardian-dashboard", search: "?child=7" })).toBe(links[0])
})
