import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { type Browser, chromium, expect, type Page } from "@playwright/test"
import { demoPassword, type Product, startProduct, withoutRecording } from "../../e2e/product.ts"
import playwrightConfig from "../../playwright.config.ts"
import { freePort } from "../free-port.ts"
import { videoServerBinary } from "../video-server.ts"
import { openWay } from "./way.ts"

/**
 * Cuts a student's network in the middle of a class, signalling and media alike, without the browser being
 * notified:
 *
 * node tests/faults/network-cut.ts [seconds]
 *
 * They must rejoin automatically, with their seat, hand, layout, and the chat from meanwhile.
 */

const CUT_SECONDS = Number(process.argv[2] ?? 60)
/** From the network's return until everything is as before. */
const BACK_WITHIN_MS = 30_000

type Ending = (() => unknown)[]

/** A video server whose media goes over TCP, the way that a proxy can cut. */
async function startVideo(folder: string, ending: Ending): Promise<NodeJS.ProcessEnv> {
  const [http, tcp, udp] = [await freePort(), await freePort(), await freePort()]
  const [key, secret] = ["network-cut", randomBytes(32).toString("hex")]
  const config = join(folder, "livekit.yaml")
  writeFileSync(
    config,
    `port: ${http}
bind_addresses: ["127.0.0.1"]
keys:
  ${key}: ${secret}
rtc:
  udp_port: ${udp}
  tcp_port: ${tcp}
  force_tcp: true
  use_external_ip: false
  node_ip: 127.0.0.1
  enable_loopback_candidate: true
room:
  auto_create: false
logging:
  level: error
`,
  )
  const child = spawn(await videoServerBinary(), ["--config", config], { stdio: "ignore" })
  ending.push(() => child.kill("SIGTERM"))
  const answers = () =>
    fetch(`http://127.0.0.1:${http}/`).then(
      (answer) => answer.ok,
      () => false,
    )
  await expect.poll(answers, { timeout: 15_000 }).toBe(true)
  return { LIVEKIT_URL: `ws://127.0.0.1:${http}`, LIVEKIT_API_KEY: key, LIVEKIT_API_SECRET: secret }
}

async function signIn(browser: Browser, product: Product, name: string, proxy?: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: product.address,
    permissions: ["camera", "microphone"],
    ...(proxy && { proxy: { server: proxy, bypass: "<-loopback>" } }),
  })
  await withoutRecording(context)
  const email = `${name}@demo.kaksha.example`
  const data = { email, password: demoPassword(product, email) }
  expect((await context.request.post("/api/v1/session", { data })).ok()).toBe(true)
  return context.newPage()
}

const room = (page: Page) => page.locator("[data-live-room]")
const stands = (page: Page, state: string, timeout: number) =>
  expect(room(page)).toHaveAttribute("data-connection-state", state, { timeout })

/** How many frames of the instructor's picture the student's page has shown. */
const played = (page: Page) =>
  page
    .locator('[data-source="camera"]:not([aria-label*="(you)"]) video')
    .first()
    .evaluate((video: HTMLVideoElement) => video.getVideoPlaybackQuality().totalVideoFrames)
    .catch(() => 0)

async function say(teacher: Page, words: string): Promise<void> {
  await teacher.getByRole("textbox", { name: "Message" }).fill(words)
  await teacher.keyboard.press("Enter")
}

async function openSound(page: Page): Promise<void> {
  await page.locator("[data-control=more]").click()
  await page.locator("[data-more=sound]").click()
}

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "kaksha-cut-"))
  const ending: Ending = [() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })]
  try {
    const product = await startProduct(await startVideo(folder, ending))
    ending.push(() => product.stop())
    const browser = await chromium.launch({ ...playwrightConfig.use?.launchOptions })
    ending.push(() => browser.close())
    const way = await openWay()
    ending.push(() => way.stop())
    const teacher = await signIn(browser, product, "meera")
    const student = await signIn(browser, product, "asha", way.address)
    await meet(teacher, student)
    await lose(teacher, student, way)
  } finally {
    for (const end of ending.reverse()) await end()
  }
}

/** Brings both into a class, with everything chosen that must outlive the cut. */
async function meet(teacher: Page, student: Page): Promise<void> {
  const listed = await teacher.request.get("/api/v1/my/classes?scope=upcoming")
  const { items } = (await listed.json()) as { items: { id: string; status: string }[] }
  const id = items.find((one) => one.status === "scheduled" || one.status === "live")?.id
  expect((await teacher.request.post(`/api/v1/classes/${id}/start`, { data: {} })).ok()).toBe(true)
  await teacher.goto(`/class/${id}/room`)
  await stands(teacher, "connected", 40_000)
  await student.goto(`/class/${id}/room`)
  await stands(student, "connected", 40_000)
  await expect.poll(() => played(student), { timeout: 20_000 }).toBeGreaterThan(0)
  await student.locator("[data-control=hand]").click()
  await openSound(student)
  await student.getByRole("radio", { name: "Show everyone in a grid" }).check()
  await student.locator("[data-control=chat]").click()
  await teacher.locator("[data-control=chat]").click()
  await say(teacher, "Before the cut")
  await expect(student.getByText("Before the cut")).toBeVisible()
}

async function lose(teacher: Page, student: Page, way: Awaited<ReturnType<typeof openWay>>): Promise<void> {
  way.cut()
  const cutAt = performance.now()
  await stands(student, "reconnecting", 40_000)
  console.log(`  noticed after ${seconds(cutAt)} s`)
  await say(teacher, "Said meanwhile")
  await delay(CUT_SECONDS * 1_000 - (performance.now() - cutAt))
  const before = await played(student)
  await delay(1_000)
  // Or media had another way than the one that was cut.
  expect(await played(student)).toBe(before)
  way.mend()
  const mendedAt = performance.now()
  await stands(student, "connected", BACK_WITHIN_MS)
  console.log(`  inside again ${seconds(mendedAt)} s after the network was back`)
  await expect.poll(async () => (await played(student)) !== before, { timeout: BACK_WITHIN_MS }).toBe(true)
  await expect.poll(() => played(student), { timeout: BACK_WITHIN_MS }).toBeGreaterThan(0)
  console.log(`  the picture plays ${seconds(mendedAt)} s after it`)
  await expect(student.getByText("Said meanwhile")).toBeVisible({ timeout: BACK_WITHIN_MS })
  console.log(`  what was said meanwhile stands there ${seconds(mendedAt)} s after it`)
  expect(performance.now() - mendedAt).toBeLessThan(BACK_WITHIN_MS)
  await expect(student.locator("[data-control=hand]")).toHaveAttribute("aria-pressed", "true")
  await expect(teacher.locator("[data-control=people] [data-count]")).toHaveAttribute("data-count", "1")
  await expect(student.locator("[data-control=microphone]")).toHaveAttribute("data-on", "true")
  await openSound(student)
  await expect(student.getByRole("radio", { name: "Show everyone in a grid" })).toBeChecked()
  await student.locator("[data-control=chat]").click()
  await student.getByRole("textbox", { name: "Message" }).fill("I am back")
  await student.keyboard.press("Enter")
  await expect(teacher.getByText("I am back")).toBeVisible()
}

const seconds = (since: number) => ((performance.now() - since) / 1_000).toFixed(1)

main().then(
  () => console.log(`  ${CUT_SECONDS} s without a network cost nothing but these`),
  (error: Error) => {
    console.error(error.message)
    process.exitCode = 1
  },
)
