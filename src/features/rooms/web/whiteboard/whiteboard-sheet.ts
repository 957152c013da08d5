import { type RemoteParticipant, type Room, RoomEvent } from "livekit-client"
import { PAGE, WHITEBOARD_TOPIC } from "#contract/rooms/whiteboard-page.ts"
import type { Paper } from "#features/rooms/screen-paper.ts"
import { type Item, mayChange } from "#features/rooms/whiteboard.ts"
import { newId } from "#shared/ids.ts"
import type { BrowserApi } from "#ui/client.ts"
import { personOf, roleOf } from "../people.ts"
import { DrawnSurface } from "../screen/drawn-surface.ts"
import { WhiteboardLaser } from "./laser/whiteboard-laser.ts"
import type { Unsaved } from "./saving/unsaved.ts"
import { type SaveTrouble, WhiteboardSaver } from "./saving/whiteboard-saver.ts"
import { LiveStrokes } from "./strokes/live-strokes.ts"
import { type Act, WhiteboardActs } from "./whiteboard-acts.ts"
import { type Pages, pack, packItems, readPacket, toDrawn } from "./whiteboard-packet.ts"
import { WhiteboardStates } from "./whiteboard-states.ts"

export type Draft = Pick<Item, "kind" | "ink" | "size" | "points" | "text" | "picture">

export type SheetView = {
  /** By id; erased ones are kept as markers. */
  items: ReadonlyMap<string, Item>
  /** The names of those who added pictures, as far as the API said them. */
  authors: ReadonlyMap<string, string>
  page: number
  pages: number
  /** The pages on squared paper. */
  squared: readonly number[]
  /** The size of a page, or of the shared screen that is drawn over. */
  paper: Paper
  state: "loading" | "failed" | "ready"
  /** Why drawings could not be saved. */
  trouble: SaveTrouble
  canUndo: boolean
  canRedo: boolean
}

/** All of a sheet but what is on its pages. */
export type SheetFrame = Omit<SheetView, "items">

type Rooms = Pick<BrowserApi["rooms"], "whiteboard" | "draw">
type Channel = Pick<Room, "on" | "off"> & { localParticipant: Pick<Room["localParticipant"], "publishData"> }
/** How often changes are requested that no packet brought. */
const ASK_EVERY_MS = 20_000
const ASK_AGAIN_MS = 3_000
/** The same over a shared screen with nothing on it, as most of them are. */
const ASK_OF_BLANK_MS = 120_000
const TELL_EVERY_MS = 60
/** How often what others draw is shown: a class that draws together sends more packets than a phone can show. */
const SHOW_EVERY_MS = 50
/** Packets that one action sends. A poor connection would choke on more; the others get the rest by asking. */
const MOST_PACKETS = 24

type Options = {
  room: Channel
  classId: string
  api: Rooms
  me: string
  isStaff: boolean
  unsaved: Unsaved
  /** The shared screen that is drawn over instead of the pages. */
  screen?: string
}

/**
 * The whiteboard in this browser, or what is drawn over a shared screen. Drawings go to the others at once over the data channel, and to the API a
 * moment later; missed ones come from the API. The newer of two states of an item counts, so the order in
 * which they arrive doesn't matter.
 */
export class WhiteboardSheet {
  private view: SheetView = {
    ...{ items: new Map(), authors: new Map(), page: 0, pages: 1, squared: [] },
    ...{ state: "loading", trouble: null, canUndo: false, canRedo: false, paper: PAGE },
  }
  private frame: SheetFrame = this.view
  /** What others are drawing right now. */
  readonly strokes = new LiveStrokes()
  readonly laser = new WhiteboardLaser({
    page: () => this.view.page,
    // What gets lost of a trace would have faded by the time it came again.
    tell: (laser) => this.tell(pack({ laser: this.surface.beamOut(laser) }), false),
  })
  private readonly listeners = new Set<() => void>()
  private readonly options: Options
  private readonly saver: WhiteboardSaver
  private readonly states = new WhiteboardStates()
  private readonly acts = new WhiteboardActs()
  private readonly surface: DrawnSurface
  private revision: number | null = null
  private following = false
  private asking = false
  private asks = 0
  private askTimer: ReturnType<typeof setTimeout> | null = null
  private told = { id: "", numbers: 0, at: 0 }
  private announcedAt = 0
  private announceTimer: ReturnType<typeof setTimeout> | null = null
  /** Strokes of which the items are there, but not shown yet. */
  private finished: string[] = []

  constructor(options: Options) {
    this.options = options
    this.surface = new DrawnSurface(options.screen)
    const { api, classId: class_id, unsaved } = options
    this.saver = new WhiteboardSaver({
      draw: (drawing, onLeaving) =>
        api.draw({ class_id, ...drawing }, { context: { keepalive: onLeaving ?? false } }),
      unsaved,
      onTrouble: (trouble) => this.change({ trouble }),
      onSaved: (items) => this.states.renew(items),
      isThere: (id) => this.states.isThere(id),
      // A refused change must not look as if it were saved.
      onRefused: (items) => {
        this.states.drop(items)
        this.change({})
      },
    })
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  getView = (): SheetView => this.view

  /** The same object as long as only items change. */
  getFrame = (): SheetFrame => this.frame

  /** Whether it is over a shared screen, and has no pages. */
  get isOverScreen(): boolean {
    return this.options.screen !== undefined
  }

  /** Follows the room until the returned function is called, which saves what is left. */
  follow(): () => void {
    const { room, isStaff } = this.options
    this.following = true
    this.states.keep(this.saver.begin(), isStaff)
    room.on(RoomEvent.DataReceived, this.onData).on(RoomEvent.Reconnected, this.ask)
    room.on(RoomEvent.Connected, this.ask)
    this.ask()
    return () => {
      room.off(RoomEvent.DataReceived, this.onData).off(RoomEvent.Reconnected, this.ask)
      room.off(RoomEvent.Connected, this.ask)
      this.following = false
      if (this.askTimer) clearTimeout(this.askTimer)
      if (this.announceTimer) clearTimeout(this.announceTimer)
      this.announceTimer = null
      this.saver.end()
    }
  }

  /** Lays the sheet over a picture of this size. */
  fit(paper: Paper): void {
    this.surface.fit(paper)
    this.change({ paper })
  }

  /**
   * Adds an item to a page and returns its id; `id` is given for a stroke that others already saw being drawn.
   */
  add(draft: Draft, id = newId(), page = this.view.page): string {
    this.act([{ before: null, after: this.next({ ...this.surface.out(draft), id, page, gone: false }) }])
    return id
  }

  /** Adds several items as one action, and returns their ids. */
  addAll(drafts: readonly Draft[]): string[] {
    const { page } = this.view
    const added = drafts.map((draft) =>
      this.next({ ...this.surface.out(draft), id: newId(), page, gone: false }),
    )
    this.act(added.map((after) => ({ before: null, after })))
    return added.map(({ id }) => id)
  }

  /** Changes those of these items that are there and may be changed, as one action. */
  edit(
    ids: readonly string[],
    change: (item: Item) => Partial<Pick<Item, "points" | "size" | "text" | "gone">>,
  ): void {
    const found = ids.flatMap((id) => this.view.items.get(id) ?? [])
    const mine = found.filter((item) => !item.gone && this.mayChange(item))
    this.act(
      mine.map((item) => ({
        before: this.states.items.get(item.id) ?? item,
        after: this.next(this.surface.out({ ...item, ...change(item) })),
      })),
    )
  }

  /** Whether this person may change an item. */
  mayChange(item: Item): boolean {
    return mayChange(item, this.options.me, this.options.isStaff)
  }

  /** Erases those of these items that may be erased. */
  erase(ids: readonly string[]): void {
    this.edit(ids, () => ({ gone: true }))
  }

  clearPage(): void {
    const { items, page } = this.view
    this.erase([...items.values()].filter((item) => item.page === page).map((item) => item.id))
  }

  undo = (): void => this.step(true)

  redo = (): void => this.step(false)

  /** Undoes or redoes an action, as newer states of the same items. */
  private step(back: boolean): void {
    this.write(this.acts.step(back, this.states.items).map((item) => this.next(item)))
  }

  /** Shows a page to everybody and adds it if it doesn't exist yet. For staff. */
  turnTo(page: number): void {
    this.showPages({ page, pages: Math.max(this.view.pages, page + 1), squared: this.view.squared })
  }

  /** Puts the shown page on squared paper, or on plain paper, for everybody. For staff. */
  square(squared: boolean): void {
    const { page, pages, squared: before } = this.view
    const others = before.filter((one) => one !== page)
    this.showPages({ page, pages, squared: squared ? [...others, page] : others })
  }

  private showPages(shown: Pages): void {
    this.change(shown)
    this.tell(pack(shown))
    this.saver.turn(shown)
  }

  /** Sends an unfinished stroke to the others, at most every 60 ms. */
  tellStroke({ id, page }: Pick<Item, "id" | "page">, draft: Draft, isGrowing: boolean): void {
    const now = Date.now()
    if (this.told.id !== id) this.told = { id, numbers: 0, at: 0 }
    if (now - this.told.at < TELL_EVERY_MS) return
    const from = isGrowing ? this.told.numbers : 0
    const { points } = this.surface.out(draft)
    const where = { id, page, ...this.surface.mark }
    this.told = { id, numbers: points.length, at: now }
    this.tell(pack({ stroke: { ...draft, ...where, from, points: points.slice(from) } }))
  }

  private act(act: Act): void {
    if (act.length === 0) return
    this.acts.add(act)
    this.write(act.map(({ after }) => after))
  }

  private next(item: Omit<Item, "version" | "author" | "changed_by"> & { author?: string }): Item {
    const { me } = this.options
    const known = this.view.items.get(item.id)
    const version = (known?.version ?? 0) + 1
    return { ...item, ...this.surface.mark, version, author: known?.author ?? me, changed_by: me }
  }

  private write(states: Item[]): void {
    this.states.keep(states, this.options.isStaff)
    this.showItems(states)
    for (const packet of packItems(states.map(toDrawn)).slice(0, MOST_PACKETS)) this.tell(packet)
    this.saver.keep(states)
  }

  /** Shows the items, without the strokes that were drawn until these were there. */
  private showItems(arrived: readonly { id: string }[], announce = this.announce): void {
    this.finished.push(...arrived.map(({ id }) => id))
    this.change({}, announce)
  }

  private tell(packet: Uint8Array<ArrayBuffer>, reliable = true): void {
    const sent = this.options.room.localParticipant.publishData(packet, {
      reliable,
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
    const { takes } = this.surface
    const items = packet.items?.filter(takes) ?? []
    if (items.length > 0) {
      this.states.hear(items, person, isStaff)
      this.showItems(items, this.announceSoon)
    }
    if (packet.stroke && takes(packet.stroke) && !this.view.items.has(packet.stroke.id))
      this.strokes.grow(this.surface.in(packet.stroke))
    if (packet.laser && takes(packet.laser)) this.laser.show(this.surface.beamIn(packet.laser))
    const { page, pages, squared } = packet
    if (isStaff && page !== undefined && !this.isOverScreen)
      this.change({ page, pages: pages ?? this.view.pages, squared: squared ?? this.view.squared })
  }

  private ask = (): void => void this.askNow()

  private async askNow(): Promise<void> {
    if (this.asking) return
    this.asking = true
    this.asks += 1
    if (this.askTimer) clearTimeout(this.askTimer)
    const { api, classId: class_id } = this.options
    const asked = Date.now()
    try {
      const wanted = {
        class_id,
        ...this.surface.mark,
        ...(this.revision !== null && { since: this.revision }),
      }
      const { revision, page, pages, squared, items, authors } = await api.whiteboard(wanted)
      // It begins anew if a backup was restored.
      this.states.confirm(items, this.revision === null || revision < this.revision)
      this.states.expire(asked, this.saver.isWaiting)
      this.revision = revision
      // Some were never finished, for example if somebody lost the connection.
      this.strokes.clear()
      this.change({
        state: "ready",
        ...(authors.length > 0 && {
          authors: new Map([...this.view.authors, ...authors.map(({ id, name }) => [id, name] as const)]),
        }),
        ...(!this.saver.isTurning && !this.isOverScreen && { page, pages, squared }),
      })
    } catch {
      if (this.revision === null) this.change({ state: "failed" })
    } finally {
      this.asking = false
      const wait = this.view.state === "failed" ? ASK_AGAIN_MS : this.isBlank ? ASK_OF_BLANK_MS : ASK_EVERY_MS
      if (this.following) this.askTimer = setTimeout(this.ask, wait * (1 + Math.random() / 4))
    }
  }

  private get isBlank(): boolean {
    // The first answer may have come before what was drawn just then was saved.
    return this.isOverScreen && this.asks > 1 && this.states.items.size === 0
  }

  private change(part: Partial<SheetView>, announce = this.announce): void {
    const items = this.surface.show(this.states.items)
    const { canUndo, canRedo } = this.acts
    this.view = { ...this.view, ...part, items, canUndo, canRedo }
    const { items: _, ...frame } = this.view
    if (!isSame(frame, this.frame)) this.frame = frame
    announce()
  }

  private announce = (): void => {
    if (this.announceTimer) clearTimeout(this.announceTimer)
    this.announceTimer = null
    this.announcedAt = performance.now()
    for (const listener of this.listeners) listener()
    this.strokes.drop(this.finished.splice(0))
  }

  /** Announces the view at once if it wasn't just now, and otherwise with what comes until it is time again. */
  private announceSoon = (): void => {
    const wait = this.announcedAt + SHOW_EVERY_MS - performance.now()
    if (wait <= 0) this.announce()
    else this.announceTimer ??= setTimeout(this.announce, wait)
  }
}

function isSame(one: SheetFrame, other: SheetFrame): boolean {
  const keys = Object.keys(one) as (keyof SheetFrame)[]
  return keys.every((key) => one[key] === other[key])
}
