import type { QueuedNotice } from "#features/notifications/server/service.ts"

/** The notice of a parent's number about everyone who is absent. */
export const ABSENCE = "absence"
/**
 * A further notice to the number, about one child. It has a name of its own because the release before takes "absence"
 * with a suffix for a correction.
 */
export const LATER_ABSENCE = "absence-later"
export const ABSENCES: readonly string[] = [ABSENCE, LATER_ABSENCE]

/** Returns the parent's number that a notice is for, on whichever channel it is. */
function phoneOf({ channel, recipient, variables }: QueuedNotice): string {
  return channel === "push" ? (variables.phone ?? recipient) : recipient
}

/** Returns notices by the parent's number that they are for. */
export function byPhone(known: readonly QueuedNotice[]): Map<string, QueuedNotice[]> {
  return Map.groupBy(known, phoneOf)
}

/** Whether a notice is of a kind, with or without a suffix that distinguishes several. */
export function isOfKind({ kind }: Pick<QueuedNotice, "kind">, of: string): boolean {
  return kind.split(":")[0] === of
}

const TOLD: QueuedNotice["status"][] = ["sent", "told", "sending", "unknown"]

/** Returns the notices of a kind about a student. */
export function listAbout(notices: readonly QueuedNotice[], of: string, studentId: string): QueuedNotice[] {
  return notices.filter((one) => isOfKind(one, of) && one.subject_ids.includes(studentId))
}

/** Whether a notice reached its parent, or may have. */
export function isTold({ status }: Pick<QueuedNotice, "status">): boolean {
  return TOLD.includes(status)
}

/**
 * Returns how often notices of a kind said something about a student, or may have, on whichever channel of their chains.
 */
export function timesTold(notices: readonly QueuedNotice[], of: string, studentId: string): number {
  const told = listAbout(notices, of, studentId).filter(isTold)
  return new Set(told.map(({ kind }) => kind)).size
}

/** Whether a notice waits to be sent, or for staff. */
export function isUnsent({ status }: Pick<QueuedNotice, "status">): boolean {
  return status === "queued" || status === "held"
}

/** Returns the kind of the first, second or later notice about one student. */
export function kindFor(of: string, studentId: string, number: number): string {
  return number > 1 ? `${of}:${studentId}:${number}` : `${of}:${studentId}`
}

/** What reached a parent, or may have, counts before what failed and what waits in its place. */
const ORDER: QueuedNotice["status"][] = ["sent", "told", "sending", "unknown", "queued", "held", "withdrawn"]

/**
 * Returns which of the notices to one number, one after the other by the channels of its chain, says what the
 * parent knows: the one that arrived or may have, else the one that is still to be sent, else the last that failed.
 */
export function standingOf(chain: readonly QueuedNotice[]): QueuedNotice | null {
  const placeOf = ({ status }: QueuedNotice) => {
    const place = ORDER.indexOf(status)
    return place === -1 ? ORDER.length : place
  }
  return (
    chain.toSorted(
      (one, other) =>
        placeOf(one) - placeOf(other) ||
        Number(one.replaced_by !== null) - Number(other.replaced_by !== null),
    )[0] ?? null
  )
}
