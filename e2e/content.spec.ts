import AxeBuilder from "@axe-core/playwright"
import type { Page } from "@playwright/test"
import brand from "../content/brand.json" with { type: "json" }
import lists from "../content/option-lists.json" with { type: "json" }
import programs from "../content/programs.json" with { type: "json" }
import team from "../content/team.json" with { type: "json" }
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
  ["/offline", /^You are offline · Kaksha$/, /You are offline/],
]

const contentOf = (page: Page, selector: string) => page.locator(selector).getAttribute("content")

for (const [path, title, heading] of pages) {
  test.describe(path, () => {
    test(`NAV-01 NAV-08 ${path} has header, footer, title, description, address and preview`, async ({
      page,
      baseURL,
    }) => {
      expect((await page.goto(path))?.status()).toBe(200)
      await expect(page).toHaveTitle(title)
      await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading)
      await expect(page.getByRole("banner")).toBeVisible()
      await expect(page.getByRole("contentinfo")).toBeVisible()
      expect((await contentOf(page, "meta[name=description]"))?.length).toBeGreaterThan(40)
      await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", baseURL + path)
      expect(await contentOf(page, "meta[property='og:url']")).toBe(baseURL + path)
      expect(await contentOf(page, "meta[property='og:title']")).toBe(await page.title())
      const picture = await page.request.get((await contentOf(page, "meta[property='og:image']")) ?? "")
      expect(picture.headers()["content-type"]).toBe("image/png")
    })

    test(`NAV-07 ${path} sends at most 15 kB of script, fits every window and is accessible in both themes`, async ({
      page,
    }) => {
      const scripts: Promise<number>[] = []
      page.on("response", (response) => {
        if (response.request().resourceType() === "script")
          scripts.push(response.body().then((body) => body.length))
      })
      await page.goto(path)
      const sizes = await Promise.all(scripts)
      expect(sizes.length).toBeGreaterThan(0)
      expect(sizes.reduce((sum, bytes) => sum + bytes)).toBeLessThanOrEqual(15_000)
      for (const [width, colorScheme] of [
        [390, "dark"],
        [768, "light"],
        [1440, "light"],
      ] as const) {
        await page.setViewportSize({ width, height: 844 })
        await page.emulateMedia({ colorScheme })
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
        expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
      }
    })
  })
}

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
  await expect(page.getByRole("heading", { name: "You are offline" })).toBeVisible()
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
  for (const { slug } of programs) expect(addresses).toContain(`${baseURL}/courses?program=${slug}`)
  expect(addresses.filter((address) => address?.includes("/blog/"))).toHaveLength(24)
  const robots = await (await page.request.get("/robots.txt")).text()
  expect(robots).toContain(`Sitemap: ${baseURL}/sitemap.xml`)
  expect(robots).toContain("Disallow: /student-dashboard")
})

test.describe("with scripts off", () => {
  test.use({ javaScriptEnabled: false })

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
      expect(new URL(page.url()).searchParams.get("service")).toBe(value)
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

  test("CONT-01 categories carry the true counts of 24 articles", async ({ page }) => {
    await page.goto("/blog")
    const categories = page.getByRole("navigation", { name: "Categories" }).getByRole("link")
    await expect(categories).toHaveText([
      /^All\s*24$/,
      /^Exam tips\s*8$/,
      /^Study guides\s*6$/,
      /^Career advice\s*5$/,
      /^Curriculum updates\s*3$/,
      /^Success stories\s*2$/,
    ])
    for (const { value, label } of lists.blogCategories.slice(1)) {
      await page.goto(`/blog?category=${value}&show=100`)
      const count = await page.getByRole("main").getByRole("article").count()
      await expect(
        page.getByRole("heading", { level: 2, name: `${count} articles in ${label}` }),
      ).toBeVisible()
      await expect(page.locator("nav [aria-current=true]")).toHaveText(new RegExp(`${label}\\s*${count}`))
    }
  })

  test("CONT-01 the search looks at titles and excerpts within the chosen category, and can find nothing", async ({
    page,
  }) => {
    await page.goto("/blog?category=study-guides")
    await page.getByRole("searchbox", { name: "Search articles" }).fill("PULLEY")
    await page.getByRole("button", { name: "Search" }).click()
    await expect(page.getByRole("main").getByRole("article")).toHaveText([/Draw Before You Solve/])
    await page
      .getByRole("link", { name: /^Exam tips/ })
      .first()
      .click()
    expect(new URL(page.url()).searchParams.get("q")).toBe("PULLEY")
    await expect(page.getByText("No articles found")).toBeVisible()
    await page.getByRole("link", { name: "Show all articles" }).click()
    await expect(page.getByRole("heading", { name: "Featured" })).toBeVisible()
  })

  test("CONT-01 featured articles stand first, and Load More shows the rest without repeating one", async ({
    page,
  }) => {
    await page.goto("/blog")
    await expect(page.getByRole("heading", { name: "Featured" })).toBeVisible()
    const more = page.getByRole("link", { name: "Load More" })
    let shown = await page.getByRole("main").getByRole("article").count()
    while (await more.isVisible()) {
      await more.click()
      const now = await page.getByRole("main").getByRole("article").count()
      expect(now).toBeGreaterThan(shown)
      shown = now
    }
    expect(shown).toBe(24)
    const ids = await page
      .getByRole("main")
      .getByRole("article")
      .evaluateAll((cards) => cards.map(({ id }) => id))
    expect(new Set(ids).size).toBe(24)
  })

  test("CONT-01 a popular tag shows the articles that carry it", async ({ page }) => {
    await page.goto("/blog")
    const tag = page.getByRole("complementary").getByRole("listitem").first().getByRole("link")
    const name = (await tag.textContent()) ?? ""
    await tag.click()
    const articles = page.getByRole("main").getByRole("article")
    const count = await articles.count()
    expect(count).toBeGreaterThan(1)
    await expect(
      page.getByRole("heading", { name: new RegExp(`^${count}+ articles about ${name}$`) }),
    ).toBeVisible()
    await articles.first().getByRole("link").click()
    await expect(page.getByRole("link", { name: `#${name}` })).toBeVisible()
  })

  test("CONT-01 an article page has author, date, reading time, text with tables, related ones and Article data", async ({
    page,
    baseURL,
  }) => {
    await page.goto(ARTICLE)
    const article = page.getByRole("main").getByRole("article").first()
    await expect(article).toContainText("Meenakshi Varadarajan")
    await expect(article).toContainText("5 August 2026")
    await expect(article).toContainText(/\d min read/)
    await expect(article.getByRole("heading", { name: "Four rules" })).toBeVisible()
    await expect(article.getByRole("columnheader")).toHaveText(["You drew", "You may write"])
    const related = page.getByRole("heading", { name: "Read next" }).locator("..").getByRole("article")
    await expect(related).toHaveCount(3)
    const data = JSON.parse((await page.locator("script[type='application/ld+json']").textContent()) ?? "")
    expect(data).toMatchObject({
      "@type": "BlogPosting",
      headline: "Draw Before You Solve",
      datePublished: "2026-08-05",
      author: { "@type": "Person", name: "Meenakshi Varadarajan" },
      url: baseURL + ARTICLE,
    })
    expect((await page.request.get(data.image)).headers()["content-type"]).toContain("image/svg")
    expect((await page.goto("/blog/not-an-article"))?.status()).toBe(404)
    await expect(page.getByText("Oops! Page not found")).toBeVisible()
  })

  test("CONT-01 the feed is RSS with all articles, the newest first", async ({ page, baseURL }) => {
    await page.goto("/blog")
    const feed = page.locator("link[type='application/rss+xml']")
    const answer = await page.request.get((await feed.getAttribute("href")) ?? "")
    expect(answer.headers()["content-type"]).toContain("application/rss+xml")
    const text = await answer.text()
    const dates = [...text.matchAll(/<pubDate>([^<]+)</g)].map(([, date]) => Date.parse(date ?? ""))
    expect(dates).toHaveLength(24)
    expect(dates).toEqual([...dates].sort((a, b) => b - a))
    expect(text).toContain(`<link>${baseURL}${ARTICLE}</link>`)
  })

  test("CONT-02 the terms carry the figures of the policies, the privacy policy its parts, both a revision date", async ({
    page,
  }) => {
    await page.goto("/terms")
    const main = page.getByRole("main")
    await expect(main.locator("time")).toHaveAttribute("datetime", /^2026-\d\d-\d\d$/)
    for (const part of [
      "₹100 in points",
      "₹500 off",
      "₹800 and is delivered in 20 days",
      "10 AM to 8 PM",
      "15 days",
    ]) {
      await expect(main).toContainText(part)
    }
    await expect(main.getByRole("row", { name: "10 months 15%" })).toBeVisible()
    await expect(main.getByRole("row", { name: "5 days ₹1,000" })).toBeVisible()
    await page.goto("/privacy")
    await expect(main.getByText("Last updated")).toBeVisible()
    await expect(main.getByRole("heading", { level: 2 })).toHaveText([
      "What we collect",
      "How we use it",
      "Who sees it",
      "Children",
      "Security",
      "How long we keep it",
      "Your rights",
      "Contact",
    ])
  })

  test("CONT-03 the kit page shows prices, orders, the 15 programs and how to call", async ({ page }) => {
    await page.goto("/about-learning-kit")
    const main = page.getByRole("main")
    await expect(main).toContainText("₹800 for a single uniform set")
    await expect(main).toContainText("Delivered in 20 working days")
    await expect(main).toContainText("₹1,000 for the welcome kit")
    await expect(main.getByRole("link", { name: "Order Uniforms Now" })).toHaveAttribute(
      "href",
      brand.orderFormUrl,
    )
    const kits = main.getByRole("listitem").getByRole("link")
    await expect(kits).toHaveText(lists.kitActivities.map(({ label }) => label))
    await expect(main).toContainText("Ask your trainer or the contact of your centre first")
    await expect(main.getByRole("link", { name: /^Call/ })).toHaveAttribute(
      "href",
      `tel:${brand.contactPhone}`,
    )
    await main.getByRole("link", { name: "Contact for Kit Orders" }).click()
    await expect(page).toHaveURL("/contact?topic=kit#contact")
    await expect(page.getByLabel("What is it about?")).toHaveValue("kit")
  })

  test("CONT-04 the team has six cards and a mission", async ({ page }) => {
    await page.goto("/meet-the-team")
    const cards = page.getByRole("main").getByRole("listitem")
    await expect(cards).toHaveCount(6)
    for (const [index, { name, role, bio }] of team.entries()) {
      for (const part of [name, role, bio]) await expect(cards.nth(index)).toContainText(part)
      await expect(cards.nth(index).locator("img")).toHaveAttribute("src", /^\/images\/avatars\//)
    }
    await expect(page.getByRole("heading", { name: "Our Mission" })).toBeVisible()
  })

  test("CONT-04 what the contact form refuses is named at its field, and what was typed is kept", async ({
    page,
  }) => {
    await page.goto("/contact")
    await fillContact(page, "Is there a class for a child of six?")
    await page.getByLabel("Phone").fill("12345")
    await page.getByRole("button", { name: "Send message" }).click()
    await expect(page.getByRole("alert")).toContainText("The message was not sent")
    const phone = page.getByLabel("Phone")
    await expect(phone).toHaveAccessibleDescription(/Give a mobile number with ten digits/)
    await expect(phone).toHaveValue("12345")
    await expect(page.getByLabel("Message")).toHaveValue("Is there a class for a child of six?")
    await expect(page.getByLabel("What is it about?")).toHaveValue("programs")
  })

  test("CONT-04 messages are kept, and the sixth of an hour from one address is refused", async ({
    page,
  }) => {
    for (let number = 1; number <= 5; number++) {
      await page.goto("/contact")
      await fillContact(page, `Question number ${number} about the kit`)
      await page.getByRole("button", { name: "Send message" }).click()
      await expect(page.getByRole("status")).toContainText("Message sent")
      await expect(page).toHaveURL("/contact#contact")
    }
    await fillContact(page, "And one more question")
    await page.getByRole("button", { name: "Send message" }).click()
    await expect(page.getByRole("alert")).toContainText("Wait a few minutes")
    await expect(page.getByLabel("Message")).toHaveValue("And one more question")
  })

  test("CONT-04 a program that fills in every field is refused", async ({ page }) => {
    const form = { name: "Bot", email: "bot@example.com", topic: "other", message: "Buy these pills now" }
    const answer = await page.request.post("/contact", {
      form: { ...form, website: "https://pills.example" },
    })
    expect(answer.status()).toBe(422)
    expect(await answer.text()).toContain("Leave this field empty")
  })
})

async function fillContact(page: Page, message: string): Promise<void> {
  await page.getByLabel("Your name").fill("Devika Menon")
  await page.getByLabel("E-mail", { exact: true }).fill("devika@example.com")
  await page.getByLabel("What is it about?").selectOption("programs")
  await page.getByLabel("Message", { exact: true }).fill(message)
}
