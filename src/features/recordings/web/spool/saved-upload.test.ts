import { expect, test } from "vitest"
import { SavedUpload } from "./saved-upload.ts"
import type { SpoolProgress } from "./spool-messages.ts"
import { planUpload } from "./upload-plan.ts"

const ID = "0d7a3a4e-5b1c-4a8e-9a52-0a4b6f6d1c11"

/** A spool as the page sees it, and a server that answers `finish` in turn. */
function openWorld(answers: (object | Error)[]) {
  let tell: (progress: SpoolProgress) => void = () => undefined
  const asked: string[] = []
  const spool = {
    follow: (_: string, listener: typeof tell) => {
      tell = listener
      return () => undefined
    },
    again: async () => void asked.push("again"),
    forget: async () => void asked.push("forget"),
  }
  const finish = async ({ bytes }: { bytes: number }) => {
    asked.push(`finish ${bytes}`)
    const answer = answers.shift()
    if (answer instanceof Error) throw answer
    return answer
  }
  const upload = new SavedUpload(ID, spool, () => ({ finish }) as never)
  const told = (part: Partial<SpoolProgress>) =>
    tell({ id: ID, stored: 900, sent: 900, done: false, trouble: null, inMemory: false, ...part })
  return { upload, told, asked }
}

const WHOLE = { received_bytes: 900, recording_ended_at: "2026-11-20T10:40:00Z" }

test("REC-03 a recording leaves this device only once the server confirms all of it", async () => {
  const { upload, told, asked } = openWorld([WHOLE])
  const outcome = upload.finish(null)
  told({ sent: 500 })
  told({ sent: 500, trouble: 0 })
  expect(asked).toEqual([])
  told({ done: true })
  expect(await outcome).toBe("saved")
  expect(asked).toEqual(["finish 900", "forget"])
})

test("REC-03 a recording without a byte is not called saved, and leaves this device", async () => {
  const { upload, told, asked } = openWorld([{ ...WHOLE, received_bytes: 0 }])
  const outcome = upload.finish(null)
  told({ stored: 0, sent: 0, done: true })
  expect(await outcome).toBe("empty")
  expect(asked).toEqual(["finish 0", "forget"])
})

test("REC-03 what the server refuses for good stays on this device, with the reason", async () => {
  const { upload, told, asked } = openWorld([])
  const outcome = upload.finish(null)
  told({ trouble: 415 })
  expect(await outcome).toBe(415)
  expect(asked).toEqual([])
})

test("REC-03 what was refused is saved by one more try, once the server takes it", async () => {
  const { upload, told, asked } = openWorld([WHOLE])
  told({ trouble: 415 })
  expect(await upload.finish(null)).toBe(415)
  await upload.again()
  const outcome = upload.finish(null)
  told({ sent: 500 })
  told({ done: true })
  expect(await outcome).toBe("saved")
  expect(asked).toEqual(["again", "finish 900", "forget"])
})

test("REC-03 a recording that the server closed is saved if all had arrived, else it is kept here", async () => {
  const arrived = openWorld([WHOLE])
  arrived.told({ trouble: 410 })
  expect(await arrived.upload.finish(null)).toBe("saved")
  const partly = openWorld([{ ...WHOLE, received_bytes: 400 }])
  partly.told({ sent: 400, trouble: 410 })
  expect(await partly.upload.finish(null)).toBe(410)
  expect(partly.asked).not.toContain("forget")
})

test("REC-03 pieces are sent as they come, small ones while the class needs the connection", () => {
  const state = { stored: 0, sent: 0, ended: false, slow: false }
  expect(planUpload(state)).toBe("wait")
  expect(planUpload({ ...state, stored: 300_000 })).toEqual({ send: 300_000 })
  expect(planUpload({ ...state, stored: 900_000_000 })).toEqual({ send: 5 * 1024 * 1024 })
  expect(planUpload({ ...state, stored: 300_000, slow: true })).toEqual({ send: 65_536 })
  expect(planUpload({ ...state, stored: 300_000, slow: true, ended: true })).toEqual({ send: 300_000 })
  expect(planUpload({ ...state, stored: 300_000, sent: 300_000, ended: true })).toBe("done")
})
