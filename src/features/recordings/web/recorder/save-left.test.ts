import { beforeEach, expect, test, vi } from "vitest"
import type { SpoolProgress } from "../spool/spool-messages.ts"
import { findLeft, forgetLeft, saveLeft } from "./save-left.ts"

/** The device: its worker lists only what it isn't uploading. */
const device = vi.hoisted(() => ({
  idle: [] as object[],
  asked: [] as string[],
  tell: (_: object) => undefined as unknown,
}))
vi.mock("../spool/spool.ts", () => ({
  openSpool: () => ({
    left: async () => device.idle,
    resume: async (id: string) => {
      device.idle = []
      device.asked.push(`resume ${id}`)
    },
    follow: (_: string, listener: typeof device.tell) => {
      device.tell = listener
      return () => undefined
    },
    forget: async (id: string) => void device.asked.push(`forget ${id}`),
  }),
}))
vi.mock("#ui/client.ts", () => ({
  browserApi: () => ({
    recordings: {
      finish: async () => {
        device.asked.push("finish")
        return { received_bytes: 900, recording_ended_at: "2026-11-20T10:40:00Z" }
      },
    },
  }),
}))

const OWNER = "meera"
const LEFT = {
  ...{ id: "0d7a3a4e-5b1c-4a8e-9a52-0a4b6f6d1c11", owner: OWNER, title: "Fractions", stored: 900 },
  ...{ mimeType: "video/webm", startedAt: "2026-11-20T10:00:00Z", isDemo: false },
}
const tell = (part: Partial<SpoolProgress>) =>
  device.tell({
    id: LEFT.id,
    ...{ stored: 900, sent: 300, done: false, trouble: null, inMemory: false },
    ...part,
  })

beforeEach(() => {
  Object.assign(device, { idle: [LEFT], asked: [] })
})

test("REC-03 a page that is opened again shows an upload that goes on, and the server is told of its end once", async () => {
  const first = saveLeft(LEFT, () => undefined)
  await vi.waitFor(() => expect(device.asked).toEqual([`resume ${LEFT.id}`]))
  tell({ sent: 300 })
  expect(await findLeft(OWNER)).toEqual([LEFT])
  expect(await findLeft("arjun")).toEqual([])
  const told = vi.fn()
  const again = saveLeft(LEFT, told)
  expect(told).toHaveBeenLastCalledWith({ sent: 300, trouble: null })
  tell({ sent: 900, done: true })
  expect(told).toHaveBeenLastCalledWith({ sent: 900, trouble: null })
  expect(await Promise.all([first.outcome, again.outcome])).toEqual(["saved", "saved"])
  expect([first.isFirst, again.isFirst]).toEqual([true, false])
  expect(device.asked).toEqual([`resume ${LEFT.id}`, "finish", `forget ${LEFT.id}`])
  expect(await findLeft(OWNER)).toEqual([])
})

test("REC-03 what the server refused is still shown on a page that is opened again, until it is discarded", async () => {
  const { outcome } = saveLeft(LEFT, () => undefined)
  tell({ trouble: 415 })
  expect(await outcome).toBe(415)
  expect(await findLeft(OWNER)).toEqual([LEFT])
  expect(await saveLeft(LEFT, () => undefined).outcome).toBe(415)
  await forgetLeft(LEFT.id)
  expect(await findLeft(OWNER)).toEqual([])
})
