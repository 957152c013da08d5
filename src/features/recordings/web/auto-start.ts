import { SECOND } from "#shared/time.ts"

/** After an instructor joined a class that is set to be recorded, or a class went live (specification, section 9). */
const AFTER_JOINING_MS = 3 * SECOND
/** After the view of a class that was live before opened (specification, section 9). */
const AFTER_OPENING_MS = 2 * SECOND
/** A class that started this long ago or less has just gone live. */
const JUST_MS = 15 * SECOND

type Session = { class_type: string; auto_record: boolean; started_at: Date | null }
/** A class as its recorder needs it. */
export type RecordedClass = Session & { id: string; title: string; status: string }

/** Whether a class is recorded whatever the switch in the panel says: demo classes, and those set to be. */
export function isSetToRecord(session: Pick<Session, "class_type" | "auto_record">): boolean {
  return session.class_type === "demo" || session.auto_record
}

/** Milliseconds from entering a live class until its recording begins by itself; null where it does not. */
export function autoStartDelay(session: Session, switchedOn: boolean, now: Date): number | null {
  if (isSetToRecord(session)) return AFTER_JOINING_MS
  if (!switchedOn) return null
  const since = session.started_at ? now.getTime() - session.started_at.getTime() : 0
  return since <= JUST_MS ? AFTER_JOINING_MS : AFTER_OPENING_MS
}
