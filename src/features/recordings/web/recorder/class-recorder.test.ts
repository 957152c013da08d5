import { ConnectionState, type Room } from "livekit-client"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest"
import { currentToasts } from "#ui/notify.ts"
import { stubBrowser } from "../picture/test-browser.ts"
import { ClassRecorder } from "./class-recorder.ts"
import type { RecordingWish } from "./open-recording.ts"
import { leaveRecorder, saveRecorder } from "./recorders.ts"

vi.mock("virtual:contract", () => ({ default: {} }))

let browser: ReturnType<typeof stubBrowser>

// Recordings on the device are opened once for the page.
beforeAll(() => {
  browser = stubBrowser()
  vi.stubGlobal(
    "EventSource",
    class extends EventTarget {
      close() {}
    },
  )
})
afterAll(() => void vi.unstubAllGlobals())
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const settle = () => vi.advanceTimersByTimeAsync(10)

const room = {
  ...{ state: ConnectionState.Connected, on: () => room, off: () => room },
  localParticipant: { identity: "meera:laptop", getTrackPublication: () => undefined },
  remoteParticipants: new Map(),
} as unknown as Room
const WISH: RecordingWish = {
  ...{ room, classId: "light", title: "Light", isDemo: false, owner: "meera" },
  quality: "720p",
  source: "room",
}

/** A recorder, whose server answers each procedure when the test says so if that is in `late`. */
function recorderWith(late: ("consented" | "start" | "finish")[] = []) {
  const asked: string[] = []
  const waiting: (() => void)[] = []
  const procedure = (name: string, value: object) => async () => {
    asked.push(name)
    if ((late as string[]).includes(name)) await new Promise<void>((resolve) => waiting.push(resolve))
    return value
  }
  const api = {
    consented: procedure("consented", { people: [{ person_id: "meera", name: "Meera", recordable: true }] }),
    start: procedure("start", {}),
    tell: procedure("tell", {}),
    finish: procedure("finish", { received_bytes: 1, recording_ended_at: new Date() }),
  }
  const recorder = new ClassRecorder(() => api as never, "light")
  const answer = async () => {
    for (const go of waiting.splice(0)) go()
    await settle()
  }
  const phase = () => recorder.getView().phase
  return { recorder, api, asked, answer, phase }
}

test("REC-02 a recording whose room is left while it starts never begins, and the next one can", async () => {
  for (const late of ["consented", "start"] as const) {
    const { recorder, asked, answer, phase } = recorderWith([late])
    const before = { toasts: currentToasts().length, pictures: browser.told.length }
    void recorder.start(WISH)
    await settle()
    expect([recorder.state, phase()]).toEqual(["running", "starting"])
    await recorder.stop()
    expect(recorder.state).toBe("ending")
    await answer()
    expect([recorder.state, phase()]).toEqual(["free", "idle"])
    expect(asked).not.toContain("tell")
    // Nobody is left to be told, and nothing is drawn any more.
    expect(currentToasts()).toHaveLength(before.toasts)
    expect(recorder.getView().startFailed).toBe(false)
    const drawn = browser.told.slice(before.pictures).map(({ kind }) => kind)
    expect(drawn.at(-1)).toBe(late === "start" ? "stop" : undefined)

    void recorder.start(WISH)
    await settle()
    await answer()
    expect(phase()).toBe("recording")
    void recorder.stop()
    await settle()
    browser.tellUpload({ sent: 1, done: true })
    await settle()
    expect([recorder.state, phase()]).toEqual(["free", "saved"])
  }
})

test("REC-02 REC-03 after a recording that the server refused the next one can start, and else that one be retried", async () => {
  const { recorder, phase } = recorderWith()
  await recorder.start(WISH)
  void recorder.stop()
  await settle()
  expect(recorder.state).toBe("ending")
  browser.tellUpload({ trouble: 413 })
  await settle()
  const refused = recorder.endedId
  expect([recorder.state, phase()]).toEqual(["free", "failed"])
  // The page is left once more.
  await recorder.stop()
  const { isTypeSupported } = MediaRecorder
  MediaRecorder.isTypeSupported = () => false
  await recorder.start(WISH)
  MediaRecorder.isTypeSupported = isTypeSupported
  expect(recorder.getView()).toMatchObject({ phase: "failed", trouble: 413, startFailed: true })
  expect(recorder.endedId).toBe(refused)
  void recorder.retry()
  await settle()
  browser.tellUpload({ sent: 1, done: true })
  await settle()
  expect(phase()).toBe("saved")
})

test("REC-03 ending waits until the recording is on the device and not for its upload, which is told until it's done", async () => {
  const { recorder, asked, phase } = recorderWith()
  await recorder.start(WISH)
  await settle()
  const before = browser.calls().length
  const left = leaveRecorder(recorder)
  // As ending the class does, which waits for this alone.
  await recorder.stop()
  expect(browser.calls().slice(before)).toEqual(["append", "pace", "end"])
  expect([phase(), recorder.state]).toEqual(["saving", "ending"])
  browser.tellUpload({ trouble: 507 })
  await vi.advanceTimersByTimeAsync(60_000)
  await left
  const told = () => currentToasts().map(({ title }) => title)
  expect(asked).not.toContain("finish")
  expect(told()).toContain("Your recording is being uploaded")

  browser.tellUpload({ sent: 1, done: true })
  await settle()
  expect(asked).toContain("finish")
  expect(phase()).toBe("saved")
  expect(told()).toContain("Recording Saved")
  expect(told()).not.toContain("Your recording is being uploaded")
})

test("REC-03 who leaves the room hears nothing of an upload that is complete at once", async () => {
  const { recorder, phase } = recorderWith()
  await recorder.start(WISH)
  const left = leaveRecorder(recorder)
  await settle()
  browser.tellUpload({ sent: 1, done: true })
  await vi.advanceTimersByTimeAsync(60_000)
  await left
  expect(phase()).toBe("saved")
  expect(currentToasts().map(({ title }) => title)).not.toContain("Your recording is being uploaded")
})

test("REC-03 a recording doesn't begin without its workers, says so, and can begin once they load", async () => {
  for (const worker of ["picture", "spool"]) {
    vi.resetModules()
    const { ClassRecorder: Fresh } = await import("./class-recorder.ts")
    const { api } = recorderWith()
    const recorder = new Fresh(() => api as never, "light")
    browser.lost.push(worker)
    void recorder.start(WISH)
    await settle()
    browser.lost.pop()
    expect([worker, recorder.getView()]).toMatchObject([worker, { phase: "idle", startFailed: true }])
    void recorder.start(WISH)
    await settle()
    expect(recorder.getView().phase).toBe("recording")
    void recorder.stop()
    await settle()
  }
})

test("REC-03 a recording whose bytes can't be stored stops, says so, and can be saved again", async () => {
  const { recorder, phase } = recorderWith()
  await recorder.start(WISH)
  browser.refused.push("append", "end")
  const titles = () => currentToasts().map(({ title }) => title)
  browser.record()
  await settle()
  expect(titles()).toContain("The recording stopped")
  expect([recorder.state, phase()]).toEqual(["free", "failed"])
  browser.refused.length = 0
  void recorder.retry()
  await settle()
  browser.tellUpload({ sent: 1, done: true })
  await settle()
  expect(phase()).toBe("saved")
})

test("REC-03 ending a class waits neither for a still that isn't drawn nor for ever for its recording", async () => {
  const { recorder, phase } = recorderWith()
  await recorder.start(WISH)
  const before = browser.calls().length
  browser.lost.push("poster")
  const saved = saveRecorder(recorder)
  await vi.advanceTimersByTimeAsync(3_000)
  await saved
  browser.lost.pop()
  expect(browser.calls().slice(before)).toEqual(["append", "pace", "end"])
  expect(phase()).toBe("saving")

  const stuck = { stop: () => new Promise<void>(() => undefined) } as unknown as ClassRecorder
  const given = saveRecorder(stuck)
  await vi.advanceTimersByTimeAsync(10_000)
  await given
})
