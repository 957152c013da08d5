import fc from "fast-check"
import { expect, test, vi } from "vitest"
import { fromPaper, paperOf } from "#features/rooms/screen-paper.ts"
import type { Item } from "#features/rooms/whiteboard.ts"

vi.mock("virtual:contract", () => ({ default: {} }))
const { line, makeClass, PICTURE, picture } = await import("./test-class.ts")

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ who: fc.nat(3), does: fc.constant("add" as const), x: fc.nat(500) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      who: fc.nat(3),
      does: fc.constantFrom("move", "erase", "undo", "redo", "copy", "picture", "describe"),
      x: fc.nat(500),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      who: fc.nat(3),
      does: fc.constantFrom("leave", "return", "hold", "allow"),
      x: fc.nat(1),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ who: fc.constant(0), does: fc.constant("wait" as const), x: fc.nat(30_000) }),
  },
)
/** How often a packet arrives, and after how many ms each time. */
const fate = fc.oneof(
  fc.constant([1e9]),
  fc.array(fc.nat(2_000), { minLength: 1, maxLength: 2 }),
  fc.constant([0]),
)

const there = (items: Iterable<Item>) =>
  [...items]
    .filter((item) => !item.gone)
    .map(({ id, version, author, changed_by, points, text, picture }) => {
      return { id, version, author, changed_by, points, text, picture }
    })
    .sort((one, other) => (one.id < other.id ? -1 : 1))

const SHARE = "0193a000-0000-7000-8000-0000000000cc"
/** Browsers may see a shared screen in pictures of other shapes for a while, as its window changes. */
const PAPERS = [
  [1_600, 900],
  [1_024, 768],
  [1_024, 768],
  [400, 900],
  [3_440, 1_440],
] as const

test.each([
  ["a page", undefined],
  ["a shared screen", SHARE],
])(
  "ROOM-10 whatever is lost, doubled, late, refused or drawn offline on %s, all browsers end with what the server has",
  async (_, screen) => {
    const run = fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: 40 }),
      fc.infiniteStream(fate),
      async (steps, fates) => {
        vi.useFakeTimers()
        const { enter, network, stored } = makeClass()
        network.arrives = () => fates.next().value
        // One student is there on two devices.
        const come = (person: string, isStaff = false) => enter(person, isStaff, screen)
        const browsers = [come("teacher", true), come("asha"), come("asha"), come("ravi")]
        const lay = () => {
          for (const [at, { sheet }] of browsers.entries()) {
            const [width = 0, height = 0] = PAPERS[at] ?? []
            if (screen) sheet.fit(paperOf({ width, height }))
          }
        }
        lay()
        for (const { who, does, x } of steps) {
          const { sheet, one } = browsers[who] as (typeof browsers)[number]
          const ids = [...sheet.getView().items.keys()]
          const picked = ids.length > 0 ? [ids[x % ids.length] as string] : []
          if (does === "add") sheet.add(line([x, 0, x + 9, 9]))
          else if (does === "move")
            sheet.edit(picked, ({ points }) => ({ points: points.map((at) => at + x) }))
          else if (does === "copy") sheet.addAll([line([x, 1, 2, 3]), line([x, 4, 5, 6])])
          else if (does === "picture") sheet.addAll([picture([x, 7, 8, 9]), picture([x, 10, 11, 12])])
          else if (does === "describe") sheet.edit(picked, () => ({ text: `${who} ${x}` }))
          else if (does === "erase") sheet.erase(picked)
          else if (does === "undo") sheet.undo()
          else if (does === "redo") sheet.redo()
          else if (does === "leave" || does === "return") one.offline = does === "leave"
          else if (does === "hold" || does === "allow") network.holds = does === "hold"
          else await vi.advanceTimersByTimeAsync(x)
        }
        for (const { one } of browsers) one.offline = false
        network.holds = false
        await vi.advanceTimersByTimeAsync(screen ? 320_000 : 120_000)
        for (const { kind, gone, picture: file } of stored.values())
          if (!gone) expect(file).toBe(kind === "picture" ? PICTURE : undefined)
        browsers.push(come("late"))
        lay()
        await vi.advanceTimersByTimeAsync(100)
        for (const { sheet, stop } of browsers) {
          const { items, paper } = sheet.getView()
          const seen = [...items.values()].map((item) => fromPaper(item, paper))
          expect(there(seen)).toEqual(there(stored.values()))
          expect(sheet.getView().trouble).not.toBe("unsaved")
          stop()
        }
        vi.useRealTimers()
      },
    )
    await fc.assert(run, { numRuns: 40 })
  },
)
