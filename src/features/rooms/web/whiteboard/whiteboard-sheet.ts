import { type RemoteParticipant, type Room, RoomEvent } from "livekit-client"
import { MOST_NUMBERS, WHITEBOARD_TOPIC } from "#contract/rooms/whiteboard-page.ts"
import { type Item, isNewer, mayChange } from "#features/rooms/whiteboard.ts"
import { newId } from "#shared/ids.ts"
import type { BrowserApi } from "#ui/client.ts"
import { personOf, roleOf } from "../people.ts"
import { type Drawn, pack, packItems, readPacket, type Stroke, toDrawn } from "./whiteboard-packet.ts"
import { type SaveTrouble, WhiteboardSaver } from "./whiteboard-saver.ts"

export type Draft = Pick<Item, "kind" | "ink" | "size" | "points" | "text">

export type SheetView = {
  /** By id; erased ones are kept as markers. */
  items: ReadonlyMap<string, Item>
  /** Strokes that others are drawing right now. */
  strokes: ReadonlyMap<string, Stroke>
  page: number
  pages: number
  state: "loading" | "failed" | "ready"
  /** Why drawings could not be saved. */
  trouble: SaveTrouble
  canUndo: boolean
  canRedo: boolean
}

type Rooms = Pick<BrowserApi["rooms"], "whiteboard" | "draw">
type Channel = Pick<Room, "on" | "off"> & { localParticipant: Pick<Room["localParticipant"], "publishData"> }
/** What one action changed: each item before and after. */
type Act = { before: Item | null; after: Item }[]

/** How often changes are requested that no packet brought. */
const ASK_EVERY_MS = 20_000
const ASK_AGAIN_MS = 3_000
const TELL_EVERY_MS = 60

type Options = { room: Channel; classId: string; api: Rooms; me: string; isStaff: boolean }

/**
 * The whiteboard in this browser. Drawings go to the others at once over the data channel, and to the API a
 * moment later; missed ones come from the API. The newer of two states of an item counts, so the order in
 * which they arrive doesn't matter.
 */
export class WhiteboardSheet {
  private view: SheetView = {
    ...{ items: new Map(), strokes: new Map(), page: 0, pages: 1 },
    ...{ state: "loading", trouble: null, canUndo: false, canRedo: false },
  }
  private readonly listeners = new Set<() => void>()
  private readonly options: Options
  private readonly saver: WhiteboardSaver
  private undone: Act[] = []
  private done: Act[] = []
  private revision: number | null = null
  private following = false
  private asking = false
  private askTimer: ReturnType<typeof setTimeout> | null = null
  private told = { id: "", numbers: 0, at: 0 }

  constructor(options: Options) {
    this.options = options
    const { api, classId: class_id } = options
    this.saver = new WhiteboardSaver({
      draw: (drawing) => api.draw({ class_id, ...drawing }),
      onTrouble: (trouble) => this.change({ trouble }),
      // A refused item must not look as if it were saved.
      onRefused: (items) =>
        this.take(items.map((item) => ({ ...item, version: item.version + 1, gone: true }))),
    })
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  getView = (): SheetView => this.view

  /** Follows the room until the returned function is called, which saves what is left. */
  follow(): () => void {
    const { room } = this.options
    this.following = true
    this.saver.begin()
    room.on(RoomEvent.DataReceived, this.onData).on(RoomEvent.Reconnected, this.ask)
    room.on(RoomEvent.Connected, this.ask)
    this.ask()
    return () => {
      room.off(RoomEvent.DataReceived, this.onData).off(RoomEvent.Reconnected, this.ask)
      room.off(RoomEvent.Connected, this.ask)
      this.following = false
      if (this.askTimer) clearTimeout(this.askTimer)
      this.saver.end()
    }
  }

  /** Adds an item and returns its id; `id` is given for a stroke that others already saw being drawn. */
  add(draft: Draft, id = newId()): string {
    this.act([{ before: null, after: this.next({ ...draft, id, page: this.view.page, gone: false }) }])
    return id
  }

  /** Erases those of these items that may be erased. */
  erase(ids: readonly string[]): void {
    const { me, isStaff } = this.options
    const found = ids.flatMap((id) => this.view.items.get(id) ?? [])
    const mine = found.filter((item) => !item.gone && mayChange(item, me, isStaff))
    if (mine.length > 0)
      this.act(mine.map((item) => ({ before: item, after: this.next({ ...item, gone: true }) })))
  }

  clearPage(): void {
    const { items, page } = this.view
    this.erase([...items.values()].filter((item) => item.page === page).map((item) => item.id))
  }

  undo = (): void => this.step(this.done, this.undone, true)

  redo = (): void => this.step(this.undone, this.done, false)

  /** Undoes or redoes an action, as newer states of the same items. */
  private step(from: Act[], to: Act[], back: boolean): void {
    const act = from.pop()
    if (!act) return
    to.push(act)
    const states = act.map(({ before, after }) =>
      this.next(back ? (before ?? { ...after, gone: true }) : after),
    )
    this.write(states)
  }

  /** Shows a page to everybody and adds it if it doesn't exist yet. For staff. */
  turnTo(page: number): void {
    const pages = Math.max(this.view.pages, page + 1)
    this.change({ page, pages })
    this.tell(pack({ page, pages }))
    this.saver.turn(page, pages)
  }

  /** Sends an unfinished stroke to the others, at most every 60 ms. */
  tellStroke(id: string, draft: Draft, isGrowing: boolean): void {
    const now = Date.now()
    if (this.told.id !== id) this.told = { id, numbers: 0, at: 0 }
    if (now - this.told.at < TELL_EVERY_MS) return
    const from = isGrowing ? this.told.numbers : 0
    const stroke = { ...draft, id, page: this.view.page, from, points: draft.points.slice(from) }
    this.told = { id, numbers: draft.points.length, at: now }
    this.tell(pack({ stroke }))
  }

  private act(act: Act): void {
    this.done.push(act)
    this.undone = []
    this.write(act.map(({ after }) => after))
  }

  private next(item: Omit<Item, "version" | "author" | "changed_by"> & { author?: string }): Item {
    const { me } = this.options
    const known = this.view.items.get(item.id)
    return { ...item, version: (known?.version ?? 0) + 1, author: known?.author ?? me, changed_by: me }
  }

  private write(states: Item[]): void {
    this.take(states)
    for (const packet of packItems(states.map(toDrawn))) this.tell(packet)
    this.saver.keep(states)
  }

  /** Adds the states that are newer than the known ones. */
  private take(states: readonly Item[]): void {
    const items = new Map(this.view.items)
    const strokes = new Map(this.view.strokes)
    for (const state of states) {
      if (isNewer(state, items.get(state.id))) items.set(state.id, state)
      strokes.delete(state.id)
    }
    this.change({ items, strokes })
  }

  private tell(packet: Uint8Array<ArrayBuffer>): void {
    const sent = this.options.room.localParticipant.publishData(packet, {
      reliable: true,
      topic: WHITEBOARD_TOPIC,
    })
    // Browsers that miss it get it from the API.
    sent.catch(() => undefined)
  }

  private onData = (
    payload: Uint8Array,
    sender: RemoteParticipant | undefined,
    _kind: unknown,
    topic: string | undefined,
  ): void => {
    if (topic !== WHITEBOARD_TOPIC || !sender) return
    const packet = readPacket(payload)
    if (!packet) return
    const person = personOf(sender.identity)
    const isStaff = roleOf(sender) === "instructor"
    if (packet.items) this.take(this.vouchedBy(packet.items, person, isStaff))
    if (packet.stroke) this.follows(packet.stroke)
    if (isStaff && packet.page !== undefined)
      this.change({ page: packet.page, pages: packet.pages ?? this.view.pages })
  }

  private vouchedBy(items: readonly Drawn[], person: string, isStaff: boolean): Item[] {
    return items.flatMap((item) => {
      const known = this.view.items.get(item.id)
      if (!mayChange(known, person, isStaff)) return []
      return [{ ...item, gone: item.gone === true, author: known?.author ?? person, changed_by: person }]
    })
  }

  private follows(stroke: Stroke): void {
    if (this.view.items.has(stroke.id)) return
    const known = this.view.strokes.get(stroke.id)
    const before = stroke.from === 0 ? [] : (known?.points ?? [])
    // A part that arrived without the one before would be drawn wrong.
    if (before.length !== stroke.from || stroke.from > MOST_NUMBERS) return
    const grown = { ...stroke, points: [...before, ...stroke.points] }
    this.change({ strokes: new Map(this.view.strokes).set(stroke.id, grown) })
  }

  private ask = (): void => void this.askNow()

  private async askNow(): Promise<void> {
    if (this.asking) return
    this.asking = true
    if (this.askTimer) clearTimeout(this.askTimer)
    const { api, classId: class_id } = this.options
    try {
      const since = this.revision === null ? {} : { since: this.revision }
      const { revision, page, pages, items } = await api.whiteboard({ class_id, ...since })
      this.revision = revision
      this.take(items)
      // Drops strokes that were never finished, for example if somebody lost the connection.
      this.change({ state: "ready", strokes: new Map(), ...(!this.saver.isTurning && { page, pages }) })
    } catch {
      if (this.revision === null) this.change({ state: "failed" })
    } finally {
      this.asking = false
      const wait = this.view.state === "failed" ? ASK_AGAIN_MS : ASK_EVERY_MS
      if (this.following) this.askTimer = setTimeout(this.ask, wait * (1 + Math.random() / 4))
    }
  }

  private change(part: Partial<SheetView>): void {
    this.view = { ...this.view, ...part, canUndo: this.done.length > 0, canRedo: this.undone.length > 0 }
    for (const listener of this.listeners) listener()
  }
}
