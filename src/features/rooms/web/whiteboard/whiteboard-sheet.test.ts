import { beforeEach, expect, test, vi } from "vitest"
import { type Item, isNewer } from "#features/rooms/whiteboard.ts"
import { readPacket } from "./whiteboard-packet.ts"

vi.mock("virtual:contract", () => ({ default: {} }))
const { WhiteboardSheet } = await import("./whiteboard-sheet.ts")
const { WhiteboardPen } = await import("./whiteboard-pen.ts")
type WhiteboardSheet = InstanceType<typeof WhiteboardSheet>

type Handler = (payload: Uint8Array, sender: unknown, kind: unknown, topic: string) => void

/** A room in which every packet reaches everybody else, and an API that keeps what is drawn. */
function makeClass() {
  const stored = new Map<string, Item>()
  const sheets: { identity: string; staff: boolean; handlers: Set<Handler>; deaf: boolean }[] = []
  let revision = 0
  const saved = vi.fn()
  const enter = (person: string, isStaff = false) => {
    const one = {
      identity: `${person}:device-1`,
      staff: isStaff,
      handlers: new Set<Handler>(),
      deaf: false,
    }
    sheets.push(one)
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
        publishData: async (payload: Uint8Array, { topic }: { topic: string }) => {
          const metadata = JSON.stringify({ role: isStaff ? "instructor" : "student" })
          for (const other of sheets) {
            if (other === one || other.deaf) continue
            for (const handler of other.handlers)
              handler(payload, { identity: one.identity, metadata }, 0, topic)
          }
        },
      },
    }
    const api = {
      draw: async ({ items }: { items: Omit<Item, "author" | "changed_by">[] }) => {
        saved(items)
        revision += 1
        for (const item of items) {
          const state = { ...item, author: stored.get(item.id)?.author ?? person, changed_by: person }
          if (isNewer(state, stored.get(item.id))) stored.set(item.id, state)
        }
        return { revision, page: 0, pages: 1 }
      },
      whiteboard: async () => ({ revision, page: 0, pages: 1, items: [...stored.values()] }),
    }
    const sheet = new WhiteboardSheet({
      room: room as never,
      classId: "class",
      api: api as never,
      me: person,
      isStaff,
    })
    const stop = sheet.follow()
    return { sheet, stop, one, pen: new WhiteboardPen(sheet) }
  }
  return { enter, saved, stored }
}

const shown = (sheet: WhiteboardSheet) =>
  [...sheet.getView().items.values()].filter((item) => !item.gone).map((item) => item.points)
const line = (points: number[]) => ({ kind: "line", ink: "ink", size: 4, points, text: "" }) as const
const settled = () => vi.advanceTimersByTimeAsync(700)

beforeEach(() => {
  vi.useFakeTimers()
  return () => void vi.useRealTimers()
})

test("ROOM-05 what one draws the others see at once, and who comes late finds it saved", async () => {
  const room = makeClass()
  const teacher = room.enter("teacher", true)
  const asha = room.enter("asha")
  await settled()
  teacher.sheet.add(line([0, 0, 10, 10]))
  expect(shown(asha.sheet)).toEqual([[0, 0, 10, 10]])
  expect(room.saved).not.toHaveBeenCalled()
  await settled()
  expect(room.saved).toHaveBeenCalledTimes(1)
  const late = room.enter("kabir")
  await settled()
  expect(shown(late.sheet)).toEqual([[0, 0, 10, 10]])
})

test("ROOM-05 a packet that got lost is made good from what was saved", async () => {
  const room = makeClass()
  const teacher = room.enter("teacher", true)
  const asha = room.enter("asha")
  await settled()
  asha.one.deaf = true
  teacher.sheet.add(line([0, 0, 10, 10]))
  await settled()
  expect(shown(asha.sheet)).toEqual([])
  await vi.advanceTimersByTimeAsync(26_000)
  expect(shown(asha.sheet)).toHaveLength(1)
})

test("ROOM-05 undo takes back one's own last act and redo does it again, for everybody", async () => {
  const room = makeClass()
  const teacher = room.enter("teacher", true)
  const asha = room.enter("asha")
  await settled()
  const id = teacher.sheet.add(line([0, 0, 10, 10]))
  teacher.sheet.erase([id])
  expect(shown(asha.sheet)).toEqual([])
  teacher.sheet.undo()
  expect(shown(asha.sheet)).toEqual([[0, 0, 10, 10]])
  teacher.sheet.undo()
  expect(shown(asha.sheet)).toEqual([])
  teacher.sheet.redo()
  expect(shown(asha.sheet)).toEqual([[0, 0, 10, 10]])
  await settled()
  expect([...room.stored.values()].map(({ gone, points }) => ({ gone, points }))).toEqual([
    { gone: false, points: [0, 0, 10, 10] },
  ])
})

test("ROOM-05 a student's browser that erases others' lines is not followed", async () => {
  const room = makeClass()
  const teacher = room.enter("teacher", true)
  const asha = room.enter("asha")
  const rogue = room.enter("rogue", false)
  await settled()
  const id = teacher.sheet.add(line([0, 0, 10, 10]))
  rogue.sheet.erase([id])
  expect(shown(rogue.sheet)).toHaveLength(1)
  // As a changed client would: a newer state of somebody else's line.
  const forged = { ...line([1, 1, 2, 2]), id, page: 0, version: 99, gone: true }
  const payload = new TextEncoder().encode(JSON.stringify({ items: [forged], page: 5, pages: 6 }))
  for (const handler of asha.one.handlers) {
    handler(payload, { identity: "rogue:device-1", metadata: '{"role":"student"}' }, 0, "kaksha.whiteboard")
  }
  expect(shown(asha.sheet)).toEqual([[0, 0, 10, 10]])
  expect(asha.sheet.getView().page).toBe(0)
})

test("ROOM-05 a stroke is seen while it is drawn, and one too long for an item goes on as the next", async () => {
  const room = makeClass()
  const teacher = room.enter("teacher", true)
  const asha = room.enter("asha")
  await settled()
  teacher.pen.begin({ tool: "pen", ink: "red", width: 1 }, { x: 0, y: 0 })
  for (let x = 10; x <= 400; x += 10) {
    vi.advanceTimersByTime(20)
    teacher.pen.move({ x, y: 5 })
  }
  const [stroke] = asha.sheet.getView().strokes.values()
  expect(stroke?.points.length).toBeGreaterThan(60)
  for (let x = 0; x < 1_600; x += 2) teacher.pen.move({ x, y: 300 })
  teacher.pen.end()
  expect(shown(asha.sheet).length).toBe(2)
  expect(Math.max(...shown(asha.sheet).map((points) => points.length))).toBeLessThanOrEqual(1_500)
  expect(asha.sheet.getView().strokes.size).toBe(0)
})

test("ROOM-05 what was refused for good does not look as if it were there", async () => {
  const room = makeClass()
  const asha = room.enter("asha")
  await settled()
  const { ORPCError } = await import("@orpc/client")
  const held = new ORPCError("DRAWING_HELD", { status: 403 })
  const refusing = { draw: () => Promise.reject(held), whiteboard: () => Promise.reject(held) }
  const options = { room: { on: () => options.room, off: () => options.room } } as never as { room: never }
  const quiet = { ...options, localParticipant: { publishData: async () => undefined } }
  const sheet = new WhiteboardSheet({
    room: quiet as never,
    classId: "class",
    api: refusing as never,
    me: "asha",
    isStaff: false,
  })
  sheet.add(line([0, 0, 10, 10]))
  await settled()
  expect(sheet.getView().trouble).toBe("held")
  expect(shown(sheet)).toEqual([])
  asha.stop()
})

test("ROOM-05 a packet that isn't one changes nothing", () => {
  const read = (value: unknown) => readPacket(new TextEncoder().encode(JSON.stringify(value)))
  const good = { ...line([0, 0, 1, 1]), id: "x", page: 0, version: 1, gone: false }
  expect(read({ items: [good] })?.items).toHaveLength(1)
  for (const bad of [
    { ...good, kind: "script" },
    { ...good, points: ["1"] },
    { ...good, version: 0.5 },
    { ...good, text: "x".repeat(501) },
    { ...good, ink: "url(#x)" },
  ]) {
    expect(read({ items: [bad] })?.items).toEqual([])
  }
  expect(readPacket(new TextEncoder().encode("{"))).toBeNull()
})
