import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Page } from "@playwright/test"
import { mountSmallDisk, type SmallDisk } from "../tests/small-disk.ts"
import { waitForVideo } from "../tests/wait-for-video.ts"
import { findComing } from "./in-room.ts"
import { expect, startProduct, test } from "./product.ts"
import { isRecording, newest, openPanel, panel, signedInWith } from "./recording.ts"

const MB = 2 ** 20
/** What the product keeps free, and a little more. */
const DISK_BYTES = 272 * MB

let product: Awaited<ReturnType<typeof startProduct>>
let folder: string
let disk: SmallDisk | null

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "kaksha-full-"))
  const spool = join(folder, "spool")
  mkdirSync(spool)
  disk = mountSmallDisk(DISK_BYTES, spool)
  product = await startProduct({}, folder)
  await waitForVideo(product.address)
})
test.afterAll(async () => {
  await product?.stop()
  disk?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Where no small disk can be mounted, the response of a full one is simulated. */
async function fillServer(page: Page): Promise<void> {
  if (disk) return disk.fill(200 * MB)
  await page.context().route("**/uploads/**", (route) => route.fulfill({ status: 507 }))
}

async function freeServer(page: Page): Promise<void> {
  if (disk) return disk.free()
  await page.context().unroute("**/uploads/**")
}

test("REC-03 a server and a device that run full lose nothing of a recording, say so, and go on once there is room", async ({
  browser,
}) => {
  const teacher = await signedInWith(browser, product, "meera", { colour: "rgb(220,20,20)", tone: 440 })
  const classId = await findComing(teacher)
  expect((await teacher.request.post(`/api/v1/classes/${classId}/start`, { data: {} })).ok()).toBe(true)
  await teacher.goto(`/class/${classId}/room`)
  await isRecording(teacher)
  const began = Date.now()
  await expect.poll(async () => (await newest(teacher))?.received_bytes).toBeGreaterThan(0)

  await fillServer(teacher)
  const shown = await openPanel(teacher)
  await expect(shown).toContainText("The server's disk is full", { timeout: 20_000 })
  await expect(panel(teacher)).toHaveAttribute("data-phase", "recording")
  const { received_bytes: arrived } = (await newest(teacher)) ?? {}
  for (const path of ["/", "/courses", "/readyz", "/api/v1/my/recordings"]) {
    await expect.poll(async () => (await teacher.request.get(path)).status(), { message: path }).toBe(200)
  }

  const device = await teacher.context().newCDPSession(teacher)
  const origin = new URL(product.address).origin
  await device.send("Storage.overrideQuotaForOrigin", { origin, quotaSize: 1 })
  await expect(shown).toContainText("This device is out of storage", { timeout: 20_000 })
  await expect(panel(teacher)).toHaveAttribute("data-phase", "recording")
  expect((await newest(teacher))?.received_bytes).toBe(arrived)
  const recorded = Date.now() - began
  await teacher.getByRole("button", { name: "Stop and Save" }).click()
  await expect(panel(teacher)).toHaveAttribute("data-phase", "saving")
  await expect(shown).toContainText("don't close this page")

  await freeServer(teacher)
  await expect(teacher.getByText("Recording Saved")).toBeVisible({ timeout: 60_000 })
  await expect.poll(async () => (await newest(teacher))?.file_path, { timeout: 20_000 }).not.toBeNull()
  const saved = await newest(teacher)
  expect(saved).toMatchObject({ status: "completed" })
  expect(saved?.duration_seconds).toBeGreaterThan(recorded / 1_000 - 2)
})
