import { ConnectionState, type RemoteParticipant, type Room, RoomEvent } from "livekit-client"
import { BOARD_TOPIC } from "#contract/rooms/board-topic.ts"
import { newId } from "#shared/ids.ts"
import { type BrowserApi, browserApi, codeOf } from "#ui/client.ts"
import type { ErrorText } from "#ui/messages/errors.en.ts"
import {
  type Board,
  type Change,
  EMPTY_BOARD,
  type Message,
  withAnswer,
  withChange,
  withEarlier,
} from "./board-state.ts"
import { panelText as text } from "./texts/panels.texts.ts"

/** The viewer's own message that is not on the board yet. */
export type Unsent = { id: string; body: string; private_with: string | null; failed: string | null }

export type BoardView = {
  board: Board
  unsent: readonly Unsent[]
  /** Messages of others since the chat was last read. */
  unread: number
  /** Why the last command did not work. */
  problem: { title: string; description: string } | null
}

/** How soon the board is requested again, in case a message was lost; twice as long after each time of no change. */
const ASK_AGAIN_MS = 30_000
/** A message that was lost while nothing else happened is missed for so long. */
const ASK_AT_LEAST_MS = 240_000
/** The first repeat comes sooner: on entering, messages may be missed before the data channel is open. */
const ASK_ONCE_MORE_MS = 5_000
const PROBLEM_MS = 8_000

type Rooms = BrowserApi["rooms"]
type BoardRoom = Pick<Room, "on" | "off" | "state">
type BoardOptions = { wait?: () => Promise<void>; api?: () => Rooms }

/**
 * The board of a class in this browser. It is requested on entering, updated by messages over the data
 * channel, and requested again soon after, after every reconnect and now and then, less often while nothing
 * changes, so that no change stays lost.
 */
export class RoomBoard {
  private view: BoardView = { board: EMPTY_BOARD, unsent: [], unread: 0, problem: null }
  private readonly listeners = new Set<() => void>()
  private readonly room: BoardRoom
  readonly classId: string
  private readonly api: () => Rooms
  private readonly wait: () => Promise<void>
  private followed = false
  private asking = false
  /** Something has changed since the request under way was made. */
  private askAgain = false
  private askSoon = true
  private pause = ASK_AGAIN_MS
  /** Changes received before the first response or during a request, whose response may be older. */
  private told: Change[] = []
  private timer: ReturnType<typeof setTimeout> | null = null
  private problemTimer: ReturnType<typeof setTimeout> | null = null
  private reading = false
  private readUntil = 0
  me = ""

  /** `wait` resolves when the board may be requested on entering: the first picture is more urgent. */
  constructor(room: BoardRoom, classId: string, { wait, api }: BoardOptions = {}) {
    this.room = room
    this.classId = classId
    this.api = api ?? (() => browserApi().rooms)
    this.wait = wait ?? (() => Promise.resolve())
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  getView = (): BoardView => this.view

  /** Follows the room until the returned function is called. `identity` names the viewer once inside. */
  follow(): () => void {
    const { room, reconnected, enter, onData } = this
    this.followed = true
    if (room.state === ConnectionState.Connected) enter()
    room
      .on(RoomEvent.Connected, enter)
      .on(RoomEvent.Reconnected, reconnected)
      .on(RoomEvent.DataReceived, onData)
    globalThis.addEventListener?.("online", reconnected)
    return () => {
      this.followed = false
      globalThis.removeEventListener?.("online", reconnected)
      room
        .off(RoomEvent.Connected, enter)
        .off(RoomEvent.Reconnected, reconnected)
        .off(RoomEvent.DataReceived, onData)
      if (this.timer) clearTimeout(this.timer)
      if (this.problemTimer) clearTimeout(this.problemTimer)
    }
  }

  private enter = (): void => void this.wait().then(this.refresh)

  /** What was asked over a connection that was lost may never be answered, and isn't waited for. */
  private reconnected = (): void => {
    this.asking = false
    this.pause = ASK_AGAIN_MS
    this.refresh()
  }

  /** Requests the changes since the last response. */
  refresh = (): void => void this.ask()

  private async ask(): Promise<void> {
    // Responses and pictures may arrive after the room was left.
    if (!this.followed) return
    this.askAgain = this.asking
    if (this.asking) return
    this.asking = true
    if (this.timer) clearTimeout(this.timer)
    const { state, revision } = this.view.board
    const since = state ? revision : undefined
    try {
      const answer = await this.api().board({ class_id: this.classId, ...(since !== undefined && { since }) })
      this.pause = answer.revision === since ? Math.min(2 * this.pause, ASK_AT_LEAST_MS) : ASK_AGAIN_MS
      const answered = withAnswer(this.view.board, answer, since)
      const board = this.told.reduce((known, change) => withChange(known, change, this.me), answered)
      if (since === undefined) this.readUntil = this.lastBefore(answered)
      this.changeBoard(board)
      void this.sendLeft()
    } catch {
      // The next turn asks again; the session reports a lost connection.
    } finally {
      this.planNext()
    }
  }

  private planNext(): void {
    this.asking = false
    if (this.view.board.state) this.told = []
    const pause = this.askAgain ? 0 : this.askSoon ? ASK_ONCE_MORE_MS : this.pause
    if (!this.askAgain) this.askSoon = false
    this.askAgain = false
    this.plan(pause)
  }

  private plan(pause: number): void {
    if (this.timer) clearTimeout(this.timer)
    if (this.followed) this.timer = setTimeout(this.refresh, pause * (1 + Math.random() / 4))
  }

  /** Returns the last message of the first response, which was there on entering: later ones are new. */
  private lastBefore({ messages }: Board): number {
    const firstTold = Math.min(...this.told.flatMap(({ message }) => (message ? [message.seq] : [])))
    return messages.findLast(({ seq }) => seq < firstTold)?.seq ?? 0
  }

  private onData = (
    payload: Uint8Array,
    participant: RemoteParticipant | undefined,
    _kind: unknown,
    topic: string | undefined,
  ): void => {
    // The server sends without a participant; messages of participants under this topic are ignored.
    if (topic !== BOARD_TOPIC || participant) return
    this.apply(JSON.parse(new TextDecoder().decode(payload)) as Change)
  }

  private apply(change: Change): void {
    if (this.asking || !this.view.board.state) this.told.push(change)
    // Where something happens again, something may be lost again.
    if (this.pause > ASK_AGAIN_MS && !this.asking) this.plan(ASK_AGAIN_MS)
    this.pause = ASK_AGAIN_MS
    this.changeBoard(withChange(this.view.board, change, this.me))
  }

  /**
   * Sends a message. It is shown in the chat at once; if sending fails it stays there and can be sent again.
   */
  say(body: string, private_with: string | null): void {
    const unsent = { id: newId(), body, private_with, failed: null }
    this.change({ unsent: [...this.view.unsent, unsent] })
    void this.send(unsent)
  }

  /** Sends a failed message again; the server recognises it by its id. */
  sayAgain(id: string): void {
    const unsent = this.view.unsent.find((one) => one.id === id)
    if (unsent) void this.send(unsent)
  }

  /** Sends what did not get through, in order, now that the server responds. */
  private async sendLeft(): Promise<void> {
    for (const unsent of this.view.unsent.filter(({ failed }) => failed === text.notSent)) {
      // It may have been discarded or sent by hand while the one before was being sent.
      if (this.view.unsent.includes(unsent)) await this.send(unsent)
    }
  }

  /** Discards a failed message. */
  forget(id: string): void {
    this.change({ unsent: this.view.unsent.filter((one) => one.id !== id) })
  }

  private async send({ id, body, private_with }: Unsent): Promise<void> {
    this.mark(id, null)
    try {
      const message = await this.api().sendMessage({ class_id: this.classId, id, body, private_with })
      this.apply({ revision: message.revision, message })
      this.forget(id)
    } catch (error) {
      const code = codeOf(error)
      this.mark(id, code === null ? text.notSent : (await explain(code)).description)
    }
  }

  private mark(id: string, failed: string | null): void {
    this.change({ unsent: this.view.unsent.map((one) => (one.id === id ? { ...one, failed } : one)) })
  }

  /** Sets whether the chat is in view, so that new messages count as read. */
  setReading(reading: boolean): void {
    this.reading = reading
    this.changeBoard(this.view.board)
  }

  async loadEarlier(): Promise<void> {
    const first = this.view.board.messages[0]
    if (!first) return
    await this.run(async (rooms, class_id) => {
      const page = await rooms.listMessages({ class_id, before: first.seq })
      this.changeBoard(withEarlier(this.view.board, page))
    })
  }

  /**
   * Runs a command of the room's API and returns whether it worked; if not, the reason is shown. The change
   * arrives over the data channel, or in the response that `work` returns.
   */
  async run(
    work: (rooms: Rooms, classId: string) => Promise<Change | unknown>,
    onRefused?: (error: unknown) => boolean,
  ): Promise<boolean> {
    try {
      await work(this.api(), this.classId)
      this.refresh()
      return true
    } catch (error) {
      if (!onRefused?.(error)) await this.tellProblem(error)
      return false
    }
  }

  private async tellProblem(error: unknown): Promise<void> {
    const code = codeOf(error)
    this.change({ problem: code === null ? text.offline : await explain(code) })
    if (this.problemTimer) clearTimeout(this.problemTimer)
    this.problemTimer = setTimeout(() => this.change({ problem: null }), PROBLEM_MS)
  }

  private changeBoard(board: Board): void {
    const last = board.messages.at(-1)?.seq ?? 0
    if (this.reading) this.readUntil = Math.max(this.readUntil, last)
    const unread = board.messages.filter((one) => this.isNew(one)).length
    // The room may receive a message before its sender gets the response.
    const told = new Set(board.messages.map((one) => one.id))
    this.change({ board, unread, unsent: this.view.unsent.filter((one) => !told.has(one.id)) })
  }

  private isNew({ seq, sender_id, deleted }: Message): boolean {
    return seq > this.readUntil && sender_id !== this.me && !deleted
  }

  private change(part: Partial<BoardView>): void {
    this.view = { ...this.view, ...part }
    for (const listener of this.listeners) listener()
  }
}

/** Returns the text for a refusal; loaded when there is one. */
async function explain(code: string): Promise<ErrorText> {
  try {
    const { errorText } = await import("./texts/room-errors.ts")
    return errorText(code)
  } catch {
    return text.offline
  }
}
