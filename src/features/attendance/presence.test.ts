import fc from "fast-check"
import { expect, test } from "vitest"
import { HEARTBEAT_MS, type PresenceEvent } from "#features/rooms/presence-plan.ts"
import { type Interval, MERGE_GAP_MS, reduceIntervals, sumPresenceMs } from "./presence.ts"

const START = Date.UTC(2026, 2, 12, 10, 30)
const CLASS_S = 3_600
const CLASS = { clipFrom: at(0), clipTo: at(CLASS_S), now: at(CLASS_S + 300) }

function at(seconds: number): Date {
  return new Date(START + seconds * 1_000)
}

let serial = 0
function event(
  kind: PresenceEvent["kind"],
  seconds: number,
  connectionId = "PA_1",
  personId = "asha",
): PresenceEvent {
  serial += 1
  const source = kind === "joined" || kind === "left" ? "webhook" : "poll"
  const deviceId = `device-of-${connectionId}`
  return {
    id: `e${serial}`,
    classId: "class",
    personId,
    deviceId,
    connectionId,
    kind,
    at: at(seconds),
    source,
  }
}

/** Asha's intervals as seconds since the start of the class. */
function secondsOf(events: PresenceEvent[], options: Parameters<typeof reduceIntervals>[1] = CLASS) {
  return (reduceIntervals(events, options).get("asha") ?? []).map(({ joinedAt, leftAt }) => [
    (joinedAt.getTime() - START) / 1_000,
    leftAt && (leftAt.getTime() - START) / 1_000,
  ])
}

function totalOf(events: PresenceEvent[], options: Parameters<typeof reduceIntervals>[1] = CLASS): number {
  return sumPresenceMs(reduceIntervals(events, options).get("asha") ?? [], options.clipTo ?? options.now)
}

const anyEvent = fc
  .record({
    kind: fc.constantFrom("joined" as const, "left" as const, "seen" as const, "gone" as const),
    seconds: fc.integer({ min: -600, max: CLASS_S + 600 }),
    connection: fc.constantFrom("PA_1", "PA_2", "PA_3"),
    person: fc.constantFrom("asha", "ravi"),
  })
  .map(({ kind, seconds, connection, person }) => event(kind, seconds, connection, person))
const anyEvents = fc.array(anyEvent, { maxLength: 25 })
const anyClip = fc.constantFrom(CLASS, { ...CLASS, clipTo: null }, { ...CLASS, clipTo: null, now: at(900) })

test("ATT-02 the order in which events arrive changes nothing", () => {
  const shuffled = anyEvents.chain((events) =>
    fc.tuple(
      fc.constant(events),
      fc.shuffledSubarray(events, { minLength: events.length, maxLength: events.length }),
    ),
  )
  fc.assert(
    fc.property(shuffled, anyClip, ([events, other], clip) => {
      const byPerson = (list: PresenceEvent[]) => [...reduceIntervals(list, clip)].sort()
      expect(byPerson(other)).toEqual(byPerson(events))
    }),
  )
})

test("ATT-02 an event delivered again, ten times over or anywhere in the list, changes nothing", () => {
  const repeated = anyEvents
    .filter((events) => events.length > 0)
    .chain((events) => fc.tuple(fc.constant(events), fc.array(fc.constantFrom(...events), { maxLength: 10 })))
  fc.assert(
    fc.property(repeated, anyClip, ([events, again], clip) => {
      expect(reduceIntervals([...events, ...again], clip)).toEqual(reduceIntervals(events, clip))
    }),
  )
})

test("ATT-05 a total never exceeds the class, and intervals lie in it, apart and in order", () => {
  fc.assert(
    fc.property(anyEvents, anyClip, (events, clip) => {
      const end = clip.clipTo ?? clip.now
      for (const intervals of reduceIntervals(events, clip).values()) {
        expect(sumPresenceMs(intervals, end)).toBeLessThanOrEqual(end.getTime() - clip.clipFrom.getTime())
        expectApart(intervals, clip.clipFrom, clip.clipTo)
      }
    }),
  )
})

function expectApart(intervals: Interval[], clipFrom: Date, clipTo: Date | null): void {
  let previousEnd = -Infinity
  for (const { joinedAt, leftAt } of intervals) {
    expect(joinedAt.getTime()).toBeGreaterThanOrEqual(clipFrom.getTime())
    expect(joinedAt.getTime() - previousEnd).toBeGreaterThanOrEqual(MERGE_GAP_MS)
    if (clipTo) expect(leftAt).not.toBeNull()
    if (clipTo && leftAt) expect(leftAt.getTime()).toBeLessThanOrEqual(clipTo.getTime())
    previousEnd = leftAt?.getTime() ?? Infinity
  }
}

test("ATT-05 one more sign of presence, joined or seen, never lowers a total", () => {
  const sign = anyEvent.filter(({ kind }) => kind === "joined" || kind === "seen")
  fc.assert(
    fc.property(anyEvents, sign, anyClip, (events, more, clip) => {
      expect(totalOf([...events, more], clip)).toBeGreaterThanOrEqual(totalOf(events, clip))
    }),
    { numRuns: 500 },
  )
})

test("ATT-02 gaps under a minute are closed, a minute is a gap", () => {
  const stays = (gap: number) => [
    event("joined", 0, "PA_1"),
    event("left", 100, "PA_1"),
    event("joined", 100 + gap, "PA_2"),
    event("left", 300, "PA_2"),
  ]
  expect(secondsOf(stays(59))).toEqual([[0, 300]])
  expect(secondsOf(stays(60))).toEqual([
    [0, 100],
    [160, 300],
  ])
})

test("ATT-02 presence is clipped to the actual start and end of the class", () => {
  expect(secondsOf([event("joined", -300), event("left", CLASS_S + 200)])).toEqual([[0, CLASS_S]])
  expect(secondsOf([event("joined", -300), event("left", -10)])).toEqual([])
  expect(secondsOf([event("joined", CLASS_S + 1), event("left", CLASS_S + 90)])).toEqual([])
})

test("ATT-01 while live a student who is there has an open interval, which the end of the class closes", () => {
  const joined = [event("joined", 120)]
  const live = { ...CLASS, clipTo: null, now: at(600) }
  expect(secondsOf(joined, live)).toEqual([[120, null]])
  expect(totalOf(joined, live)).toBe(480_000)
  expect(secondsOf(joined)).toEqual([[120, CLASS_S]])
})

test("ATT-02 a left is the last word on its connection, whatever was delivered or stamped after it", () => {
  expect(secondsOf([event("left", 300), event("joined", 60)])).toEqual([[60, 300]])
  const live = { ...CLASS, clipTo: null }
  expect(secondsOf([event("seen", 60), event("left", 300), event("joined", 302)], live)).toEqual([[60, 300]])
  expect(secondsOf([event("joined", 60), event("left", 300), event("seen", 304)], live)).toEqual([[60, 300]])
})

test("ATT-02 a left without a joined counts from the first time seen, and without that is nothing", () => {
  expect(secondsOf([event("left", 300)])).toEqual([])
  expect(secondsOf([event("seen", 40), event("seen", 70), event("left", 300)])).toEqual([[40, 300]])
})

test("ATT-05 without a left the first gone ends a connection, unless it was seen again", () => {
  const seen = [event("joined", 0), event("seen", 5), event("seen", 35), event("gone", 45), event("gone", 50)]
  expect(secondsOf(seen)).toEqual([[0, 45]])
  expect(secondsOf([...seen, event("seen", 55)])).toEqual([[0, CLASS_S]])
  expect(secondsOf([...seen, event("left", 43)])).toEqual([[0, 43]])
})

test("ATT-05 a gone that comes long after the last sign of life counts half a minute from that sign", () => {
  expect(secondsOf([event("joined", 0), event("seen", 600), event("gone", 1_200)])).toEqual([
    [0, 600 + HEARTBEAT_MS / 1_000],
  ])
})

test("ATT-05 a video clock that runs ahead of ours doesn't leave a brief visit open", () => {
  expect(secondsOf([event("joined", 14), event("gone", 12)])).toEqual([])
  expect(secondsOf([event("joined", 14), event("seen", 10), event("gone", 12)])).toEqual([[10, 12]])
})
