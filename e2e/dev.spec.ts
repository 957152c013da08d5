import { spawnSync } from "node:child_process"
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { expect, type Page, test } from "@playwright/test"
import { processesOf } from "../tests/processes-of.ts"
import { waitForVideo } from "../tests/wait-for-video.ts"
import { startProduct } from "./product.ts"

const projectRoot = resolve(import.meta.dirname, "..")
const PARTS = [
  "src",
  "content",
  "migrations",
  "scripts",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
  "vite.config.ts",
  "react-router.config.ts",
  "drizzle.config.ts",
]
/** Until an edit shows: well under a second alone, and longer with other journeys beside it. */
const SHOWN_WITHIN_MS = 10_000

test.describe("npm run dev shows edits", () => {
  test.describe.configure({ mode: "serial" })
  let copy: string
  let product: Awaited<ReturnType<typeof startProduct>>
  let children: string

  test.beforeAll(async () => {
    copy = copyProject()
    product = await startProduct({}, mkdtempSync(join(tmpdir(), "kaksha-dev-")), "dev", "cached", copy)
    await waitForVideo(product.address)
    children = pids()
    // What is loaded at the first request is there before edits are timed.
    expect(await similar()).toBeGreaterThan(1)
    expect((await fetch(`${product.address}/contact`)).status).toBe(200)
  })
  test.afterAll(async () => {
    expect(await product.stop()).toBe(0)
    expect(processesOf(product.dataFolder)).toEqual([])
    for (const folder of [copy, product.dataFolder]) rmSync(folder, { recursive: true, force: true })
  })
  // Neither PostgreSQL nor the video server was started again.
  test.afterEach(() => expect(pids()).toBe(children))

  const pids = () =>
    [
      readFileSync(join(product.dataFolder, "postgres/postmaster.pid"), "utf8").split("\n")[0],
      readFileSync(join(product.dataFolder, "video/livekit.pid"), "utf8"),
    ].join()

  /** Replaces a text in a file of the copy. Returns what puts it back. */
  function edit(file: string, from: string, to: string): () => void {
    const path = join(copy, file)
    const before = readFileSync(path, "utf8")
    expect(before).toContain(from)
    writeFileSync(path, before.replace(from, to))
    return () => writeFileSync(path, before)
  }

  const similar = async () => {
    const answer = await fetch(`${product.address}/api/v1/programs/french-from-bonjour/similar`)
    return ((await answer.json()) as unknown[]).length
  }
  const sendContact = async (message: string) => {
    const body = { name: "Ila Bose", email: `${Date.now()}@example.com`, topic: "fees", message }
    return fetch(`${product.address}/api/v1/contact-messages`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    })
  }
  /** Opens a page that follows edits. */
  const open = async (page: Page, path: string) => {
    const connected = page.waitForEvent("console", (message) => message.text() === "[vite] connected.")
    await page.goto(product.address + path)
    await connected
  }
  const openWithReact = async (page: Page, path: string) => {
    await open(page, path)
    await page.waitForFunction(() => "__reactRouterDataRouter" in window)
  }
  const shown = (look: () => Promise<unknown>) =>
    expect.poll(look, { timeout: SHOWN_WITHIN_MS, intervals: [50] })

  test("OPS-01 a page loads and a form is answered", async ({ page }) => {
    // The first page waits until its modules are compiled, on a busy machine for longer than others may take.
    await page.goto(`${product.address}/teacher-auth?tab=signup`, { timeout: 120_000 })
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
    expect((await sendContact("Are there classes on Sundays?")).status).toBe(200)
  })

  test("OPS-01 an edited service answers at once, and open pages load again", async ({ page }) => {
    const before = await similar()
    const data = { email: "zoya@demo.kaksha.example" }
    expect((await page.request.post(`${product.address}/api/v1/demo-people/session`, { data })).ok()).toBe(
      true,
    )
    const withReact = await page.context().newPage()
    await openWithReact(withReact, "/student-dashboard")
    await open(page, "/courses/french-from-bonjour")
    const cards = page.getByRole("region", { name: "You may also like" }).getByRole("article")
    await expect(cards).toHaveCount(before)
    const loaded = withReact.waitForRequest(/student-dashboard\.data/)
    const undo = edit("src/features/programs/server/similar.ts", "const MOST = 4", "const MOST = 1")
    await shown(similar).toBe(1)
    await expect(cards).toHaveCount(1, { timeout: SHOWN_WITHIN_MS })
    await loaded
    undo()
    await shown(similar).toBe(before)
  })

  test("OPS-01 an edited text of the contract is what the API answers", async () => {
    edit("src/contract/content.ts", "Write a little more, at least 10 characters", "Some more words, please")
    await shown(async () => (await sendContact("short")).text()).toContain("Some more words, please")
  })

  test("OPS-01 an edited job works off what comes after the edit", async () => {
    edit(
      "src/features/notifications/server/jobs.ts",
      "handle: (ctx, { notice_id }) => sendNotice(ctx, notice_id),",
      'handle: async (ctx, { notice_id }) => {\n      ctx.log.info({}, "the edited job ran")\n      await sendNotice(ctx, notice_id)\n    },',
    )
    await expect.poll(() => product.output()).toContain("Took in src/features/notifications/server/jobs.ts")
    expect((await sendContact("How much is a place in French?")).status).toBe(200)
    await shown(async () => readFileSync(join(product.dataFolder, "logs/kaksha.log"), "utf8")).toContain(
      "the edited job ran",
    )
  })

  test("OPS-01 an edited page changes in the open browser", async ({ page }) => {
    await openWithReact(page, "/guardian")
    const file = "src/features/accounts/web/sign-in/guardian-sign-in.page.tsx"
    edit(file, "title={text.title}", 'title="An edited heading"')
    await expect(page.getByRole("heading", { name: "An edited heading" })).toBeVisible({
      timeout: SHOWN_WITHIN_MS,
    })
  })

  test("OPS-01 an edited page without scripts loads again in the open browser", async ({ page }) => {
    await open(page, "/contact")
    edit(
      "src/features/content/web/contact/contact.page.tsx",
      "title={text.heading}",
      'title="Write to us once more"',
    )
    const heading = page.getByRole("heading", { level: 1 })
    await expect(heading).toHaveText("Write to us once more", { timeout: SHOWN_WITHIN_MS })
  })

  test("OPS-01 a syntax error is told of, the product goes on, and the next save counts", async () => {
    const before = await similar()
    const undo = edit("src/features/programs/server/similar.ts", "const MOST = 4", "const MOST = = 2")
    await expect
      .poll(() => product.output())
      .toContain("src/features/programs/server/similar.ts can't be taken in")
    expect(await similar()).toBe(before)
    undo()
    edit("src/features/programs/server/similar.ts", "const MOST = 4", "const MOST = 2")
    await shown(similar).toBe(2)
  })

  test("OPS-01 a changed table asks for its migration, which is applied when it is written", async () => {
    edit(
      "src/features/content/server/table.ts",
      'text("topic").notNull(),',
      'text("topic").notNull(),\n    seen_by: text("seen_by"),',
    )
    await expect.poll(() => product.output()).toContain("npm run migrations -- --name what_changed")
    const kit = join(copy, "node_modules/drizzle-kit/bin.cjs")
    const made = spawnSync(process.execPath, [kit, "generate", "--name", "seen_by"], {
      cwd: copy,
      encoding: "utf8",
    })
    expect(made.stdout).toContain("seen_by")
    await expect.poll(() => product.output()).toMatch(/Applying the migration \d+_seen_by/)
    await shown(async () => (await sendContact("Is this kept in the new column's table?")).status).toBe(200)
    // One that was applied already can't be applied again.
    appendFileSync(join(copy, "migrations/0000_extensions.sql"), "\n-- an edit")
    await expect.poll(() => product.output()).toContain("was applied before")
  })
})

/** The project on its own, with nothing in it that a test could leave changed. */
function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), "kaksha-dev-copy-"))
  for (const part of PARTS) cpSync(join(projectRoot, part), join(copy, part), { recursive: true })
  // Only what Vite itself keeps there is the copy's own.
  mkdirSync(join(copy, "node_modules"))
  for (const name of readdirSync(join(projectRoot, "node_modules"))) {
    if (name.startsWith(".")) continue
    symlinkSync(join(projectRoot, "node_modules", name), join(copy, "node_modules", name))
  }
  return copy
}
