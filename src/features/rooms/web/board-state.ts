import type { BrowserApi } from "#ui/client.ts"

type Answer = Awaited<ReturnType<BrowserApi["rooms"]["board"]>>
export type BoardAnswer = Answer
export type BoardState = NonNullable<Answer["state"]>
export type Message = Answer["messages"][number]
export type Poll = BoardState["polls"][number]
export type SharedFile = BoardState["files"][number]
export type Deck = BoardState["decks"][number]
export type Allowance = BoardState["mine"]

/** A change as it arrives over the data channel: BoardChange of the contract, with instants as text. */
export type Change = { revision: number } & Partial<{
  policy: BoardState["policy"]
  waiting: boolean
  recording: { since: string | null }
  allowance: BoardState["allowances"][number]
  removed: { person_id: string; name: string; back: boolean }
  hand: { person_id: string | null; name: string; raised_at: string | null }
  message: Message
  poll: Poll
  file: SharedFile
  slides: BoardState["slides"]
  deck: Deck
}>

/** The board as this browser knows it. */
export type Board = {
  /** The revision of the last response, which includes everything committed until then. */
  revision: number
  /** Null before the first response. */
  state: BoardState | null
  messages: readonly Message[]
  hasOlder: boolean
  /** The revision of the newest change of each item since the last response. */
  newest: Readonly<Record<string, number>>
}

export const EMPTY_BOARD: Board = { revision: 0, state: null, messages: [], hasOlder: false, newest: {} }

/**
 * Returns the board after a response to a request for changes `since` a revision (undefined: for the whole
 * board).
 */
export function withAnswer(board: Board, answer: BoardAnswer, since: number | undefined): Board {
  // A newer response has overtaken this one.
  if (answer.revision < board.revision) return board
  const messages = mergeMessages(board.messages, answer.messages)
  return {
    revision: answer.revision,
    state: answer.state ?? board.state,
    messages,
    hasOlder: since === undefined ? answer.has_older : board.hasOlder,
    newest: {},
  }
}

/** Returns the board with a page of earlier messages. */
export function withEarlier(board: Board, page: { messages: Message[]; has_older: boolean }): Board {
  return { ...board, messages: mergeMessages(board.messages, page.messages), hasOlder: page.has_older }
}

/** Returns the board after a change. Changes may arrive in any order and repeatedly. `me` is the viewer. */
export function withChange(board: Board, change: Change, me: string): Board {
  const { state } = board
  // A change that arrives before the first response is included in it, or applied again after it.
  if (!state || change.revision <= board.revision) return board
  const key = keyOf(change)
  if ((board.newest[key] ?? 0) > change.revision) return board
  // A hand that was raised before all were lowered may be told of later.
  if (change.hand && (board.newest[ALL_HANDS] ?? 0) > change.revision) return board
  return {
    ...board,
    state: {
      ...changeState(state, change, me),
      ...(isAllHands(change) && { hands: raisedSince(board, change) }),
    },
    messages: change.message ? mergeMessages(board.messages, [change.message]) : board.messages,
    newest: { ...board.newest, [key]: change.revision },
  }
}

const ALL_HANDS = "hand null"

const isAllHands = ({ hand }: Change) => hand?.person_id === null

/** Returns the hands that were raised after all were lowered, though it was told earlier. */
function raisedSince({ state, newest }: Board, { revision }: Change): BoardState["hands"] {
  return (state?.hands ?? []).filter(({ person_id }) => (newest[`hand ${person_id}`] ?? 0) > revision)
}

function keyOf({
  policy,
  waiting,
  recording,
  allowance,
  removed,
  hand,
  message,
  poll,
  file,
  slides,
  deck,
}: Change): string {
  if (policy) return "policy"
  if (waiting !== undefined) return "waiting"
  if (recording) return "recording"
  if (slides !== undefined) return "slides"
  if (hand) return `hand ${hand.person_id}`
  const person = allowance ?? removed
  return (
    message?.id ??
    poll?.id ??
    file?.id ??
    deck?.id ??
    `${allowance ? "allowance" : "removed"} ${person?.person_id}`
  )
}

function changeState(state: BoardState, change: Change, me: string): BoardState {
  const { policy, waiting, recording, allowance, removed, hand, poll, file, slides, deck } = change
  if (policy) return { ...state, policy }
  if (waiting !== undefined) return { ...state, waiting }
  if (recording) return { ...state, recording_since: recording.since }
  if (allowance) {
    const { person_id, ...mine } = allowance
    const others = state.allowances.filter((one) => one.person_id !== person_id)
    return { ...state, allowances: [...others, allowance], ...(person_id === me && { mine }) }
  }
  if (removed) {
    const { back, ...person } = removed
    const others = state.removed.filter((one) => one.person_id !== person.person_id)
    return { ...state, removed: back ? others : [...others, person] }
  }
  if (hand) return { ...state, hands: changeHands(state.hands, hand) }
  if (poll) {
    const before = state.polls.find((one) => one.id === poll.id)
    const told = { ...poll, mine: poll.mine ?? before?.mine ?? [] }
    return { ...state, polls: replace(state.polls, told) }
  }
  if (file) return { ...state, files: replace(state.files, file) }
  if (slides !== undefined) return { ...state, slides }
  if (deck) return { ...state, decks: replace(state.decks, deck) }
  return state
}

function changeHands(hands: BoardState["hands"], hand: NonNullable<Change["hand"]>): BoardState["hands"] {
  const { person_id, name, raised_at } = hand
  if (person_id === null) return hands
  const others = hands.filter((one) => one.person_id !== person_id)
  if (raised_at === null) return others
  return [...others, { person_id, name, raised_at }].sort((one, other) =>
    one.raised_at.localeCompare(other.raised_at),
  )
}

/** Returns the list with `next` replacing the item with its id, or at the end. */
function replace<T extends { id: string }>(list: readonly T[], next: T): T[] {
  return list.some((one) => one.id === next.id)
    ? list.map((one) => (one.id === next.id ? next : one))
    : [...list, next]
}

function mergeMessages(known: readonly Message[], told: readonly Message[]): readonly Message[] {
  if (told.length === 0) return known
  const byId = new Map(known.map((message) => [message.id, message]))
  for (const message of told) {
    const before = byId.get(message.id)
    if (!before || before.revision <= message.revision) byId.set(message.id, message)
  }
  return [...byId.values()].sort((one, other) => one.seq - other.seq)
}
