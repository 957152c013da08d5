import { setTimeout as delay } from "node:timers/promises"
import { button, field, marked, text } from "../../e2e/engines/places.ts"
import type { Tab } from "../../e2e/engines/tab.ts"
import { CLEAR, type Link, type Quality } from "../poor/link.ts"
import { keepPicture, type Member } from "./member.ts"

/** A phone on a usual mobile network. */
export const MOBILE: Quality = {
  down: { kilobits: 3_000, delayMs: 60, lostPercent: 0.5, queueMs: 500 },
  up: { kilobits: 1_000, delayMs: 0, lostPercent: 0.5, queueMs: 500 },
}
const NOTHING: Quality = {
  down: { ...CLEAR.down, lostPercent: 100 },
  up: { ...CLEAR.up, lostPercent: 100 },
}
/** How long it is from one page of the slides to the next, and how long the phone has no network. */
const PAGE_MS = 15_000
const CUT_MS = 30_000
const WITHIN_MS = 60_000

export type Lesson = {
  teacher: Member
  /** The students who have a network, and the one of them whose phone loses it. */
  attending: Member[]
  phone: Member
  link: Link
  pages: number
  pictures: string
  /** From the press to the page, and from the pen to the stroke, seen by each student, in ms. */
  turns: number[]
  strokes: number[]
  /** For how long the phone had no network, and how long it took to be back, in ms. */
  cut: { ms: number; backAfter: number }
  page: number
  said: number
}

const sheet = marked("data-whiteboard-page")
export const control = (name: string) => marked("data-control", name)
const tool = (name: string) => marked("data-tool", name)
export const inRoom = (tab: Tab) => tab.see(marked("data-connection-state", "connected"), 120)

/** Waits until an expression is true in each student's page, and adds how long it took each. */
async function seenBy(members: Member[], expression: string, times: number[]): Promise<void> {
  const from = Date.now()
  const wait = async ({ tab }: Member) => {
    await tab.holds(expression, WITHIN_MS / 1_000)
    times.push(Date.now() - from)
  }
  await Promise.all(members.map(wait))
}

const pageIs = (page: number) =>
  `document.querySelector("[data-slide-page='${page}'] img[data-loaded]") !== null`

/** The instructor turns to the next page, and from the last one back to the first. */
async function turn(lesson: Lesson): Promise<void> {
  const isLast = lesson.page === lesson.pages - 1
  if (isLast) {
    for (; lesson.page > 0; lesson.page -= 1) await lesson.teacher.tab.click(tool("previous-slide"))
  } else {
    lesson.page += 1
    await lesson.teacher.tab.click(tool("next-slide"))
  }
  await seenBy(lesson.attending, pageIs(lesson.page), lesson.turns)
}

const itemsOf = ({ tab }: Member) =>
  tab.run<number>("Number(document.querySelector('[data-items]')?.dataset.items)")

/** Draws a wave at a height, from 0 to 1, and waits until all see it. */
async function draw(lesson: Lesson, member: Member, height: number): Promise<void> {
  const before = await itemsOf(lesson.teacher)
  const wave = Array.from({ length: 12 }, (_, at): [number, number] => [
    0.15 + at * 0.06,
    height + 0.05 * Math.sin(at),
  ])
  await member.tab.draw(sheet, wave)
  const others = [lesson.teacher, ...lesson.attending].filter((one) => one !== member)
  const isThere = `Number(document.querySelector("[data-items]")?.dataset.items) > ${before}`
  await seenBy(others, isThere, lesson.strokes)
}

async function drawOnSlide(lesson: Lesson): Promise<void> {
  const { tab } = lesson.teacher
  await tab.click(tool("draw-on-slide"))
  await tab.see(marked("data-whiteboard", "ready"))
  await tab.click(tool("violet"))
  for (const { tab: other } of lesson.attending) await other.see(marked("data-whiteboard", "ready"), 60)
  for (const height of [0.3, 0.6]) await draw(lesson, lesson.teacher, height + 0.1 * Math.random())
  await delay(2_000)
  await tab.click(tool("close"))
  await seenBy(lesson.attending, pageIs(lesson.page), [])
}

/** One says something in the chat, and the others see it. */
async function say(lesson: Lesson, member: Member): Promise<void> {
  lesson.said += 1
  const words = `${lesson.said}. The denominator grows`
  await member.tab.click(control("chat"))
  await member.tab.fill(field("Message"), words)
  await member.tab.click(button("Send"))
  await member.tab.see(`//*[@role="log"]${text(words)}`)
  await member.tab.click(control("chat"))
}

/** A student raises a hand, which the instructor sees, and lowers it. */
async function raiseHand(lesson: Lesson, member: Member): Promise<void> {
  const pressed = (is: boolean) => `//*[@data-control="hand" and @aria-pressed="${is}"]`
  await member.tab.click(control("hand"))
  await member.tab.see(pressed(true))
  await lesson.teacher.tab.click(control("people"))
  await lesson.teacher.tab.see(marked("data-hand"))
  await member.tab.click(control("hand"))
  await member.tab.see(pressed(false))
  await lesson.teacher.tab.seeNoMore(marked("data-hand"))
  await lesson.teacher.tab.click(control("people"))
}

/** Goes on with slides, drawings on them, chat and hands until an instant, which it may pass by some seconds. */
async function teach(lesson: Lesson, until: number): Promise<void> {
  for (let round = 0; Date.now() < until; round += 1) {
    const from = Date.now()
    await turn(lesson)
    const student = lesson.attending[round % lesson.attending.length] ?? lesson.teacher
    if (round % 4 === 1) await drawOnSlide(lesson)
    if (round % 4 === 2) await say(lesson, student)
    if (round % 4 === 3) await raiseHand(lesson, student)
    await delay(Math.max(0, Math.min(from + PAGE_MS, until) - Date.now()))
  }
}

async function showSlides(lesson: Lesson): Promise<void> {
  const { tab } = lesson.teacher
  await tab.click(control("slides"))
  await tab.click(button("Show Fractions.pdf to the class"))
  await seenBy(lesson.attending, pageIs(0), [])
  await tab.click(control("slides"))
  await keepAll(lesson, "slides")
}

/** All draw on the board, the phone with a finger. */
async function drawTogether(lesson: Lesson): Promise<void> {
  const { tab } = lesson.teacher
  await tab.click(control("whiteboard"))
  await tab.see(marked("data-whiteboard", "ready"))
  for (const { tab: other } of lesson.attending) await other.see(marked("data-whiteboard", "ready"), 60)
  await draw(lesson, lesson.teacher, 0.15)
  await tab.click(tool("let-draw"))
  for (const [place, member] of lesson.attending.entries()) {
    await member.tab.click(tool("pen"))
    await draw(lesson, member, 0.35 + 0.2 * place)
  }
  await keepAll(lesson, "board")
  await tab.click(tool("let-draw"))
  await tab.click(tool("close"))
  await seenBy(lesson.attending, pageIs(lesson.page), [])
}

async function askPoll(lesson: Lesson): Promise<void> {
  const { tab } = lesson.teacher
  const poll = "//*[@data-poll]"
  await tab.click(control("polls"))
  await tab.click(button("New poll"))
  await tab.fill(field("Question"), "Which is larger?")
  await tab.fill(field("Option 1"), "1/2")
  await tab.fill(field("Option 2"), "2/3")
  await tab.click(button("Ask now"))
  for (const { tab: other } of lesson.attending) {
    await other.click(`//*[@data-poll-notice]${button("Answer")}`)
    await other.click(`${poll}${field("2/3")}`)
    await other.click(`${poll}${button("Vote")}`)
    await other.see(`${poll}${text("Your vote was counted.")}`)
  }
  await keepAll(lesson, "poll")
  await tab.see(`${poll}//*[@data-votes][normalize-space(.)="${lesson.attending.length} · 100 %"]`)
  await tab.click(`${poll}${button("Close")}`)
  await tab.see(marked("data-status", "closed"))
  await tab.click(control("polls"))
  // A panel covers half of a phone, and the bar is there all the time.
  for (const { tab: other } of lesson.attending) await other.click("//*[@data-room-panel]/header/button")
}

/** The phone loses its network for a while, and the class goes on. */
async function loseNetwork(lesson: Lesson, ms: number): Promise<void> {
  const { phone, link } = lesson
  const all = lesson.attending
  const from = Date.now()
  await link.set(NOTHING)
  lesson.attending = all.filter((one) => one !== phone)
  while (Date.now() < from + ms) {
    await turn(lesson)
    await delay(Math.min(PAGE_MS, Math.max(0, from + ms - Date.now())))
  }
  await keepPicture(phone, lesson.pictures, "no-network")
  const back = Date.now()
  await link.set(MOBILE)
  await inRoom(phone.tab)
  await phone.tab.holds(pageIs(lesson.page), 120)
  for (const device of ["microphone", "camera"])
    await phone.tab.see(`${control(device)}[@data-on="true"]`, 60)
  lesson.cut = { ms: back - from, backAfter: Date.now() - back }
  lesson.attending = all
  await keepPicture(phone, lesson.pictures, "network-back")
}

async function keepAll({ teacher, attending, pictures }: Lesson, what: string): Promise<void> {
  for (const member of [teacher, ...attending]) await keepPicture(member, pictures, what)
}

/** The whole lesson but its end, for so long. `look` is called now and then. */
export async function holdLesson(lesson: Lesson, ms: number, look: () => Promise<void>): Promise<void> {
  const from = Date.now()
  const acts: [share: number, act: () => Promise<void>][] = [
    [0, () => showSlides(lesson)],
    [0.1, look],
    [0.2, look],
    [0.25, () => drawTogether(lesson)],
    [0.4, look],
    [0.5, () => askPoll(lesson)],
    [0.65, () => loseNetwork(lesson, Math.min(CUT_MS, ms / 6))],
    [0.7, look],
    [0.8, () => drawTogether(lesson)],
    [0.9, look],
  ]
  for (const [share, act] of acts) {
    await teach(lesson, from + share * ms)
    await act()
  }
  await teach(lesson, from + ms)
  await keepAll(lesson, "last-minute")
}

/** The instructor ends the class for everybody. Returns when that was pressed, in ms of the day. */
export async function endClass({ teacher, attending }: Lesson): Promise<number> {
  await teacher.tab.click(control("leave"))
  await teacher.tab.click(marked("data-more", "end"))
  const pressed = Date.now()
  await teacher.tab.click(`//*[self::dialog or @role="dialog" or @role="alertdialog"]${button("End class")}`)
  for (const { tab } of attending) await tab.seeNoMore(marked("data-connection-state", "connected"))
  return pressed
}
