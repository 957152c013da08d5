import { ORPCError } from "@orpc/client"
import { DisconnectReason, RoomEvent } from "livekit-client"
import { afterEach, beforeEach, expect, test, vi } from "vitest"

vi.mock("virtual:contract", () => ({ default: {} }))
const { RoomSession } = await import("./room-session.ts")
const { returnDelay } = await import("./room-phase.ts")

type Listener = (...args: unknown[]) => void

/** A video client that connects when told to, and remembers the tokens it was given. */
function fakeRoom() {
  const listeners = new Map<string, Set<Listener>>()
  const tokens: string[] = []
  let failing: Error | null = null
  const room = {
    options: {},
    on(event: string, listener: Listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
      return room
    },
    off(event: string, listener: Listener) {
      listeners.get(event)?.delete(listener)
      return room
    },
    async connect(_url: string, token: string) {
      tokens.push(token)
      if (failing) throw failing
    },
    disconnect: vi.fn(async () => {}),
  }
  const emit = (event: string, ...args: unknown[]) => {
    for (const listener of [...(listeners.get(event) ?? [])]) listener(...args)
  }
  const fail = (error: Error | null) => {
    failing = error
  }
  // biome-ignore lint/suspicious/noExplicitAny: the client's overloads of on and off are not worth repeating
  return { room: room as any, emit, tokens, fail }
}

let joins = 0
const answer = {
  server_url: "ws://video",
  role: "student" as const,
  identity: "p:d",
  voice_counts: false,
  recordable: true,
  sound: "speech" as const,
  meeting: null,
}
const join = async () => ({ ...answer, token: `token-${++joins}` })
const settle = () => vi.advanceTimersByTimeAsync(0)

beforeEach(() => {
  joins = 0
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

test("ROOM-01 a way in that was begun before is used, and where it failed the usual one is taken", async () => {
  const began = { ...answer, token: "ahead", identity: "p:ahead" }
  const { room, tokens } = fakeRoom()
  room.state = "connected"
  const session = new RoomSession(room, join, { answered: Promise.resolve(began), answer: null })
  session.start()
  await settle()
  expect(session.getPhase()).toEqual({ kind: "connected" })
  expect([session.answer?.identity, tokens, joins]).toEqual(["p:ahead", [], 0])

  const other = fakeRoom()
  const failed = new RoomSession(other.room, join, {
    answered: Promise.reject(new Error("no way")),
    answer: null,
  })
  failed.start()
  await settle()
  expect(failed.getPhase()).toEqual({ kind: "connected" })
  expect(other.tokens).toEqual(["token-1"])
})

test("ROOM-01 who is inside before the room is drawn is inside from its first picture on", async () => {
  const ahead = { ...answer, token: "ahead", identity: "p:ahead" }
  const { room, emit } = fakeRoom()
  room.state = "connected"
  const session = new RoomSession(room, join, { answered: Promise.resolve(ahead), answer: ahead })
  expect(session.getPhase()).toEqual({ kind: "connected" })
  const told = vi.fn()
  session.start()
  session.subscribe(told)
  await settle()
  expect([session.getPhase().kind, session.answer?.identity, joins]).toEqual(["connected", "p:ahead", 0])
  expect(told).not.toHaveBeenCalled()
  emit(RoomEvent.Disconnected, DisconnectReason.UNKNOWN_REASON)
  expect(session.getPhase().kind).toBe("reconnecting")
})

test("ROOM-01 joining takes one request and then the socket", async () => {
  const { room, tokens } = fakeRoom()
  const session = new RoomSession(room, join)
  session.start()
  await settle()
  expect(session.getPhase()).toEqual({ kind: "connected" })
  expect([joins, tokens]).toEqual([1, ["token-1"]])
})

test("ROOM-01 an effect that React rehearses asks for one token only", async () => {
  const { room } = fakeRoom()
  const session = new RoomSession(room, join)
  session.start()
  session.stop()
  session.start()
  await settle()
  expect(joins).toBe(1)
  expect(session.getPhase().kind).toBe("connected")
})

test("ROOM-04 when the video client gives up, the session comes back with a fresh token until it is in", async () => {
  const { room, emit, tokens, fail } = fakeRoom()
  const session = new RoomSession(room, join)
  session.start()
  await settle()
  fail(new Error("no server"))
  emit(RoomEvent.Disconnected, DisconnectReason.SIGNAL_CLOSE)
  expect(session.getPhase().kind).toBe("reconnecting")
  await vi.advanceTimersByTimeAsync(60_000)
  expect(session.getPhase().kind).toBe("reconnecting")
  expect(tokens.length).toBeGreaterThan(5)
  fail(null)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(session.getPhase().kind).toBe("connected")
  expect(new Set(tokens).size).toBe(tokens.length)
})

test("ROOM-04 a network that returns is used at once", async () => {
  const { room, emit, tokens, fail } = fakeRoom()
  const online = new EventTarget()
  vi.stubGlobal("addEventListener", online.addEventListener.bind(online))
  vi.stubGlobal("removeEventListener", online.removeEventListener.bind(online))
  const session = new RoomSession(room, join)
  session.start()
  await settle()
  fail(new Error("offline"))
  emit(RoomEvent.Disconnected)
  await vi.advanceTimersByTimeAsync(30_000)
  fail(null)
  const before = tokens.length
  online.dispatchEvent(new Event("online"))
  await vi.advanceTimersByTimeAsync(301)
  expect([tokens.length, session.getPhase().kind]).toEqual([before + 1, "connected"])
  session.stop()
  vi.unstubAllGlobals()
})

test("ROOM-04 what the video client repairs by itself needs no new token", async () => {
  const { room, emit } = fakeRoom()
  const session = new RoomSession(room, join)
  session.start()
  await settle()
  emit(RoomEvent.Reconnecting)
  expect(session.getPhase().kind).toBe("reconnecting")
  emit(RoomEvent.Reconnected)
  expect([session.getPhase().kind, joins]).toEqual(["connected", 1])
})

test("D5 a room that closes because the class ended is over, not lost", async () => {
  const { room, emit } = fakeRoom()
  let over = false
  const session = new RoomSession(room, async () => {
    if (over) throw new ORPCError("CLASS_OVER")
    return join()
  })
  session.start()
  await settle()
  over = true
  emit(RoomEvent.Disconnected, DisconnectReason.ROOM_DELETED)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(session.getPhase()).toEqual({ kind: "over" })
})

test("ROOM-03 a removed participant is told so and doesn't try again", async () => {
  const { room, emit } = fakeRoom()
  let removed = false
  let asked = 0
  const session = new RoomSession(room, async () => {
    asked += 1
    if (removed) throw new ORPCError("REMOVED_FROM_CLASS")
    return join()
  })
  session.start()
  await settle()
  removed = true
  emit(RoomEvent.Disconnected, DisconnectReason.PARTICIPANT_REMOVED)
  await vi.advanceTimersByTimeAsync(60_000)
  expect([session.getPhase(), asked]).toEqual([{ kind: "refused", code: "REMOVED_FROM_CLASS" }, 2])
})

test("CLS-09 a refusal keeps its code, and Try again asks once more", async () => {
  const { room } = fakeRoom()
  let ready = false
  const session = new RoomSession(room, async () => {
    if (!ready) throw new ORPCError("CLASS_NOT_READY")
    return join()
  })
  session.start()
  await settle()
  expect(session.getPhase()).toEqual({ kind: "refused", code: "CLASS_NOT_READY" })
  ready = true
  session.retry()
  await settle()
  expect(session.getPhase().kind).toBe("connected")
})

test.each([
  ["no answer at all", new TypeError("Failed to fetch"), "OFFLINE"],
  ["a video server that is away", new ORPCError("VIDEO_UNAVAILABLE"), "VIDEO_UNAVAILABLE"],
])("ROOM-04 a first join with %s says so and waits for the person", async (_what, error, code) => {
  const { room } = fakeRoom()
  const session = new RoomSession(room, () => Promise.reject(error))
  session.start()
  await settle()
  expect(session.getPhase()).toEqual({ kind: "refused", code })
})

test("ROOM-04 a first connection that fails is tried twice more before the person is told", async () => {
  const { room, tokens, fail } = fakeRoom()
  fail(new Error("could not establish pc connection"))
  const session = new RoomSession(room, join)
  session.start()
  await settle()
  expect([session.getPhase().kind, tokens.length]).toEqual(["joining", 1])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(session.getPhase()).toEqual({ kind: "refused", code: "VIDEO_UNAVAILABLE" })
  expect(tokens).toHaveLength(3)
})

test("ROOM-04 the same browser in a second tab takes the place over, without a tug of war", async () => {
  const { room, emit, tokens } = fakeRoom()
  const session = new RoomSession(room, join)
  session.start()
  await settle()
  emit(RoomEvent.Disconnected, DisconnectReason.DUPLICATE_IDENTITY)
  await vi.advanceTimersByTimeAsync(60_000)
  expect([session.getPhase().kind, tokens.length]).toEqual(["elsewhere", 1])
})

test("ROOM-04 the pauses between tries grow to ten seconds and no further", () => {
  expect([0, 1, 2, 20].map((attempt) => returnDelay(attempt, 0))).toEqual([300, 600, 1_200, 10_000])
  expect(returnDelay(20, 0.999)).toBeGreaterThan(6_600)
})
