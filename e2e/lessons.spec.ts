import { readFileSync } from "node:fs"
import { join } from "node:path"
import type { Page } from "@playwright/test"
import { expectAccessible } from "./axe.ts"
import { signedIn } from "./people.ts"
import { expect, test } from "./product.ts"

const PROGRAM = "/courses/jee-organic-chemistry-mechanisms"
const MP4 = join(import.meta.dirname, "../content/lessons/what-a-curly-arrow-says.mp4")
const WEBM = join(import.meta.dirname, "../tests/files/recorded.webm")

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.locator("html")).toHaveAttribute("data-ready", "true")
}

const row = (page: Page, title: string) => page.locator("[data-lesson]").filter({ hasText: title })
const titles = (page: Page) => page.locator("[data-lesson] p.font-semibold").allInnerTexts()

test("CAT-09 a teacher uploads an MP4 and a WebM, and a student goes on with them where they stopped", async ({
  browser,
  product,
}) => {
  const teacher = await signedIn(browser, product, "meera")
  await open(teacher, PROGRAM)
  await teacher.getByRole("link", { name: "Edit lessons" }).click()
  const files = teacher.locator("[data-lesson-files]")
  await expect(files).toBeEnabled()
  const notes = { name: "notes.mp4", mimeType: "video/mp4", buffer: Buffer.from("<!doctype html>") }
  await files.setInputFiles([notes])
  await expect(teacher.getByRole("alert")).toContainText("notes.mp4: This is not an MP4 or WebM video")

  // A reload cuts off the first upload, which then resumes automatically.
  let cut = true
  await teacher.route("**/uploads/lessons/*", (route) =>
    cut && route.request().method() === "PATCH" ? route.abort() : route.continue(),
  )
  const inBuffers = (name: string, path: string, mimeType: string) => ({
    name,
    mimeType,
    buffer: readFileSync(path),
  })
  await files.setInputFiles([
    inBuffers("Stereo_centres.mp4", MP4, "video/mp4"),
    inBuffers("Carbonyls.webm", WEBM, "video/webm"),
  ])
  await expect(row(teacher, "Carbonyls")).toHaveAttribute("data-status", "uploading")
  await expect(row(teacher, "Stereo centres")).toHaveAttribute("data-status", "uploading")
  await teacher.reload()
  cut = false
  for (const title of ["Stereo centres", "Carbonyls"]) {
    await expect(row(teacher, title)).toHaveAttribute("data-status", "ready", { timeout: 60_000 })
  }
  await expect(row(teacher, "Carbonyls")).toContainText("0:06")
  await expect(row(teacher, "Stereo centres")).toContainText("0:25")

  const up = teacher.getByRole("button", { name: "Move Carbonyls up" })
  await up.focus()
  await teacher.keyboard.press("Enter")
  await expect.poll(async () => (await titles(teacher))[2]).toContain("Carbonyls")
  await expect(up).toBeFocused()
  await row(teacher, "Stereo centres").getByText("Rename").click()
  await row(teacher, "Stereo centres").getByLabel("Title").fill("Centres that turn light")
  await row(teacher, "Stereo centres").getByRole("button", { name: "Save" }).click()
  await expect(row(teacher, "Centres that turn light")).toBeVisible()
  await row(teacher, "Centres that turn light")
    .getByRole("button", { name: /^Delete/ })
    .click()
  await expect(row(teacher, "Centres that turn light")).toBeHidden()
  await expectAccessible(teacher)

  const visitor = await (await browser.newContext({ baseURL: product.address })).newPage()
  await open(visitor, PROGRAM)
  const shown = visitor.locator("#lessons")
  await expect(shown.getByRole("listitem")).toHaveCount(3)
  await expect(shown.getByRole("listitem").first()).toContainText("0:25")
  await expect(shown.getByRole("link")).toHaveCount(0)

  const student = await signedIn(browser, product, "asha")
  await open(student, PROGRAM)
  await student.getByRole("link", { name: "Start the first lesson" }).click()
  const video = student.locator("video")
  await expect(student.getByRole("heading", { level: 1 })).toHaveText("What a curly arrow says")
  await expectAccessible(student)
  const play = (from: number, rate = 1) =>
    video.evaluate(
      async (player: HTMLVideoElement, [at, speed]) => {
        player.muted = true
        player.currentTime = at ?? 0
        player.playbackRate = speed ?? 1
        await player.play()
      },
      [from, rate],
    )
  await play(9)
  await expect
    .poll(() => video.evaluate((player: HTMLVideoElement) => player.currentTime), { timeout: 20_000 })
    .toBeGreaterThan(11)
  const told = student.waitForResponse((answer) => answer.url().includes("/watched"))
  await video.evaluate((player: HTMLVideoElement) => player.pause())
  expect((await told).ok()).toBe(true)
  await student.reload()
  await expect(student.getByText(/^Resumed at 0:1\d/)).toBeVisible()
  await expect
    .poll(() => video.evaluate((player: HTMLVideoElement) => player.currentTime))
    .toBeGreaterThan(10)

  // Seen to its end, it gets its tick, and the next one starts.
  await play(0, 2)
  await expect(student.getByText("Next: Rich places and poor places")).toBeVisible({ timeout: 40_000 })
  await expect(student.getByLabel("Done", { exact: true })).toHaveCount(1)
  // On a slow connection it takes longer than a second to load, and is asked for once; news for the bell loads its own part.
  let loads = 0
  const lesson = /\/lessons\/.+\.data$/
  await student.route(lesson, async (route) => {
    loads += 1
    await new Promise((later) => setTimeout(later, 2_500))
    await route.continue()
  })
  await expect(student.getByRole("heading", { level: 1 })).toHaveText("Rich places and poor places")
  expect(loads).toBe(1)
  await student.unroute(lesson)
  await open(student, "/student-dashboard?tab=programs")
  await expect(student.getByText("1 of 3 lessons done")).toBeVisible()
  await student.getByRole("link", { name: /^Continue with lesson 2/ }).click()
  await expect(student.getByRole("heading", { level: 1 })).toHaveText("Rich places and poor places")

  // Others get neither the page nor the link.
  const stranger = await signedIn(browser, product, "kabir")
  expect((await stranger.goto(student.url()))?.status()).toBe(404)
})
