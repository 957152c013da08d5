import { expect, test } from "vitest"
import { type KnownConnection, planPoll } from "./presence-plan.ts"

const START = Date.UTC(2026, 10, 20, 10, 30)
const at = (seconds: number) => new Date(START + seconds * 1_000)
const phone = { personId: "asha", deviceId: "phone", connectionId: "PA_1" }

function plan(known: Partial<KnownConnection> | null, isListed: boolean, seconds: number) {
  const stored = known ? [{ ...phone, lastSeenAt: null, lastGoneAt: null, hasLeft: false, ...known }] : []
  const listed = isListed ? [phone] : []
  return planPoll({ classId: "class", known: stored, listed, at: at(seconds) })
}
const kinds = (...given: Parameters<typeof plan>) => plan(...given).map((event) => event.kind)

test("ATT-05 a connection is written down at first sight, then every half minute", () => {
  expect(kinds(null, true, 0)).toEqual(["seen"])
  expect(kinds({}, true, 0)).toEqual(["seen"])
  expect(kinds({ lastSeenAt: at(0) }, true, 29)).toEqual([])
  expect(kinds({ lastSeenAt: at(0) }, true, 30)).toEqual(["seen"])
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
