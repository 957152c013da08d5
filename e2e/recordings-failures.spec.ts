import { waitForVideo } from "../tests/wait-for-video.ts"
import { inRoom } from "./in-room.ts"
import { expect, test } from "./product.ts"
import {
  isRecording,
  listOwn,
  newest,
  openPanel,
  panel,
  scheduleNow,
  signedInWith,
  watch,
  writtenOnDevice,
} from "./recording.ts"

test("DATA-03 REC-01 REC-03 REC-06 a recording that can't be started, saved or played says so, and nothing of it is lost", async ({
  browser,
  product,
}) => {
  test.setTimeout(240_000)
  await waitForVideo(product.address)
  const teacher = await signedInWith(browser, product, "arjun", { colour: "rgb(220,20,20)", tone: 440 })
  const asha = await signedInWith(browser, product, "asha", { colour: "rgb(20,20,230)", tone: 2_870 })
  const context = teacher.context()
  const { length } = await listOwn(teacher)
  const classId = await scheduleNow(teacher, asha)
  await asha.context().close()
  expect((await teacher.request.post(`/api/v1/classes/${classId}/start`, { data: {} })).ok()).toBe(true)

  // Recording starts automatically, and the server fails.
  const begin = `**/api/v1/classes/${classId}/recordings`
  await context.route(begin, (route) => route.fulfill({ status: 500, body: "no database" }))
  await teacher.goto(`/class/${classId}/room`)
  await inRoom(teacher)
  await expect(teacher.getByText("Recording Error")).toBeVisible({ timeout: 60_000 })
  const said = "Failed to start recording. Please check screen sharing permissions."
  await expect(teacher.getByRole("region", { name: "Notifications" }).getByText(said)).toBeVisible()
  expect(await listOwn(teacher)).toHaveLength(length)
  await context.unroute(begin)
  await inRoom(teacher)
  // The toast goes away, the bar keeps saying it.
  await expect(panel(teacher)).toHaveAccessibleName(/Failed to start recording/)
  await openPanel(teacher)
  await teacher.getByRole("button", { name: "Start Recording", exact: true }).click()
  await isRecording(teacher)

  // What was recorded so far stays on the device, and is saved from there.
  await context.route("**/uploads/**", (route) => route.fulfill({ status: 415 }))
  const onDevice = await writtenOnDevice(teacher, 4)
  await teacher.getByRole("button", { name: "Stop and Save" }).click()
  await expect(teacher.getByText("Upload Failed")).toBeVisible({ timeout: 60_000 })
  await expect(teacher.getByText("Failed to save recording. Please try again.")).toBeVisible()
  await expect(panel(teacher)).toHaveAttribute("data-phase", "failed")
  await context.unroute("**/uploads/**")
  await teacher.getByRole("button", { name: "Try again" }).click()
  await expect(teacher.getByText("Recording Saved")).toBeVisible({ timeout: 60_000 })
  await expect.poll(async () => (await newest(teacher))?.status, { timeout: 60_000 }).toBe("completed")
  expect((await newest(teacher))?.received_bytes).toBeGreaterThanOrEqual(onDevice)
  expect(await listOwn(teacher)).toHaveLength(length + 1)

  // What is typed beside a player that plays nothing stays, too.
  const player = await context.newPage()
  await context.route("**/files/**", (route) => route.fulfill({ status: 500, body: "no disk" }))
  await player.goto(`/recordings/${(await newest(teacher))?.id}`)
  const title = player.getByLabel("Chapter title")
  await title.fill("Shadows")
  await expect(player.getByText("Failed to play recording.")).toBeVisible({ timeout: 30_000 })
  await expect(title).toHaveValue("Shadows")
  await context.unroute("**/files/**")
  await player.reload()
  await expect(player.locator("video")).toHaveJSProperty("readyState", 4, { timeout: 60_000 })
  await expect(player.getByText("Failed to play recording.")).toHaveCount(0)
  await context.close()
})

test("NAV-09 REC-01 REC-03 REC-04 a browser that records MP4 alone and has no storage, as Safari, is recorded and told to keep its page", async ({
  browser,
  product,
}) => {
  await waitForVideo(product.address)
  const teacher = await signedInWith(browser, product, "arjun", { colour: "rgb(220,20,20)", tone: 440 })
  const asha = await signedInWith(browser, product, "asha", { colour: "rgb(20,20,230)", tone: 2_870 })
  await teacher.context().addInitScript(() => {
    for (const name of ["MediaStreamTrackGenerator", "MediaStreamTrackProcessor"])
      Reflect.deleteProperty(window, name)
    Reflect.deleteProperty(Navigator.prototype, "storage")
    const { isTypeSupported } = MediaRecorder
    MediaRecorder.isTypeSupported = (type) => type.startsWith("video/mp4") && isTypeSupported(type)
  })
  // The recorder stores what it records in a worker.
  await teacher.context().route(/spool\.worker.*\.js/, async (route) => {
    const script = await (await route.fetch()).text()
    const body = `Reflect.deleteProperty(WorkerNavigator.prototype, "storage");${script}`
    await route.fulfill({ contentType: "text/javascript", body })
  })
  const classId = await scheduleNow(teacher, asha)
  await asha.context().close()
  expect((await teacher.request.post(`/api/v1/classes/${classId}/start`, { data: {} })).ok()).toBe(true)
  await teacher.goto(`/class/${classId}/room`)
  await inRoom(teacher)
  await isRecording(teacher)
  const told = (await openPanel(teacher)).getByText("This browser can't save the recording on this device.")
  await expect(told).toBeVisible()
  await expect
    .poll(async () => (await newest(teacher))?.received_bytes, { timeout: 60_000 })
    .toBeGreaterThan(200_000)
  await teacher.getByRole("button", { name: "Stop and Save" }).click()
  await expect(teacher.getByText("Recording Saved")).toBeVisible({ timeout: 60_000 })
  await expect.poll(async () => (await newest(teacher))?.status, { timeout: 60_000 }).toBe("completed")
  // The file is made by a job after the last part has arrived.
  await expect
    .poll(async () => (await newest(teacher))?.file_path ?? "", { timeout: 60_000 })
    .toMatch(/\.mp4$/)
  const recording = await newest(teacher)
  expect(recording?.duration_seconds).toBeGreaterThan(1)
  await teacher.goto(`/recordings/${recording?.id}`)
  await expect(teacher.locator("video")).toHaveJSProperty("readyState", 4, { timeout: 60_000 })
  expect((await watch(teacher, [440])).red).toBeGreaterThan(500)
  await teacher.context().close()
})
