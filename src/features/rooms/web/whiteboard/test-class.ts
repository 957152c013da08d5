import { ORPCError } from "@orpc/client"
import { vi } from "vitest"
import { changed, type Item, isOver } from "#features/rooms/whiteboard.ts"
import type { Unsaved } from "./saving/unsaved.ts"
import type { Drawn } from "./whiteboard-packet.ts"
import { WhiteboardPen } from "./whiteboard-pen.ts"
import { WhiteboardSheet } from "./whiteboard-sheet.ts"

type Handler = (payload: Uint8Array, sender: unknown, kind: unknown, topic: string) => void
type Browser = {
  identity: string
  handlers: Set<Handler>
  /** Gets no packets. */
  deaf: boolean
  /** Reaches neither the others nor the API. */
  offline: boolean
}
type Network = {
  /** After how many ms a packet arrives, each time that it does. */
  arrives: () => number[]
  /** Whether students may draw, by the server. */
  holds: boolean
  /** Whether the whiteboard takes nothing new. */
  fills: boolean
  /** The most letters of a request that arrive before it is given up. */
  carries: number
}

/** A room in which packets reach everybody else, and an API that keeps what is drawn by the server's rule. */
export function makeClass() {
  const stored = new Map<string, Item & { revision: number }>()
  const browsers: Browser[] = []
  const network: Network = {
    arrives: () => [],
    holds: false,
    fills: false,
    carries: Number.POSITIVE_INFINITY,
  }
  let revision = 0
  const saved = vi.fn()
  /** What each person's tab keeps of what wasn't saved. */
  const kept = new Map<string, readonly Item[]>()
  /** Called for each packet, with whether it has to arrive. */
  const sent = vi.fn()

  function send(from: Browser, isStaff: boolean, payload: Uint8Array, topic: string) {
    const sender = {
      identity: from.identity,
      metadata: JSON.stringify({ role: isStaff ? "instructor" : "student" }),
    }
    for (const to of browsers) {
      const reach = () => {
        if (!to.deaf && !to.offline) for (const handler of to.handlers) handler(payload, sender, 0, topic)
      }
      if (to === from || from.offline) continue
      const times = network.arrives()
      if (times.length === 0) reach()
      for (const ms of times) setTimeout(reach, ms)
    }
  }

  function enter(person: string, isStaff = false, screen?: string) {
    const one: Browser = {
      ...{ identity: `${person}:device-${browsers.length}`, handlers: new Set<Handler>() },
      ...{ deaf: false, offline: false },
    }
    browsers.push(one)
    const room = {
      on(event: string, handler: Handler) {
        if (event === "dataReceived") one.handlers.add(handler)
        return this
      },
      off(_event: string, handler: Handler) {
        one.handlers.delete(handler)
        return this
      },
      localParticipant: {
        publishData: async (
          payload: Uint8Array,
          { topic, reliable }: { topic: string; reliable: boolean },
        ) => {
          sent(reliable)
          send(one, isStaff, payload, topic)
        },
      },
    }
    const api = {
      draw: async ({ items }: { items: Drawn[] }) => {
        if (one.offline) throw new TypeError("NetworkError when attempting to fetch resource.")
        if (JSON.stringify(items).length > network.carries) throw new TypeError("no answer came in time")
        if (network.holds && !isStaff) throw new ORPCError("DRAWING_HELD", { status: 403 })
        if (network.fills && items.some(({ id, gone }) => !gone && (stored.get(id)?.gone ?? true))) {
          throw new ORPCError("WHITEBOARD_FULL", { status: 409 })
        }
        saved(items)
        revision += 1
        for (const item of items) {
          const state = changed(stored.get(item.id), item, person, isStaff)
          if (state) stored.set(item.id, { ...state, revision })
        }
        return { revision, page: 0, pages: 1, squared: [] }
      },
      whiteboard: async ({ since, screen }: { since?: number; screen?: string }) => {
        if (one.offline) throw new TypeError("NetworkError when attempting to fetch resource.")
        const items = [...stored.values()]
          .filter(
            (item) => isOver(item, screen) && (since === undefined ? !item.gone : item.revision > since),
          )
          .map(({ revision: _, ...item }) => item)
        return { revision, page: 0, pages: 1, squared: [], items, authors: [] }
      },
    }
    const over = screen === undefined ? {} : { screen }
    let [leave, isGone] = [() => {}, false]
    const unsaved: Unsaved = {
      take: () => {
        const left = kept.get(person) ?? []
        kept.delete(person)
        return left
      },
      keep: (items) => {
        if (!isGone) kept.set(person, items)
      },
      onLeaving: (one) => {
        leave = one
        return () => {
          leave = () => {}
        }
      },
    }
    const sheet = new WhiteboardSheet({
      ...{ room: room as never, classId: "class", api: api as never, me: person, isStaff, unsaved, ...over },
    })
    const stop = sheet.follow()
    /** Loads the page anew: the room is left first, and of what was under way nothing arrives. */
    const reload = () => {
      one.offline = true
      stop()
      leave()
      isGone = true
      return enter(person, isStaff, screen)
    }
    return { sheet, stop, reload, one, pen: new WhiteboardPen(sheet) }
  }
  return { enter, saved, sent, stored, network }
}

/** What a whiteboard shows. */
export const shown = (sheet: WhiteboardSheet) =>
  [...sheet.getView().items.values()].filter((item) => !item.gone).map((item) => item.points)

export const line = (points: number[]) => ({ kind: "line", ink: "ink", size: 4, points, text: "" }) as const
export const PICTURE = "0193a000-0000-7000-8000-00000000000a"
export const picture = (points: number[], text = "") =>
  ({ kind: "picture", ink: "ink", size: 1, points, text, picture: PICTURE }) as const
/** Long enough for what was drawn to be saved. */
export const settled = () => vi.advanceTimersByTimeAsync(700)
