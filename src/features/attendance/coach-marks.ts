import type { COACH_STATES } from "#contract/attendance/verdict-reasons.ts"

export type CoachState = (typeof COACH_STATES)[number]

/** A mark as evidence: `at` is when it was made, by the device's clock and its known offset. */
export type CoachMark = { id: string; state: CoachState; at: Date; by: string }

type Ordered = { id: string; at: Date }

/**
 * Orders marks by when they were made; the id decides between two of the same instant. The order of arrival
 * doesn't count, so every server and every repetition comes to the same.
 */
export function compareMarks(one: Ordered, other: Ordered): number {
  return one.at.getTime() - other.at.getTime() || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0)
}

/** Returns the mark or list that counts, which is the latest; null without any. */
export function latestOf<T extends Ordered>(all: readonly T[]): T | null {
  return all.toSorted(compareMarks).at(-1) ?? null
}

/** A message of a coach's device, or a release by staff, about the list of a class. */
export type ListMessage = Ordered & { head_count: number | null; complete: boolean; released: boolean }

/** Whether absences can be told: not before the list is complete and the head count matches. */
export type ListState = "open" | "count-differs" | "complete"

/** Returns how many heads are in the hall by the marks that count, with the children who were not expected. */
export function headsIn(states: Iterable<CoachState>, unexpected: number): number {
  return [...states].filter(isThere).length + unexpected
}

/** Whether a mark says that the child is there. */
export function isThere(state: CoachState): boolean {
  return state === "present" || state === "late"
}

/**
 * Returns the state of a list. A list that was complete once stays so, because a later message may have
 * overtaken the one that said it. Staff release a list whatever was counted.
 */
export function listState(messages: readonly ListMessage[], heads: number): ListState {
  if (messages.some(({ released }) => released)) return "complete"
  if (!messages.some(({ complete }) => complete)) return "open"
  const counted = latestOf(messages.filter(({ head_count }) => head_count !== null))?.head_count
  return counted === heads ? "complete" : "count-differs"
}
