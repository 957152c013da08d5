import fc from "fast-check"
import { expect, test } from "vitest"
import lists from "#content/option-lists.json" with { type: "json" }
import builtIn from "#content/programs.json" with { type: "json" }
import { DELIVERIES } from "#contract/programs/program-lists.ts"
import { subjectLinks } from "#ui/layout/site-links.ts"
import { en } from "#ui/messages/en.ts"
import {
  addressOf,
  type Choices,
  describeIgnored,
  type Filters,
  isFiltered,
  nextPart,
  noFilters,
  readFilters,
  readPart,
} from "./catalogue-address.ts"
import { catalogueText } from "./texts/catalogue.text.ts"

const choices: Choices = {
  service: lists.serviceFilter,
  curriculum: lists.catalogueCurricula,
  grade: lists.gradeFilter,
  delivery: ["all", ...DELIVERIES].map((value) => ({ value, label: value })),
  sort: lists.catalogueSort,
}

const read = (address: string) => readFilters(new URL(address, "http://localhost").searchParams, choices)
const anyOf = (name: keyof Choices) => fc.constantFrom(...choices[name].map(({ value }) => value))

test("CAT-03 a filtered view survives being shared: its address reads back as the same filters", () => {
  const filters: fc.Arbitrary<Filters> = fc.record({
    search: fc.string({ maxLength: 100, unit: "grapheme" }).map((text) => text.trim().slice(0, 100).trim()),
    service: anyOf("service"),
    curriculum: anyOf("curriculum"),
    grade: anyOf("grade"),
    subject: fc.constantFrom("all", ...builtIn.map(({ subject }) => subject)),
    delivery: anyOf("delivery"),
    sort: anyOf("sort"),
  })
  fc.assert(
    fc.property(filters, (wanted) => {
      fc.pre(wanted.search.isWellFormed())
      expect(read(addressOf(wanted))).toEqual({ filters: wanted, ignored: [] })
    }),
  )
})

test("CAT-03 the defaults leave the address bare, and nothing counts as filtered", () => {
  expect(addressOf(noFilters)).toBe("/courses")
  expect(isFiltered(noFilters)).toBe(false)
  expect(isFiltered({ ...noFilters, sort: "rating" })).toBe(true)
  expect(addressOf(noFilters, { program: "learn-to-swim" })).toBe("/courses?program=learn-to-swim")
})

test("CAT-03 values that no selector offers fall back to the default and are named", () => {
  const { filters, ignored } = read("/courses?curriculum=Hogwarts&grade=99&sort=magic&service=&search=chess")
  expect(filters).toEqual({ ...noFilters, search: "chess" })
  expect(ignored.map((one) => describeIgnored(one, catalogueText))).toEqual([
    "curriculum “Hogwarts”",
    "grade “99”",
    "sort by “magic”",
  ])
  expect(read(`/courses?search=${"a".repeat(500)}`).filters.search).toHaveLength(100)
  const [long] = read(`/courses?subject=${"a".repeat(500)}`).ignored
  expect(long && describeIgnored(long, catalogueText).length).toBeLessThan(60)
})

test("DATA-02 the catalogue offers the curricula and grades of its form", () => {
  const offered = (name: keyof Choices) => choices[name].map(({ value }) => value)
  expect(offered("curriculum")).toEqual(["all", "CBSE", "ICSE", "IB", "IGCSE", "STATE", "NEET", "JEE"])
  expect(offered("grade")).toEqual(["all", ...Array.from({ length: 12 }, (_, index) => String(index + 1))])
  expect(choices.grade[1]?.label).toBe("Class 1")
})

test("NAV-05 each subject of the footer leads to a filtered catalogue that has programs", () => {
  const links = subjectLinks(en.footer)
  expect(links.map(({ label }) => label)).toEqual([
    "Mathematics",
    "Science",
    "English",
    "Social Studies",
    "NEET Preparation",
  ])
  for (const { to, label } of links) {
    const { filters, ignored } = read(to)
    expect(ignored).toEqual([])
    expect(isFiltered(filters), label).toBe(true)
    const found = builtIn.filter(
      ({ subject, curriculum }) =>
        ["all", subject].includes(filters.subject) && ["all", curriculum].includes(filters.curriculum),
    )
    expect(found.length, label).toBeGreaterThan(0)
  }
})

test("CAT-02 the five quick filters name services that there are", () => {
  expect(lists.quickFilters).toEqual([
    { label: "Academic Excellence", service: "Academics" },
    { label: "Sports Training", service: "Sports" },
    { label: "Musical Arts", service: "Music" },
    { label: "Fitness Programs", service: "Fitness" },
    { label: "Creative Arts", service: "Art & Culture" },
  ])
  for (const { service } of lists.quickFilters)
    expect(read(`/courses?${new URLSearchParams({ service })}`).filters.service).toBe(service)
})

test("CAT-06 CAT-10 the address says how many programs are shown, a whole number of pages up to sixty", () => {
  const read = (query: string) => readPart(new URLSearchParams(query))
  expect(read("").limit).toBe(12)
  expect(read("shown=36")).toEqual({ cursor: undefined, shown: "36", limit: 36 })
  for (const [shown, limit] of [
    ["0", 12],
    ["-5", 12],
    ["magic", 12],
    ["13", 12],
    ["1e9", 60],
  ] as const) {
    expect(read(`shown=${shown}`).limit).toBe(limit)
  }
})

test("CAT-10 more programs join the view up to sixty; then the next view begins after them", () => {
  expect(nextPart({ limit: 12 }, "after-12")).toEqual({ cursor: undefined, shown: "24" })
  expect(nextPart({ cursor: "c", limit: 48 }, "after-48")).toEqual({ cursor: "c", shown: "60" })
  expect(nextPart({ limit: 60 }, "after-60")).toEqual({ cursor: "after-60" })
  expect(nextPart({ limit: 24 }, null)).toBeNull()
  expect(addressOf({ ...noFilters, sort: "rating" }, { shown: "24", program: "tabla" })).toBe(
    "/courses?sort=rating&shown=24&program=tabla",
  )
})
