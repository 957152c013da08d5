import { readdirSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { beforeAll, expect, test } from "vitest"
import siteMap from "#app/routes.ts"
import type { GuardianNeed } from "#shared/guardian-rights.ts"
import { LANGUAGES } from "#ui/language.ts"
import { en } from "#ui/messages/en.ts"
import { hi } from "#ui/messages/hi.ts"
import { provideMessages } from "#ui/messages/use-messages.ts"
import type { Keys } from "#ui/shortcuts/shortcuts.ts"
import { placesOf } from "./palette-places.ts"
import { SHORTCUTS } from "./shortcut-list.ts"

const source = resolve(import.meta.dirname, "../../..")

beforeAll(() => {
  provideMessages(en)
  provideMessages(hi)
})

test("NAV-07 no two shortcuts of one place share a key, and none takes one that works everywhere", () => {
  for (const [place, shortcuts] of Object.entries<Record<string, Keys>>(SHORTCUTS)) {
    const keys = Object.values(shortcuts).flat()
    expect(new Set(keys).size, place).toBe(keys.length)
    if (place === "site" || place === "palette") continue
    for (const key of Object.values(SHORTCUTS.site).flat()) expect(keys, place).not.toContain(key)
  }
})

/** Files that listen for keys without being a shortcut's handler: what fields, tabs and toolbars are expected to do. */
const WIDGETS = [
  "chat-composer.tsx",
  "room-panel.tsx",
  "whiteboard-tools.tsx",
  "room-sound.ts",
  "use-bar-away.ts",
  "slide-picture.tsx",
]

test("NAV-07 every listener for keys uses the lists that the page of shortcuts shows", () => {
  const listening = readdirSync(source, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !path.includes(".test."))
    .map((path) => ({ path, text: readFileSync(join(source, path), "utf8") }))
    .filter(({ text }) => /"keydown"|onKeyDown/.test(text))
    .filter(({ path }) => !WIDGETS.some((name) => path.endsWith(name)))
  expect(listening.length).toBeGreaterThan(4)
  for (const { path, text } of listening) {
    const handles = /keydown"|onKeyDown\(/.test(text) && !/onKeyDown=\{/.test(text)
    if (handles) expect(text, path).toMatch(/from "(#ui|\.|\.\.)(\/shortcuts)?\/shortcuts\.ts"/)
  }
})

const READERS = [
  null,
  { role: null },
  { role: "student", hasShop: true },
  { role: "instructor" },
  { role: "admin" },
  { role: "admin", locked: true },
  { role: "guardian" },
] as const

test("NAV-07 the palette names no screen twice, in either language, and every screen is in the site map", () => {
  const known = new Set(siteMap.map(({ path }) => `/${path ?? ""}`))
  for (const reader of READERS) {
    for (const language of LANGUAGES) {
      const entries = placesOf(reader, language, true).filter(({ act }) => !act)
      const addresses = entries.map(({ to }) => to)
      expect(new Set(addresses).size).toBe(addresses.length)
      for (const { to, label } of entries) {
        const path = new URL(to, "http://localhost").pathname
        expect(known.has(path) || path === "/admin-dashboard/courses/new", `${label}: ${path}`).toBe(true)
        expect(label).not.toBe("")
      }
    }
  }
})

/** Screens that only a link, a step or another screen leads to. */
const STEPS = [
  "login register forgot-password reset-password verify-email complete-profile date-of-birth second-step invitation",
  "auth/google auth/google/callback account/two-step account/confirm account/guardian account/export.html account/export.json",
  "dashboard admin logout pin finish attendance/month.csv subscription/confirm subscription/end unsubscribe admin/upi/statement blog.rss sitemap.xml robots.txt",
  "admin/money/movements admin/money/memberships admin/money/export admin/money/journal.csv admin/money/gstr1.csv",
  "admin/money/settlements admin/money/unexplained",
  "basket/checkout admin/shop/returns admin/shop/items admin/shop/packing-list.pdf",
  "manifest.webmanifest offline push-worker.js sw.js theme palette.json error *",
].flatMap((line) => line.split(" "))

test("NAV-07 every screen of the site map is in somebody's palette, unless it is a step of something", () => {
  const reached = new Set(
    READERS.flatMap((reader) => placesOf(reader, "en", true)).map(
      ({ to }) => new URL(to, "http://localhost").pathname,
    ),
  )
  const missing = siteMap
    .map(({ path }) => path ?? "")
    .filter((path) => !path.includes(":") && !STEPS.includes(path) && !reached.has(`/${path}`))
  expect(missing).toEqual([])
})

test("DASH-04 a guardian's palette leads to what they may open alone", () => {
  const placesWith = (may: GuardianNeed[]) =>
    placesOf({ role: "guardian", rights: [{ student_id: "7", may }] }, "en", false).map(({ to }) => to)
  const payer = placesWith(["pay"])
  expect(payer).toEqual(expect.arrayContaining(["/orders", "/points", "/refer"]))
  expect(payer.filter((to) => to.startsWith("/guardian-dashboard"))).toEqual([
    "/guardian-dashboard?tab=guardians",
  ])
  const seeing = placesWith(["see"])
  expect(seeing).toContain("/guardian-dashboard?tab=attendance")
  expect(seeing).not.toContain("/orders")
})

test("NAV-07 an admin who still has to set up the second step is led to no screen of the office", () => {
  const entries = placesOf({ role: "admin", locked: true }, "en", false)
  expect(entries.filter(({ to }) => to.startsWith("/admin"))).toEqual([])
})

test("ATT-08 the palette loads the pages that read codes as documents, with what their reader needs", () => {
  const scanning = ["/hall", "/gate", "/check-in"]
  const entries = READERS.flatMap((reader) => placesOf(reader, "en", true))
  const found = entries.filter(({ to }) => scanning.includes(to))
  expect(new Set(found.map(({ to }) => to))).toEqual(new Set(scanning))
  expect(found.filter(({ document }) => !document)).toEqual([])
})
