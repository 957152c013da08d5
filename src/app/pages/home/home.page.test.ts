import { createElement as h } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { createMemoryRouter, RouterProvider } from "react-router"
import { expect, test } from "vitest"
import testimonials from "#content/testimonials.json" with { type: "json" }
import { filedBrand } from "#shared/brand.ts"
import { BrandContext } from "#ui/brand.ts"
import HomePage, { handle, meta } from "./home.page.tsx"

const demo = {
  id: "01a1fb92-f3d0-7236-906b-8ef063c43976",
  title: "Science by Experiment",
  when: "today, 7:45 pm",
  instructor: "Arjun Nair",
  free_seats: 11,
}
const loaderData = { demos: [demo], programs: [] }
const router = createMemoryRouter([{ path: "/", element: h(HomePage, { loaderData } as never) }])
const page = h(BrandContext, { value: filedBrand }, h(RouterProvider, { router }))
const html = renderToStaticMarkup(page).replaceAll("&amp;", "&")

function targetsOf(label: string): string[] {
  return [...html.matchAll(/<a [^>]*href="([^"]+)"[^>]*>([^<]+)<\/a>/g)]
    .filter(([, , text]) => text === label)
    .map(([, href]) => href ?? "")
}

test("HOME-01 the hero carries the French tagline, and its buttons lead to demo classes and live classes", () => {
  expect(html).toMatch(/<h1 lang="fr"[^>]*>La fierté de <span[^>]*>l’excellence<\/span><\/h1>/)
  expect(targetsOf("Book Free Demo")).toEqual(["/live-classes?class_type=demo"])
  expect(targetsOf("Join Live Session")).toEqual(["/live-classes"])
})

test("HOME-01 beside the French line the hero says in plain English what there is, and the next demo has a button", () => {
  expect(html).toContain("Live classes with real teachers, online and in person, for Classes 1 to 12.")
  expect(html).toMatch(new RegExp(`<form action="/class/${demo.id}" method="post">.*value="request-demo"`))
  expect(html).toContain("with Arjun Nair · 11 free seats")
})

test("HOME-02 the six offerings lead to the catalogue, each filtered", () => {
  expect(html).toContain("Our Core Offerings")
  const services = [...html.matchAll(/href="\/courses\?service=([^"]+)"/g)].map(([, value]) =>
    new URLSearchParams(`service=${value}`).get("service"),
  )
  expect(services).toEqual(["Academics", "Sports", "Music", "Fitness", "Art & Culture", "Martial Arts"])
})

test("HOME-03 six benefits are named and 'Start Learning Today' leads to /register", () => {
  expect(html).toContain("Why Choose")
  for (const benefit of [
    "Expert teachers",
    "Live interactive classes",
    "Doubt-clearing and one-on-one support",
    "Progress tracking",
    "Mobile app",
    "Flexible scheduling",
  ]) {
    expect(html).toContain(benefit)
  }
  expect(new Set(targetsOf("Start Learning Today"))).toEqual(new Set(["/register"]))
})

test("HOME-04 four testimonials stand whole, and each sample is marked as one", () => {
  expect(html).toContain("Student Testimonials")
  expect(testimonials).toHaveLength(4)
  for (const { name, board, subject, school } of testimonials) {
    for (const part of [name, board, subject, school]) expect(html).toContain(part)
  }
  expect(html.match(/Rated 5 out of 5/g)).toHaveLength(4)
  expect(html.match(/>Sample</g)).toHaveLength(testimonials.filter(({ sample }) => sample).length)
})

test("HOME-05 the closing call leads to demo classes and the catalogue", () => {
  expect(targetsOf("Book Free Demo Class")).toEqual(["/live-classes?class_type=demo"])
  expect(targetsOf("Browse All Courses")).toEqual(["/courses"])
})

test("NAV-08 the home page has a title and a description, and sends no scripts", () => {
  expect(meta({ matches: [{ loaderData: { brand: filedBrand } }] as never })).toEqual(
    expect.arrayContaining([
      { title: expect.stringContaining("Kaksha") },
      expect.objectContaining({ name: "description" }),
    ]),
  )
  expect(handle.static).toBe(true)
})
