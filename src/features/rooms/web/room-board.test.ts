import { ConnectionState } from "livekit-client"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { BOARD_TOPIC } from "#contract/rooms/board-topic.ts"
import type { BoardAnswer, Change, Message } from "./board-state.ts"
import { RoomBoard } from "./room-board.ts"

// It is made for browsers; the board gets an API of its own here.
vi.mock("#ui/client.ts", () => ({ browserApi: () => ({}), codeOf: () => null }))

const FREE = { microphone: null, camera: null, screen_share: null, chat: null, drawing: null }
const SHUT = {
  ...{ microphones: true, cameras: true, screen_share: false, chat: true },
  ...{ locked: false, whiteboard: false, drawing: false },
}
const OPENED: Change = { revision: 8, policy: { ...SHUT, whiteboard: true } }

function answer(revision: number, policy = SHUT): BoardAnswer {
  const lists = {
    allowances: [],
    removed: [],
    hands: [],
    polls: [],
    files: [],
    slides: null,
    decks: [],
    presentations: false,
  }
  const state = {
    status: "live" as const,
    waiting: false,
    recording_since: null,
    policy,
    mine: FREE,
    ...lists,
  }
  return { revision, state, messages: [], has_older: false }
}

function message(seq: number): Message {
  return {
    ...{ id: `message-${seq}`, seq, revision: seq, body: "Page 4", sender_id: "meera", sender_name: "Meera" },
    ...({ private_with: null, deleted: false, created_at: new Date(0) } as unknown as Message),
  }
}

/** A board in a room that is entered; `tell` is the server's message, `reply` the answer to the oldest question. */
function enter() {
  const heard: ((...args: unknown[]) => void)[] = []
  const onReconnect: (() => void)[] = []
  const room = {
    state: ConnectionState.Connected,
    on: (event: string, listener: () => void) => {
      if (event === "dataReceived") heard.push(listener)
      if (event === "reconnected") onReconnect.push(listener)
      return room
    },
    off: () => room,
  }
  const asked: ((answer: BoardAnswer) => void)[] = []
  const sendMessage = vi.fn()
  const api = { board: () => new Promise<BoardAnswer>((resolve) => asked.push(resolve)), sendMessage }
  const board = new RoomBoard(room as never, "class", { api: () => api as never })
  const leave = board.follow()
  const bytes = (change: Change) => new TextEncoder().encode(JSON.stringify(change))
  return {
    asked,
    leave,
    board,
    sendMessage,
    reconnect: () => {
      for (const listener of onReconnect) listener()
    },
    tell: (change: Change) => {
      for (const listener of heard) listener(bytes(change), undefined, 0, BOARD_TOPIC)
    },
    reply: async (given: BoardAnswer) => {
      asked.shift()?.(given)
      await vi.advanceTimersByTimeAsync(0)
    },
    unread: () => board.getView().unread,
    isOpen: () => board.getView().board.state?.policy.whiteboard,
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test("ROOM-05 what the room is told while the board is asked for outlives an answer that is older", async () => {
  const { tell, reply, isOpen, leave } = enter()
  await vi.advanceTimersByTimeAsync(0)
  tell(OPENED)
  await reply(answer(7))
  expect(isOpen()).toBe(true)
  // The same for every later question.
  await vi.advanceTimersByTimeAsync(7_000)
  tell({ revision: 10, policy: SHUT })
  await reply(answer(9, { ...SHUT, whiteboard: true }))
  expect(isOpen()).toBe(false)
  leave()
})

test("ROOM-05 what was said before one entered is read, and what was said since is new, whatever the first answer holds", async () => {
  for (const held of [[message(1)], [message(1), message(2)]]) {
    const { tell, reply, unread, leave } = enter()
    await vi.advanceTimersByTimeAsync(0)
    tell({ revision: 8, message: message(2) })
    await reply({ ...answer(held.length === 2 ? 8 : 7), messages: held })
    expect(unread()).toBe(1)
    leave()
  }
})

test("ROOM-04 what passed by before the data channel was open is there within seconds of entering", async () => {
  const { asked, reply, isOpen, leave } = enter()
  await vi.advanceTimersByTimeAsync(0)
  await reply(answer(7))
  expect([isOpen(), asked.length]).toEqual([false, 0])
  await vi.advanceTimersByTimeAsync(7_000)
  await reply(answer(8, { ...SHUT, whiteboard: true }))
  expect(isOpen()).toBe(true)
  // From then on twice a minute.
  await vi.advanceTimersByTimeAsync(25_000)
  expect(asked.length).toBe(0)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(asked.length).toBe(1)
  leave()
})

test("ROOM-04 what could not be sent goes out by itself, once and in its order, when the server answers again", async () => {
  const { board, sendMessage, reply, leave } = enter()
  await vi.advanceTimersByTimeAsync(0)
  await reply(answer(7))
  sendMessage.mockRejectedValue(new TypeError("no network"))
  for (const words of ["first", "second", "given up"]) board.say(words, null)
  await vi.advanceTimersByTimeAsync(0)
  const [first, second, third] = board.getView().unsent
  expect(board.getView().unsent.map(({ failed }) => failed !== null)).toEqual([true, true, true])
  board.forget(third?.id ?? "")

  sendMessage.mockReset()
  sendMessage.mockImplementation(async ({ id }: { id: string }) => ({ ...message(9), id }))
  await vi.advanceTimersByTimeAsync(40_000)
  await reply(answer(8))
  expect(sendMessage.mock.calls.map(([{ id }]) => id)).toEqual([first?.id, second?.id])
  expect(board.getView().unsent).toEqual([])
  leave()
})

test("ROOM-04 back after a lost connection the board is asked for at once, and an answer from before counts no more", async () => {
  const { asked, reply, reconnect, isOpen, leave } = enter()
  await vi.advanceTimersByTimeAsync(0)
  await reply(answer(7))
  // The network is gone, and this question with it.
  await vi.advanceTimersByTimeAsync(7_000)
  expect(asked.length).toBe(1)
  const lost = asked.shift()
  reconnect()
  expect(asked.length).toBe(1)
  await reply(answer(8, { ...SHUT, whiteboard: true }))
  lost?.(answer(7))
  await vi.advanceTimersByTimeAsync(0)
  expect([isOpen(), asked.length]).toEqual([true, 0])
  await vi.advanceTimersByTimeAsync(25_000)
  expect(asked.length).toBe(0)
  await vi.advanceTimersByTimeAsync(15_000)
  await reply(answer(8))
  expect(asked.length).toBe(0)
  leave()
})

test("ROOM-05 what changes while the board is asked for has it asked for once more", async () => {
  const { asked, reply, board, leave } = enter()
  await vi.advanceTimersByTimeAsync(0)
  board.refresh()
  board.refresh()
  await reply(answer(7))
  expect(asked.length).toBe(1)
  await reply(answer(8))
  expect(asked.length).toBe(0)
  leave()
})

test("ROOM-05 a board whose room was left while it asked asks no more", async () => {
  const { asked, leave, reply, board } = enter()
  await vi.advanceTimersByTimeAsync(0)
  expect(asked).toHaveLength(1)
  leave()
  await reply(answer(7))
  await vi.advanceTimersByTimeAsync(300_000)
  expect(asked).toHaveLength(0)
  board.refresh()
  expect(asked).toHaveLength(0)
})

test("OPS-06 ROOM-04 while nothing happens the board is asked for less and less often, and after a change soon again", async () => {
  const { asked, tell, reply } = enter()
  await vi.advanceTimersByTimeAsync(0)
  await reply(answer(7))
  /** How long until the next question, in seconds. */
  const untilAsked = async () => {
    let seconds = 0
    for (; asked.length === 0 && seconds < 600; seconds += 1) await vi.advanceTimersByTimeAsync(1_000)
    await reply(answer(7))
    return seconds
  }
  const waits = []
  for (let turn = 0; turn < 6; turn += 1) waits.push(await untilAsked())
  const least = [5, 60, 120, 240, 240, 240]
  for (const [turn, wait] of waits.entries()) {
    expect(wait, `turn ${turn}`).toBeGreaterThanOrEqual(least[turn] ?? 0)
    expect(wait, `turn ${turn}`).toBeLessThanOrEqual((least[turn] ?? 0) * 1.25 + 1)
  }
  await vi.advanceTimersByTimeAsync(100_000)
  tell(OPENED)
  expect(await untilAsked()).toBeLessThanOrEqual(38)
})
