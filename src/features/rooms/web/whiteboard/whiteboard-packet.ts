import { INKS, KINDS, LONGEST_TEXT, MOST_NUMBERS, MOST_PAGES } from "#contract/rooms/whiteboard-page.ts"
import type { Item } from "#features/rooms/whiteboard.ts"
import { isId } from "#shared/ids.ts"
import type { Beam } from "./laser/whiteboard-laser.ts"

/** An item without the fields that follow from who sent it. */
export type Drawn = Omit<Item, "author" | "changed_by">
/** Part of an unfinished stroke: the numbers of its points from index `from` on. */
export type Stroke = Omit<Drawn, "version" | "gone"> & { from: number }

/** Returns an item in the form it is sent; an erased one is only a marker. */
export function toDrawn({ author: _, changed_by: __, picture, ...drawn }: Item): Drawn {
  if (drawn.gone) return { ...drawn, points: [0, 0], text: "" }
  return picture ? { ...drawn, picture } : drawn
}

/** The page that the instructor shows, how many there are, and which of them are on squared paper. */
export type Pages = { page: number; pages: number; squared: readonly number[] }

/** What browsers send each other over the data channel. */
export type Packet = { items?: Drawn[]; stroke?: Stroke; laser?: Beam } & Partial<Pages>

/** The largest packet in bytes. The channel's limit is about 15,000. */
const LARGEST = 12_000

const ID_LENGTH = 36
/** Numbers of a piece of a laser's trace. */
const MOST_BEAM_NUMBERS = 200

const encode = (packet: Packet) => new TextEncoder().encode(JSON.stringify(packet))

/** Packs the items into as few packets as possible. */
export function packItems(items: readonly Drawn[]): Uint8Array<ArrayBuffer>[] {
  const packets: Drawn[][] = []
  let room = 0
  for (const item of items) {
    const size = JSON.stringify(item).length * (item.text ? 3 : 1)
    const last = packets.at(-1)
    if (last && size <= room) {
      last.push(item)
      room -= size
    } else {
      packets.push([item])
      room = LARGEST - size
    }
  }
  return packets.map((part) => encode({ items: part }))
}

export const pack = encode

/** Parses a packet, which may come from anybody; returns null if it is invalid or larger than ours are. */
export function readPacket(payload: Uint8Array): Packet | null {
  if (payload.byteLength > 2 * LARGEST) return null
  try {
    const { items, stroke, laser, page, pages, squared } = JSON.parse(
      new TextDecoder().decode(payload),
    ) as Packet
    return {
      ...(Array.isArray(items) && {
        items: items.filter((item) => isDrawn(item) && isWhole(item.version, 1)),
      }),
      ...(stroke && isDrawn(stroke) && isWhole(stroke.from, 0) && { stroke }),
      ...(laser && isBeam(laser) && { laser }),
      ...(isWhole(page, 0, MOST_PAGES - 1) && { page }),
      ...(isWhole(pages, 1, MOST_PAGES) && { pages }),
      ...(Array.isArray(squared) &&
        squared.length <= MOST_PAGES &&
        squared.every((one) => isWhole(one, 0, MOST_PAGES - 1)) && { squared }),
    }
  } catch {
    return null
  }
}

function isWhole(value: unknown, least: number, most = 1e9): value is number {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most
}

const isScreen = (screen: unknown) => screen === undefined || (typeof screen === "string" && isId(screen))

function isBeam({ page, points, screen }: Beam): boolean {
  return (
    isScreen(screen) &&
    isWhole(page, 0, MOST_PAGES - 1) &&
    Array.isArray(points) &&
    points.length >= 2 &&
    points.length <= MOST_BEAM_NUMBERS &&
    points.length % 2 === 0 &&
    points.every((one) => isWhole(one, -20_000, 20_000))
  )
}

function isDrawn(drawn: Omit<Drawn, "version" | "gone">): boolean {
  const { id, page, kind, ink, size, points, text, picture, screen } = drawn
  return (
    typeof id === "string" &&
    id.length === ID_LENGTH &&
    isWhole(page, 0, MOST_PAGES - 1) &&
    KINDS.includes(kind) &&
    INKS.includes(ink) &&
    isWhole(size, 1, 200) &&
    Array.isArray(points) &&
    points.length <= MOST_NUMBERS &&
    points.every((one) => isWhole(one, -20_000, 20_000)) &&
    typeof text === "string" &&
    text.length <= LONGEST_TEXT &&
    // It becomes a part of an address.
    (picture === undefined || isId(picture)) &&
    isScreen(screen)
  )
}
