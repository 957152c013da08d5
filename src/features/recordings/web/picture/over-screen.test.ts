import type { Room } from "livekit-client"
import { expect, test, vi } from "vitest"
import { showBoard } from "#features/rooms/web/shown/shown-board.card.tsx"
import { BoardTile } from "./board-tile.ts"
import { drawPicture, overKey } from "./draw-picture.ts"

const KEY = overKey("meera:laptop/screen")

test("ROOM-10 REC-01 what is drawn over a shared screen is recorded over that picture, and over no face", () => {
  const drawn: unknown[][] = []
  const canvas = { fillRect() {}, fillText() {}, measureText: () => ({ width: 9 }) }
  const pen = { ...canvas, drawImage: (...given: unknown[]) => drawn.push(given) } as never
  const still = (picture: string, width: number, height: number) => ({
    picture: picture as never,
    width,
    height,
  })
  const stills = new Map([
    ["meera:laptop/screen", still("window", 640, 480)],
    [KEY, still("drawings", 1_600, 900)],
    ["meera:laptop/camera", still("face", 640, 360)],
  ])
  const tiles = [
    { key: "meera:laptop/screen", kind: "screen", name: "Meera" } as const,
    { key: "meera:laptop/camera", kind: "camera", name: "Meera" } as const,
  ]
  drawPicture(pen, { width: 1_280, height: 720 }, tiles, (key) => stills.get(key) ?? null)
  const [window, drawings, face] = drawn
  expect(drawn.map(([picture]) => picture)).toEqual(["window", "drawings", "face"])
  // Four to three, in the middle of its place; a face is beside it.
  expect(window?.slice(5)).toEqual([28, 0, 960, 720])
  expect(drawings?.slice(1)).toEqual(window?.slice(5))
  expect(face).toHaveLength(9)
})

test("ROOM-10 REC-01 it is no tile of its own, holds what those drew who may be recorded, and leaves with the share", async () => {
  vi.useFakeTimers()
  const room = {} as Room
  const onPicture = vi.fn()
  const asked: boolean[] = []
  const tile = new BoardTile({ room, recordable: () => new Set(["asha"]), onPicture })
  const picture = { close: () => undefined } as ImageBitmap
  const leave = showBoard(room, {
    over: "meera:laptop",
    subscribe: () => () => undefined,
    async take(isAllowed) {
      asked.push(isAllowed("asha"), isAllowed("om"))
      return picture
    },
  })
  expect(tile.look()).toEqual([])
  await vi.advanceTimersByTimeAsync(300)
  expect(onPicture.mock.calls).toEqual([[KEY, picture]])
  expect(asked).toEqual([true, false])
  expect(tile.look()).toEqual([])
  leave()
  tile.look()
  expect(onPicture).toHaveBeenLastCalledWith(KEY, null)
  tile.stop()
  vi.useRealTimers()
})

test("ROOM-10 REC-01 where the page's picture takes long, the next one leaves the browser time for the class", async () => {
  vi.useFakeTimers()
  const room = {} as Room
  let change = () => {}
  let takes = 0
  const tile = new BoardTile({ room, recordable: () => new Set(), onPicture: () => undefined })
  const leave = showBoard(room, {
    subscribe(listener) {
      change = listener
      return () => undefined
    },
    async take() {
      takes += 1
      await new Promise((later) => setTimeout(later, 100))
      return { close: () => undefined } as ImageBitmap
    },
  })
  tile.look()
  const during = async (ms: number) => {
    const before = takes
    for (let past = 0; past < ms; past += 50) {
      change()
      await vi.advanceTimersByTimeAsync(50)
    }
    return takes - before
  }
  expect(await during(500)).toBe(1)
  // Without the rest it would be thirty.
  expect(await during(11_000)).toBe(10)
  leave()
  tile.stop()
  vi.useRealTimers()
})
