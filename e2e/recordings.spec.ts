import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Browser, Page } from "@playwright/test"
import { newId } from "../src/shared/ids.ts"
import { pngOf } from "../tests/slide-files.ts"
import { waitForVideo } from "../tests/wait-for-video.ts"
import { expectAccessible } from "./axe.ts"
import { findComing, inRoom } from "./in-room.ts"
import { expect, startProduct, test } from "./product.ts"
import {
  isRecording,
  listOwn,
  newest,
  openBrowser,
  openPanel,
  panel,
  type Signal,
  signedInWith,
  watch,
  writtenOnDevice,
} from "./recording.ts"

// The product is restarted in the middle, so it is started here and not shared.
type Started = Awaited<ReturnType<typeof startProduct>>
let product: Started
const folder = mkdtempSync(join(tmpdir(), "kaksha-recordings-"))

test.describe.configure({ mode: "serial" })
test.use({ keepPages: true })
test.beforeAll(async () => {
  product = await startProduct({}, folder)
  await waitForVideo(product.address)
})
test.afterAll(async () => {
  await product?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** A child whose guardian agreed to nothing yet. */
async function child(browser: Browser, signal: Signal): Promise<Page> {
  const context = await openBrowser(browser, product, signal)
  const data = {
    ...{ first_name: "Om", last_name: "Jha", email: "om@example.com", password: "marigold garden 7" },
    ...{ phone: "9876543210", terms: true, date_of_birth: "2016-04-12" },
    ...{ parent_name: "Lata Jha", parent_phone: "9123456789" },
  }
  expect((await context.request.post("/api/v1/accounts/students", { data })).ok()).toBe(true)
  return context.newPage()
}

/** Draws a thick line across the first page of the whiteboard, at that height. */
async function drawLine(page: Page, classId: string, ink: string, y: number): Promise<void> {
  const line = { id: newId(), page: 0, version: 1, kind: "line", ink, size: 150, points: [100, y, 1_500, y] }
  const data = { items: [{ ...line, text: "", gone: false }] }
  const answer = await page.request.post(`/api/v1/classes/${classId}/room/whiteboard`, { data })
  expect(answer.ok(), await answer.text()).toBe(true)
}

/** Adds a picture as slides, yellow above and white below, and returns their id once they can be shown. */
async function addSlides(page: Page, classId: string): Promise<string> {
  const line = (pixel: number[]) => Buffer.from([0, ...Array(64).fill(pixel).flat()])
  const [yellow, white] = [line([255, 220, 0]), line([255, 255, 255])]
  const lines = Buffer.concat([...Array(18).fill(yellow), ...Array(18).fill(white)])
  const file = { name: "Sun.png", mimeType: "image/png", buffer: pngOf({ width: 64, height: 36 }, lines, 2) }
  const url = `/api/v1/classes/${classId}/slides`
  const id = newId()
  const added = await page.request.post(url, { multipart: { id, file } })
  expect(added.ok(), await added.text()).toBe(true)
  const ready = async () => {
    const { decks } = (await (await page.request.get(url)).json()) as { decks: { status: string }[] }
    return decks.at(-1)?.status
  }
  await expect.poll(ready, { timeout: 60_000 }).toBe("ready")
  return id
}

let teacher: Page
let asha: Page
let classId: string

test("REC-01 REC-02 REC-04 REC-07 a class is recorded by itself with everybody who may be, and nobody else, and the room knows", async ({
  browser,
}) => {
  teacher = await signedInWith(browser, product, "meera", { colour: "rgb(220,20,20)", tone: 440 })
  asha = await signedInWith(browser, product, "asha", { colour: "rgb(20,200,20)", tone: 1_130 })
  const om = await child(browser, { colour: "rgb(20,20,230)", tone: 2_870 })
  classId = await findComing(teacher)
  const enrolled = await om.request.post(`/api/v1/classes/${classId}/enrolments`, { data: {} })
  expect(enrolled.ok()).toBe(true)
  expect((await teacher.request.post(`/api/v1/classes/${classId}/start`, { data: {} })).ok()).toBe(true)
  await teacher.goto(`/class/${classId}/room`)
  await inRoom(teacher)
  await expect(teacher.getByText("Recording Started")).toBeVisible()
  await isRecording(teacher)
  for (const page of [asha, om]) {
    await page.goto(`/class/${classId}/room`)
    await inRoom(page)
  }
  // The bar says so while the panel is closed.
  await expect(panel(teacher)).toHaveAccessibleName(/guardian's consent on file: Om Jha/)
  await openPanel(teacher)
  await expect(teacher.locator("[data-left-out]")).toContainText("Om Jha")
  for (const page of [teacher, asha, om]) await expect(page.locator("[data-recording]")).toBeVisible()
  await expect(asha.locator("[data-recording]")).not.toContainText("left out")
  await expect(om.locator("[data-recording]")).toContainText("Your picture and voice are left out")
  // The whiteboard is in the picture, a slide beneath it and over that what those drew who may be recorded.
  const url = `/api/v1/classes/${classId}/room`
  expect((await teacher.request.patch(`${url}/policy`, { data: { drawing: true } })).ok()).toBe(true)
  const deck = await addSlides(teacher, classId)
  const under = await teacher.request.put(`${url}/slides/${deck}/pages/0/drawing`)
  expect(under.ok(), await under.text()).toBe(true)
  await drawLine(asha, classId, "violet", 300)
  await drawLine(om, classId, "blue", 600)
  await expect(teacher.locator("[data-whiteboard=ready] [data-item]")).toHaveCount(3)
  // All three send by now; the recorder follows within a second, and three more are looked at.
  const far = ((await newest(teacher))?.received_bytes ?? 0) + 400_000
  await expect
    .poll(async () => (await newest(teacher))?.received_bytes, { timeout: 120_000 })
    .toBeGreaterThan(far)
  // A page that waits for the recording, and receives no changes.
  const player = await teacher.context().newPage()
  await player.route("**/api/v1/events*", (route) => route.abort())
  await player.goto(`/recordings/${(await newest(teacher))?.id}`)
  await expect(player.getByText("This recording can't be played yet")).toBeVisible()
  await teacher.getByRole("button", { name: "Stop and Save" }).click()
  // How soon is the benchmark's to measure: here three browsers and two journeys share two processors.
  await expect(teacher.getByText("Recording Saved")).toBeVisible({ timeout: 60_000 })
  await expect(asha.locator("[data-recording]")).toHaveCount(0)
  await om.context().close()
  await expect
    .poll(async () => (await newest(teacher))?.file_path, { timeout: 60_000 })
    .toMatch(/-720p-\d+\.webm$/)
  const recording = await newest(teacher)
  if (!recording) throw new Error("nothing was recorded")
  const video = player.locator("video")
  await expect(video).toHaveJSProperty("readyState", 4, { timeout: 60_000 })
  // It may have begun with the recording as it arrived, which has no length yet.
  await player.reload()
  await expect(video).toHaveJSProperty("readyState", 4, { timeout: 60_000 })
  expect(await video.evaluate((one: HTMLVideoElement) => one.videoWidth)).toBe(1_280)
  const seen = await watch(player, [440, 1_130, 2_870])
  expect(seen.red).toBeGreaterThan(500)
  expect(seen.green).toBeGreaterThan(500)
  expect(seen.blue).toBe(0)
  expect(seen.paper).toBeGreaterThan(2_000)
  expect(seen.yellow).toBeGreaterThan(2_000)
  expect(seen.violet).toBeGreaterThan(500)
  expect(seen.pictures).toBeGreaterThan(6)
  const [own = 0, other = 0, leftOut = 0] = seen.loudness
  expect(own).toBeGreaterThan(-60)
  expect(other).toBeGreaterThan(-60)
  expect(leftOut).toBeLessThan(Math.min(own, other) - 25)
  await player.close()
})

test("REC-03 a tab that is killed loses nothing: the next visit finds what is unsaved and saves it", async () => {
  const { length } = await listOwn(teacher)
  const context = teacher.context()
  await teacher.goto(`/class/${classId}/room`)
  await isRecording(teacher)
  // The server can't be reached, so the recording is on this device only.
  await context.route("**/uploads/**", (route) => route.abort())
  const onDevice = await writtenOnDevice(teacher, 4)
  await teacher.close({ runBeforeUnload: false })
  await context.unroute("**/uploads/**")
  teacher = await context.newPage()
  await teacher.goto("/teacher-dashboard?tab=recordings")
  await expect(teacher.getByText("Recording Saved")).toBeVisible({ timeout: 60_000 })
  await expect(teacher.locator("[data-unsaved]")).toHaveCount(0)
  await expect.poll(async () => (await newest(teacher))?.status, { timeout: 60_000 }).toBe("completed")
  expect(await listOwn(teacher)).toHaveLength(length + 1)
  // Seconds wouldn't tell: a busy machine encodes less than one in a second.
  expect((await newest(teacher))?.received_bytes).toBeGreaterThanOrEqual(onDevice)
  expect((await newest(teacher))?.duration_seconds).toBeGreaterThan(0)
})

test("REC-03 a network that is gone for a while and a server that is restarted lose nothing either", async () => {
  await teacher.goto(`/class/${classId}/room`)
  await isRecording(teacher)
  const began = Date.now()
  await expect.poll(async () => (await newest(teacher))?.received_bytes).toBeGreaterThan(0)
  await teacher.context().setOffline(true)
  const unsent = await openPanel(teacher)
  await expect(unsent).toContainText("You're offline", { timeout: 60_000 })
  await teacher.context().setOffline(false)
  await expect(unsent).not.toContainText("You're offline", { timeout: 60_000 })
  const port = new URL(product.address).port
  await product.stop()
  product = await startProduct({ PORT: port }, folder)
  const recorded = Date.now() - began
  await teacher.getByRole("button", { name: "Stop and Save" }).click()
  await expect(teacher.getByText("Recording Saved")).toBeVisible({ timeout: 60_000 })
  await expect.poll(async () => (await newest(teacher))?.status, { timeout: 60_000 }).toBe("completed")
  const { duration_seconds } = (await newest(teacher)) ?? {}
  expect(duration_seconds).toBeGreaterThan(recorded / 1_000 - 2)
})

test("REC-05 REC-06 the instructor renames, shows, captions, marks chapters, deletes and brings back; the student plays what is shown and saves nothing", async () => {
  const recording = await newest(teacher)
  if (!recording) throw new Error("nothing was recorded")
  expect(recording.visibility).toBe("instructor_only")
  expect((await asha.request.get(`/api/v1/recordings/${recording.id}`)).status()).toBe(404)
  await asha.goto("/student-dashboard?tab=recordings")
  await expect(asha.locator("[data-recording]").first()).toBeVisible()
  await expect(asha.locator(`[data-recording="${recording.id}"]`)).toHaveCount(0)

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

  const page = await teacher.context().newPage()
  await page.goto(`/recordings/${recording.id}`)
  const played = page.locator("video")
  const source = (await played.getAttribute("src")) ?? ""
  await played.evaluate((one: HTMLVideoElement) => {
    one.currentTime = 1
  })
  const captions = { name: "en.vtt", mimeType: "text/vtt" }
  const words = "WEBVTT\n\n00:00.000 --> 01:00.000\nHalf of a half"
  await page.getByLabel("File (.vtt)").setInputFiles({ ...captions, buffer: Buffer.from(words) })
  await page.getByRole("button", { name: "Upload" }).click()
  await expect(page.locator('[data-captions="en"]')).toContainText("1 caption")

  const title = page.getByLabel("Chapter title")
  const mark = page.getByRole("button", { name: "Add chapter at" })
  await title.fill("   ")
  await mark.click()
  await expect(page.getByText("Give the chapter a title")).toBeVisible()
  // A second one is another chapter: the form brings an id of its own each time.
  for (const name of ["Halves", "Quarters"]) {
    await title.fill(name)
    await mark.click()
    await expect(page.getByRole("button", { name: `Remove chapter ${name}` })).toBeVisible()
    await expect(title).toHaveValue("")
  }
  // The video goes on where it was.
  await expect(played).toHaveAttribute("src", source)
  await expect(played).toHaveJSProperty("currentTime", 1)
  await page.close()

  await asha.reload()
  const opened = asha.context().waitForEvent("page")
  await asha.getByRole("link", { name: /^Play Halves & quarters/ }).click()
  const player = await opened
  const video = player.locator("video")
  await expect(video).toHaveJSProperty("readyState", 4, { timeout: 60_000 })
  await expect(video).toHaveAttribute("controlslist", /nodownload/)
  for (const page of [player, teacher]) {
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessible(page)
    const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(beyond).toBeLessThanOrEqual(0)
  }
  await player.keyboard.press("k")
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.currentTime)).toBeGreaterThan(2)
  await player.getByRole("button", { name: "1.5×" }).click()
  await expect(video).toHaveJSProperty("playbackRate", 1.5)
  await player.getByRole("button", { name: "English" }).click()
  await expect
    .poll(() =>
      video.evaluate(({ textTracks: [track] }: HTMLVideoElement) =>
        track?.mode === "showing" ? [...(track.activeCues ?? [])].map((cue) => (cue as VTTCue).text) : null,
      ),
    )
    .toEqual(["Half of a half"])
  await player.keyboard.press("k")
  // It plays on from there, so its position is compared with the end.
  const left = () => video.evaluate((one: HTMLVideoElement) => one.duration - one.currentTime)
  const whole = await left()
  await video.evaluate((one: HTMLVideoElement) => {
    one.currentTime = one.duration - 1
  })
  await expect.poll(left).toBeLessThan(2)
  await player.getByRole("button", { name: /Quarters$/ }).click()
  await expect.poll(left).toBeGreaterThan(whole / 2)
  await player.reload()
  await expect(player.getByRole("button", { name: "1.5×" })).toHaveAttribute("aria-pressed", "true")
  await expect(video).toHaveJSProperty("playbackRate", 1.5)
  const refused = await asha.request.post(`/api/v1/recordings/${recording.id}/download`, { data: {} })
  expect(refused.status()).toBe(403)
  await expect
    .poll(async () => {
      const viewers = await teacher.request.get(`/api/v1/recordings/${recording.id}/viewers`)
      return ((await viewers.json()) as { name: string }[]).map((one) => one.name)
    })
    .toEqual(["Asha Rao"])
})
