import type { Browser, BrowserContext, Locator, Page } from "@playwright/test"
import { dateInZone, MINUTE, timeInZone } from "../src/shared/time.ts"
import { ROOM_WINDOW } from "./in-room.ts"
import { signInto } from "./people.ts"
import { expect, type Product } from "./product.ts"

export type Signal = { colour: string; tone: number }

/**
 * A camera of one colour with a moving bar, and a microphone of one tone, so that a recording shows who is in
 * it. Ten pictures a second, because two processors encode each of them and do all the rest as well.
 */
export async function openBrowser(
  browser: Browser,
  product: Product,
  signal: Signal,
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: product.address,
    permissions: ["camera", "microphone"],
    viewport: ROOM_WINDOW,
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
          pen.fillRect((at * 32) % 640, 0, 80, 360)
        }, 100)
        for (const track of canvas.captureStream(10).getTracks()) stream.addTrack(track)
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

/** A browser with that camera and microphone, in which the demo person is signed in. */
export async function signedInWith(
  browser: Browser,
  product: Product,
  name: string,
  signal: Signal,
): Promise<Page> {
  const context = await openBrowser(browser, product, signal)
  await signInto(context, name)
  return context.newPage()
}

const ZONE = "Asia/Kolkata"

/**
 * Schedules a class that may start now, with a seat for the student, and returns its id: the one that a trial keeps
 * coming may be live already where journeys share a product. For an instructor whom the trial gives no class now, such
 * as Arjun; ends what an earlier journey left live.
 */
export async function scheduleNow(teacher: Page, student: Page): Promise<string> {
  const listed = await teacher.request.get("/api/v1/my/classes?scope=upcoming")
  const { items } = (await listed.json()) as { items: { id: string; status: string }[] }
  for (const { id } of items.filter(({ status }) => status === "live")) {
    expect((await teacher.request.post(`/api/v1/classes/${id}/end`, { data: {} })).ok()).toBe(true)
  }
  const soon = new Date(Date.now() + MINUTE)
  const starts = timeInZone(soon, ZONE)
  // A class ends on the day of its start, and may start 15 minutes before it.
  const isLate = starts >= "23:50"
  const ends = starts >= "23:20" ? "23:59" : timeInZone(new Date(soon.getTime() + 30 * MINUTE), ZONE)
  const data = {
    ...{ title: "Light and shadow", subject: "physics", curriculum: "CBSE", grade: "8", max_capacity: 5 },
    scheduled_date: dateInZone(isLate ? new Date(soon.getTime() + 10 * MINUTE) : soon, ZONE),
    ...(isLate ? { start_time: "00:00", end_time: "00:30" } : { start_time: starts, end_time: ends }),
  }
  const made = await teacher.request.post("/api/v1/classes", { data })
  expect(made.ok(), await made.text()).toBe(true)
  const { id } = (await made.json()) as { id: string }
  const seat = await student.request.post(`/api/v1/classes/${id}/enrolments`, { data: {} })
  expect(seat.ok(), await seat.text()).toBe(true)
  return id
}

/** The recording as the room's bar shows it, whichever panel is open. */
export const panel = (page: Page) => page.locator("[data-control=recording]")
/** Opens the panel of the recording, which has its buttons and notes. */
export async function openPanel(page: Page): Promise<Locator> {
  const opened = page.locator("[data-recording-panel]")
  if (!(await opened.isVisible())) await panel(page).click()
  await expect(opened).toBeVisible()
  return opened
}
export const isRecording = (page: Page) =>
  expect(panel(page)).toHaveAttribute("data-phase", "recording", { timeout: 60_000 })

/**
 * Waits until what a tab records was written to its device that many times, which it is once a second, and returns how
 * many bytes lie there. Counted there: on a busy machine the clock on the screen runs ahead of the encoder.
 */
export async function writtenOnDevice(page: Page, times: number): Promise<number> {
  const sizes = new Set<number>()
  const look = () =>
    page.evaluate(async () => {
      const root = await navigator.storage.getDirectory()
      const folder = await root.getDirectoryHandle("recordings")
      let bytes = 0
      for await (const entry of folder.values()) {
        if (entry instanceof FileSystemFileHandle && entry.name.endsWith(".part")) {
          bytes += (await entry.getFile()).size
        }
      }
      return bytes
    })
  await expect
    .poll(async () => sizes.add(await look()).size, { timeout: 60_000, intervals: [200] })
    .toBeGreaterThan(times)
  return Math.max(...sizes)
}

export type Recording = {
  id: string
  status: string
  visibility: string
  file_path: string | null
  duration_seconds: number | null
  received_bytes: number
}
export async function listOwn(page: Page): Promise<Recording[]> {
  const answer = await page.request.get("/api/v1/my/recordings")
  return ((await answer.json()) as { items: Recording[] }).items
}
export const newest = async (page: Page) => (await listOwn(page))[0]

/**
 * Plays a recording in its page and returns the colours of its picture, how it moves, how its blue part
 * moves, and which tones sound: in its last seconds, or for a second and a half from a given position.
 */
export function watch(page: Page, tones: number[], from?: number) {
  return page.evaluate(
    async ([tones, from]) => {
      const video = document.querySelector("video")
      if (!video) throw new Error("there is no player")
      const sound = new AudioContext()
      const analyser = sound.createAnalyser()
      analyser.fftSize = 4_096
      sound.createMediaElementSource(video).connect(analyser)
      const start = from ?? Math.max(0, video.duration - 2.5)
      video.currentTime = start
      await video.play()
      const pen = Object.assign(document.createElement("canvas"), { width: 64, height: 36 }).getContext("2d")
      const seen = {
        ...{ red: 0, green: 0, blue: 0, violet: 0, yellow: 0, paper: 0 },
        loudness: tones.map(() => -1_000),
      }
      const pictures = new Set<string>()
      const blueShapes = new Set<string>()
      // Played over and over: on a busy machine the player shows only some of its pictures each time.
      video.loop = true
      for (let look = 0; look < 12 || (pictures.size <= 6 && look < 60); look += 1) {
        await new Promise((later) => setTimeout(later, 150))
        if (from !== undefined && video.currentTime > start + 1.5) video.currentTime = start
        pen?.drawImage(video, 0, 0, 64, 36)
        const data = pen?.getImageData(0, 0, 64, 36).data ?? new Uint8ClampedArray()
        let shape = ""
        for (let at = 0; at < data.length; at += 4) {
          const [r = 0, g = 0, b = 0] = data.slice(at, at + 3)
          if (r > 150 && g < 100 && b < 100) seen.red += 1
          if (g > 100 && r < 90 && b < 90) seen.green += 1
          if (r > 80 && r < 160 && g < 110 && b > 140) seen.violet += 1
          if (r > 200 && g > 150 && b < 90) seen.yellow += 1
          if (r > 225 && g > 225 && b > 225) seen.paper += 1
          const isBlue = b > 140 && b - r > 90 && b - g > 50
          if (isBlue) seen.blue += 1
          shape += isBlue ? "b" : "."
        }
        blueShapes.add(shape)
        pictures.add(data.join())
        const levels = new Float32Array(analyser.frequencyBinCount)
        analyser.getFloatFrequencyData(levels)
        seen.loudness = tones.map((tone, at) => {
          const bin = Math.round((tone * analyser.fftSize) / sound.sampleRate)
          return Math.max(seen.loudness[at] ?? -1_000, ...levels.slice(bin - 1, bin + 2))
        })
      }
      video.pause()
      return { ...seen, pictures: pictures.size, blueShapes: blueShapes.size }
    },
    [tones, from] as const,
  )
}
