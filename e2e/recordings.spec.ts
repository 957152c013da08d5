import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import AxeBuilder from "@axe-core/playwright"
import type { Browser, BrowserContext, Page } from "@playwright/test"
import { demoPassword, expect, startProduct, test, waitForVideo } from "./product.ts"

// The product is restarted in the middle, so it is started here and not shared.
type Started = Awaited<ReturnType<typeof startProduct>>
let product: Started
const folder = mkdtempSync(join(tmpdir(), "kaksha-recordings-"))

test.describe.configure({ mode: "serial" })
test.beforeAll(async () => {
  product = await startProduct({}, folder)
  await waitForVideo(product)
})
test.afterAll(async () => {
  await product?.stop()
  rmSync(folder, { recursive: true, force: true })
})

type Signal = { colour: string; tone: number }

/** A camera of one colour that blinks, and a microphone of one tone, so that a recording tells who is in it. */
async function openBrowser(browser: Browser, signal: Signal): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: product.address,
    permissions: ["camera", "microphone"],
    viewport: { width: 1280, height: 1000 },
  })
  await context.addInitScript(({ colour, tone }) => {
    navigator.mediaDevices.getUserMedia = async (wanted) => {
      const stream = new MediaStream()
      if (wanted?.video) {
        const canvas = document.createElement("canvas")
        Object.assign(canvas, { width: 640, height: 360 })
        const pen = canvas.getContext("2d")
        let at = 0
        setInterval(() => {
          if (!pen) return
          at += 1
          pen.fillStyle = colour
          pen.fillRect(0, 0, 640, 360)
          pen.fillStyle = "black"
          pen.fillRect((at * 16) % 640, 0, 80, 360)
        }, 50)
        for (const track of canvas.captureStream(20).getTracks()) stream.addTrack(track)
      }
      if (wanted?.audio) {
        const sound = new AudioContext()
        const oscillator = sound.createOscillator()
        oscillator.frequency.value = tone
        const out = sound.createMediaStreamDestination()
        // Two voices at full strength would overdrive the mix, and the noise of that sounds like others.
        const quiet = sound.createGain()
        quiet.gain.value = 0.2
        oscillator.connect(quiet).connect(out)
        oscillator.start()
        for (const track of out.stream.getTracks()) stream.addTrack(track)
      }
      return stream
    }
  }, signal)
  return context
}

async function signedIn(browser: Browser, name: string, signal: Signal): Promise<Page> {
  const context = await openBrowser(browser, signal)
  const email = `${name}@demo.kaksha.example`
  const data = { email, password: demoPassword(product, email) }
  expect((await context.request.post("/api/v1/session", { data })).ok()).toBe(true)
  return context.newPage()
}

/** A child whose guardian agreed to nothing yet. */
async function child(browser: Browser, signal: Signal): Promise<Page> {
  const context = await openBrowser(browser, signal)
  const data = {
    ...{ first_name: "Om", last_name: "Jha", email: "om@example.com", password: "marigold garden 7" },
    ...{ phone: "9876543210", terms: true, under_18: true },
    ...{ parent_name: "Lata Jha", parent_phone: "9123456789" },
  }
  expect((await context.request.post("/api/v1/accounts/students", { data })).ok()).toBe(true)
  return context.newPage()
}

async function comingClass(teacher: Page): Promise<string> {
  const listed = await teacher.request.get("/api/v1/my/classes?scope=upcoming")
  const { items } = (await listed.json()) as { items: { id: string; status: string }[] }
  const coming = items.find((one) => one.status === "scheduled" || one.status === "live")
  if (!coming) throw new Error("no class is coming")
  return coming.id
}

const inRoom = (page: Page) =>
  expect(page.locator("[data-live-room]")).toHaveAttribute("data-connection-state", "connected", {
    timeout: 40_000,
  })
const panel = (page: Page) => page.locator("[data-recording-panel] [data-phase]")
const isRecording = (page: Page) =>
  expect(panel(page)).toHaveAttribute("data-phase", "recording", { timeout: 20_000 })

type Recording = {
  id: string
  status: string
  visibility: string
  file_path: string | null
  duration_seconds: number | null
  received_bytes: number
}
async function listOwn(page: Page): Promise<Recording[]> {
  const answer = await page.request.get("/api/v1/my/recordings")
  return ((await answer.json()) as { items: Recording[] }).items
}
const newest = async (page: Page) => (await listOwn(page))[0]

/** Plays a recording in its page and tells which colours its picture holds, how it moves, and which tones sound. */
function watch(page: Page, tones: number[]) {
  return page.evaluate(async (tones) => {
    const video = document.querySelector("video")
    if (!video) throw new Error("there is no player")
    const sound = new AudioContext()
    const analyser = sound.createAnalyser()
    analyser.fftSize = 4_096
    sound.createMediaElementSource(video).connect(analyser)
    video.currentTime = Math.max(0, video.duration - 2.5)
    await video.play()
    const pen = Object.assign(document.createElement("canvas"), { width: 64, height: 36 }).getContext("2d")
    const seen = { red: 0, green: 0, blue: 0, loudness: tones.map(() => -1_000) }
    const pictures = new Set<string>()
    // Played over and over: on a busy machine the player shows only some of its pictures each time.
    video.loop = true
    for (let look = 0; look < 12 || (pictures.size <= 6 && look < 60); look += 1) {
      await new Promise((later) => setTimeout(later, 150))
      pen?.drawImage(video, 0, 0, 64, 36)
      const data = pen?.getImageData(0, 0, 64, 36).data ?? new Uint8ClampedArray()
      for (let at = 0; at < data.length; at += 4) {
        const [r = 0, g = 0, b = 0] = data.slice(at, at + 3)
        if (r > 150 && g < 100 && b < 100) seen.red += 1
        if (g > 100 && r < 90 && b < 90) seen.green += 1
        if (b > 150 && r < 100 && g < 100) seen.blue += 1
      }
      pictures.add(data.join())
      const levels = new Float32Array(analyser.frequencyBinCount)
      analyser.getFloatFrequencyData(levels)
      seen.loudness = tones.map((tone, at) => {
        const bin = Math.round((tone * analyser.fftSize) / sound.sampleRate)
        return Math.max(seen.loudness[at] ?? -1_000, ...levels.slice(bin - 1, bin + 2))
      })
    }
    video.pause()
    return { ...seen, pictures: pictures.size }
  }, tones)
}

let teacher: Page
let asha: Page
let classId: string

test("REC-01 REC-02 REC-04 REC-07 a class is recorded by itself with everybody who may be, and nobody else, and the room knows", async ({
  browser,
}) => {
  test.setTimeout(180_000)
  teacher = await signedIn(browser, "meera", { colour: "rgb(220,20,20)", tone: 440 })
  asha = await signedIn(browser, "asha", { colour: "rgb(20,200,20)", tone: 1_130 })
  const om = await child(browser, { colour: "rgb(20,20,230)", tone: 2_870 })
  classId = await comingClass(teacher)
  const enrolled = await om.request.post(`/api/v1/classes/${classId}/enrolments`, { data: {} })
  expect(enrolled.ok()).toBe(true)
  expect((await teacher.request.post(`/api/v1/classes/${classId}/start`, { data: {} })).ok()).toBe(true)
  await teacher.goto(`/live-classes?start=${classId}`)
  await inRoom(teacher)
  await expect(teacher.getByText("Recording Started")).toBeVisible()
  await isRecording(teacher)
  for (const page of [asha, om]) {
    await page.goto(`/live-classes?join=${classId}`)
    await inRoom(page)
  }
  await expect(teacher.locator("[data-left-out]")).toContainText("Om Jha")
  for (const page of [teacher, asha, om]) await expect(page.locator("[data-recording]")).toBeVisible()
  // All three send by now; the recorder follows within a second, and three more are looked at.
  const far = ((await newest(teacher))?.received_bytes ?? 0) + 400_000
  await expect.poll(async () => (await newest(teacher))?.received_bytes).toBeGreaterThan(far)
  const before = Date.now()
  await teacher.getByRole("button", { name: "Stop and Save" }).click()
  await expect(teacher.getByText("Recording Saved")).toBeVisible({ timeout: 20_000 })
  expect(Date.now() - before).toBeLessThan(15_000)
  await expect(asha.locator("[data-recording]")).toHaveCount(0)
  await om.context().close()
  await expect
    .poll(async () => (await newest(teacher))?.file_path, { timeout: 20_000 })
    .toMatch(/-720p-\d+\.webm$/)
  const recording = await newest(teacher)
  if (!recording) throw new Error("nothing was recorded")
  const player = await teacher.context().newPage()
  await player.goto(`/recordings/${recording.id}`)
  await expect(player.locator("video")).toHaveJSProperty("readyState", 4, { timeout: 20_000 })
  expect(await player.locator("video").evaluate((video: HTMLVideoElement) => video.videoWidth)).toBe(1_280)
  const seen = await watch(player, [440, 1_130, 2_870])
  expect(seen.red).toBeGreaterThan(500)
  expect(seen.green).toBeGreaterThan(500)
  expect(seen.blue).toBe(0)
  expect(seen.pictures).toBeGreaterThan(6)
  const [own = 0, other = 0, leftOut = 0] = seen.loudness
  expect(own).toBeGreaterThan(-60)
  expect(other).toBeGreaterThan(-60)
  expect(leftOut).toBeLessThan(Math.min(own, other) - 25)
  await player.close()
})

test("REC-03 a tab that is killed loses nothing: the next visit finds what is unsaved and saves it", async () => {
  test.setTimeout(120_000)
  const { length } = await listOwn(teacher)
  const context = teacher.context()
  await teacher.goto(`/live-classes?start=${classId}`)
  await isRecording(teacher)
  // The server is out of reach, so that what is recorded lies on this device alone.
  await context.route("**/uploads/**", (route) => route.abort())
  const seconds = teacher.locator("[data-recording-panel]")
  await expect(seconds).toContainText(/0:0[4-9]/, { timeout: 20_000 })
  await teacher.close({ runBeforeUnload: false })
  await context.unroute("**/uploads/**")
  teacher = await context.newPage()
  await teacher.goto("/teacher-dashboard?tab=recordings")
  await expect(teacher.getByText("Recording Saved")).toBeVisible({ timeout: 30_000 })
  await expect(teacher.locator("[data-unsaved]")).toHaveCount(0)
  await expect.poll(async () => (await newest(teacher))?.status, { timeout: 20_000 }).toBe("completed")
  expect(await listOwn(teacher)).toHaveLength(length + 1)
  expect((await newest(teacher))?.duration_seconds).toBeGreaterThan(2)
})

test("REC-03 a network that is gone for a while and a server that is restarted lose nothing either", async () => {
  test.setTimeout(150_000)
  await teacher.goto(`/live-classes?start=${classId}`)
  await isRecording(teacher)
  const began = Date.now()
  await expect.poll(async () => (await newest(teacher))?.received_bytes).toBeGreaterThan(0)
  await teacher.context().setOffline(true)
  const unsent = teacher.locator("[data-recording-panel]")
  await expect(unsent).toContainText("No connection", { timeout: 30_000 })
  await teacher.context().setOffline(false)
  await expect(unsent).not.toContainText("No connection", { timeout: 30_000 })
  const port = new URL(product.address).port
  await product.stop()
  product = await startProduct({ PORT: port }, folder)
  const recorded = Date.now() - began
  await teacher.getByRole("button", { name: "Stop and Save" }).click()
  await expect(teacher.getByText("Recording Saved")).toBeVisible({ timeout: 40_000 })
  await expect.poll(async () => (await newest(teacher))?.status, { timeout: 20_000 }).toBe("completed")
  const { duration_seconds } = (await newest(teacher)) ?? {}
  expect(duration_seconds).toBeGreaterThan(recorded / 1_000 - 2)
})

test("REC-05 the instructor renames, shows, deletes and brings back; the student plays what is shown and saves nothing", async () => {
  test.setTimeout(90_000)
  const recording = await newest(teacher)
  if (!recording) throw new Error("nothing was recorded")
  expect(recording.visibility).toBe("instructor_only")
  expect((await asha.request.get(`/api/v1/recordings/${recording.id}`)).status()).toBe(404)
  await asha.goto("/student-dashboard?tab=recordings")
  await expect(asha.getByText("No recordings available yet.")).toBeVisible()

  await teacher.goto("/teacher-dashboard?tab=recordings")
  const line = teacher.locator(`[data-recording="${recording.id}"]`)
  await line.getByText("Rename or share").click()
  await line.getByLabel("Title").fill("Halves & quarters")
  await line.getByLabel("Who can watch it").selectOption("enrolled_students")
  await line.getByRole("button", { name: "Save" }).click()
  await expect(teacher.getByText("Recording updated")).toBeVisible()
  const saved = teacher.waitForEvent("download")
  await line.getByRole("link", { name: /^Download/ }).click()
  expect((await saved).suggestedFilename()).toBe("Halves & quarters.webm")

  await line.getByRole("button", { name: /^Delete/ }).click()
  await teacher.getByRole("button", { name: "Delete recording" }).click()
  await expect(line).toHaveCount(0)
  await teacher.getByRole("button", { name: "Undo" }).click()
  await expect(line).toBeVisible()

  await asha.reload()
  const opened = asha.context().waitForEvent("page")
  await asha.getByRole("link", { name: /^Play Halves & quarters/ }).click()
  const player = await opened
  const video = player.locator("video")
  await expect(video).toHaveJSProperty("readyState", 4, { timeout: 20_000 })
  await expect(video).toHaveAttribute("controlslist", /nodownload/)
  for (const page of [player, teacher]) {
    await page.setViewportSize({ width: 390, height: 844 })
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map((one) => `${one.id}: ${one.nodes[0]?.html}`)).toEqual([])
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(beyond).toBeLessThanOrEqual(0)
  }
  await player.keyboard.press("k")
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.currentTime)).toBeGreaterThan(2)
  await player.keyboard.press("k")
  const refused = await asha.request.post(`/api/v1/recordings/${recording.id}/download`, { data: {} })
  expect(refused.status()).toBe(403)
  await expect
    .poll(async () => {
      const viewers = await teacher.request.get(`/api/v1/recordings/${recording.id}/viewers`)
      return ((await viewers.json()) as { name: string }[]).map((one) => one.name)
    })
    .toEqual(["Asha Rao"])
})
