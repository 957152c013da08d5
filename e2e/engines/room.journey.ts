import { expect } from "@playwright/test"
import { waitForVideo } from "../../tests/wait-for-video.ts"
import { button, field, marked, text } from "./places.ts"
import type { Tab } from "./tab.ts"
import { signIn, test } from "./test.ts"

/** What Debian's builds can do. A build that learns more fails here, and the room is then tried in it. */
const MAKES_CALLS = { chromium: true, firefox: true, webkit: false }

const PICTURES_COME = `[...document.querySelectorAll("[data-live-room] video")].some(
  (video) => video.videoWidth > 0 && video.currentTime > 0
)`
const sheet = marked("data-whiteboard-page")
const inRoom = (tab: Tab) => tab.see(marked("data-connection-state", "connected"), 60)
const panel = (name: string) => `(${marked("data-control", name)} | ${marked("data-tab", name)})[1]`

async function startComing(teacher: Tab): Promise<string> {
  return teacher.run<string>(`(async () => {
    const { items } = await (await fetch("/api/v1/my/classes?scope=upcoming")).json()
    const { id } = items.find(({ status }) => status === "scheduled" || status === "live")
    const headers = { "content-type": "application/json" }
    const answer = await fetch("/api/v1/classes/" + id + "/start", { method: "POST", headers, body: "{}" })
    if (!answer.ok) throw new Error(await answer.text())
    return id
  })()`)
}

async function say(tab: Tab, words: string): Promise<void> {
  await tab.fill(field("Message"), words)
  await tab.click(button("Send"))
  await tab.see(`//*[@role="log"]${text(words)}`)
}

type Held = { id: string; question: string; keep: (screen: string) => Promise<void> }

/** A class of an instructor and a student, each in a tab of any engine. Another question may have been asked in it. */
async function holdClass(teacher: Tab, student: Tab, { id, question, keep }: Held): Promise<void> {
  await test.step("both are in, and see each other", async () => {
    await teacher.open(`/class/${id}/room`)
    await inRoom(teacher)
    await student.open(`/class/${id}/room`)
    await inRoom(student)
    for (const tab of [teacher, student]) await tab.holds(PICTURES_COME, 60)
  })
  await test.step("they chat", async () => {
    for (const tab of [teacher, student]) await tab.click(panel("chat"))
    await say(teacher, "Good morning")
    await student.see(`//*[@role="log"]${text("Good morning")}`)
    await say(student, "Here already")
    await teacher.see(`//*[@role="log"]${text("Here already")}`)
  })
  await test.step("the instructor draws on the board, and the student sees it", async () => {
    await teacher.click(panel("whiteboard"))
    await teacher.see(marked("data-whiteboard", "ready"))
    const drawn = () => teacher.run<number>("Number(document.querySelector('[data-items]').dataset.items)")
    const before = await drawn()
    await teacher.draw(sheet, [
      [0.3, 0.3],
      [0.5, 0.6],
    ])
    for (const tab of [teacher, student]) await tab.see(`${sheet}[@data-items="${before + 1}"]`)
    await keep("room")
    await teacher.click(marked("data-tool", "close"))
    for (const tab of [teacher, student]) await tab.seeNoMore(sheet)
  })
  await test.step("the instructor asks a poll, and the student's vote counts", async () => {
    await teacher.click(panel("polls"))
    await teacher.click(button("New poll"))
    await teacher.fill(field("Question"), question)
    await teacher.fill(field("Option 1"), "1/2")
    await teacher.fill(field("Option 2"), "2/3")
    await teacher.click(button("Ask now"))
    const poll = `//*[@data-poll][.${text(question)}]`
    await student.click(panel("polls"))
    await student.click(`${poll}${field("2/3")}`)
    await student.click(`${poll}${button("Vote")}`)
    await student.see(`${poll}${text("Your vote was counted.")}`)
    await teacher.see(`${poll}//*[@data-votes][normalize-space(.)="1 · 100 %"]`)
  })
}

async function leave(student: Tab): Promise<void> {
  await student.click(marked("data-control", "leave"))
  await student.seeNoMore(marked("data-connection-state", "connected"))
}

test("NAV-09 ROOM-03 ROOM-05 a student joins, chats, sees the board, votes and leaves; or is told that this browser has no video calls", async ({
  openTab,
  keepPicture,
  engineName,
  product,
}) => {
  await waitForVideo(product.address)
  const teacher = await openTab("chromium")
  await signIn(teacher, product, "meera")
  await teacher.run(`localStorage.setItem("kaksha.recorder", '{"auto":false}')`)
  const id = await startComing(teacher)
  const student = await openTab()
  await signIn(student, product, "asha")
  expect(await student.run<boolean>("typeof RTCPeerConnection === 'function'")).toBe(MAKES_CALLS[engineName])
  if (MAKES_CALLS[engineName]) {
    await holdClass(teacher, student, {
      id,
      question: "Which is larger?",
      keep: (screen) => keepPicture(student, screen),
    })
    await leave(student)
    // The next recording starts by itself only if the instructor is in the room on no other device.
    await teacher.click(marked("data-control", "leave"))
    await teacher.click(marked("data-more", "leave"))
    await teacher.seeNoMore(marked("data-connection-state", "connected"))
    return
  }
  await student.open(`/class/${id}/room`)
  await student.see(text("This browser can't make video calls"))
  await student.see(text("Open the class in an up-to-date Chrome, Edge, Firefox or Safari."))
  await keepPicture(student, "room")
  await student.open("/check")
  await student.click(button("Start the check"))
  await student.see(`//*[@data-checked="connection"]${text("This browser can't make video calls")}`)
})

test("NAV-09 REC-01 REC-03 an instructor runs the class, and its recording starts without a question and is saved", async ({
  openTab,
  keepPicture,
  engineName,
  product,
}) => {
  await waitForVideo(product.address)
  const teacher = await openTab()
  await signIn(teacher, product, "meera")
  const id = await startComing(teacher)
  if (!MAKES_CALLS[engineName]) {
    await teacher.open(`/class/${id}/room`)
    await teacher.see(text("This browser can't make video calls"))
    return
  }
  const student = await openTab("chromium")
  await signIn(student, product, "kabir")
  await holdClass(teacher, student, {
    id,
    question: "Which is smaller?",
    keep: (screen) => keepPicture(teacher, `${screen}-of-instructor`),
  })
  await test.step("the recording runs, is saved and can be watched", async () => {
    const recording = marked("data-control", "recording")
    await teacher.see(`${recording}[@data-phase="recording"]`, 60)
    await teacher.click(recording)
    await teacher.click(button("Stop and Save"))
    await teacher.see(text("Recording Saved"), 60)
    const path = `(async () => {
      const { items } = await (await fetch("/api/v1/my/recordings")).json()
      return items[0].status === "completed" && items[0].id
    })()`
    await teacher.holds(path, 60)
    await teacher.open(`/recordings/${await teacher.run<string>(path)}`)
    await teacher.holds(
      "document.querySelector('video')?.readyState >= 2 && document.querySelector('video').duration > 3",
      60,
    )
  })
  await leave(student)
})
