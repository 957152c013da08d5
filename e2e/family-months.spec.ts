import type { Browser, Page } from "@playwright/test"
import { expectAccessibleInBothThemes } from "./axe.ts"
import {
  at,
  day,
  expectFigures,
  FAMILY,
  type Figures,
  lastDay,
  signInAgain,
  written,
} from "./family-figures.ts"
import { MOVABLE, type MovedClock, openClock } from "./moved-clock.ts"
import { signedIn } from "./people.ts"
import { expect, type Product, SELLING, test } from "./product.ts"

test.use({ productEnv: { ...SELLING, ...MOVABLE } })

const LATA = "+919000000401"
const PRAKASH = "+919000000402"
const KARATE = "Karate: White Belt to Green"
const KARATE_PATH = "/courses/karate-white-to-green-belt"
const DANCE_PATH = "/courses/bharatanatyam-first-adavus"
const DANCE = "Dance: Bharatanatyam from the First Adavu"

const read = new Set<string>()

/** What a text to a number has in it that wasn't read before. */
async function textTo({ address }: Product, phone: string, found: RegExp): Promise<string> {
  let match: string | undefined
  await expect
    .poll(async () => {
      const texts = (await (await fetch(`${address}/api/v1/dev/outbox`)).json()) as {
        recipient: string
        text: string
      }[]
      match = texts
        .flatMap((one) => (one.recipient === phone ? (found.exec(one.text) ?? []) : []))
        .find((one) => !read.has(one))
      return match
    })
    .toBeTruthy()
  read.add(match ?? "")
  return match ?? ""
}

/** Signs up a child of Lata's. */
async function signUp(browser: Browser, { address }: Product, name: string, born: string): Promise<void> {
  const context = await browser.newContext({ baseURL: address })
  const data = {
    ...{ first_name: name, last_name: FAMILY, email: `${name.toLowerCase()}@example.com` },
    ...{ password: "marigold garden 7", phone: "9876500401", terms: true, date_of_birth: born },
    ...{ parent_name: `Lata ${FAMILY}`, parent_phone: "9000000401" },
  }
  const answer = await context.request.post("/api/v1/accounts/students", { data })
  expect(answer.ok(), await answer.text()).toBe(true)
  await context.close()
}

async function setFee(office: Page, title: string): Promise<void> {
  await office.goto("/admin-dashboard/courses")
  await office.getByRole("link", { name: title }).first().click()
  await office.getByLabel("Monthly fee in rupees").fill("1249")
  await office.getByRole("button", { name: "Save changes" }).click()
  await expect(office.getByText(`${title} saved`)).toBeVisible()
}

/** Schedules a class at five in the afternoon. */
async function schedule(teacher: Page, draft: Record<string, unknown>): Promise<string> {
  const data = { start_time: "17:00", end_time: "17:40", max_capacity: 5, ...draft }
  const made = await teacher.request.post("/api/v1/classes", { data })
  expect(made.ok(), await made.text()).toBe(true)
  return ((await made.json()) as { id: string }).id
}

type Held = { from: Date; to: Date; name: string; mark: "Present" | "Absent" }

/** Holds a class, and marks the child in its register. */
async function holdClass(clock: MovedClock, teacher: Page, id: string, { from, to, name, mark }: Held) {
  await clock.moveTo(from)
  await signInAgain(teacher, "arjun")
  await teacher.goto(`/class/${id}/register`)
  const started = await teacher.request.post(`/api/v1/classes/${id}/start`, { data: {} })
  expect(started.ok(), await started.text()).toBe(true)
  await clock.moveTo(to)
  const ended = await teacher.request.post(`/api/v1/classes/${id}/end`, { data: {} })
  expect(ended.ok(), await ended.text()).toBe(true)
  await teacher.goto(`/class/${id}/register`)
  const row = teacher.locator("[data-student]").filter({ hasText: name })
  await row.locator("summary").click()
  await row.getByLabel(/^Reason/).fill("As the coach saw")
  // The register shows a mark before it is saved.
  const saved = teacher.waitForResponse(
    (answer) => answer.request().method() === "POST" && answer.url().includes(`/class/${id}/register.data`),
  )
  await row.getByRole("button", { name: mark, exact: true }).click()
  await saved
  await expect(row).toHaveAttribute("data-verdict", mark.toLowerCase())
}

const courseId = async ({ database }: MovedClock, title: string): Promise<string> =>
  (await database.query("select id from programs where title = $1", [title])).rows[0].id

type Purchase = { child: string; months: number; paise: number; points?: number }

/** Buys months of a program for a child, at the checkout of that path or that is open. */
async function buy(page: Page, path: string | null, { child, months, paise, points }: Purchase) {
  const isHindi = (await page.locator("html").getAttribute("lang"))?.startsWith("hi")
  if (path) await page.goto(`${path}/checkout`)
  await ready(page)
  await page.locator("select[name=state]").selectOption("29")
  if (path) await page.locator("select[name=student_id]").selectOption({ label: child })
  // The new price moves what is below it: a person waits for it, too.
  await expect(page.locator("form[aria-busy=true]")).toHaveCount(0)
  await page
    .getByRole("radio", { name: isHindi ? new RegExp(`^${months} मही`) : new RegExp(`^${months} month`) })
    .check()
  if (points) await page.getByLabel(new RegExp(`^Use ${points} points`)).check()
  const amount = written(paise)
  const pay = isHindi ? `${amount} चुकाएँ` : `Pay ${amount}`
  await page.getByRole("button", { name: pay }).click()
  await expect(page).toHaveURL(/\/orders\/[A-Z0-9-]+$/)
  await page.getByRole("link", { name: pay }).click()
  // The gateway always writes paise.
  await page
    .getByRole("button", { name: isHindi ? /^₹.* चुकाएँ$/ : /^Pay ₹/ })
    .filter({ hasText: amount })
    .click()
  await expect(page).toHaveURL(/\/orders\/[A-Z0-9-]+(\?done)?$/)
}

const ready = (page: Page) => page.locator("html[data-ready]").waitFor()

test("PAY-02 DASH-04 NAV-12 two guardians and two children live three months with the academy, in English and Hindi, and every figure agrees", async ({
  browser,
  product,
}) => {
  const clock = await openClock(product)
  const problems: string[] = []
  async function open(name: string | null, width: number, locale = "en-IN"): Promise<Page> {
    const size = { viewport: { width, height: 800 }, locale }
    const page = name
      ? await signedIn(browser, product, name, size)
      : await (await browser.newContext({ baseURL: product.address, ...size })).newPage()
    await clock.bring(page.context())
    page.context().on("weberror", (error) => problems.push(String(error.error())))
    page.context().on("console", (message) => {
      const { url } = message.location()
      // Accepting an invitation replaces the session, and what the page asks for with the old one is refused.
      const isReplaced = /\/api\/v1\/(events|my\/notices)\b/.test(url) && message.text().includes("401")
      if (message.type() === "error" && width < 400 && !isReplaced)
        problems.push(`${page.url()} ${url} ${message.text()}`)
    })
    return page
  }

  await clock.moveTo(at(1, 3, "10:00"))
  const office = await open("noor", 1280)
  const teacher = await open("arjun", 1280)
  const lata = await open(null, 390)
  const prakash = await open(null, 360, "hi-IN")
  await setFee(office, KARATE)
  await setFee(office, DANCE)
  await signUp(browser, product, "Rohan", day(1 - 12 * 8, 3))
  await signUp(browser, product, "Anya", day(1 - 12 * 12, 3))

  await lata.goto("/guardian")
  await lata.locator("input[type=tel]").fill("90000 00401")
  await lata.locator("button[value=guardian-code]").click()
  await lata.locator("button[value=sign-in-guardian]").waitFor()
  await lata.locator("input[name=code]").fill(await textTo(product, LATA, /^\d{6}(?= )/))
  await lata.locator("button[value=sign-in-guardian]").click()
  const mine = lata.getByRole("button", { name: "Yes, this is my child" })
  for (const left of [2, 1]) {
    await expect(mine).toHaveCount(left)
    await mine.first().click()
  }
  await expect(mine).toHaveCount(0)
  for (const name of ["Rohan", "Anya"]) {
    const need = lata
      .locator("[data-needs] li")
      .filter({ hasText: `Live classes need your consent: ${name}` })
    await need.getByRole("link", { name: "Decide now" }).click()
    await lata.getByRole("button", { name: "Give consent: Live classes" }).click()
    await expect(
      lata.locator('[data-consent="live_classes"]').getByText("Given", { exact: true }),
    ).toBeVisible()
    await lata.goto("/family")
  }

  for (const name of ["Rohan", "Anya"]) {
    await lata.goto("/family")
    const child = lata.getByRole("listitem").filter({ hasText: new RegExp(`^${name}`) })
    await child.getByRole("link", { name: "Guardians", exact: true }).click()
    await ready(lata)
    await lata.getByText("Invite another guardian").click()
    await lata.getByLabel("Name", { exact: true }).fill(`Prakash ${FAMILY}`)
    await lata.getByLabel("Phone number or e-mail").fill("90000 00402")
    await lata.getByLabel("Language of the message").selectOption("hi")
    await lata.getByLabel("Pay, and see orders, bills and points").check()
    await lata.getByRole("button", { name: "Send invitation" }).click()
    await expect(lata.getByText(`Invitation to Prakash ${FAMILY} is on its way`)).toBeVisible()
    const link = /\/a\/g\/[\w-]{12}/.exec(await textTo(product, PRAKASH, /^.*\/a\/g\/.*$/))?.[0] ?? ""
    await prakash.goto(link)
    await prakash.getByRole("button", { name: "मुझे कोड भेजें" }).click()
    await prakash.locator("input[name=code]").fill(await textTo(product, PRAKASH, /^\d{6}/))
    await prakash.getByRole("button", { name: "स्वीकार करके साइन इन करें" }).click()
    await expect(prakash).toHaveURL(/\/family$/)
  }

  // The first activity is tried free of charge.
  const demo = await schedule(teacher, {
    title: "A first karate class",
    subject: "Karate",
    class_type: "demo",
    scheduled_date: day(1, 5),
  })
  await lata.goto(`/family/demo/${demo}`)
  await lata.getByRole("radio", { name: "Rohan" }).check()
  await lata.getByRole("button", { name: "Request demo" }).click()
  await expect(lata.getByText("Demo requested for Rohan")).toBeVisible()
  await teacher.goto("/teacher-dashboard")
  await teacher
    .locator("[data-request]")
    .filter({ hasText: "Rohan" })
    .getByRole("button", { name: "Approve" })
    .click()
  await expect(lata.locator(`[data-class="${demo}"]`)).toContainText("Confirmed")
  await holdClass(clock, teacher, demo, {
    from: at(1, 5, "17:00"),
    to: at(1, 5, "17:40"),
    name: "Rohan",
    mark: "Present",
  })
  for (const [page, was] of [
    [lata, "Present"],
    [prakash, "हाज़िर"],
  ] as const) {
    await page.goto("/family")
    await expect(page.locator("[data-month-state]").filter({ hasText: "Rohan" })).toContainText(was)
  }

  await test.step("each guardian buys a membership", async () => {
    await clock.moveTo(at(1, 7, "10:00"))
    await buy(lata, KARATE_PATH, { child: "Rohan", months: 1, paise: 1_249_00 })
    await buy(prakash, DANCE_PATH, { child: "Anya", months: 3, paise: 3_559_65 })
  })
  await test.step("the other one renews before the 1st, which earns points", async () => {
    await clock.moveTo(at(1, lastDay(1) - 2, "10:00"))
    await prakash.goto("/family")
    await prakash.locator("[data-needs]").getByRole("link", { name: "बढ़ाएँ" }).click()
    await buy(prakash, null, { child: "Rohan", months: 1, paise: 1_249_00 })
  })
  const karate = { title: KARATE, paise: 1_249_00 }
  const dance = { title: DANCE, paise: 3_559_65 }
  const agree = (month: number, wanted: Figures) =>
    test.step(`the figures of month ${month} agree`, async () => {
      await clock.moveTo(at(month, lastDay(month), "19:00"))
      await expectFigures({ guardians: [lata, prakash], office, clock, month }, wanted)
    })
  await agree(1, {
    orders: [karate, dance, karate],
    received: [1_249_00 + 3_559_65 + 1_249_00, 3],
    refunded: [0, 0],
    points: { Rohan: 100 },
  })

  await test.step("a missed class is excused by a doctor's note", async () => {
    await clock.moveTo(at(2, 10, "10:00"))
    await signInAgain(teacher, "arjun")
    const id = await schedule(teacher, {
      ...{ title: "Kata and kihon", subject: "Karate", course_id: await courseId(clock, KARATE) },
      scheduled_date: day(2, 12),
    })
    await holdClass(clock, teacher, id, {
      ...{ from: at(2, 12, "17:00"), to: at(2, 12, "17:40") },
      ...{ name: "Rohan", mark: "Absent" },
    })
    // Nobody of the staff was in the room, so that the messages wait for a decision.
    await teacher.getByRole("link", { name: "Review messages" }).click()
    for (const guardian of ["Lata", "Prakash"]) {
      const message = teacher.locator("[data-notice]").filter({ hasText: `${guardian} ${FAMILY}` })
      await message.getByRole("button", { name: "Send", exact: true }).click()
      await expect(message).toHaveCount(0)
    }
    await clock.moveTo(at(2, 13, "10:00"))
    await lata.goto("/family")
    const need = lata.locator("[data-needs] li").filter({ hasText: "Rohan missed Kata and kihon" })
    await need.getByRole("link", { name: "Tell us why" }).click()
    await lata.getByLabel("Ill").check()
    await lata.getByRole("button", { name: "Send answer" }).click()
    await expect(lata.getByText(/The absence still counts towards the month/)).toBeVisible()
    await lata.getByText("Send a doctor's note").click()
    await lata
      .getByLabel("Photo or PDF")
      .setInputFiles({ name: "note.png", mimeType: "image/png", buffer: await lata.screenshot() })
    await lata.getByRole("button", { name: "Send", exact: true }).click()
    await expect(lata.getByText("Your proof has arrived.")).toBeVisible()
    await prakash.goto("/family")
    await expect(prakash.locator("[data-needs]")).toContainText("आपका सबूत मिल गया है")
    await signInAgain(teacher, "arjun")
    await teacher.goto(`/class/${id}/register`)
    const row = teacher.locator("[data-student]").filter({ hasText: "Rohan" })
    await row.locator("summary").click()
    await row.getByRole("link", { name: "Medical proof" }).click()
    await teacher.getByRole("button", { name: "Accept" }).click()
    await expect(teacher.getByText(/^Accepted\. The class doesn't count for Rohan/)).toBeVisible()
    for (const [page, excused] of [
      [lata, "Excused"],
      [prakash, "माफ़"],
    ] as const) {
      await page.goto("/family")
      await expect(page.locator("[data-month-state=none]")).toContainText(excused)
      await expect(page.locator("[data-needs]").getByRole("link")).toHaveCount(0)
    }
  })
  await test.step("she renews with the points", async () => {
    await clock.moveTo(at(2, lastDay(2) - 2, "10:00"))
    await lata.goto("/family")
    await lata.locator("[data-needs]").getByRole("link", { name: "Renew" }).click()
    await buy(lata, null, { child: "Rohan", months: 1, paise: 1_149_00, points: 100 })
  })
  const paidWithPoints = { title: KARATE, paise: 1_149_00 }
  await agree(2, {
    orders: [paidWithPoints, karate, dance, karate],
    received: [1_149_00, 1],
    refunded: [0, 0],
    points: { Rohan: 100 },
  })

  await test.step("the last term is refunded, and the other child's is renewed", async () => {
    await clock.moveTo(at(3, 12, "10:00"))
    await lata.goto("/orders")
    await lata.getByRole("link", { name: /₹1,149/ }).click()
    await ready(lata)
    await lata.getByText("Ask for a refund").click()
    await lata.getByRole("button", { name: "Get ₹1,149 back" }).click()
    await expect(lata.getByText("Refund on its way")).toBeVisible()
    await lata.getByRole("link", { name: "This is a trial: choose how the refund ends" }).click()
    const complete = lata.getByRole("button", { name: "Complete refund" })
    await complete.click()
    await expect(complete).toHaveCount(0)
    // The provider's word comes when it comes, and this list is read once.
    await expect(async () => {
      await lata.goto("/orders")
      await expect(lata.getByRole("link", { name: /₹1,149/ })).toContainText("Refunded", { timeout: 1_000 })
    }).toPass({ timeout: 20_000 })
    await clock.moveTo(at(3, lastDay(3) - 1, "10:00"))
    await prakash.goto("/orders")
    await prakash.getByRole("link", { name: /Anya/ }).filter({ hasText: "बढ़ाएँ" }).click()
    await buy(prakash, null, { child: "Anya", months: 3, paise: 3_559_65 })
  })
  await agree(3, {
    orders: [dance, { ...paidWithPoints, refunded: true }, karate, dance, karate],
    received: [3_559_65, 1],
    refunded: [1_149_00, 1],
    points: { Rohan: 100, Anya: 100 },
  })
  for (const page of [lata, prakash]) {
    await page.goto("/family")
    await ready(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(page.viewportSize()?.width)
    await expectAccessibleInBothThemes(page)
  }
  expect(problems).toEqual([])
  await clock.close()
})
