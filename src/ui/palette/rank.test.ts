import fc from "fast-check"
import { expect, test } from "vitest"
import type { Entry } from "./entry.ts"
import { paletteTexts } from "./palette.texts.ts"
import { plain, rank, score } from "./rank.ts"
import { shownEntries } from "./shown-entries.ts"

const entry = (label: string, more: Partial<Entry> = {}): Entry => ({
  group: "places",
  label,
  to: `/${label}`,
  ...more,
})
const labels = (entries: readonly Entry[]) => entries.map(({ label }) => label)

test("NAV-07 the palette puts whole names first, then beginnings, then what stands inside, then abbreviations", () => {
  const screens = ["Descourses", "Create course", "Courses", "Courses and more", "Clear our session", "Blog"]
  expect(
    labels(
      rank(
        "courses",
        screens.map((label) => entry(label)),
      ),
    ),
  ).toEqual(["Courses", "Courses and more", "Descourses", "Clear our session"])
})

test("NAV-07 each word that is typed has to fit, in any order, and other names count less than the own one", () => {
  const dark = entry("Switch to the dark theme", { also: "colour appearance" })
  expect(score("theme dark", dark)).toBeGreaterThan(0)
  expect(score("dark plans", dark)).toBe(0)
  expect(score("colour", dark)).toBeGreaterThan(0)
  expect(score("colour", dark)).toBeLessThan(score("dark", dark))
  // Scattered letters are no match: programs may fit better.
  expect(score("swim", entry("Switch to the dark theme"))).toBe(0)
  expect(labels(rank("course", [entry("Admin", { also: "courses" }), entry("Courses")]))).toEqual([
    "Courses",
    "Admin",
  ])
})

test("NAV-07 accents and capitals don't matter, and the vowel signs of Hindi do", () => {
  expect(score("FIERTE", entry("La fierté"))).toBeGreaterThan(0)
  expect(plain("कोर्स")).not.toBe(plain("करस"))
  expect(score("कोर्स", entry("कोर्स"))).toBeGreaterThan(score("कोर्स", entry("कोर्स सूची")))
})

const word = fc.stringMatching(/^[a-eA-E]{1,5}$/)
const label = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(" "))
const entries = fc.array(
  label.map((one) => entry(one)),
  { maxLength: 12 },
)

test("NAV-07 a longer question never finds more, and what is found is in the list, once", () => {
  fc.assert(
    fc.property(entries, label, word, (list, question, more) => {
      const found = rank(question, list)
      expect(new Set(found).size).toBe(found.length)
      for (const one of found) expect(list).toContain(one)
      for (const one of rank(question + more, list)) expect(found).toContain(one)
    }),
  )
})

test("NAV-07 who types a name as it stands gets it as the first", () => {
  fc.assert(
    fc.property(entries, label, (list, name) => {
      const first = rank(name, [...list, entry(name)])[0]
      expect(plain(first?.label ?? "")).toBe(plain(name))
    }),
  )
})

const text = paletteTexts.en

test("NAV-07 with nothing typed the classes come first, then what was chosen lately, then actions and screens", () => {
  const own = [
    entry("Blog"),
    entry("Log out", { group: "actions" }),
    entry("Join Physics", { group: "classes" }),
  ]
  const recent = [entry("Courses", { group: "recent" })]
  const shown = shownEntries("  ", { own, recent, found: [] }, text)
  expect(labels(shown)).toEqual(["Join Physics", "Courses", "Log out", "Blog"])
})

test("NAV-07 programs that the server found stand together, with the way to all of them, below what is nearer", () => {
  const found = [
    entry("Course of Yoga", { group: "programs" }),
    entry("Asha Courser", { group: "students", private: true }),
  ]
  const own = [entry("Courses"), entry("Create course", { group: "actions" })]
  const shown = shownEntries("course", { own, recent: [], found }, text)
  expect(labels(shown)).toEqual([
    "Courses",
    "Create course",
    "Course of Yoga",
    text.allPrograms("course"),
    "Asha Courser",
  ])
  expect(shown[3]?.to).toBe("/courses?search=course")
  expect(shownEntries("xyz", { own, recent: [], found: [] }, text)).toEqual([])
})
