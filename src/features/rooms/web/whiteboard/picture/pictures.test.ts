import { beforeEach, expect, test, vi } from "vitest"
import { drawPage } from "#features/rooms/whiteboard-svg.ts"
import type { PictureProblem, SentPicture } from "./send-picture.ts"

vi.mock("virtual:contract", () => ({ default: {} }))
const sendPicture = vi.hoisted(() => vi.fn<(sent: object) => Promise<SentPicture | PictureProblem>>())
vi.mock("./send-picture.ts", () => ({ sendPicture }))
const { PICTURE, makeClass, picture, settled } = await import("../test-class.ts")
const { WhiteboardSelection } = await import("../selection/whiteboard-selection.ts")
const { readPacket } = await import("../whiteboard-packet.ts")
const { PictureSender } = await import("./picture-sender.ts")
const { pictureAt } = await import("./use-pictures.ts")

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

test("ROOM-10 a picture keeps its proportions by handles and by keys, its words, and its file in copies and undo", async () => {
  const { enter, stored } = makeClass()
  const [teacher, asha] = [enter("teacher", true), enter("asha")]
  await settled()
  const selection = new WhiteboardSelection(teacher.sheet)
  selection.add(picture([100, 100, 300, 200]))
  const grip = { reach: 10, adds: false, even: false }
  selection.begin({ x: 310, y: 210 }, grip)
  selection.move({ x: 510, y: 230 }, grip)
  selection.end()
  const seen = () => [...asha.sheet.getView().items.values()].filter(({ gone }) => !gone)
  expect(seen()).toMatchObject([{ points: [100, 100, 500, 300], picture: PICTURE }])
  selection.step(40, 0, true)
  selection.settle()
  expect(seen()).toMatchObject([{ points: [100, 90, 540, 310] }])
  selection.describe("The Western Ghats in June")
  selection.copy()
  selection.paste()
  expect(seen().map(({ text, picture: shown }) => [text, shown])).toEqual(
    Array(2).fill(["The Western Ghats in June", PICTURE]),
  )
  selection.erase()
  expect(seen()).toHaveLength(1)
  teacher.sheet.undo()
  await settled()
  expect(seen()).toMatchObject([{ picture: PICTURE }, { picture: PICTURE }])
  expect([...stored.values()].map((item) => item.picture)).toEqual([PICTURE, PICTURE])
  const page = drawPage(seen(), { pictures: new Map([[PICTURE, "data:image/webp;base64,UklGRg=="]]) })
  expect(page.match(/<use href="#p0193a000/g)).toHaveLength(2)
  expect(page.match(/UklGRg/g)).toHaveLength(1)
})

test("ROOM-10 the eraser takes what is drawn over a picture, and leaves the picture", () => {
  const { enter } = makeClass()
  const { sheet, pen } = enter("teacher", true)
  sheet.add(picture([0, 0, 400, 400]))
  const over = sheet.add({ kind: "line", ink: "red", size: 4, points: [10, 10, 200, 10], text: "" })
  pen.begin({ tool: "eraser", ink: "ink", width: 1 }, { x: 100, y: 10 })
  expect([...pen.getHeld().erasing]).toEqual([over])
  pen.end()
  expect([...sheet.getView().items.values()].filter(({ gone }) => !gone)).toMatchObject([{ kind: "picture" }])
})

test("ROOM-10 a packet whose picture is no id is not followed, for it becomes a part of an address", () => {
  const item = { id: PICTURE, page: 0, version: 1, gone: false, ...picture([0, 0, 9, 9]) }
  const read = (shown: unknown) =>
    readPacket(new TextEncoder().encode(JSON.stringify({ items: [{ ...item, picture: shown }] })))?.items
  expect(read(PICTURE)).toHaveLength(1)
  for (const strange of ["../../sign-out", "", 7, null, `${PICTURE}/x`]) expect(read(strange)).toEqual([])
})

test("ROOM-10 a picture is as large as it is or as fits, and wholly on the page, wherever it is dropped", () => {
  const at = (x: number, y: number, width: number, height: number, scale = 1) =>
    pictureAt({ id: PICTURE, width, height }, { x, y }, { scale }).points
  expect(at(800, 450, 60, 40)).toEqual([770, 430, 830, 470])
  expect(at(800, 450, 1_600, 800)).toEqual([400, 250, 1_200, 650])
  expect(at(800, 450, 1_000, 1_920)).toEqual([659, 180, 941, 720])
  expect(at(0, 900, 1_600, 800)).toEqual([0, 500, 800, 900])
  expect(at(800, 450, 1_600, 800, 4)).toEqual([700, 400, 900, 500])
})

const photo = (name: string) => new File(["x"], name, { type: "image/png" })

test("ROOM-10 pictures are sent one after the other; one that fails stays with its reason and is sent again", async () => {
  const waiting: {
    id: string
    done: (answer: SentPicture | PictureProblem) => void
    onShare: (share: number) => void
  }[] = []
  sendPicture.mockImplementation((sent) => {
    const { id, onShare } = sent as { id: string; onShare: (share: number) => void }
    return new Promise((done) => waiting.push({ id, done, onShare }))
  })
  const sender = new PictureSender("class", "en")
  const arrived = vi.fn()
  sender.onSent = (sent, { page, at, file }) => arrived(sent.id, page, at, file.name)
  sender.add([photo("one.png"), photo("two.png"), photo("three.png")], 2, { x: 10, y: 20 })
  const begun = (count: number) => vi.waitFor(() => expect(waiting).toHaveLength(count))
  await begun(1)
  waiting[0]?.onShare(0.5)
  expect(sender.getView().map(({ share }) => share)).toEqual([0.5, 0, 0])
  const offline = { words: "We couldn't be reached", again: true }
  waiting[0]?.done(offline)
  await begun(2)
  expect(sender.getView()[0]?.problem).toEqual(offline)
  const [first = "", second = "", third = ""] = sender.getView().map(({ id }) => id)
  waiting[1]?.done({ id: second, width: 9, height: 9 })
  await begun(3)
  // Dismissed while it is sent: it doesn't appear, even if the server had it already.
  sender.dismiss(third)
  waiting[2]?.done({ id: third, width: 9, height: 9 })
  sender.tryAgain(first)
  await begun(4)
  // The same id, so that the server doesn't keep it twice.
  expect(waiting[3]?.id).toBe(first)
  waiting[3]?.done({ id: first, width: 9, height: 9 })
  await vi.waitFor(() => expect(sender.getView()).toEqual([]))
  expect(arrived.mock.calls).toEqual([
    [second, 2, { x: 50, y: 60 }, "two.png"],
    [first, 2, { x: 10, y: 20 }, "one.png"],
  ])
})
