import { loadavg } from "node:os"
import { setTimeout as delay } from "node:timers/promises"
import type { Page } from "@playwright/test"
import { busySlides } from "#tests/slide-files.ts"
import { button, text } from "../e2e/engines/places.ts"
import { control, endClass, holdLesson, inRoom, type Lesson, MOBILE } from "./lesson/acts.ts"
import { readRegister, share, waitForRecording, watchRecording } from "./lesson/afterwards.ts"
import { type Heap, type Lan, type Member, openChromium, openFirefox } from "./lesson/member.ts"
import type { Noted } from "./lesson/noted.ts"
import { type Usage, usageOf } from "./lesson/processes.ts"
import { openLink } from "./poor/link.ts"
import type { Benchmark, Figure } from "./rig/figures.ts"
import { startLanProduct } from "./rig/lan.ts"
import { median } from "./rig/rounds.ts"
import type { World } from "./rig/world.ts"

/** How long it is taught, in minutes; fewer by LESSON_MINUTES, to try it. */
const MINUTES = Number(process.env.LESSON_MINUTES ?? 20)
/** Where pictures of the windows are kept, to be looked at. */
const PICTURES = process.env.LESSON_PICTURES ?? "test-results/lesson"
const PAGES = 20
const TITLE = "Fractions from slides"
/** What the product's own tests allow a register: a room is looked into every 5 s. */
const EXACT_WITHIN_S = 12

/** A zone in which the class ends on the day of its start. */
const hourInKolkata = new Date(Date.now() + 5.5 * 3_600_000).getUTCHours()
const ZONE = hourInKolkata >= 23 ? "Asia/Dubai" : "Asia/Kolkata"
const wall = (language: string, options: Intl.DateTimeFormatOptions, instant: number) =>
  new Intl.DateTimeFormat(language, { timeZone: ZONE, ...options }).format(instant)
const wallTime = (instant: number) => wall("en-GB", { hour: "2-digit", minute: "2-digit" }, instant)

/** The instructor schedules a class for now, the students take seats, and slides are added: all on the screens. */
async function prepareClass({ teacher, attending }: Lesson): Promise<string> {
  const page = teacher.page as Page
  await teacher.tab.open("/schedule-class")
  const now = Date.now() + 20_000
  await page.getByLabel("Class Title").fill(TITLE)
  await page.getByLabel("Subject", { exact: true }).selectOption("mathematics")
  await page.getByLabel("Date", { exact: true }).fill(wall("en-CA", {}, now))
  await page.getByLabel("Start Time").fill(wallTime(now))
  await page.getByLabel("End Time").fill(wallTime(now + (MINUTES + 5) * 60_000))
  await page.getByRole("button", { name: "Schedule Class" }).click()
  await page.getByText("Class scheduled successfully!").waitFor()
  const card = `//*[@data-class][.${text(TITLE)}]`
  for (const { tab } of attending) {
    await tab.open("/live-classes")
    await tab.click(`${card}${button("Enroll Now")}`)
    await tab.see(text("Successfully enrolled in the class!"))
  }
  const id = await teacher.tab.run<string>(
    `fetch("/api/v1/my/classes?scope=upcoming&limit=20").then((one) => one.json())
      .then(({ items }) => items.find(({ title }) => title === ${JSON.stringify(TITLE)}).id)`,
  )
  await teacher.tab.open(`/class/${id}/slides`)
  const file = { name: "Fractions.pdf", mimeType: "application/pdf", buffer: busySlides(PAGES) }
  await page.locator("[data-add-slides] input").setInputFiles(file)
  await page.locator("[data-slides][data-status=ready]").waitFor({ timeout: 120_000 })
  return id
}

/** The instructor starts the class, which is recorded from then on, and the students join it. */
async function enter({ teacher, attending }: Lesson, id: string): Promise<void> {
  await teacher.tab.open("/live-classes")
  const card = `//*[@data-class][.${text(TITLE)}]`
  await teacher.tab.click(`${card}${button("Start Live")}`)
  await inRoom(teacher.tab)
  await teacher.tab.see(`${control("recording")}[@data-phase="recording"]`, 60)
  for (const member of attending) {
    await member.tab.open(`/class/${id}/room`)
    await inRoom(member.tab)
    member.since = Date.now()
    await member.tab.see("//*[@data-recording]", 60)
  }
}

type Look = { minute: number; heaps: Map<string, Heap | null>; usages: Map<string, Usage> }

async function lookAt(members: Member[], product: () => Map<string, Usage>, from: number): Promise<Look> {
  const look: Look = { minute: (Date.now() - from) / 60_000, heaps: new Map(), usages: product() }
  for (const member of members) {
    look.heaps.set(member.name, await member.heap())
    look.usages.set(member.name, member.usage())
  }
  const shown = [...look.heaps].map(([name, heap]) => `${name} ${heap ? showHeap(heap) : "unknown"}`)
  console.log(`  minute ${look.minute.toFixed(1)}, load ${loadavg()[0]?.toFixed(1)}: ${shown.join("; ")}`)
  return look
}

const showHeap = ({ megabytes, nodes, listeners }: Heap) =>
  `${megabytes.toFixed(1)} MB, ${nodes} nodes, ${listeners} listeners`

/** What each process group of the product used. */
const partsOf = (pid: number) => () =>
  new Map([
    ["web and worker", usageOf(pid, (name) => !/postgres|livekit/.test(name))],
    ["PostgreSQL", usageOf(pid, (name) => /postgres/.test(name))],
    ["video server", usageOf(pid, (name) => /livekit/.test(name))],
  ])

async function prepare(world: World): Promise<{ lan: Lan; lesson: Lesson }> {
  const link = await openLink(world)
  await link.set(MOBILE)
  const env = { LIVE_CLASSES_NEED_CONSENT: "true", TIME_ZONE: ZONE }
  const lan: Lan = { ...(await startLanProduct(world, env)), link }
  const teacher = await openChromium(world, lan, { name: "arjun", voice: true })
  const asha = await openChromium(world, lan, { name: "asha" })
  const phone = await openChromium(world, lan, { name: "kabir", at: "phone" })
  const zoya = await openFirefox(world, lan, "zoya")
  return {
    lan,
    lesson: {
      ...{ teacher, phone, attending: [asha, phone, zoya], link, pages: PAGES, pictures: PICTURES },
      ...{ turns: [], strokes: [], cut: { ms: 0, backAfter: 0 }, page: 0, said: 0 },
    },
  }
}

function describeNoted({ name }: Member, noted: Noted): string {
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1)
  const concealed = (noted.concealed / Math.max(1, noted.samples)) * 100
  return `${name}: received ${megabytes(noted.received)} MB and sent ${megabytes(noted.sent)} MB; ${concealed.toFixed(2)} % of sound made up, at most ${noted.silence.toFixed(0)} s without sound; ${noted.decoded} pictures, ${noted.dropped} dropped, ${noted.freezes} stops of ${noted.frozen.toFixed(0)} s; ${noted.frames} frames over 50 ms, ${noted.longestFrame.toFixed(0)} ms at most; a timer ${noted.latest.toFixed(0)} ms late at worst`
}

/** How much of one processor each took between two looks, and how much memory it had at both. */
function describeUsage(first: Look, last: Look): string[] {
  const seconds = (last.minute - first.minute) * 60
  return [...last.usages].map(([name, { seconds: used, memory }]) => {
    const before = first.usages.get(name) ?? { seconds: 0, memory: 0 }
    const share = ((used - before.seconds) / seconds) * 100
    return `${name} ${share.toFixed(0)} % of a processor, ${before.memory.toFixed(0)} to ${memory.toFixed(0)} MB`
  })
}

async function measure(world: World) {
  const { lan, lesson } = await prepare(world)
  const members = [lesson.teacher, ...lesson.attending]
  const id = await prepareClass(lesson)
  await enter(lesson, id)
  const from = Date.now()
  const looks: Look[] = []
  const look = async () => void looks.push(await lookAt(members, partsOf(lan.product.pid), from))
  await holdLesson(lesson, MINUTES * 60_000, look)
  await look()
  const noted = new Map<Member, Noted>()
  for (const member of members) noted.set(member, await member.noted())
  for (const [member, one] of noted) console.log(`  ${describeNoted(member, one)}`)
  const usage = describeUsage(looks[0] as Look, looks.at(-1) as Look)
  for (const line of usage) console.log(`  ${line}`)
  const ended = await endClass(lesson)
  const recording = await waitForRecording(lesson.teacher, id, ended)
  console.log(
    `  recording: ${(recording.bytes / 1e6).toFixed(1)} MB, ${recording.seconds.toFixed(0)} s, playable ${recording.playableAfter.toFixed(1)} s after the end`,
  )
  await share(lesson.teacher, recording)
  const watched = []
  for (const member of lesson.attending.filter(({ page }) => page)) {
    const seen = await watchRecording(member, recording, PICTURES)
    watched.push(seen)
    console.log(`  watched by ${member.name}: ${JSON.stringify(seen)}`)
  }
  await delay(EXACT_WITHIN_S * 1_000)
  const register = await readRegister(lesson.teacher, id, PICTURES)
  return { lesson, looks, noted, usage, ended, recording, watched, register, taught: (ended - from) / 1_000 }
}

type Measured = Awaited<ReturnType<typeof measure>>

/** Who is there for as many seconds in the register as in the room. Of a lost network the product may learn late. */
function wrongEntries({ lesson, register, ended }: Measured): string[] {
  return lesson.attending.flatMap((member) => {
    const entry = register.find(({ student_name }) => student_name.toLowerCase().startsWith(member.name))
    const lived = (ended - member.since) / 1_000
    const absent = member === lesson.phone ? (lesson.cut.ms + lesson.cut.backAfter) / 1_000 : 0
    const present = entry?.present_seconds ?? 0
    const isRight = present > lived - absent - EXACT_WITHIN_S && present < lived + EXACT_WITHIN_S
    const told = `${member.name} ${present} s as ${entry?.verdict} of ${lived.toFixed(0)} s, ${absent.toFixed(0)} s of them without network`
    console.log(`  register: ${told}`)
    return isRight ? [] : [told]
  })
}

/** How much the memory of the page grew that grew most, in MB; it is tidied before it is read. */
function growthOf({ looks }: Measured): { name: string; grown: number } {
  const [first, last] = [looks[0], looks.at(-1)]
  const grown = [...(last?.heaps ?? [])].flatMap(([name, heap]) => {
    const before = first?.heaps.get(name)
    return heap && before ? [{ name, grown: heap.megabytes - before.megabytes }] : []
  })
  return grown.reduce((most, one) => (one.grown > most.grown ? one : most))
}

const inSeconds = (times: number[]) =>
  `${(median(times) / 1_000).toFixed(2)} s, at worst ${(Math.max(...times) / 1_000).toFixed(1)} s`

function figuresOf(measured: Measured): Figure[] {
  const { lesson, looks, noted, usage, recording, watched, taught } = measured
  const of = `A lesson of ${MINUTES} minutes`
  const wrong = wrongEntries(measured)
  const growth = growthOf(measured)
  const heaps = looks.map(
    ({ minute, heaps: all }) =>
      `minute ${minute.toFixed(0)}: ${[...all]
        .map(([name, heap]) => (heap ? `${name} ${showHeap(heap)}` : ""))
        .filter(Boolean)
        .join("; ")}`,
  )
  const steady = [...noted].filter(([member]) => member !== lesson.phone)
  const silence = Math.max(...steady.map(([, one]) => one.silence))
  const paper = Math.min(...watched.flatMap((one) => one.paper))
  return [
    {
      what: `${of}: entries of the register that are wrong`,
      budget: "lesson-register",
      value: wrong.length,
      shown: String(wrong.length),
      method: `an instructor and three students, one of them in Firefox and one on a phone that had no network for ${(lesson.cut.ms / 1_000).toFixed(0)} s and was back ${(lesson.cut.backAfter / 1_000).toFixed(1)} s later; present_seconds against their stay within ${EXACT_WITHIN_S} s`,
    },
    {
      what: `${of}: memory that a page gained`,
      budget: "lesson-heap",
      value: growth.grown,
      shown: `${growth.grown.toFixed(1)} MB`,
      method: `JavaScript heap of Chromium's pages after a collection, that of ${growth.name} most; ${heaps.join(". ")}`,
    },
    {
      what: `${of}: the longest time without sound`,
      budget: "lesson-silence",
      value: silence,
      shown: `${silence.toFixed(1)} s`,
      method: `seconds without a packet, of those who kept their network. ${[...noted].map((one) => describeNoted(...one)).join(". ")}`,
    },
    {
      what: `${of}: a page turns`,
      budget: "lesson-turn",
      value: median(lesson.turns) / 1_000,
      shown: inSeconds(lesson.turns),
      method: `from the instructor's press to each student's page, ${lesson.turns.length} times`,
    },
    {
      what: `${of}: a stroke is seen by the others`,
      budget: "lesson-stroke",
      value: median(lesson.strokes) / 1_000,
      shown: inSeconds(lesson.strokes),
      method: `from the pen's lifting to each of the others, ${lesson.strokes.length} times. Processors and memory: ${usage.join("; ")}`,
    },
    {
      what: `${of}: its recording can be played`,
      budget: "lesson-playable",
      value: recording.playableAfter,
      shown: `${recording.playableAfter.toFixed(1)} s after the end`,
      method: `recorded in the instructor's browser, ${(recording.bytes / 1e6).toFixed(1)} MB for ${recording.seconds.toFixed(0)} s of a lesson of ${taught.toFixed(0)} s`,
    },
    {
      what: `${of}: paper in the recording's picture`,
      budget: "lesson-paper",
      value: paper,
      shown: `${paper} %`,
      method: `the least of ${watched.map((one) => `${one.paper.join(", ")} % (violet ink ${one.violet.join(", ")} %), ${one.played.toFixed(1)} s played with ${one.dropped} pictures dropped`).join("; on the phone ")}`,
    },
  ]
}

/** A whole lesson in four browsers of its own, from the timetable to its recording; the phone is on a mobile network. */
export const lesson: Benchmark = {
  name: "lesson",
  run: async (world) => figuresOf(await measure(world)),
}
