import fc from "fast-check"
import { expect, test } from "vitest"
import {
  type Board,
  type BoardAnswer,
  type Change,
  EMPTY_BOARD,
  withAnswer,
  withChange,
  withEarlier,
} from "./board-state.ts"

const FREE = { microphone: null, camera: null, screen_share: null, chat: null, drawing: null }
const OPEN = {
  microphones: true,
  cameras: true,
  screen_share: false,
  chat: true,
  locked: false,
  whiteboard: false,
  drawing: false,
}

function answer(revision: number, part: Partial<NonNullable<BoardAnswer["state"]>> = {}): BoardAnswer {
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
  return {
    revision,
    state: {
      status: "live",
      waiting: false,
      recording_since: null,
      policy: OPEN,
      mine: FREE,
      ...lists,
      ...part,
    },
    messages: [],
    has_older: false,
  }
}

function message(seq: number, revision = seq, deleted = false) {
  const body = deleted ? "" : `message ${seq}`
  const who = { sender_id: "asha", sender_name: "Asha", by_staff: false, private_with: null }
  return { id: `m${seq}`, seq, revision, body, deleted, created_at: "2026-11-20T10:30:00.000Z", ...who }
}

const hand = (person_id: string, at: number | null) => ({
  person_id,
  name: person_id,
  raised_at: at === null ? null : new Date(at).toISOString(),
})

const slides = (page: number) => ({ deck_id: "d", name: "a.pdf", page, pages: 9, reached: 5 })

const bodies = (board: Board) => board.messages.map((one) => one.body)
const start = withAnswer(EMPTY_BOARD, answer(1), undefined)

test("ROOM-05 ROOM-10 changes that arrive in any order, doubled or late, lead to the same board", () => {
  const changes: Change[] = [
    { revision: 2, message: message(2) },
    { revision: 3, hand: hand("asha", 3_000) },
    { revision: 4, hand: hand("kabir", 4_000) },
    { revision: 5, message: message(5) },
    { revision: 6, message: message(2, 6, true) },
    { revision: 7, hand: hand("asha", null) },
    { revision: 8, policy: { ...OPEN, chat: false } },
    { revision: 9, policy: { ...OPEN, cameras: false } },
    { revision: 10, hand: hand("asha", 10_000) },
    { revision: 11, slides: slides(2) },
    { revision: 12, slides: null },
    { revision: 13, slides: slides(4) },
  ]
  const shuffled = fc.shuffledSubarray([...changes, ...changes], { minLength: changes.length * 2 })
  fc.assert(
    fc.property(shuffled, (order) => {
      const board = order.reduce((known, change) => withChange(known, change, "asha"), start)
      expect(bodies(board)).toEqual(["", "message 5"])
      expect(board.state?.hands.map((one) => one.person_id)).toEqual(["kabir", "asha"])
      expect(board.state?.policy).toEqual({ ...OPEN, cameras: false })
      expect(board.state?.slides?.page).toBe(4)
    }),
  )
})

test("ROOM-10 a deck that is told replaces the one that was prepared, and slides that were closed are gone", () => {
  const deck = { id: "d", revision: 2, name: "a.pdf", size_bytes: 1, failure: null, deleted: false }
  const waiting = { ...deck, status: "waiting" as const, pages: 0 }
  const known = withAnswer(EMPTY_BOARD, answer(2, { decks: [waiting], slides: slides(1) }), undefined)
  const ready = { ...deck, revision: 3, status: "ready" as const, pages: 9 }
  const told = withChange(known, { revision: 3, deck: ready }, "asha")
  expect(told.state?.decks).toEqual([ready])
  expect(withChange(told, { revision: 4, slides: null }, "asha").state?.slides).toBeNull()
})

test("ROOM-05 what was lost comes with the next answer, and what is older than the answer changes nothing", () => {
  const board = withChange(start, { revision: 3, message: message(3) }, "asha")
  const caught = { ...answer(4), messages: [message(2), message(3), message(4)] }
  const after = withAnswer(board, caught, 1)
  expect(bodies(after)).toEqual(["message 2", "message 3", "message 4"])
  expect(withChange(after, { revision: 3, policy: { ...OPEN, chat: false } }, "asha")).toBe(after)
  expect(withAnswer(after, answer(2), 1)).toBe(after)
  const nothing = { revision: 4, state: null, messages: [], has_older: false }
  expect(withAnswer(after, nothing, 4).state).toEqual(after.state)
})

test("ROOM-05 before the first answer nothing is shown, for it could be half of the truth", () => {
  expect(withChange(EMPTY_BOARD, { revision: 5, message: message(5) }, "asha")).toBe(EMPTY_BOARD)
})

test("ROOM-05 earlier messages go before the later ones and say whether there are more", () => {
  const late = withAnswer(
    EMPTY_BOARD,
    { ...answer(9), messages: [message(8), message(9)], has_older: true },
    undefined,
  )
  const all = withEarlier(late, { messages: [message(6), message(7)], has_older: false })
  expect([bodies(all), all.hasOlder]).toEqual([["message 6", "message 7", "message 8", "message 9"], false])
})

test("ROOM-03 an allowance is one's own only when it names oneself", () => {
  const change = { revision: 2, allowance: { person_id: "asha", ...FREE, microphone: true } }
  expect(withChange(start, change, "asha").state?.mine.microphone).toBe(true)
  const ofStaff = withChange(start, change, "meera").state
  expect([ofStaff?.mine.microphone, ofStaff?.allowances.length]).toEqual([null, 1])
})

test("ROOM-05 the news of a poll keeps one's own vote, and a file taken back is known as such", () => {
  const poll = {
    ...{ id: "p", revision: 2, question: "?", options: ["a", "b"], is_multiple: false, may_change: true },
    ...{ status: "open" as const, results_shown: false, votes: null, voters: null },
  }
  const file = { id: "f", revision: 3, name: "a.pdf", size_bytes: 1, shared_by_name: "Meera", deleted: false }
  const voted = withAnswer(
    EMPTY_BOARD,
    answer(2, { polls: [{ ...poll, mine: [1] }], files: [file] }),
    undefined,
  )
  const told = withChange(
    voted,
    { revision: 4, poll: { ...poll, revision: 4, votes: [0, 1], voters: 1 } },
    "asha",
  )
  expect(told.state?.polls[0]).toMatchObject({ mine: [1], votes: [0, 1] })
  expect(
    withChange(told, { revision: 5, file: { ...file, deleted: true } }, "asha").state?.files,
  ).toMatchObject([{ id: "f", deleted: true }])
})

test("ROOM-03 all hands lowered stay down in whatever order it is told, and those raised after it stay up", () => {
  const before = withAnswer(EMPTY_BOARD, answer(4, { hands: [hand("om", 1)] as never }), undefined)
  const changes: Change[] = [
    { revision: 5, hand: hand("asha", 2) },
    { revision: 6, hand: hand(null as never, null) },
    { revision: 7, hand: hand("kabir", 3) },
  ]
  const orders = fc.shuffledSubarray(changes, { minLength: 3 })
  fc.assert(
    fc.property(orders, (order) => {
      const end = order.reduce((board, change) => withChange(board, change, "me"), before)
      expect(end.state?.hands.map(({ person_id }) => person_id)).toEqual(["kabir"])
    }),
  )
})
