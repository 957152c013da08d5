import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, mkdtempSync, realpathSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { createInterface } from "node:readline"
import type { Browser, Page } from "@playwright/test"
import { signInto } from "./people.ts"
import { expect, startProduct, test } from "./product.ts"

const projectRoot = resolve(import.meta.dirname, "..")

/** A PostgreSQL beside the product, on the same port each time it is started. */
class Database {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), "kaksha-outage-")))
  #owner: ChildProcess | null = null

  async start(): Promise<string> {
    chmodSync(this.folder, 0o711)
    const script = join(projectRoot, "tests", "postgres-owner.ts")
    const owner = spawn(process.execPath, [script, this.folder, projectRoot], {
      cwd: projectRoot,
      stdio: ["pipe", "pipe", "inherit"],
    })
    this.#owner = owner
    const [line] = await once(createInterface(owner.stdout), "line")
    const { url, message } = JSON.parse(line) as { url?: string; message?: string }
    if (!url) throw new Error(message)
    return url
  }

  async stop(): Promise<void> {
    const owner = this.#owner
    if (!owner) return
    this.#owner = null
    owner.stdin?.write("stop\n")
    await once(owner, "exit")
  }
}

const database = new Database()
let product: Awaited<ReturnType<typeof startProduct>>

test.beforeAll(async () => {
  const url = await database.start()
  // Its video server is another journey's.
  const noVideo = {
    LIVEKIT_URL: "ws://127.0.0.1:9",
    LIVEKIT_API_KEY: "away",
    LIVEKIT_API_SECRET: "a video server that is not there",
  }
  product = await startProduct({ DATABASE_URL: url, ...noVideo }, undefined, "start", "none")
})
test.afterAll(async () => {
  await product?.stop()
  await database.stop()
  rmSync(database.folder, { recursive: true, force: true })
  if (product) rmSync(product.dataFolder, { recursive: true, force: true })
})

const WORDS = {
  en: {
    tag: "en-IN",
    title: "We're having a problem on our side",
    text: "Nothing was lost. Try again in a minute.",
    again: "Try Again",
    unknown: "Failed to authenticate user",
    list: "Failed to load classes. Please try again.",
  },
  hi: {
    tag: "hi-IN",
    title: "हमारी तरफ़ से जवाब नहीं आ रहा",
    text: "कुछ भी खोया नहीं है। एक मिनट बाद फिर कोशिश करें।",
    again: "फिर कोशिश करें",
    unknown: "यह पता नहीं चल पाया कि आप कौन हैं",
    list: "क्लास लोड नहीं हो पाईं। कृपया फिर कोशिश करें।",
  },
} as const
type Language = keyof typeof WORDS

type Open = { language: Language; form: Page; visitor: Page; title: string }

/** An instructor with a class typed into a form, and a visitor, both in one language. */
async function open(browser: Browser, language: Language, title: string): Promise<Open> {
  const context = async () => {
    const made = await browser.newContext({ baseURL: product.address })
    await made.addCookies([{ name: "kaksha.lang", value: language, url: product.address }])
    return made
  }
  const instructor = await context()
  await signInto(instructor, language === "en" ? "meera" : "arjun")
  const form = await instructor.newPage()
  await form.goto("/schedule-class")
  const day = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10)
  await form.locator("[name=title]").fill(title)
  await form.locator("[name=subject]").selectOption("physics")
  await form.locator("[name=scheduled_date]").fill(day)
  await form.locator("[name=start_time]").fill("03:00")
  await form.locator("[name=end_time]").fill("03:40")
  return { language, form, title, visitor: await (await context()).newPage() }
}

const save = (form: Page) => form.locator("form:has([name=title]) button[type=submit]").click()

/** The newest toast says what is the matter, and goes at a click. */
async function expectToast(page: Page, language: Language): Promise<void> {
  const { title, text } = WORDS[language]
  const toast = page.locator("section[aria-live]").getByText(title)
  await expect(toast).toBeVisible()
  await expect(page.locator("section[aria-live]").getByText(text)).toBeVisible()
  await page.locator("section[aria-live] button").last().click()
  await expect(toast).toHaveCount(0)
}

async function expectNothingLost({ form, title }: Open): Promise<void> {
  await expect(form).toHaveURL(/\/schedule-class$/)
  await expect(form.locator("[name=title]")).toHaveValue(title)
  await expect(form.locator("[name=start_time]")).toHaveValue("03:00")
}

async function expectPages({ language, form, visitor }: Open): Promise<void> {
  const { tag, title, text, unknown, list } = WORDS[language]
  const away = await visitor.goto("/courses")
  expect([away?.status(), away?.headers()["retry-after"]]).toEqual([503, "10"])
  await expect(visitor.locator("html")).toHaveAttribute("lang", tag)
  await expect(visitor.getByRole("heading", { level: 1, name: title })).toBeVisible()
  await expect(visitor.getByText(text)).toBeVisible()
  const other = await form.context().newPage()
  expect((await other.goto("/teacher-dashboard"))?.status()).toBe(503)
  await expect(other.getByRole("heading", { name: unknown })).toBeVisible()
  expect((await other.goto("/live-classes"))?.status()).toBe(503)
  await expect(other.getByText(list)).toBeVisible()
  await other.close()
}

test("OPS-03 DATA-03 a database that stops is told in the reader's language, takes nothing that was typed, and all goes on once it is back", async ({
  browser,
}) => {
  const both = [await open(browser, "en", "Waves and sound"), await open(browser, "hi", "तरंगें और ध्वनि")]
  await database.stop()
  for (const one of both) {
    await save(one.form)
    await expectToast(one.form, one.language)
    await expectNothingLost(one)
    await one.form.locator("a[href='/teacher-dashboard']").first().dispatchEvent("click")
    await expectToast(one.form, one.language)
    await expectNothingLost(one)
    await expectPages(one)
  }

  await database.start()
  await expect
    .poll(async () => (await fetch(`${product.address}/readyz`)).status, { timeout: 20_000 })
    .toBe(200)
  for (const { form, visitor, language, title } of both) {
    await visitor.getByRole("link", { name: WORDS[language].again }).click()
    await expect(visitor).toHaveURL(/\/courses$/)
    await expect(visitor.getByRole("heading", { level: 1, name: WORDS[language].title })).toHaveCount(0)
    await save(form)
    await expect(form).not.toHaveURL(/\/schedule-class$/)
    const { items } = (await (await form.request.get("/api/v1/my/classes?scope=upcoming")).json()) as {
      items: { title: string }[]
    }
    expect(items.filter((item) => item.title === title)).toHaveLength(1)
  }
})
