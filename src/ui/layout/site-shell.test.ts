import { createElement as h, type ReactElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { createMemoryRouter, RouterProvider } from "react-router"
import { expect, test } from "vitest"
import { filedBrand } from "#shared/brand.ts"
import { BrandContext } from "../brand.ts"
import type { Theme } from "../theme.ts"
import { ErrorScreen, NotFoundScreen } from "./error-screen.tsx"
import type { Viewer } from "./site-links.ts"
import { SiteShell } from "./site-shell.tsx"

function render(element: ReactElement, at = "/courses"): string {
  const router = createMemoryRouter([{ path: "*", element }], { initialEntries: [at] })
  return renderToStaticMarkup(h(RouterProvider, { router }))
}

const shell = (viewer: Viewer | null, theme: Theme = "system") =>
  render(h(BrandContext, { value: filedBrand }, h(SiteShell, { viewer, theme }, h("h1", null, "Screen"))))

function linkTargets(html: string): Map<string, string> {
  const links = [...html.matchAll(/<a [^>]*href="([^"]+)"[^>]*>([^<]+)</g)]
  return new Map(links.map(([, href, label]) => [(label ?? "").replaceAll("&amp;", "&"), href ?? ""]))
}

test("NAV-02 the header leads to the eight places, and the phone's menu to three more", () => {
  const links = linkTargets(shell(null))
  expect(Object.fromEntries(links)).toMatchObject({
    Home: "/",
    Courses: "/courses",
    "Live Classes": "/live-classes",
    "Teacher Portal": "/teacher-auth",
    "Learning Kit": "/about-learning-kit",
    "Meet the Team": "/meet-the-team",
    "Terms & Conditions": "/terms",
    Blog: "/blog",
    "Student Login": "/student-auth",
    About: "/about",
    Contact: "/contact",
  })
})

test("NAV-02 the menu opens without scripts and the current page is marked", () => {
  const html = shell(null)
  expect(html).toMatch(/<button[^>]*popoverTarget="site-menu"/i)
  expect(html).toMatch(/<div id="site-menu" popover="auto"/)
  expect(html).toMatch(/<a[^>]*aria-current="page"[^>]*href="\/courses"/)
})

test("NAV-03 a visitor sees 'Login / Sign Up' and no logout", () => {
  const html = shell(null)
  expect(linkTargets(html).get("Login / Sign Up")).toBe("/auth")
  expect(html).not.toContain('action="/logout"')
})

test.each([
  ["student", "Dashboard", "/student-dashboard"],
  ["instructor", "Teacher Dashboard", "/teacher-dashboard"],
  ["admin", "Admin Dashboard", "/admin-dashboard"],
  ["guardian", "Dashboard", "/family"],
  [null, "Complete your profile", "/complete-profile"],
] as const)("NAV-03 a signed-in %s sees the first name, '%s' and a logout", (role, label, to) => {
  const html = shell({ firstName: "Asha", email: "asha@example.com", role })
  expect(linkTargets(html).get(label)).toBe(to)
  expect(html).toContain(">Asha<")
  expect(html).toMatch(/<form[^>]* action="\/logout" method="post"/)
  expect(html).not.toContain("Login / Sign Up")
})

test("NAV-03 without a first name the e-mail stands in its place", () => {
  expect(shell({ firstName: "", email: "asha@example.com", role: "student" })).toContain(">asha@example.com<")
})

test("NAV-05 the footer links subjects to the filtered catalogue and carries contact and legal links", () => {
  const html = shell(null)
  expect(Object.fromEntries(linkTargets(html))).toMatchObject({
    Mathematics: "/courses?subject=Mathematics",
    Science: "/courses?subject=Science",
    English: "/courses?subject=English",
    "Social Studies": "/courses?subject=Social+Studies",
    "NEET Preparation": "/courses?curriculum=NEET",
    "Privacy Policy": "/privacy",
  })
  expect(html).toContain('href="tel:+918000000100"')
  expect(html).toContain('href="mailto:hello@kaksha.example"')
  expect(html).toContain("Bengaluru, Karnataka 560038")
})

test("NAV-07 the first stop of the keyboard leads to the main content, and the theme can be chosen without scripts", () => {
  const html = shell(null, "dark")
  expect(html.indexOf('<a href="#main"')).toBe(html.indexOf("<a "))
  expect(html).toContain('<main id="main"')
  expect(html).toMatch(/<form[^>]* action="\/theme" method="post"/)
  expect(html).toMatch(/value="dark" aria-pressed="true"/)
})

test("NAV-06 the error screen tries the same address again and shows its reference", () => {
  const html = render(h(ErrorScreen, { referenceId: "req-42" }), "/live-classes?date=2026-11-21")
  expect(html).toContain("Something went wrong")
  expect(linkTargets(html).size).toBeGreaterThan(0)
  expect(html).toMatch(/<a href="\/live-classes\?date=2026-11-21"[^>]*>.*Try Again<\/a>/)
  expect(html).toContain("req-42")
})

test("NAV-01 the not-found screen says so and leads home", () => {
  const html = render(h(NotFoundScreen), "/nowhere")
  expect(html).toContain("Oops! Page not found")
  expect(linkTargets(html).get("Return to Home")).toBe("/")
})
