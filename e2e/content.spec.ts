import type { Page } from "@playwright/test"
import brand from "../content/brand.json" with { type: "json" }
import lists from "../content/option-lists.json" with { type: "json" }
import team from "../content/team.json" with { type: "json" }
import { expect, test } from "./product.ts"

const ARTICLE = "/blog/draw-before-you-solve"

// Content pages promise to work without scripts.
test.use({ javaScriptEnabled: false })

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
    await expect(page.getByRole("heading", { level: 2, name: `${count} articles in ${label}` })).toBeVisible()
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
  await expect(page).toHaveURL(/[?&]q=PULLEY/)
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
  const articles = page.getByRole("main").getByRole("article")
  for (let shown = await articles.count(); shown < 24; shown = await articles.count()) {
    await more.click()
    await expect(articles.nth(shown)).toBeVisible()
  }
  await expect(articles).toHaveCount(24)
  await expect(more).toHaveCount(0)
  const ids = await articles.evaluateAll((cards) => cards.map(({ id }) => id))
  expect(new Set(ids).size).toBe(24)
})

test("CONT-01 a popular tag shows the articles that carry it", async ({ page }) => {
  await page.goto("/blog")
  const tag = page.getByRole("complementary").getByRole("listitem").first().getByRole("link")
  const name = (await tag.textContent()) ?? ""
  await tag.click()
  const heading = page.getByRole("heading", { name: new RegExp(`^\\d+ articles about ${name}$`) })
  const count = Number.parseInt((await heading.textContent()) ?? "", 10)
  expect(count).toBeGreaterThan(1)
  const articles = page.getByRole("main").getByRole("article")
  await expect(articles).toHaveCount(count)
  await articles.first().getByRole("link").click()
  await expect(page.getByRole("link", { name, exact: true }).first()).toBeVisible()
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
  await expect(main.getByRole("link", { name: /^Call/ })).toHaveAttribute("href", `tel:${brand.contactPhone}`)
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
  await expect(phone).toHaveAccessibleDescription(/Enter a ten-digit mobile number/)
  await expect(phone).toHaveValue("12345")
  await expect(page.getByLabel("Message")).toHaveValue("Is there a class for a child of six?")
  await expect(page.getByLabel("What is it about?")).toHaveValue("programs")

  await page.goto("/contact")
  await fillContact(page, "Our history")
  const tooLong = "Our history. ".repeat(6_000)
  const message = page.getByLabel("Message")
  await message.evaluate((field: HTMLTextAreaElement) => field.removeAttribute("maxlength"))
  await message.fill(tooLong)
  await page.getByRole("button", { name: "Send message" }).click()
  await expect(page.getByRole("heading", { name: "Too large to send" })).toBeVisible()
  await page.goBack()
  await expect.poll(async () => (await message.inputValue()).length).toBe(tooLong.length)
})

test("CONT-04 messages are kept, and the sixth of an hour from one address is refused", async ({ page }) => {
  for (let number = 1; number <= 5; number++) {
    await page.goto("/contact")
    await fillContact(page, `Question number ${number} about the kit`)
    await page.getByRole("button", { name: "Send message" }).click()
    await expect(page.getByRole("status")).toContainText("Message sent")
    await expect(page).toHaveURL("/contact#contact")
  }
  await fillContact(page, "And one more question")
  await page.getByRole("button", { name: "Send message" }).click()
  await expect(page.getByRole("alert")).toContainText(/Wait \d+ minutes/)
  await expect(page.getByLabel("Message")).toHaveValue("And one more question")
})

test("CONT-04 a message is at the office, with the sender to answer to", async ({ page }) => {
  await page.goto("/contact")
  await fillContact(page, "May my daughter sit in on the tabla class?")
  await page.getByLabel("E-mail", { exact: true }).fill("leela@example.com")
  await page.getByRole("button", { name: "Send message" }).click()
  await expect(page.getByRole("status")).toContainText("Message sent")
  const mail = await mailTo(page, brand.contactEmail, /tabla class/)
  expect(mail.text).toContain("leela@example.com")
})

test("CONT-01 Subscribe counts after the mail's confirmation, and one click ends it", async ({ page }) => {
  const address = "meera@example.com"
  await page.goto("/blog")
  await page.getByLabel("E-mail").fill("not-an-address")
  await page.locator("form#subscribe").evaluate((form: HTMLFormElement) => {
    form.noValidate = true
  })
  await page.getByRole("button", { name: "Subscribe" }).click()
  await expect(page.getByLabel("E-mail")).toHaveAccessibleDescription(/Enter an e-mail address/)
  await expect(page.getByLabel("E-mail")).toHaveValue("not-an-address")
  await page.getByLabel("E-mail").fill(address)
  await page.getByRole("button", { name: "Subscribe" }).click()
  await expect(page.getByRole("status")).toContainText("Check your inbox")

  await page.goto(linkIn(await mailTo(page, address, /please confirm/)))
  await page.getByRole("button", { name: "Confirm subscription" }).click()
  await expect(page.getByRole("status")).toContainText("You're subscribed")

  const end = /http\S+subscription\/end\S+/.exec((await mailTo(page, address, /Welcome/)).text)?.[0] ?? ""
  await page.goto(end)
  await page.getByRole("button", { name: "Unsubscribe" }).click()
  await expect(page.getByRole("status")).toContainText("You're unsubscribed")
  const byProgram = await page.request.post(end, {
    form: { "List-Unsubscribe": "One-Click" },
    maxRedirects: 0,
  })
  expect(byProgram.status()).toBe(200)
})

test("CONT-01 a link that was not sent by us confirms nothing and says what to do", async ({ page }) => {
  await page.goto("/subscription/confirm?token=made-up")
  await page.getByRole("button", { name: "Confirm subscription" }).click()
  await expect(page.getByRole("alert")).toContainText("Subscribe again on the blog")
})

test("CONT-04 a program that fills in every field is refused", async ({ page }) => {
  const form = { name: "Bot", email: "bot@example.com", topic: "other", message: "Buy these pills now" }
  const answer = await page.request.post("/contact", {
    form: { ...form, website: "https://pills.example" },
  })
  expect(answer.status()).toBe(422)
  expect(await answer.text()).toContain("Leave this field empty")
})

type OutboxMail = { recipient: string; subject: string | null; text: string }

/** The trial's mail to an address, once its job has run. */
async function mailTo(page: Page, address: string, about: RegExp): Promise<OutboxMail> {
  let found: OutboxMail | undefined
  await expect
    .poll(async () => {
      const mails = (await (await page.request.get("/api/v1/dev/outbox")).json()) as OutboxMail[]
      found = mails.find(
        ({ recipient, subject, text }) => recipient === address && about.test(`${subject} ${text}`),
      )
      return found
    })
    .toBeTruthy()
  if (!found) throw new Error(`no mail to ${address}`)
  return found
}

const linkIn = ({ text }: OutboxMail): string => /http\S+/.exec(text)?.[0] ?? ""

async function fillContact(page: Page, message: string): Promise<void> {
  await page.getByLabel("Your name").fill("Devika Menon")
  await page.getByLabel("E-mail", { exact: true }).fill("devika@example.com")
  await page.getByLabel("What is it about?").selectOption("programs")
  await page.getByLabel("Message", { exact: true }).fill(message)
}
