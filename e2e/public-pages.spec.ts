import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "@playwright/test"
import brand from "../content/brand.json" with { type: "json" }
import lists from "../content/option-lists.json" with { type: "json" }
import programs from "../content/programs.json" with { type: "json" }
import { createPool } from "../src/platform/database/db.ts"
import { addressesOf } from "../src/platform/postgres/database.ts"
import { expectAccessible } from "./axe.ts"
import { signedIn } from "./people.ts"
import { expect, test } from "./product.ts"

const ARTICLE = "/blog/draw-before-you-solve"
const pages: [path: string, title: RegExp, heading: RegExp][] = [
  ["/", /Kaksha/, /La fierté de l’excellence/],
  ["/about", /^About · Kaksha$/, /A classroom called Kaksha/],
  ["/contact", /^Contact · Kaksha$/, /Talk to us/],
  ["/about-learning-kit", /^Learning Kit · Kaksha$/, /The kit makes it theirs/],
  ["/meet-the-team", /^Meet the Team · Kaksha$/, /Meet the Team/],
  ["/terms", /^Terms & Conditions · Kaksha$/, /Terms & Conditions/],
  ["/privacy", /^Privacy Policy · Kaksha$/, /Privacy Policy/],
  ["/blog", /^Blog · Kaksha$/, /Notes from our teachers/],
  [ARTICLE, /^Draw Before You Solve · Kaksha$/, /Draw Before You Solve/],
  ["/shortcuts", /^Keyboard shortcuts · Kaksha$/, /Keyboard shortcuts/],
  ["/offline", /^You're offline · Kaksha$/, /You're offline/],
]

const contentOf = (page: Page, selector: string) => page.locator(selector).getAttribute("content")

for (const [path, title, heading] of pages) {
  test(`NAV-01 NAV-07 NAV-08 ${path} says what it is, sends at most 15 kB of script, fits every window and is accessible in both themes`, async ({
    page,
    baseURL,
  }) => {
    const scripts: Promise<number>[] = []
    page.on("response", (response) => {
      if (response.request().resourceType() === "script")
        scripts.push(response.body().then((body) => body.length))
    })
    expect((await page.goto(path))?.status()).toBe(200)
    const sizes = await Promise.all(scripts)
    expect(sizes.length).toBeGreaterThan(0)
    expect(sizes.reduce((sum, bytes) => sum + bytes)).toBeLessThanOrEqual(15_000)

    await expect(page).toHaveTitle(title)
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading)
    await expect(page.getByRole("banner")).toBeVisible()
    await expect(page.getByRole("contentinfo")).toBeVisible()
    expect((await contentOf(page, "meta[name=description]"))?.length).toBeGreaterThan(40)
    await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", baseURL + path)
    expect(await contentOf(page, "meta[property='og:url']")).toBe(baseURL + path)
    expect(await contentOf(page, "meta[property='og:title']")).toBe(await page.title())
    const picture = await page.request.get((await contentOf(page, "meta[property='og:image']")) ?? "")
    expect(picture.headers()["content-type"]).toMatch(/^image\/(png|jpeg)$/)

    await expectFitting(page)
  })
}

async function expectFitting(page: Page): Promise<void> {
  for (const [width, colorScheme] of [
    [390, "dark"],
    [768, "light"],
    [1440, "light"],
  ] as const) {
    await page.setViewportSize({ width, height: 844 })
    await page.emulateMedia({ colorScheme })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    if (width !== 768) await expectAccessible(page, { where: `${width}, ${colorScheme}` })
  }
}

const hindi: [path: string, heading: RegExp][] = [
  ["/", /La fierté/],
  ["/about", /एक क्लासरूम/],
  ["/contact", /हमसे बात करें/],
  ["/about-learning-kit", /किट/],
  ["/meet-the-team", /हमारी टीम/],
  ["/terms", /नियम व शर्तें/],
  ["/privacy", /गोपनीयता नीति/],
  ["/blog", /हमारे टीचरों/],
  ["/courses", /हमारे प्रोफ़ेशनल प्रोग्राम/],
  ["/courses/no-such-program", /यह प्रोग्राम नहीं मिला/],
  ["/shortcuts", /कीबोर्ड शॉर्टकट/],
  ["/offline", /आप ऑफ़लाइन हैं/],
  ["/subscription/end", /सब्सक्रिप्शन बंद करें/],
  ["/no-such-page", /ओह! पेज नहीं मिला/],
]

test("NAV-07 the public pages are there in Hindi, fit every window and are accessible", async ({ page }) => {
  for (const [path, heading] of hindi) {
    await page.goto(`${path}?lang=hi`)
    await expect(page.locator("html")).toHaveAttribute("lang", "hi-IN")
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading)
    await expect(page.getByRole("contentinfo")).toContainText("गणित")
    await page.emulateMedia({ colorScheme: "dark" })
    for (const width of [1440, 768, 390]) {
      await page.setViewportSize({ width, height: 844 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(width)
    }
    await expectAccessible(page, { where: path })
  }
})

test("NAV-11 Hindi pages bring a font for Devanagari, and English ones the letters of the language switch alone", async ({
  page,
}) => {
  const loaded = () =>
    page.evaluate(async () => {
      await document.fonts.ready
      const faces = [...document.fonts].filter((face) => face.status === "loaded")
      return faces.map((face) => face.family.replaceAll('"', "")).filter((name) => name.startsWith("Kaksha"))
    })
  await page.goto("/about")
  expect(await loaded()).toEqual(["Kaksha Hindi Name"])
  await page.goto("/about?lang=hi")
  expect(await loaded()).toEqual(["Kaksha Devanagari"])
})

test("NAV-07 a Hindi page names both its addresses, and an article says that it is in English", async ({
  page,
  baseURL,
}) => {
  await page.goto("/about?lang=hi")
  await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", `${baseURL}/about?lang=hi`)
  await expect(page.locator("link[hreflang=en]")).toHaveAttribute("href", `${baseURL}/about`)
  await expect(page.locator("link[hreflang=hi]")).toHaveAttribute("href", `${baseURL}/about?lang=hi`)
  await page.goto(ARTICLE)
  await expect(page.getByText("लेख अंग्रेज़ी में है")).toBeVisible()
  await expect(page.getByRole("main")).toHaveAttribute("lang", "en-IN")
  await expect(page.locator("link[hreflang]")).toHaveCount(0)
})

test("NAV-07 the switch in the header changes the language for good, and pages with scripts load no other's texts", async ({
  page,
}) => {
  const catalogues = new Set<string>()
  page.on("request", (request) => {
    const name = /messages-(\w+)-/.exec(request.url())?.[1]
    if (name) catalogues.add(name)
  })
  await page.goto("/live-classes?class_type=demo")
  await page.getByRole("banner").getByRole("link", { name: "हिन्दी" }).click()
  await page.locator("html[data-ready][lang=hi-IN]").waitFor()
  expect(new URL(page.url()).searchParams.get("class_type")).toBe("demo")
  // Visitors' pages have no scripts that need them.
  expect([...catalogues]).toEqual([])
  await page.request.post("/api/v1/demo-people/session", { data: { email: "asha@demo.kaksha.example" } })
  await page.goto("/live-classes")
  await page.locator("html[data-ready][lang=hi-IN]").waitFor()
  expect([...catalogues]).toEqual(["hi"])
})

test("NAV-06 a failing page answers 500 with a reference that is in the log, and Try Again works once it is mended", async ({
  page,
  product,
}) => {
  const password = readFileSync(join(product.dataFolder, "postgres.password"), "utf8").trim()
  const port = Number(readFileSync(join(product.dataFolder, "postgres.port"), "utf8"))
  const pool = createPool(addressesOf(password, port).url, 1)
  await pool.query("alter table programs rename to programs_away")
  try {
    expect((await page.goto("/courses"))?.status()).toBe(500)
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Something went wrong")
    const reference = (await page.locator("main code").textContent()) ?? ""
    expect(reference).toMatch(/^[0-9a-f-]{36}$/)
    const log = join(product.dataFolder, "logs/kaksha.log")
    await expect.poll(() => readFileSync(log, "utf8")).toContain(reference)
  } finally {
    await pool.query("alter table programs_away rename to programs")
    await pool.end()
  }
  await page.getByRole("link", { name: "Try Again" }).click()
  await expect(page.getByRole("heading", { name: "Programs Found" }).first()).toBeVisible()
})

test("NAV-01 what is not there answers 404, be it a page, a file or a procedure", async ({ page }) => {
  for (const path of ["/nowhere", "/assets/nowhere.js", "/images/nowhere.svg", "/blog/nowhere"]) {
    const answer = await page.goto(path)
    expect(answer?.status(), path).toBe(404)
    await expect(page.getByText("Oops! Page not found")).toBeVisible()
  }
  const procedure = await page.request.get("/api/v1/nowhere")
  expect(procedure.status()).toBe(404)
  expect(await procedure.json()).toMatchObject({ code: "NOT_FOUND" })
  await page.getByRole("link", { name: "Return to Home" }).click()
  await expect(page).toHaveURL("/")
})

/** Lists by person, with where they go on: cut off, or too long for any cursor. */
const LONG = "x".repeat(250)
const CUT_OFF: [person: string, addresses: string[]][] = [
  [
    "asha",
    [
      ...["/live-classes?class_type=demo&after=17", "/one-on-one?after=17", "/points?after=17"],
      ...[
        `/student-dashboard?tab=recordings&after=${LONG}`,
        `/account?seen=${LONG}`,
        "/notifications?after=17",
      ],
    ],
  ],
  [
    "sunita",
    ["attendance&after=17", "notices&after=17", `data&seen=${LONG}`].map(
      (tab) => `/guardian-dashboard?tab=${tab}`,
    ),
  ],
  [
    "arjun",
    ["/attendance?q=a&after=17", "/attendance/messages?after=17", `/attendance/proofs?after=${LONG}`],
  ],
  [
    "noor",
    [
      ...["/admin/people?after=17", "/admin/people?tab=numbers&after=17", "/admin/audit?after=17"],
      ...["/admin/orders?after=17", "/admin/premises?after=17", "/admin/money/movements?after=17"],
      ...["/admin/shop?after=17", "/admin-dashboard/students?after=17", "/admin-dashboard/courses?after=17"],
      ...["/admin-dashboard/classes?tab=deleted&after=17", "/admin/sms?tab=messages&after=17"],
    ],
  ],
]

test("NAV-01 a list's address that was cut off leads to where the list begins, with its filters", async ({
  browser,
  product,
}) => {
  for (const [person, addresses] of CUT_OFF) {
    const { request } = (await signedIn(browser, product, person)).context()
    for (const address of addresses) {
      const answer = await request.get(address, { headers: { accept: "text/html" }, maxRedirects: 0 })
      const start = address.replace(/[?&](after|seen)=.*/, "")
      expect([address, answer.status(), answer.headers().location]).toEqual([address, 302, start])
    }
  }
})

test("NAV-07 the palette opens by a key on a page without React, which can be turned off", async ({
  page,
}) => {
  await page.goto("/shortcuts")
  const palette = page.getByRole("dialog", { name: "Find anything" })
  await page.getByRole("button", { name: "Turn them off" }).focus()
  await page.keyboard.press("/")
  await expect(palette.getByRole("combobox")).toBeFocused()
  await page.keyboard.type("dark th")
  await expect(palette.getByRole("option", { selected: true })).toHaveText(/Switch to the dark theme/)
  await page.keyboard.press("Enter")
  await expect(palette).toHaveCount(0)
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark")
  await expect(page.getByRole("button", { name: "Turn them off" })).toBeFocused()

  await page.keyboard.press("Enter")
  await expect(page.getByText("Single-character keys are off")).toBeVisible()
  await page.keyboard.press("/")
  await page.keyboard.press("Control+k")
  await expect(palette.getByRole("combobox")).toHaveValue("")
  await page.keyboard.type("swim")
  await expect(palette.getByRole("option", { name: /Learn to Swim/ })).toBeVisible()
  await expect(palette.getByRole("option", { selected: true })).toHaveText(/Learn to Swim/)
  await page.keyboard.press("Enter")
  await expect(page).toHaveURL("/courses/learn-to-swim")
})

test("NAV-07 the theme can be changed in place on a page without React, and stays", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" })
  await page.goto("/terms")
  await page.getByRole("button", { name: "Dark", exact: true }).click()
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark")
  await page.reload()
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark")
})

test("NAV-07 the product can be installed: manifest and icons of the sizes it names", async ({ page }) => {
  await page.goto("/")
  const address = await page.locator("link[rel=manifest]").getAttribute("href")
  const answer = await page.request.get(address ?? "")
  expect(answer.headers()["content-type"]).toContain("application/manifest+json")
  const manifest = await answer.json()
  expect(manifest).toMatchObject({ name: brand.name, start_url: "/", display: "standalone" })
  const hindi = await page.request.get(address ?? "", { headers: { "accept-language": "hi-IN" } })
  expect(await hindi.json()).toMatchObject({
    lang: "hi-IN",
    shortcuts: [{ name: "लाइव क्लास" }, { name: "प्रोग्राम" }],
  })
  expect(manifest.icons.map((icon: { purpose: string }) => icon.purpose)).toContain("maskable")
  for (const { src, sizes } of manifest.icons) {
    const size = await page.evaluate(async (source) => {
      const image = new Image()
      image.src = source
      await image.decode()
      return `${image.naturalWidth}x${image.naturalHeight}`
    }, src)
    expect(size, src).toBe(sizes)
  }
})

test("NAV-07 without a connection the offline page stands in, and Try Again loads what was asked for", async ({
  page,
  context,
}) => {
  await page.goto("/courses")
  await page.evaluate(() => navigator.serviceWorker.ready)
  await context.setOffline(true)
  await page.goto("/about")
  await expect(page.getByRole("heading", { name: "You're offline" })).toBeVisible()
  await context.setOffline(false)
  await page.getByRole("link", { name: "Try Again" }).click()
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/A classroom called/)
})

test("NAV-08 the sitemap lists public pages, every program and every article; robots.txt names it", async ({
  page,
  baseURL,
}) => {
  const sitemap = await (await page.request.get("/sitemap.xml")).text()
  const addresses = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address)
  expect(new Set(addresses).size).toBe(addresses.length)
  const paths = pages.map(([path]) => path).filter((path) => path !== "/offline")
  for (const path of [...paths, "/courses", "/live-classes"]) expect(addresses).toContain(baseURL + path)
  for (const { slug } of programs) expect(addresses).toContain(`${baseURL}/courses/${slug}`)
  expect(addresses.filter((address) => address?.includes("/blog/"))).toHaveLength(24)
  const robots = await (await page.request.get("/robots.txt")).text()
  expect(robots).toContain(`Sitemap: ${baseURL}/sitemap.xml`)
  expect(robots).toContain("Disallow: /student-dashboard")
})

test.describe("with scripts off", () => {
  test.use({ javaScriptEnabled: false })

  test("NAV-07 the switch in the footer changes the language, which stays, and changes it back", async ({
    page,
  }) => {
    await page.goto("/about")
    const footer = page.getByRole("contentinfo")
    await footer.getByRole("link", { name: "हिन्दी" }).click()
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/एक क्लासरूम/)
    await footer.getByRole("link", { name: "गोपनीयता नीति" }).click()
    await expect(page).toHaveURL("/privacy")
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("गोपनीयता नीति")
    await footer.getByRole("link", { name: "English" }).click()
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Privacy Policy")
  })

  test("HOME-01 HOME-03 HOME-05 the calls of the home page lead where they say", async ({ page }) => {
    for (const [label, path] of [
      ["Book Free Demo", "/live-classes?class_type=demo"],
      ["Join Live Session", "/live-classes"],
      ["Start Learning Today", "/register"],
      ["Book Free Demo Class", "/live-classes?class_type=demo"],
      ["Browse All Courses", "/courses"],
    ] as const) {
      await page.goto("/")
      await page.getByRole("link", { name: label, exact: true }).first().click()
      await expect(page).toHaveURL(path)
    }
  })

  test("HOME-02 each of the six offerings opens the catalogue with its filter", async ({ page }) => {
    for (const { value } of lists.services) {
      await page.goto("/")
      await page.getByRole("link", { name: new RegExp(`^${value}`) }).click()
      await expect(page).toHaveURL((url) => url.searchParams.get("service") === value)
      await expect(page.getByText("Programs Found").first()).toBeVisible()
    }
  })

  test("HOME-04 four testimonials, each marked as a sample", async ({ page }) => {
    await page.goto("/")
    const cards = page.getByRole("figure")
    await expect(cards).toHaveCount(4)
    await expect(cards.getByText("Sample", { exact: true })).toHaveCount(4)
    await expect(cards.getByRole("img", { name: "Rated 5 out of 5" })).toHaveCount(4)
  })

  test("NAV-05 the footer's subjects open the filtered catalogue, with contact and legal links beside", async ({
    page,
  }) => {
    for (const { label, filter } of lists.footerSubjects) {
      await page.goto("/about")
      await page.getByRole("contentinfo").getByRole("link", { name: label, exact: true }).click()
      await expect(page).toHaveURL((url) => url.pathname === "/courses")
      expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual(filter)
    }
    await page.goto("/about")
    const footer = page.getByRole("contentinfo")
    await expect(footer).toContainText(brand.location.line)
    await expect(footer.getByRole("link", { name: brand.contactPhoneDisplay })).toBeVisible()
    await expect(footer.getByRole("link", { name: brand.contactEmail })).toBeVisible()
    await footer.getByRole("link", { name: "Privacy Policy" }).click()
    await expect(page).toHaveURL("/privacy")
  })
})
