import { beforeEach, expect, test, vi } from "vitest"
import { newId } from "#shared/ids.ts"
import { readPacket } from "./whiteboard-packet.ts"

vi.mock("virtual:contract", () => ({ default: {} }))
const { WhiteboardSheet } = await import("./whiteboard-sheet.ts")
const { line, makeClass, settled, shown } = await import("./test-class.ts")

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

test("ROOM-05 what wasn't saved when the page was left is there after a reload, and is saved then", async () => {
  const room = makeClass()
  const teacher = room.enter("teacher", true)
  const asha = room.enter("asha")
  await settled()
  asha.sheet.add(line([0, 0, 10, 10]))
  await settled()
  asha.sheet.undo()
  asha.sheet.add(line([5, 5, 20, 20]))
  const again = asha.reload()
  await settled()
  for (const { sheet } of [teacher, again]) expect(shown(sheet)).toEqual([[5, 5, 20, 20]])
  const stored = [...room.stored.values()].filter(({ gone }) => !gone)
  expect(stored.map(({ points }) => points)).toEqual([[5, 5, 20, 20]])
  // By then it isn't kept any more.
  room.saved.mockClear()
  again.reload()
  await settled()
  expect(room.saved).not.toHaveBeenCalled()
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

test("ROOM-10 undo and redo cover moves and copies, and leave what somebody else changed since", async () => {
  const room = makeClass()
  const teacher = room.enter("teacher", true)
  const asha = room.enter("asha")
  await settled()
  const move = ({ sheet }: typeof asha, id: string, by: number) =>
    sheet.edit([id], ({ points }) => ({ points: points.map((at) => at + by) }))
  const id = asha.sheet.add(line([0, 0, 10, 10]))
  move(asha, id, 5)
  const [copy = ""] = asha.sheet.addAll([line([50, 50, 60, 60])])
  move(asha, copy, 1)
  expect(shown(teacher.sheet)).toEqual([
    [5, 5, 15, 15],
    [51, 51, 61, 61],
  ])
  asha.sheet.undo()
  asha.sheet.undo()
  expect(shown(teacher.sheet)).toEqual([[5, 5, 15, 15]])
  asha.sheet.redo()
  expect(shown(teacher.sheet)).toHaveLength(2)
  // The instructor erases the one and moves the other, so neither is hers to undo.
  teacher.sheet.erase([copy])
  move(teacher, id, 100)
  asha.sheet.undo()
  expect(shown(asha.sheet)).toEqual([[105, 105, 115, 115]])
  expect(asha.sheet.getView().canUndo).toBe(false)
  teacher.sheet.undo()
  expect(shown(asha.sheet)).toEqual([[5, 5, 15, 15]])
})

test("ROOM-10 the paper that the instructor chooses is seen at once, and a student's choice by nobody", async () => {
  const room = makeClass()
  const [teacher, asha] = [room.enter("teacher", true), room.enter("asha")]
  await settled()
  teacher.sheet.turnTo(1)
  teacher.sheet.square(true)
  expect(asha.sheet.getView()).toMatchObject({ page: 1, pages: 2, squared: [1] })
  asha.sheet.square(false)
  expect(teacher.sheet.getView().squared).toEqual([1])
  teacher.sheet.square(false)
  expect(asha.sheet.getView().squared).toEqual([])
})

test("ROOM-10 a full whiteboard drops what is new, and saves changes made at the same time", async () => {
  const room = makeClass()
  const teacher = room.enter("teacher", true)
  await settled()
  const id = teacher.sheet.add(line([0, 0, 10, 10]))
  const erased = teacher.sheet.add(line([5, 5, 6, 6]))
  teacher.sheet.erase([erased])
  await vi.advanceTimersByTimeAsync(30_000)
  room.network.fills = true
  teacher.sheet.undo()
  teacher.sheet.edit([id], () => ({ points: [9, 9, 9, 20] }))
  teacher.sheet.add(line([1, 1, 2, 2]))
  await settled()
  expect(teacher.sheet.getView().trouble).toBe("full")
  await vi.advanceTimersByTimeAsync(4_000)
  expect(shown(teacher.sheet)).toEqual([[9, 9, 9, 20]])
  expect(room.stored.get(id)?.points).toEqual([9, 9, 9, 20])
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
  const [stroke] = asha.sheet.strokes.on(0)
  expect(stroke?.points.length).toBeGreaterThan(60)
  for (let x = 0; x < 1_600; x += 2) teacher.pen.move({ x, y: 300 })
  teacher.pen.end()
  expect(shown(asha.sheet).length).toBe(2)
  expect(Math.max(...shown(asha.sheet).map((points) => points.length))).toBeLessThanOrEqual(1_500)
  await settled()
  expect(asha.sheet.strokes.size).toBe(0)
})

test("ROOM-05 a stroke stays on the page where it was begun if the class is shown another meanwhile", async () => {
  const room = makeClass()
  const [teacher, asha] = [room.enter("teacher", true), room.enter("asha")]
  await settled()
  asha.pen.begin({ tool: "pen", ink: "red", width: 1 }, { x: 0, y: 0 })
  asha.pen.move({ x: 50, y: 50 })
  teacher.sheet.turnTo(1)
  expect(asha.sheet.getView().page).toBe(1)
  // It shows on its page alone.
  expect([0, 1].map((page) => asha.pen.draftOn(page)?.points.length ?? null)).toEqual([6, null])
  vi.advanceTimersByTime(100)
  asha.pen.move({ x: 90, y: 90 })
  expect(teacher.sheet.strokes.on(0)).toHaveLength(1)
  asha.pen.end()
  expect([...teacher.sheet.getView().items.values()].map(({ page }) => page)).toEqual([0])
})

test("ROOM-10 what was drawn offline is saved in parts that a bad line carries, and smaller ones after a timeout", async () => {
  const room = makeClass()
  const asha = room.enter("asha")
  await settled()
  asha.one.offline = true
  const long = Array.from({ length: 900 }, (_, at) => 100 + at)
  for (let count = 0; count < 40; count += 1) asha.sheet.add(line(long))
  await settled()
  asha.one.offline = false
  // The line is so bad that not more than this gets through in time.
  room.network.carries = 9_000
  await vi.advanceTimersByTimeAsync(60_000)
  expect(room.stored.size).toBe(40)
  for (const [items] of room.saved.mock.calls) expect(items.length).toBeLessThanOrEqual(8)
  expect(asha.sheet.getView().trouble).toBeNull()
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
    unsaved: { take: () => [], keep: () => undefined, onLeaving: () => () => undefined },
  })
  sheet.add(line([0, 0, 10, 10]))
  await settled()
  expect(sheet.getView().trouble).toBe("held")
  expect(shown(sheet)).toEqual([])
  asha.stop()
})

test("ROOM-05 a packet that isn't one changes nothing", () => {
  const read = (value: unknown) => readPacket(new TextEncoder().encode(JSON.stringify(value)))
  const good = { ...line([0, 0, 1, 1]), id: newId(), page: 0, version: 1, gone: false }
  expect(read({ items: [good] })?.items).toHaveLength(1)
  for (const bad of [
    { ...good, kind: "script" },
    { ...good, points: ["1"] },
    { ...good, version: 0.5 },
    { ...good, text: "x".repeat(501) },
    { ...good, ink: "url(#x)" },
    { ...good, id: "x".repeat(5_000) },
  ]) {
    expect(read({ items: [bad] })?.items).toEqual([])
  }
  expect(readPacket(new TextEncoder().encode("{"))).toBeNull()
  expect(read({ items: [good], more: "x".repeat(30_000) })).toBeNull()
})

const SHARE = "0193a000-0000-7000-8000-0000000000cc"

test("ROOM-10 what is drawn over a shared screen is on no page, and the next share of it begins blank", async () => {
  const room = makeClass()
  const page = room.enter("asha")
  const teacher = room.enter("teacher", true, SHARE)
  const ravi = room.enter("ravi", false, SHARE)
  await settled()
  const id = teacher.sheet.add(line([0, 0, 10, 10]))
  page.sheet.add(line([5, 5, 9, 9]))
  teacher.sheet.laser.begin({ x: 1, y: 1 })
  teacher.sheet.laser.end()
  expect(shown(ravi.sheet)).toEqual([[0, 0, 10, 10]])
  expect(shown(page.sheet)).toEqual([[5, 5, 9, 9]])
  expect([ravi, page].map(({ sheet }) => sheet.laser.getFlashes().length)).toEqual([1, 0])
  await settled()
  const late = room.enter("kabir", false, SHARE)
  const next = room.enter("zoya", false, newId())
  await settled()
  expect([late, next].map(({ sheet }) => shown(sheet))).toEqual([[[0, 0, 10, 10]], []])
  // A marker of an erased one still says where it was.
  teacher.sheet.undo()
  await settled()
  expect(room.stored.get(id)).toMatchObject({ gone: true, screen: SHARE })
  for (const { sheet } of [teacher, ravi, late]) expect(shown(sheet)).toEqual([])
})

test("ROOM-10 undo brings back exactly what was stored, though one's own picture of the screen has another shape", async () => {
  const room = makeClass()
  const teacher = room.enter("teacher", true, SHARE)
  const ravi = room.enter("ravi", false, SHARE)
  teacher.sheet.fit({ width: 1_200, height: 900 })
  await settled()
  const id = teacher.sheet.add(line([120, 90, 240, 180]))
  const [stored] = shown(ravi.sheet)
  expect(stored).toEqual([160, 90, 320, 180])
  teacher.sheet.edit([id], ({ points }) => ({ points: points.map((at) => at + 30) }))
  expect(shown(ravi.sheet)).toEqual([[200, 120, 360, 210]])
  teacher.sheet.undo()
  expect(shown(ravi.sheet)).toEqual([stored])
  expect(shown(teacher.sheet)).toEqual([[120, 90, 240, 180]])
})

test("ROOM-10 a blank shared screen is asked about rarely, and one that is drawn on as often as a page", async () => {
  const room = makeClass()
  const teacher = room.enter("teacher", true, SHARE)
  const ravi = room.enter("ravi", false, SHARE)
  await settled()
  ravi.one.deaf = true
  await vi.advanceTimersByTimeAsync(26_000)
  teacher.sheet.add(line([0, 0, 10, 10]))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(shown(ravi.sheet)).toEqual([])
  await vi.advanceTimersByTimeAsync(100_000)
  teacher.sheet.add(line([0, 0, 20, 20]))
  await vi.advanceTimersByTimeAsync(26_000)
  expect(shown(ravi.sheet)).toHaveLength(2)
})

test("ROOM-10 the page stays as it is for each packet of a class that draws together, and its tools for each item", async () => {
  const room = makeClass()
  const teacher = room.enter("teacher", true)
  const students = Array.from({ length: 30 }, (_, index) => room.enter(`student-${index}`))
  await settled()
  const draws = vi.fn()
  teacher.sheet.subscribe(draws)
  await vi.advanceTimersByTimeAsync(100)
  const ids = students.map(() => newId())
  for (const [at, { sheet }] of students.entries())
    sheet.tellStroke({ id: ids[at] ?? "", page: 0 }, line([0, 0, 10, 10]), false)
  await vi.advanceTimersByTimeAsync(100)
  expect(teacher.sheet.strokes.on(0)).toHaveLength(30)
  expect(draws).not.toHaveBeenCalled()
  const tools = teacher.sheet.getFrame()
  // Each is seen all the time: its stroke until the item is shown.
  for (const [at, { sheet }] of students.entries()) {
    sheet.add(line([0, 0, 10, 10]), ids[at])
    expect(teacher.sheet.strokes.size + draws.mock.calls.length).toBeGreaterThanOrEqual(30)
  }
  expect(draws).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(100)
  expect(draws).toHaveBeenCalledTimes(2)
  expect(teacher.sheet.strokes.size).toBe(0)
  expect(teacher.sheet.getFrame()).toBe(tools)
  // What the teacher draws never waits.
  for (const { sheet } of students) sheet.add(line([0, 0, 10, 10]))
  draws.mockClear()
  teacher.sheet.add(line([5, 5, 10, 10]))
  expect(draws).toHaveBeenCalledTimes(1)
  expect(teacher.sheet.getFrame()).not.toBe(tools)
})

test("ROOM-10 what the API confirms is not drawn again", async () => {
  const room = makeClass()
  const teacher = room.enter("teacher", true)
  const asha = room.enter("asha")
  await settled()
  const id = asha.sheet.add(line([0, 0, 10, 10]))
  const heard = teacher.sheet.getView().items.get(id)
  expect(heard).toBeDefined()
  await vi.advanceTimersByTimeAsync(26_000)
  expect(room.stored.get(id)?.revision).toBe(1)
  expect(teacher.sheet.getView().items.get(id)).toBe(heard)
  asha.sheet.edit([id], () => ({ points: [0, 0, 20, 20] }))
  expect(teacher.sheet.getView().items.get(id)).not.toBe(heard)
})
