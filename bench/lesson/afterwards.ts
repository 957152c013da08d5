import { setTimeout as delay } from "node:timers/promises"
import type { Page } from "@playwright/test"
import { keepPicture, type Member } from "./member.ts"

const SAVED_WITHIN_MS = 300_000
const LOOK_MS = 250
/** Where the recording is looked at, as shares of its length: it begins before the slides are shown. */
const PLACES = [0.25, 0.4, 0.6, 0.8, 0.95]
const PLAY_MS = 6_000

export type Recording = {
  id: string
  bytes: number
  seconds: number
  /** From the end of the class until it could be played, in s. */
  playableAfter: number
}
type Listed = {
  items: {
    id: string
    class_id: string
    status: string
    file_size: number | null
    file_path: string | null
    duration_seconds: number | null
  }[]
}

const onlyPage = ({ name, page }: Member): Page => {
  if (!page) throw new Error(`${name} is in a browser without these figures`)
  return page
}

/** Waits until the recording of the class can be played, by its instructor first. */
export async function waitForRecording(teacher: Member, classId: string, ended: number): Promise<Recording> {
  for (const end = Date.now() + SAVED_WITHIN_MS; Date.now() < end; await delay(LOOK_MS)) {
    const listed = await teacher.tab.run<Listed>(`fetch("/api/v1/my/recordings").then((one) => one.json())`)
    const found = listed.items.find((one) => one.class_id === classId)
    if (found?.status !== "completed" || !found.file_path) continue
    return {
      ...{ id: found.id, bytes: found.file_size ?? 0, seconds: found.duration_seconds ?? 0 },
      playableAfter: (Date.now() - ended) / 1_000,
    }
  }
  throw new Error("the recording wasn't saved")
}

/** The instructor lets those with a seat watch, as it is done on the dashboard. */
export async function share(teacher: Member, { id }: Recording): Promise<void> {
  await teacher.tab.open("/teacher-dashboard?tab=recordings")
  const line = onlyPage(teacher).locator(`[data-recording="${id}"]`)
  await line.getByText("Rename or share").click()
  await line.getByLabel("Who can watch it").selectOption("enrolled_students")
  await line.getByRole("button", { name: "Save" }).click()
  await onlyPage(teacher).getByText("Recording updated").waitFor()
}

export type Watched = {
  /** How many of a hundred points of the picture are paper or violet ink, at each of the places. */
  paper: number[]
  violet: number[]
  /** Played on from the middle: seconds of it, and pictures dropped. */
  played: number
  dropped: number
}

/** Opens the recording as a student does, looks at it in some places and plays a part of it. */
export async function watchRecording(student: Member, { id }: Recording, folder: string): Promise<Watched> {
  await student.tab.open("/student-dashboard?tab=recordings")
  await student.tab.see(`//*[@data-recording="${id}"]`)
  await keepPicture(student, folder, "recordings")
  await student.tab.open(`/recordings/${id}`)
  await student.tab.holds("document.querySelector('video')?.readyState >= 2", 60)
  const watched: Watched = { paper: [], violet: [], played: 0, dropped: 0 }
  for (const place of PLACES) {
    const { paper, violet } = await lookAt(onlyPage(student), place)
    watched.paper.push(paper)
    watched.violet.push(violet)
    await keepPicture(student, folder, `player-${place * 100}`)
  }
  return Object.assign(watched, await playFrom(onlyPage(student), 0.5))
}

function lookAt(page: Page, place: number): Promise<{ paper: number; violet: number }> {
  return page.evaluate(async (share) => {
    const video = document.querySelector("video")
    const pen = Object.assign(document.createElement("canvas"), { width: 320, height: 180 }).getContext("2d")
    if (!video || !pen) throw new Error("there is no player")
    const arrived = new Promise((tell) => video.addEventListener("seeked", tell, { once: true }))
    video.currentTime = video.duration * share
    await arrived
    pen.drawImage(video, 0, 0, 320, 180)
    const { data } = pen.getImageData(0, 0, 320, 180)
    let [paper, violet] = [0, 0]
    for (let at = 0; at < data.length; at += 4) {
      const [r = 0, g = 0, b = 0] = data.slice(at, at + 3)
      if (r > 225 && g > 225 && b > 225) paper += 1
      if (r > 80 && r < 170 && g < 120 && b > 140) violet += 1
    }
    const percent = (points: number) => Math.round((points / (data.length / 4)) * 1_000) / 10
    return { paper: percent(paper), violet: percent(violet) }
  }, place)
}

function playFrom(page: Page, place: number): Promise<{ played: number; dropped: number }> {
  return page.evaluate(
    async ([share, ms]) => {
      const video = document.querySelector("video")
      if (!video) throw new Error("there is no player")
      video.currentTime = video.duration * share
      await video.play()
      const [from, before] = [video.currentTime, video.getVideoPlaybackQuality().droppedVideoFrames]
      await new Promise((later) => setTimeout(later, ms))
      video.pause()
      const dropped = video.getVideoPlaybackQuality().droppedVideoFrames - before
      return { played: video.currentTime - from, dropped }
    },
    [place, PLAY_MS] as const,
  )
}

type Entry = { student_name: string; verdict: string; present_seconds: number; possible_seconds: number }

/** The register of the class, of which a picture is kept as well. */
export async function readRegister(teacher: Member, classId: string, folder: string): Promise<Entry[]> {
  await teacher.tab.open(`/class/${classId}/register`)
  await teacher.tab.see("//*[@data-student]")
  await keepPicture(teacher, folder, "register")
  const { entries } = await teacher.tab.run<{ entries: Entry[] }>(
    `fetch("/api/v1/classes/${classId}/attendance").then((one) => one.json())`,
  )
  return entries
}
