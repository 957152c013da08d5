import { ORPCError } from "@orpc/client"
import { afterEach, beforeEach, expect, test, vi } from "vitest"

vi.mock("virtual:contract", () => ({ default: {} }))
const { MeetingStay } = await import("./meeting-stay.ts")

type Failure = { name?: string; type?: string; isFatal?: boolean; recoverable?: boolean }
type Told = Failure & { error?: Failure; kicked?: { local?: boolean }; key?: string }

const answer = {
  ...{ server_url: "https://meet.example", token: "t", role: "student" as const, identity: "p:d" },
  ...{ voice_counts: false, recordable: true, sound: "speech" as const },
  meeting: { domain: "meet.example", script_url: "", room_name: "r", may_record: false },
}

/** A server and a Jitsi that do what a test tells them, and what a stay did with them. */
function startWorld() {
  const reports: { stay_id: string; leaving: boolean }[] = []
  const meetings: { emit(event: string, told?: Told): void; people: number; disposed: boolean }[] = []
  const world = {
    waiting: false,
    refusal: null as unknown,
    reportRefusal: null as unknown,
    hungUp: 0,
    endAsked: 0,
    loads: true,
  }
  const stay = new MeetingStay({
    async join() {
      if (world.refusal) throw world.refusal
      return answer
    },
    async open() {
      const listeners: { event: string; listener: (told: Told) => void }[] = []
      const meeting = {
        people: 1,
        disposed: false,
        emit(event: string, told: Told = {}) {
          for (const one of listeners) if (one.event === event) one.listener(told)
        },
      }
      meetings.push(meeting)
      return {
        addListener(event: string, listener: (told: Told) => void) {
          listeners.push({ event, listener })
          // Jitsi's page says this as soon as it has loaded.
          if (event === "browserSupport" && world.loads) setTimeout(listener, 0, {})
        },
        getNumberOfParticipants: () => meeting.people,
        dispose: () => {
          meeting.disposed = true
        },
      }
    },
    async report(told) {
      if (world.reportRefusal) throw world.reportRefusal
      reports.push(told)
      return { waiting: world.waiting && !told.leaving }
    },
    isWaiting: async () => world.waiting,
    onHungUp: () => {
      world.hungUp += 1
    },
    onEndAsked: () => {
      world.endAsked += 1
    },
  })
  const newest = () => {
    const meeting = meetings.at(-1)
    if (!meeting) throw new Error("no meeting was opened")
    return meeting
  }
  return { world, stay, reports, meetings, newest }
}

const settle = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function enter() {
  const started = startWorld()
  started.stay.start()
  await settle()
  started.newest().emit("videoConferenceJoined")
  await settle()
  return started
}

test("ROOM-06 ATT-01 a stay reports from the moment Jitsi says that the person is in, every 15 seconds, until they leave", async () => {
  const { stay, reports, newest } = startWorld()
  stay.start()
  await vi.advanceTimersByTimeAsync(60_000)
  expect([stay.getPhase().kind, reports]).toEqual(["joining", []])
  newest().emit("videoConferenceJoined")
  await vi.advanceTimersByTimeAsync(30_000)
  expect(stay.getPhase().kind).toBe("connected")
  expect(reports.map(({ leaving }) => leaving)).toEqual([false, false, false])
  newest().emit("videoConferenceLeft")
  await vi.advanceTimersByTimeAsync(60_000)
  expect(reports.map(({ leaving }) => leaving)).toEqual([false, false, false, true])
  expect(new Set(reports.map(({ stay_id }) => stay_id)).size).toBe(1)
  // Jitsi itself comes back: that is another stay.
  newest().emit("videoConferenceJoined")
  await settle()
  expect(reports.at(-1)?.stay_id).not.toBe(reports[0]?.stay_id)
})

test("ROOM-06 ROOM-01 the people in a meeting are counted from 1", async () => {
  const { stay, newest } = await enter()
  newest().people = 3
  newest().emit("participantJoined")
  expect(stay.getView().people).toBe(3)
  newest().people = 0
  newest().emit("participantLeft")
  expect(stay.getView().people).toBe(1)
})

test("ROOM-06 hanging up leaves the room, and a moderator's removal says so", async () => {
  const one = await enter()
  one.newest().emit("videoConferenceLeft")
  one.newest().emit("readyToClose")
  expect([one.stay.getPhase().kind, one.world.hungUp, one.newest().disposed]).toEqual(["left", 1, true])
  const other = await enter()
  other.newest().emit("participantKickedOut", { kicked: { local: false } })
  expect(other.stay.getPhase().kind).toBe("connected")
  other.newest().emit("participantKickedOut", { kicked: { local: true } })
  expect(other.stay.getPhase()).toEqual({ kind: "refused", code: "REMOVED_FROM_CLASS" })
  expect(other.reports.at(-1)?.leaving).toBe(true)
})

test("ROOM-06 D5 a stay ends with its class, and one that is no longer allowed learns why", async () => {
  const one = await enter()
  one.world.reportRefusal = new ORPCError("CLASS_NOT_LIVE")
  await vi.advanceTimersByTimeAsync(15_000)
  expect([one.stay.getPhase().kind, one.newest().disposed]).toEqual(["over", true])
  const other = await enter()
  other.world.reportRefusal = new ORPCError("NOT_FOUND")
  other.world.refusal = new ORPCError("CONSENT_REQUIRED")
  await vi.advanceTimersByTimeAsync(20_000)
  expect(other.stay.getPhase()).toEqual({ kind: "refused", code: "CONSENT_REQUIRED" })
  // A server that doesn't answer is no reason to leave.
  const third = await enter()
  third.world.reportRefusal = new TypeError("Failed to fetch")
  await vi.advanceTimersByTimeAsync(120_000)
  expect(third.stay.getPhase().kind).toBe("connected")
})

test("ROOM-06 ROOM-03 a student waits outside while no instructor is there, and comes in when one is", async () => {
  const { world, stay, meetings, reports } = await enter()
  world.waiting = true
  await vi.advanceTimersByTimeAsync(15_000)
  expect([stay.getPhase().kind, meetings[0]?.disposed, reports.at(-1)?.leaving]).toEqual([
    "waiting",
    true,
    true,
  ])
  world.waiting = false
  await vi.advanceTimersByTimeAsync(10_000)
  expect([stay.getPhase().kind, meetings.length]).toEqual(["joining", 2])
  meetings[1]?.emit("videoConferenceJoined")
  expect(stay.getPhase().kind).toBe("connected")

  const late = startWorld()
  late.world.refusal = new ORPCError("WAITING_FOR_INSTRUCTOR")
  late.stay.start()
  await settle()
  expect([late.stay.getPhase().kind, late.meetings.length]).toEqual(["waiting", 0])
})

test("ROOM-06 ROOM-04 a meeting that failed for good is opened again with a fresh token, and its late events count no more", async () => {
  const { stay, newest, meetings } = await enter()
  newest().emit("errorOccurred", { error: { isFatal: false } })
  expect(stay.getPhase().kind).toBe("connected")
  newest().emit("errorOccurred", { isFatal: true })
  expect(stay.getPhase().kind).toBe("reconnecting")
  await vi.advanceTimersByTimeAsync(1_000)
  expect(meetings.length).toBe(2)
  meetings[0]?.emit("readyToClose")
  expect(stay.getPhase().kind).toBe("reconnecting")
  meetings[1]?.emit("videoConferenceJoined")
  expect(stay.getPhase().kind).toBe("connected")
})

/** As Jitsi tells them. */
const REFUSED = { name: "connection.passwordRequired", type: "CONNECTION", isFatal: false }
const WRONG_ROOM = { name: "conference.connectionError.notAllowed", type: "CONFERENCE", isFatal: false }
const NO_BRIDGE = { name: "conference.videobridgeNotAvailable", type: "CONFERENCE", isFatal: true }

test("ROOM-06 ROOM-04 a person whom Jitsi refuses gets fresh tokens, and an error after three tries", async () => {
  for (const error of [REFUSED, WRONG_ROOM]) {
    const { stay, newest, meetings } = startWorld()
    stay.start()
    await settle()
    for (const opened of [1, 2, 3]) {
      expect([stay.getPhase().kind, meetings.length]).toEqual(["joining", opened])
      newest().emit("errorOccurred", { error })
      await vi.advanceTimersByTimeAsync(10_000)
    }
    expect(stay.getPhase()).toEqual({ kind: "refused", code: "VIDEO_UNAVAILABLE" })
    expect(meetings.every(({ disposed }) => disposed)).toBe(true)
  }
})

test("ROOM-06 Jitsi's own questions are left to it: a password, and waiting in its lobby", async () => {
  const { stay, newest, meetings } = startWorld()
  stay.start()
  await settle()
  const asks = { type: "CONFERENCE", isFatal: false, recoverable: true }
  newest().emit("errorOccurred", { error: { name: "conference.passwordRequired", ...asks } })
  newest().emit("errorOccurred", { error: { name: "conference.connectionError.membersOnly", ...asks } })
  await vi.advanceTimersByTimeAsync(60_000)
  expect([stay.getPhase().kind, meetings.length]).toEqual(["joining", 1])
})

test("ROOM-06 ATT-01 a person whom Jitsi refuses after an outage gets a fresh token, and isn't reported as present until then", async () => {
  const { stay, newest, meetings, reports } = await enter()
  newest().emit("errorOccurred", {
    error: { name: "conference.chatError", type: "CONFERENCE", isFatal: false },
  })
  expect(stay.getPhase().kind).toBe("connected")
  newest().emit("errorOccurred", { error: REFUSED })
  expect([stay.getPhase().kind, reports.at(-1)?.leaving]).toEqual(["reconnecting", true])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(meetings.length).toBe(2)
})

test("ROOM-06 ROOM-04 a meeting that fails as soon as it begins is opened again more and more rarely", async () => {
  const { newest, meetings } = await enter()
  for (let second = 0; second < 60; second += 1) {
    const before = meetings.length
    newest().emit("errorOccurred", { error: NO_BRIDGE })
    await vi.advanceTimersByTimeAsync(1_000)
    if (meetings.length > before) newest().emit("videoConferenceJoined")
  }
  expect(meetings.length).toBeLessThan(15)
})

test("ROOM-06 ending the meeting for everybody asks for the end of the class, and a meeting that ended all the same is left", async () => {
  const { stay, world, newest, reports } = await enter()
  newest().emit("toolbarButtonClicked", { key: "end-meeting" })
  newest().emit("toolbarButtonClicked", { key: "chat" })
  expect([world.endAsked, stay.getPhase().kind]).toEqual([1, "connected"])
  world.refusal = new ORPCError("WAITING_FOR_INSTRUCTOR")
  newest().emit("errorOccurred", {
    error: { name: "conference.destroyed", type: "CONFERENCE", isFatal: false },
  })
  expect(reports.at(-1)?.leaving).toBe(true)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(stay.getPhase().kind).toBe("waiting")
})

test("ROOM-06 ROOM-04 Jitsi's page is opened again if it doesn't load, but not while it asks for the camera", async () => {
  const { stay, world, meetings } = startWorld()
  world.loads = false
  stay.start()
  await vi.advanceTimersByTimeAsync(50_000)
  expect(meetings.map(({ disposed }) => disposed)).toEqual([true, false])
  world.loads = true
  await vi.advanceTimersByTimeAsync(50_000)
  expect(meetings.length).toBe(3)
  await vi.advanceTimersByTimeAsync(300_000)
  expect([meetings.length, stay.getPhase().kind]).toEqual([3, "joining"])
})

test("ROOM-06 a page that React mounts twice opens one meeting", async () => {
  const { stay, meetings } = startWorld()
  stay.start()
  stay.stop()
  stay.start()
  await settle()
  expect(meetings.length).toBe(1)
})
