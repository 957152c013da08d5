import type { Page } from "@playwright/test"
import { waitForVideo } from "../tests/wait-for-video.ts"
import { inRoom } from "./in-room.ts"
import { expect, test } from "./product.ts"
import { isRecording, listOwn, newest, openPanel, scheduleNow, signedInWith, watch } from "./recording.ts"

/** Gives or withdraws the consent to record, as the guardian does on their page. */
async function decide(guardian: Page, child: string, given: boolean): Promise<void> {
  const path = `/api/v1/guardian/children/${child}/consents/recording`
  const data = { given, notice_version: 1, language: "en" }
  expect((await guardian.request.put(path, { data })).ok()).toBe(true)
}

test("REC-03 REC-07 a browser that asks about storage records at once, and a consent taken back or given counts from then on", async ({
  browser,
  product,
}) => {
  test.setTimeout(240_000)
  await waitForVideo(product.address)
  const teacher = await signedInWith(browser, product, "arjun", { colour: "rgb(220,20,20)", tone: 440 })
  // As Firefox has it until the person decides.
  await teacher.context().addInitScript(() => {
    navigator.storage.persist = () => new Promise<boolean>(() => {})
  })
  const asha = await signedInWith(browser, product, "asha", { colour: "rgb(20,20,230)", tone: 2_870 })
  const guardian = await (await browser.newContext({ baseURL: product.address })).newPage()
  const email = "sunita@demo.kaksha.example"
  expect((await guardian.request.post("/api/v1/demo-people/session", { data: { email } })).ok()).toBe(true)
  const { user_id: child } = (await (await asha.request.get("/api/v1/session")).json()) as { user_id: string }

  const { length } = await listOwn(teacher)
  const classId = await scheduleNow(teacher, asha)
  expect((await teacher.request.post(`/api/v1/classes/${classId}/start`, { data: {} })).ok()).toBe(true)
  await asha.goto(`/class/${classId}/room`)
  await teacher.goto(`/class/${classId}/room`)
  await inRoom(teacher)
  await isRecording(teacher)
  const began = Date.now()
  await inRoom(asha)
  const grown = async () => {
    const far = ((await newest(teacher))?.received_bytes ?? 0) + 300_000
    const bytes = async () => (await newest(teacher))?.received_bytes
    await expect.poll(bytes, { timeout: 60_000 }).toBeGreaterThan(far)
    return (Date.now() - began) / 1_000
  }
  await grown()
  const whileGiven = await grown()
  await decide(guardian, child, false)
  await openPanel(teacher)
  const leftOut = teacher.locator("[data-left-out]")
  await expect(leftOut).toContainText("Asha Rao", { timeout: 5_000 })
  await grown()
  const withoutHer = await grown()
  await decide(guardian, child, true)
  await expect(leftOut).not.toContainText("Asha Rao", { timeout: 5_000 })
  await grown()
  await grown()
  await teacher.getByRole("button", { name: "Stop and Save" }).click()
  await expect(teacher.getByText("Recording Saved")).toBeVisible({ timeout: 60_000 })
  await asha.context().close()
  await expect.poll(async () => (await newest(teacher))?.status, { timeout: 60_000 }).toBe("completed")
  expect(await listOwn(teacher)).toHaveLength(length + 1)

  const player = await teacher.context().newPage()
  const recorded = (await newest(teacher))?.id
  const look = async (from?: number) => {
    await player.goto(`/recordings/${recorded}`)
    await expect(player.locator("video")).toHaveJSProperty("readyState", 4, { timeout: 60_000 })
    return watch(player, [440, 2_870], from)
  }
  const [before, without, after] = [await look(whileGiven - 3), await look(withoutHer - 3), await look()]
  for (const seen of [before, without, after]) expect(seen.red).toBeGreaterThan(500)
  expect(before.blue).toBeGreaterThan(500)
  expect(without.blue).toBe(0)
  expect(after.blue).toBeGreaterThan(500)
  const [own = 0, hers = 0] = without.loudness
  expect(hers).toBeLessThan(own - 25)
  expect(before.loudness[1]).toBeGreaterThan(-60)
  expect(after.loudness[1]).toBeGreaterThan(-60)
})
