import { SECOND } from "#shared/time.ts"

/**
 * The delay after an instructor joined a class that is set to be recorded, or a class went live
 * (specification, section 9).
 */
const AFTER_JOINING_MS = 3 * SECOND
/** The delay after opening a class that was already live (specification, section 9). */
const AFTER_OPENING_MS = 2 * SECOND
/** A class that started this long ago or less has just gone live. */
const JUST_MS = 15 * SECOND

type Session = { class_type: string; auto_record: boolean; started_at: Date | null }
/** A class with what its recorder needs. */
export type RecordedClass = Session & { id: string; title: string; status: string }

/** Whether a class is recorded regardless of the switch in the panel: demo classes, and those set to be. */
export function isSetToRecord(scheduledClass: Pick<Session, "class_type" | "auto_record">): boolean {
  return scheduledClass.class_type === "demo" || scheduledClass.auto_record
}

/**
 * Returns the milliseconds from entering a live class until its recording starts automatically; null if it
 * doesn't.
 */
export function autoStartDelay(scheduledClass: Session, switchedOn: boolean, now: Date): number | null {
  if (isSetToRecord(scheduledClass)) return AFTER_JOINING_MS
  if (!switchedOn) return null
  const since = scheduledClass.started_at ? now.getTime() - scheduledClass.started_at.getTime() : 0
  return since <= JUST_MS ? AFTER_JOINING_MS : AFTER_OPENING_MS
}

/** Whether one of the recordings, but for `earlier`, was ended since then. */
export function hasEnded(
  recordings: readonly { id: string; recording_ended_at: string | null }[],
  since: Date,
  earlier: string | null,
): boolean {
  return recordings.some(
    ({ id, recording_ended_at }) =>
      id !== earlier && recording_ended_at !== null && new Date(recording_ended_at) > since,
  )
}
