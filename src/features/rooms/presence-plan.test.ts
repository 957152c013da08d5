import { expect, test } from "vitest"
import { doubtful, type KnownConnection, planPoll } from "./presence-plan.ts"

const START = Date.UTC(2026, 10, 20, 10, 30)
const at = (seconds: number) => new Date(START + seconds * 1_000)
const phone = { personId: "asha", deviceId: "phone", connectionId: "PA_1" }

function plan(
  known: Partial<KnownConnection> | null,
  isListed: boolean,
  seconds: number,
  lookedAt: Date | null = null,
) {
  const stored = known ? [{ ...phone, lastSeenAt: null, lastGoneAt: null, hasLeft: false, ...known }] : []
  const listed = isListed ? [phone] : []
  return planPoll({ classId: "class", known: stored, listed, lookedAt, at: at(seconds) })
}
const kinds = (...given: Parameters<typeof plan>) => plan(...given).map((event) => event.kind)

test("ATT-05 OPS-06 a connection is written down at first sight, and not again while it stays", () => {
  expect(kinds(null, true, 0)).toEqual(["seen"])
  expect(kinds({}, true, 0)).toEqual(["seen"])
  expect(kinds({ lastSeenAt: at(0) }, true, 5, at(0))).toEqual([])
  expect(kinds({ lastSeenAt: at(0) }, true, 3_600, at(3_595))).toEqual([])
})

test("ATT-05 who is gone was there at the last look before, unless they came after it", () => {
  const events = plan({ lastSeenAt: at(0) }, false, 605, at(600))
  expect(events.map(({ kind, at: when }) => [kind, when])).toEqual([
    ["seen", at(600)],
    ["gone", at(605)],
  ])
  expect(new Set(events.map(({ id }) => id)).size).toBe(2)
  expect(kinds({ joinedAt: at(602) }, false, 605, at(600))).toEqual(["gone"])
  expect(kinds({ joinedAt: at(590) }, false, 605, at(600))).toEqual(["seen", "gone"])
  expect(kinds({ lastSeenAt: at(600) }, false, 605, at(600))).toEqual(["gone"])
})

test("ATT-05 a connection that is no longer listed is gone once, and seen again on its return", () => {
  expect(kinds({ lastSeenAt: at(0) }, false, 5)).toEqual(["gone"])
  expect(kinds({}, false, 5)).toEqual(["gone"])
  expect(kinds({ lastSeenAt: at(0), lastGoneAt: at(5) }, false, 10)).toEqual([])
  expect(kinds({ lastSeenAt: at(0), lastGoneAt: at(5) }, true, 10)).toEqual(["seen"])
  expect(kinds({ lastSeenAt: at(10), lastGoneAt: at(5) }, false, 15)).toEqual(["gone"])
})

test("ATT-05 of a connection that has left a poll says nothing more", () => {
  expect(kinds({ lastSeenAt: at(0), hasLeft: true }, false, 40)).toEqual([])
  expect(kinds({ lastSeenAt: at(0), hasLeft: true }, true, 40)).toEqual([])
})

test("ATT-02 two polls of one turn make one id, the next turn another", () => {
  const id = (seconds: number) => plan(null, true, seconds)[0]?.id
  expect(id(1)).toBe(id(4))
  expect(id(5)).not.toBe(id(4))
  expect(plan(null, true, 1)[0]).toMatchObject({ ...phone, classId: "class", source: "poll", at: at(1) })
})

test("ATT-05 people on the list are doubted once a device is back whose end nobody saw, or was gone before", () => {
  const known = (of: object, more: Partial<KnownConnection> = {}): KnownConnection => ({
    ...{ ...phone, ...of, lastSeenAt: at(0), lastGoneAt: null, hasLeft: false },
    ...more,
  })
  const ravi = { personId: "ravi", deviceId: "phone", connectionId: "PA_2" }
  const back = { ...phone, connectionId: "PA_3" }
  expect(doubtful([known({}), known(ravi)], [phone, ravi])).toEqual([])
  expect(doubtful([known({}), known(ravi)], [back, ravi])).toEqual([ravi])
  expect(doubtful([known({}), known(ravi), known(back)], [back, ravi])).toEqual([ravi, back].toReversed())
  expect(doubtful([known({}, { hasLeft: true }), known(ravi)], [back, ravi])).toEqual([])
  expect(doubtful([known({}), known(ravi)], [{ ...back, deviceId: "laptop" }, ravi])).toEqual([])
  expect(doubtful([known(ravi, { lastGoneAt: at(5) })], [ravi])).toEqual([ravi])
})
