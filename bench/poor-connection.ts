import { setTimeout as delay } from "node:timers/promises"
import type { Browser, BrowserContext, Page } from "@playwright/test"
import { formatIdentity } from "#platform/video/identity.ts"
import { mintToken } from "#platform/video/token.ts"
import playwrightConfig from "../playwright.config.ts"
import { noteSound, type Sound, soundOf } from "./poor/heard.ts"
import { addSlides, openPerson, signIn, startTeaching } from "./poor/instructor.ts"
import { CLEAR, type Link, openLink, type Quality } from "./poor/link.ts"
import { type Entry, startBareRoom } from "./rig/bare-room.ts"
import type { Benchmark, Figure } from "./rig/figures.ts"
import { certificateOf, passDoor, readKept, startLanProduct } from "./rig/lan.ts"
import { type LiveClass, postJson, startOwnClass } from "./rig/live-class.ts"
import { signInDemo } from "./rig/people.ts"
import type { Product } from "./rig/product.ts"
import { median } from "./rig/rounds.ts"
import { type World, worldOf } from "./rig/world.ts"

const STUDENT = "asha@demo.kaksha.example"
/** As a phone at the edge of its cell: what is queued for longer than a second is thrown away. */
const POOR: Quality = {
  down: { kilobits: 120, delayMs: 400, lostPercent: 5, queueMs: 1_000 },
  up: { kilobits: 120, delayMs: 0, lostPercent: 5, queueMs: 1_000 },
}
const SHOWN = "120 kbit/s either way, 5 % of the packets lost, 400 ms from sending to answer"
const PHONE = { width: 390, height: 844 }
/** One round says little where packets are lost by chance; fewer or more by POOR_ROUNDS. */
const ROUNDS = Number(process.env.POOR_ROUNDS ?? 5)
/** How long sound is listened to beside the camera alone, after the connection has found its rate. */
const LISTEN_MS = 12_000
const SETTLE_MS = 8_000
const PAGES = 6
const PAGE_EVERY_MS = 5_000
const STROKES = 5
const STROKE_EVERY_MS = 2_500
const WITHIN_MS = 60_000

type Sides = { link: Link; lan: string; product: Product; own: LiveClass; student: string; bare: string }

/** Lets bare pages into the room as further devices of the student, who may send what students send. */
function entranceOf(product: Product, classId: string, student: string, address: string) {
  const { videoKey, videoSecret } = readKept<{ videoKey: string; videoSecret: string }>(
    product,
    "secrets.json",
  )
  return async (): Promise<Entry> => {
    const url = `${address}/api/v1/classes/${classId}/room/join`
    const joined = await postJson(url, student, { class_id: classId, device_id: "bench-token" })
    const { room, identity, server_url } = joined as Entry & { room: string; identity: string }
    const token = await mintToken(videoKey, videoSecret, {
      room,
      identity: formatIdentity(identity.split(":")[0] ?? "", "bare-page"),
      name: "Bare page",
      grant: {
        canPublish: true,
        sources: ["camera", "microphone"],
        canPublishData: true,
        canSubscribe: true,
      },
      ttlSeconds: 600,
    })
    return { server_url, token }
  }
}

/** A browser's window on the other side of the link, as a phone that was given the trial's PIN. */
async function openPhone(browser: Browser, { link, lan, product }: Sides): Promise<BrowserContext> {
  await link.set(CLEAR)
  const context = await browser.newContext({
    ...{ viewport: PHONE, deviceScaleFactor: 2, hasTouch: true },
  })
  await passDoor(context, lan, product)
  await context.addInitScript(noteSound)
  if (process.env.BENCH_LOG) {
    context.on("console", (line) => console.log("   page:", line.text().slice(0, 160)))
    context.on("weberror", (line) => console.log("   page:", line.error().message))
  }
  return context
}

/** Brings up a product that the other side of a link reaches, a class in it, and the bare page. */
async function prepare(world: World): Promise<Sides> {
  const link = await openLink(world)
  const { product, lan } = await startLanProduct(world)
  const inside = worldOf(world, product)
  const own = await startOwnClass(inside, [STUDENT])
  const student = await signInDemo(product, STUDENT)
  const admit = entranceOf(product, own.id, student, product.address)
  const bare = await startBareRoom(world, admit, { host: link.address, ...certificateOf(product) })
  return { link, lan, product, own, student, bare }
}

/** In the page: notes when pages of slides, and strokes, were first painted. */
function notePaint(): void {
  const pages: Record<string, number> = {}
  const strokes: Record<string, number> = {}
  Object.assign(window, { painted: { pages, strokes } })
  const note = (to: Record<string, number>, key: string | undefined) => {
    if (key === undefined || key in to) return
    to[key] = 0
    requestAnimationFrame(() => requestAnimationFrame(() => Object.assign(to, { [key]: Date.now() })))
  }
  new MutationObserver(() => {
    const slide = document.querySelector<HTMLElement>("[data-slide-page]")
    if (slide?.querySelector("img[data-loaded]")) note(pages, slide.dataset.slidePage)
    note(strokes, document.querySelector<HTMLElement>("[data-items]")?.dataset.items)
  }).observe(document, { childList: true, subtree: true, attributes: true })
}

/** Returns when the page had painted something, in ms of the day. Throws when it didn't in time. */
async function paintedAt(page: Page, what: "pages" | "strokes", key: number): Promise<number> {
  const found = await page.waitForFunction(
    ([of, one]) => {
      const { painted } = window as unknown as { painted: Record<string, Record<string, number>> }
      return painted[of]?.[one]
    },
    [what, String(key)] as const,
    { timeout: WITHIN_MS, polling: 50 },
  )
  return Number(await found.jsonValue())
}

const connected = (page: Page) =>
  page.locator("[data-connection-state=connected]").waitFor({ state: "attached", timeout: 2 * WITHIN_MS })

/** Waits until a page hears something, and returns the seconds since `from`. */
async function hears(page: Page, from: number): Promise<number> {
  await page.waitForFunction(
    () => ((window as unknown as { heard: { samples: number }[] }).heard.at(-1)?.samples ?? 0) > 0,
    undefined,
    { timeout: 2 * WITHIN_MS, polling: 100 },
  )
  return (Date.now() - from) / 1_000
}

async function listen(page: Page): Promise<Sound> {
  await delay(SETTLE_MS)
  const from = Date.now()
  await delay(LISTEN_MS)
  return soundOf(page, from, Date.now())
}

/** Joins over the poor link, with the files of the page kept from a visit over a clear one, and listens. */
async function attend(link: Link, context: BrowserContext, address: string) {
  await link.set(CLEAR)
  const page = await context.newPage()
  await page.goto(address)
  await connected(page)
  await hears(page, 0)
  await page.goto("about:blank")
  await link.set(POOR)
  const from = Date.now()
  await page.goto(address, { timeout: 2 * WITHIN_MS })
  await connected(page)
  const entered = await hears(page, from)
  await explain(page, "entered")
  return { page, entered, sound: await listen(page) }
}

/** Prints what a page waited for, with BENCH_LOG. */
async function explain(page: Page, what: string): Promise<void> {
  if (!process.env.BENCH_LOG) return
  const lines = await page.evaluate(() =>
    (performance.getEntries() as PerformanceResourceTiming[])
      .filter(({ entryType, duration }) => /resource|navigation/.test(entryType) && duration > 300)
      .map(
        ({ name, startTime, duration, transferSize }) =>
          `${startTime.toFixed(0)} +${duration.toFixed(0)} ms ${transferSize} B ${new URL(name).pathname.slice(-60)}`,
      ),
  )
  await page.evaluate(() => performance.clearResourceTimings())
  console.log(`   ${what}:\n     ${lines.join("\n     ")}`)
}

async function turnPages(page: Page, { product, own }: Sides, deck_id: string) {
  const times: number[] = []
  for (let turn = 0; turn < PAGES; turn += 1) {
    const from = Date.now()
    const room = `${product.address}/api/v1/classes/${own.id}/room/slides`
    await postJson(room, own.instructor, { deck_id, page: turn }, "PUT")
    times.push((await paintedAt(page, "pages", turn)) - from)
    await delay(Math.max(0, from + PAGE_EVERY_MS - Date.now()))
  }
  return times
}

async function draw(teacher: Page, at: number): Promise<number> {
  const box = await teacher.locator("[data-whiteboard-page]").boundingBox()
  if (!box) throw new Error("the instructor has no whiteboard")
  const [x, y] = [box.x + box.width * 0.3, box.y + box.height * (0.2 + 0.07 * at)]
  await teacher.mouse.move(x, y)
  await teacher.mouse.down()
  for (let step = 1; step <= 20; step += 1) {
    await teacher.mouse.move(x + step * 12, y + 12 * Math.sin(step / 2))
    await delay(30)
  }
  await teacher.mouse.up()
  return Date.now()
}

/** Opens the board, on which earlier rounds left strokes, and draws on it. */
async function drawStrokes(page: Page, teacher: Page, { product, own }: Sides, earlier: number) {
  const room = `${product.address}/api/v1/classes/${own.id}/room`
  const from = Date.now()
  await postJson(`${room}/slides`, own.instructor, { deck_id: null }, "PUT")
  await postJson(`${room}/policy`, own.instructor, { whiteboard: true }, "PATCH")
  await teacher.locator("[data-whiteboard=ready][data-can-draw]").waitFor()
  await page.locator("[data-whiteboard=ready]").waitFor({ timeout: WITHIN_MS })
  const opened = (Date.now() - from) / 1_000
  const times: number[] = []
  for (let stroke = 0; stroke < STROKES; stroke += 1) {
    const up = await draw(teacher, stroke)
    times.push((await paintedAt(page, "strokes", earlier + stroke + 1)) - up)
    await delay(Math.max(0, up + STROKE_EVERY_MS - Date.now()))
  }
  await postJson(`${room}/policy`, own.instructor, { whiteboard: false }, "PATCH")
  await teacher.locator("[data-whiteboard]").waitFor({ state: "detached" })
  return { opened, times }
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
function describe({ concealed, longestGap, buffered, pictures, videoKilobits, lost, cuts }: Sound): string {
  return `${concealed.toFixed(1)} % made up, longest gap ${longestGap} ms, ${lost.toFixed(1)} % of packets lost, ${buffered.toFixed(0)} ms buffered, ${pictures} pictures at ${videoKilobits.toFixed(0)} kbit/s, ${cuts} cuts`
}

type Joined = { entered: number; sound: Sound }

async function attendBare(browser: Browser, sides: Sides): Promise<Joined> {
  const context = await openPhone(browser, sides)
  const { entered, sound } = await attend(sides.link, context, `${sides.bare}/?attend`)
  await context.close()
  console.log(`  bare page: in after ${entered.toFixed(1)} s; ${describe(sound)}`)
  return { entered, sound }
}

type Lived = Joined & {
  turns: number[]
  slidesSound: Sound
  board: { opened: number; times: number[] }
  boardSound: Sound
}
type Class = { teacher: Page; deck: string; earlier: number }

async function attendOurs(browser: Browser, sides: Sides, { teacher, deck, earlier }: Class): Promise<Lived> {
  const { link, lan, own, student } = sides
  const context = await openPhone(browser, sides)
  await signIn(context, lan, student)
  await context.addInitScript(notePaint)
  const { page, entered, sound } = await attend(link, context, `${lan}/class/${own.id}/room`)
  console.log(`  product: in after ${entered.toFixed(1)} s; ${describe(sound)}`)
  const slidesFrom = Date.now()
  const turns = await turnPages(page, sides, deck)
  const slidesSound = await soundOf(page, slidesFrom, Date.now())
  console.log(`  slides: ${turns.join(", ")} ms; ${describe(slidesSound)}`)
  await explain(page, "slides")
  const boardFrom = Date.now()
  const board = await drawStrokes(page, teacher, sides, earlier)
  const boardSound = await soundOf(page, boardFrom, Date.now())
  console.log(`  board: open after ${board.opened} s; ${board.times.join(", ")} ms; ${describe(boardSound)}`)
  await context.close()
  return { entered, sound, turns, slidesSound, board, boardSound }
}

/** Both in turn, and each first in every other round, so that what else the machine does falls on both. */
async function measure(world: World): Promise<{ bare: Joined; ours: Lived }[]> {
  const sides = await prepare(world)
  const { link, lan, product, own } = sides
  const deck = await addSlides(product, own, PAGES)
  const teacher = await startTeaching(world, { address: lan, ...certificateOf(product) }, own)
  const program = link.chromium(playwrightConfig.use?.launchOptions?.executablePath ?? "")
  const browser = await openPerson(world, { ...certificateOf(product), program })
  const rounds: { bare: Joined; ours: Lived }[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const ourClass = { teacher, deck, earlier: round * STROKES }
    const first = round % 2 === 0 ? await attendBare(browser, sides) : null
    const ours = await attendOurs(browser, sides, ourClass)
    rounds.push({ ours, bare: first ?? (await attendBare(browser, sides)) })
  }
  await link.set(CLEAR)
  await browser.close()
  return rounds
}

/** "2.1 s, at worst 6.3 s" */
const spread = (times: number[]) => `${seconds(median(times))}, at worst ${seconds(Math.max(...times))}`

/** A student's phone on a poor connection, beside the video client alone on the same one. */
export const poorConnection: Benchmark = {
  name: "poor-connection",
  async run(world): Promise<Figure[]> {
    const rounds = await measure(world)
    const ours = rounds.map((one) => one.ours)
    const ratios = rounds.map((one) => one.ours.sound.concealed / Math.max(0.1, one.bare.sound.concealed))
    const made = (of: Joined[]) => of.map(({ sound }) => sound.concealed.toFixed(1)).join(", ")
    const bares = rounds.map((one) => one.bare)
    const longest = (of: Lived) =>
      Math.max(...[of.sound, of.slidesSound, of.boardSound].map(({ longestGap }) => longestGap))
    const gaps = ours.map(longest)
    const cuts = ours
      .flatMap((one) => [one.sound, one.slidesSound, one.boardSound])
      .reduce((sum, one) => sum + one.cuts, 0)
    const turns = ours.flatMap((one) => one.turns)
    const strokes = ours.flatMap((one) => one.board.times)
    const entered = (of: Joined[]) => median(of.map((one) => one.entered)).toFixed(1)
    const opened = median(ours.map(({ board }) => board.opened)).toFixed(1)
    const listed = (times: number[]) => times.map(seconds).join(", ")
    const inTurn = `medians of ${ROUNDS} rounds in turn`
    return [
      {
        what: "Poor connection: speech made up because nothing came",
        budget: "poor-sound",
        value: median(ratios),
        shown: `${median(ratios).toFixed(2)}, at worst ${Math.max(...ratios).toFixed(2)}`,
        method: `${SHOWN}; ${inTurn} of ${LISTEN_MS / 1_000} s of an instructor's voice and camera for a student whose own are on, ${made(ours)} % made up, against a page with the video client alone, ${made(bares)} %; in after ${entered(ours)} s, and there after ${entered(bares)} s`,
      },
      {
        what: "Poor connection: the longest gap in speech",
        budget: "poor-gap",
        value: median(gaps),
        shown: `${median(gaps)} ms, at worst ${Math.max(...gaps)} ms`,
        method: `of each round with slides and board: ${gaps.join(", ")} ms; of the video client alone, in the shorter time without them, ${bares.map(({ sound }) => sound.longestGap).join(", ")} ms`,
      },
      {
        what: "Poor connection: connections lost",
        budget: "poor-cuts",
        value: cuts,
        shown: String(cuts),
        method: "in all rounds",
      },
      {
        what: "Poor connection: a page turns",
        budget: "poor-page",
        value: median(turns) / 1_000,
        shown: spread(turns),
        method: `from the instructor's turn to the painted page, ${PAGES} turns a round at least ${PAGE_EVERY_MS / 1_000} s apart: ${ours.map((one) => listed(one.turns)).join("; ")}; the first of each shows the slides`,
      },
      {
        what: "Poor connection: a stroke is late",
        budget: "poor-stroke",
        value: median(strokes) / 1_000,
        shown: spread(strokes),
        method: `from the pen's lifting to the painted stroke, ${STROKES} strokes a round: ${ours.map((one) => listed(one.board.times)).join("; ")}; the board was open after ${opened} s`,
      },
    ]
  },
}
