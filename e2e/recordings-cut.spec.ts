import type { Page } from "@playwright/test"
import { waitForVideo } from "../tests/wait-for-video.ts"
import { findComing, inRoom } from "./in-room.ts"
import { expect, test } from "./product.ts"
import { isRecording, newest, openPanel, panel, signedInWith } from "./recording.ts"

const CUT_MS = 60_000
const TONE = 440

// A product of its own: the class that is about to start is run here.
test.use({ productEnv: { CLASS_GRACE_MINUTES: "11" } })

/**
 * Returns for each second of the recording on the page how loud its tone is, and whether its camera shows.
 */
function listenAndLook(page: Page, id: string) {
  return page.evaluate(
    async ({ id, tone }) => {
      const asked = await fetch(`/api/v1/recordings/${id}/play`, { method: "POST" })
      const { url } = (await asked.json()) as { url: string }
      const file = await (await fetch(url)).arrayBuffer()
      const sound = await new OfflineAudioContext(1, 1, 44_100).decodeAudioData(file)
      const samples = sound.getChannelData(0)
      const loudness: number[] = []
      for (let from = 0; from + sound.sampleRate <= samples.length; from += sound.sampleRate) {
        let real = 0
        let imaginary = 0
        for (let at = 0; at < sound.sampleRate; at += 1) {
          const angle = (2 * Math.PI * tone * at) / sound.sampleRate
          real += (samples[from + at] ?? 0) * Math.cos(angle)
          imaginary += (samples[from + at] ?? 0) * Math.sin(angle)
        }
        loudness.push(Math.hypot(real, imaginary) / sound.sampleRate)
      }
      const video = document.querySelector("video")
      const pen = Object.assign(document.createElement("canvas"), { width: 16, height: 9 }).getContext("2d")
      if (!video || !pen) throw new Error("there is no player")
      const isRed: boolean[] = []
      for (let second = 1; second < video.duration - 1; second += 3) {
        const arrived = new Promise((tell) => video.addEventListener("seeked", tell, { once: true }))
        video.currentTime = second
        await arrived
        pen.drawImage(video, 0, 0, 16, 9)
        const { data } = pen.getImageData(0, 0, 16, 9)
        let red = 0
        for (let at = 0; at < data.length; at += 4)
          if ((data[at] ?? 0) > 120 && (data[at + 1] ?? 0) < 90) red += 1
        isRed.push(red > 20)
      }
      return { loudness, isRed }
    },
    { id, tone: TONE },
  )
}

test("REC-03 ROOM-04 an instructor without network for a minute keeps page, room, voice and picture, and is heard again", async ({
  product,
  browser,
}) => {
  test.setTimeout(300_000)
  await waitForVideo(product.address)
  const meera = await signedInWith(browser, product, "meera", { colour: "rgb(230,20,20)", tone: TONE })
  const classId = await findComing(meera)
  expect((await meera.request.post(`/api/v1/classes/${classId}/start`, { data: {} })).ok()).toBe(true)
  await meera.goto(`/class/${classId}/room`)
  await isRecording(meera)
  const asha = await signedInWith(browser, product, "asha", { colour: "blue", tone: 1_130 })
  await asha.goto(`/class/${classId}/room`)
  await inRoom(asha)
  const room = meera.locator("[data-live-room]")
  await expect(await openPanel(meera)).toContainText(/0:(0[5-9]|[1-5]\d)/, { timeout: 20_000 })

  await meera.context().setOffline(true)
  const cut = Date.now()
  await expect(meera.getByText("You're offline. This page may be out of date.")).toBeVisible()
  await expect(room).toHaveAttribute("data-connection-state", "reconnecting", { timeout: 40_000 })
  await expect
    .poll(() => Date.now() - cut, { timeout: CUT_MS + 5_000, intervals: [1_000] })
    .toBeGreaterThan(CUT_MS)
  await expect(room.locator("[data-control=microphone]")).toHaveAccessibleName(/Mute/)
  await expect(panel(meera)).toHaveAttribute("data-phase", "recording")
  await expect(room).toBeVisible()

  await meera.context().setOffline(false)
  await inRoom(meera)
  await expect(asha.getByRole("article", { name: "Meera Iyer" }).locator("video")).toBeVisible()
  await meera.getByRole("button", { name: "Stop and Save" }).click()
  await expect(meera.getByText("Recording Saved")).toBeVisible({ timeout: 60_000 })
  await expect.poll(async () => (await newest(meera))?.status, { timeout: 20_000 }).toBe("completed")
  const recording = await newest(meera)
  expect(recording?.duration_seconds).toBeGreaterThan(CUT_MS / 1_000 + 5)
  await meera.goto(`/recordings/${recording?.id}`)
  await expect(meera.locator("video")).toHaveJSProperty("readyState", 4, { timeout: 20_000 })
  const { loudness, isRed } = await listenAndLook(meera, recording?.id ?? "")
  // The first second belongs to the opening of the devices; two more may be lost.
  expect(loudness.slice(1).filter((level) => level < 0.01).length).toBeLessThanOrEqual(2)
  expect(isRed.filter((red) => !red).length).toBeLessThanOrEqual(1)
})
