import { type Browser, expect, type Page, test } from "@playwright/test"
import { type JitsiServer, startJitsi } from "../tests/gateways/jitsi.ts"
import { expectAccessibleInBothThemes } from "./axe.ts"
import { inRoom, PHONE, room, startComing } from "./in-room.ts"
import { signInto } from "./people.ts"
import { startProduct, trialFolder } from "./product.ts"

let jitsi: JitsiServer
let product: Awaited<ReturnType<typeof startProduct>>

test.beforeAll(async () => {
  jitsi = await startJitsi()
  product = await startProduct(
    {
      ...{ VIDEO_PROVIDER: "jitsi", JITSI_DOMAIN: jitsi.domain },
      ...{ JITSI_APP_ID: jitsi.appId, JITSI_APP_SECRET: jitsi.secret, ATTENDANCE_MINIMUM_MINUTES: "1" },
    },
    trialFolder(),
    "start",
    "none",
  )
})
test.afterAll(async () => {
  await product?.stop()
  await jitsi?.close()
})

/** What pages did against their policy. */
const broken: string[] = []

async function signedIn(
  browser: Browser,
  name: string,
  viewport = { width: 1440, height: 900 },
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: product.address,
    // Nobody vouches for the certificate of the Jitsi of the tests.
    ignoreHTTPSErrors: true,
    permissions: ["camera", "microphone"],
    viewport,
  })
  await signInto(context, name)
  const page = await context.newPage()
  page.on("console", (message) => {
    if (/Content Security Policy|Permissions policy/i.test(message.text())) broken.push(message.text())
  })
  return page
}

const meeting = (page: Page) => room(page).frameLocator("iframe")
const buttons = (page: Page) => meeting(page).locator("#toolbar button").allTextContents()
const people = (page: Page) => room(page).locator("[data-people]")

test("ROOM-06 a class meets on Jitsi: each role has its toolbar, students moderate nothing, and the register tells who was there", async ({
  browser,
}) => {
  test.setTimeout(240_000)
  const teacher = await signedIn(browser, "meera")
  const student = await signedIn(browser, "asha", PHONE)
  const classId = await startComing(teacher)
  const address = `/class/${classId}/room`
  await teacher.goto(address)
  await inRoom(teacher)
  await expect(people(teacher)).toHaveAttribute("data-people", "1")

  await test.step("a student comes by a link of the list, with camera and microphone in the meeting", async () => {
    await student.goto("/student-dashboard")
    await student.locator("html[data-ready]").waitFor()
    await student.locator(`a[href="${address}"]`).first().click()
    await inRoom(student)
    await expect(meeting(student).locator("body")).toHaveAttribute("data-devices", "audio video")
    await expect(people(teacher)).toHaveAttribute("data-people", "2")
    await expect(people(student)).toHaveAttribute("data-people", "2")
  })

  await test.step("the toolbars and the meeting are as specified", async () => {
    const limited = [
      "microphone",
      "camera",
      "chat",
      "raisehand",
      "tileview",
      "fullscreen",
      "settings",
      "hangup",
    ]
    expect(await buttons(student)).toEqual(limited)
    expect(await buttons(teacher)).toEqual([
      ...limited,
      ...["desktop", "participants-pane", "mute-everyone", "mute-video-everyone", "security"],
      ...["select-background", "videoquality"],
    ])
    const entered = await jitsi.opened()
    expect(entered.map(({ name, moderator }) => [name.split(" ")[0], moderator])).toEqual([
      ["Meera", true],
      ["Asha", false],
    ])
    expect(new Set(entered.map((one) => one.room)).size).toBe(1)
    expect(entered[0]?.room).not.toContain(classId)
    for (const { config } of entered) {
      expect(config).toMatchObject({
        "config.prejoinConfig": { enabled: false },
        "config.startWithAudioMuted": false,
        "config.startWithVideoMuted": false,
        "config.resolution": 720,
        "config.localRecording": { disable: true },
        "config.breakoutRooms": { hideAddRoomButton: true },
      })
    }
    const frame = room(teacher).locator("iframe")
    expect((await frame.boundingBox())?.height).toBeGreaterThanOrEqual(600)
    expect((await room(student).locator("iframe").boundingBox())?.height).toBeGreaterThanOrEqual(600)
    await expectAccessibleInBothThemes(student, "the room of a meeting")
  })

  type Entry = { student_name: string; verdict: string; left_at: string | null }
  const entry = async () => {
    const answer = await teacher.request.get(`/api/v1/classes/${classId}/attendance`)
    const { entries } = (await answer.json()) as { entries: Entry[] }
    return entries.find(({ student_name }) => student_name === "Asha Rao")
  }
  const asha = teacher.locator("[data-student]").filter({ hasText: "Asha Rao" })
  await test.step("the register is open beside the meeting, and after a minute the student is present", async () => {
    await expect(asha).toHaveAttribute("data-verdict", "pending")
    await expect.poll(async () => (await entry())?.verdict, { timeout: 90_000 }).toBe("present")
    expect((await entry())?.left_at).toBeNull()
  })

  await test.step("who hangs up is back where they came from, and the register says so at once", async () => {
    await meeting(student).locator("[data-button=hangup]").click()
    await expect(student).toHaveURL(/student-dashboard/)
    await expect(people(teacher)).toHaveAttribute("data-people", "1")
    await expect(asha).toHaveAttribute("data-verdict", "present")
    await expect.poll(async () => (await entry())?.left_at).toEqual(expect.any(String))
  })

  await test.step("the end of the class ends every meeting", async () => {
    await student.goto(address)
    await inRoom(student)
    await meeting(teacher).getByRole("button", { name: "End meeting for all" }).click()
    await teacher.getByRole("alertdialog").getByRole("button", { name: "End class" }).click()
    await expect(teacher).toHaveURL(/teacher-dashboard/)
    await inRoom(student, "over")
    await expect(room(student).locator("iframe")).toHaveCount(0)
  })
  expect(broken).toEqual([])
})

test("ROOM-06 the office reads what Jitsi can't do, in English and Hindi, and nothing offers it", async ({
  browser,
}) => {
  const admin = await signedIn(browser, "noor")
  await admin.goto("/admin/settings")
  const video = admin.locator("[data-integration=video]").first()
  await expect(video).toContainText(`Classes run on Jitsi at ${jitsi.domain}`)
  await expect(video).toContainText("Recording that leaves out students whose guardians didn't agree")
  await expect(video).toContainText("Keeping students' microphones and cameras off until you allow them")
  await admin.goto("/admin/settings?lang=hi")
  await expect(video).toContainText("Jitsi के साथ यह नहीं हो सकता")
  await admin.goto("/schedule-class?lang=en")
  await expect(admin.getByLabel("Class type")).toBeVisible()
  await expect(admin.locator("[name=auto_record]")).toHaveCount(0)
  await admin.goto("/check")
  await expect(admin.getByText("Classes run on Jitsi.")).toBeVisible()
})
