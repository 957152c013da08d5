import type { CoachAnswer, CoachMessages, CoachRefusal } from "#contract/attendance/coach-register.ts"
import { type CoachState, headsIn, latestOf } from "#features/attendance/coach-marks.ts"
import { isTooEarly } from "#features/classes/rules.ts"
import { MINUTE, sayDate, shortDate } from "#shared/time.ts"

/** A roster with its marks as the device keeps it: what the server said, and instants as they arrive in JSON. */
export type DeviceStudent = {
  student_id: string
  name: string
  state: CoachState | null
  /** SHA-256 of the card's text; null without a card. Rosters from before cards have none. */
  card?: string | null
  /** Of the mark that counts. */
  note?: string | null
}
export type DeviceClass = {
  class_id: string
  title: string
  scheduled_date: string
  start_time: string
  end_time: string
  starts_at: string
  ends_at: string
  venue_name: string | null
  substitutes_for_name: string | null
  students: DeviceStudent[]
  head_count: number | null
  note: string | null
  complete: boolean
  children: { id: string; name: string }[]
}
export type DeviceDay = { dates: string[]; classes: DeviceClass[] }

type MarkBody = {
  student_id: string
  state: CoachState
  /** The text of the card that was scanned. */
  card?: string
  note?: string
}
type ListBody = { head_count: number | null; complete: boolean; note?: string }
export type Body =
  | ({ kind: "mark" } & MarkBody)
  | ({ kind: "list" } & ListBody)
  | { kind: "child"; name: string }

/** A message that waits on the device until the server has answered it. */
export type Queued = Body & {
  id: string
  /** Whose it is: another coach who signs in on this device doesn't send it. */
  coach_id: string
  class_id: string
  /** By the device's clock, and how far the server's was ahead, in ms. */
  device_time: number
  clock_offset_ms: number
  /** Why the server refused it; it waits until the coach dismisses it. */
  refusal: CoachRefusal | null
  /** For a refusal: whom or what it is about. */
  about: string
}

const madeAt = ({ id, device_time, clock_offset_ms }: Queued) => ({
  ...{ id, at: new Date(device_time + clock_offset_ms) },
})

/** A time that is further ahead was made while the clock was wrong: the server refuses such messages. */
const FAR_AHEAD_MS = 5 * MINUTE

/**
 * Returns the time of the next message in epoch ms: now, or right after the one before if the clock was set back a little
 * since.
 */
export function nextMade(now: number, lastMade: number): number {
  return lastMade > now + FAR_AHEAD_MS ? now : Math.max(now, lastMade + 1)
}

/** Returns the latest of some messages. */
function last<T extends Queued>(some: readonly T[]): T | undefined {
  const counting = latestOf(some.map(madeAt))
  return some.find(({ id }) => id === counting?.id)
}

/** Returns a class as the coach sees it: what the server knows, with what still waits on the device over it. */
export function withQueue(one: DeviceClass, queue: readonly Queued[]): DeviceClass {
  const own = queue.filter(({ class_id, refusal }) => class_id === one.class_id && refusal === null)
  const marks = own.filter((item) => item.kind === "mark")
  const lists = own.filter((item) => item.kind === "list")
  const children = own.filter((item) => item.kind === "child")
  const known = new Set(one.children.map(({ id }) => id))
  return {
    ...one,
    students: one.students.map((student) => {
      const mark = last(marks.filter(({ student_id }) => student_id === student.student_id))
      return mark ? { ...student, state: mark.state, note: mark.note ?? null } : student
    }),
    head_count: last(lists.filter(({ head_count }) => head_count !== null))?.head_count ?? one.head_count,
    note: last(lists.filter(({ note }) => note !== undefined))?.note ?? one.note,
    complete: one.complete || lists.some(({ complete }) => complete),
    children: [...one.children, ...children.filter(({ id }) => !known.has(id))],
  }
}

/** Returns a day with answered messages in it, so that nothing flickers before the day is read again. */
export function withTaken(day: DeviceDay, taken: readonly Queued[]): DeviceDay {
  return { ...day, classes: day.classes.map((one) => withQueue(one, taken)) }
}

/** Returns how many are in the hall by the marks, with the children who were not expected. */
export function headsOf({ students, children }: DeviceClass): number {
  return headsIn(
    students.flatMap(({ state }) => state ?? []),
    children.length,
  )
}

/** Returns the state after a tap: there or not, for absences are the usual exception. */
export function afterTap(state: CoachState | null): CoachState {
  return state === "present" ? "absent" : "present"
}

/** Says the date of a class. In Hindi yesterday and tomorrow are one word, which is kept for tomorrow. */
export function sayDay(languageTag: string, date: string, today: string): string {
  return (date < today ? shortDate : sayDate)(languageTag, date, today)
}

/**
 * Returns the class to open at an instant, in epoch ms: today's class that is going on or comes next, or the last of today.
 * Until one of today's can be marked, an earlier one whose list isn't complete. Tomorrow's only if there is no other.
 */
export function currentClass(
  classes: readonly DeviceClass[],
  now: number,
  today: string,
): DeviceClass | null {
  const ofToday = classes.filter(({ scheduled_date }) => scheduled_date === today)
  const begun = ofToday.some(
    ({ starts_at }) => !isTooEarly({ starts_at: new Date(starts_at) }, new Date(now)),
  )
  const unfinished = classes.findLast((one) => one.scheduled_date < today && !one.complete)
  return (
    (begun ? null : unfinished) ??
    ofToday.find(({ ends_at }) => Date.parse(ends_at) > now) ??
    ofToday.at(-1) ??
    classes.find(({ scheduled_date }) => scheduled_date > today) ??
    classes.at(-1) ??
    null
  )
}

const MOST = { mark: 120, list: 20, child: 20 }

/** Returns the next batch to send: what waits, within what one request may hold. */
export function nextBatch(queue: readonly Queued[]): Queued[] {
  const waiting = queue.filter(({ refusal }) => refusal === null)
  const left = { ...MOST }
  return waiting.filter(({ kind }) => {
    left[kind] -= 1
    return left[kind] >= 0
  })
}

/** Returns a batch in the form of the contract. */
export function toMessages(batch: readonly Queued[]) {
  const message = ({ id, class_id, device_time, clock_offset_ms }: Queued) => ({
    ...{ id, class_id, clock_offset_ms },
    device_time: new Date(device_time),
  })
  return {
    marks: batch.flatMap((one) =>
      one.kind === "mark"
        ? [
            {
              ...message(one),
              ...{ student_id: one.student_id, state: one.state },
              ...(one.card !== undefined && { card: one.card }),
              ...(one.note && { note: one.note }),
            },
          ]
        : [],
    ),
    lists: batch.flatMap((one) =>
      one.kind === "list"
        ? [
            {
              ...message(one),
              ...{ head_count: one.head_count, complete: one.complete },
              ...(one.note !== undefined && { note: one.note }),
            },
          ]
        : [],
    ),
    children: batch.flatMap((one) => (one.kind === "child" ? [{ ...message(one), name: one.name }] : [])),
  } satisfies Omit<CoachMessages, "coach_id" | "device_id">
}

type Outcome = { taken: Queued[]; kept: Queued[]; refused: Queued[] }

/** Refusals of the time at which something was said: tried again it is said anew, now. */
export const OF_ITS_TIME: readonly CoachRefusal[] = ["clock-ahead", "too-early"]

/** The offset that a device learns differs a little each time. */
const OTHER_OFFSET_MS = MINUTE

/**
 * Says what becomes of a batch. One whose clock was wrong, so that its time was too, waits on with the offset that is
 * known now; another refusal is shown to the coach.
 */
export function settleBatch(
  batch: readonly Queued[],
  answers: readonly CoachAnswer[],
  offsetMs: number,
): Outcome {
  const byId = new Map(answers.map((answer) => [answer.id, answer.refusal]))
  const outcome: Outcome = { taken: [], kept: [], refused: [] }
  for (const one of batch) {
    const refusal = byId.get(one.id)
    if (refusal === undefined) outcome.kept.push(one)
    else if (refusal === null) outcome.taken.push(one)
    else if (OF_ITS_TIME.includes(refusal) && Math.abs(one.clock_offset_ms - offsetMs) > OTHER_OFFSET_MS)
      outcome.kept.push({ ...one, clock_offset_ms: offsetMs })
    else outcome.refused.push({ ...one, refusal })
  }
  return outcome
}
