import { eq, sql } from "drizzle-orm"
import type { ClassDraft, ClassEdit, ScheduledClass, SeriesScope } from "#contract/classes/classes.ts"
import { ownerOf } from "#features/classes/rules.ts"
import { recordAct } from "#platform/audit.ts"
import { inTransaction, type SignedInCtx } from "#platform/context.ts"
import { refuse, refuseFields, withValues } from "#platform/errors.ts"
import { emit } from "#platform/events.ts"
import { newId } from "#shared/ids.ts"
import { DAY, MINUTE } from "#shared/time.ts"
import { addDays } from "#shared/zone.ts"
import { getClass } from "../class-view.ts"
import { moveSlotOf } from "../one-on-one/slots.ts"
import { seatsAfterEdit } from "../seats/seat-effects.ts"
import type { ClassRow } from "../service.ts"
import { demoClassRequests, scheduledClasses } from "../table.ts"
import {
  checkPlaces,
  chooseOwner,
  chooseTimes,
  columnsOf,
  type Problems,
  sameInstant,
  stopAt,
  type Times,
} from "./draft.ts"
import { checkCapacity, checkClassType, checkSubject } from "./edit-checks.ts"
import { MEETING_QUEUE } from "./meeting.ts"
import { lockEditable, lockFollowing } from "./series.ts"
import { moveRequests } from "./substitute.ts"
import { refuseOverlapOf, refuseOverlaps, takeTurns } from "./turns.ts"

type Edit = Omit<ClassEdit, "scope"> & { scope?: SeriesScope; class_id: string }

/** A class before the change, with its new details, times and instructor. */
type Change = {
  row: ClassRow
  draft: ClassDraft
  times: Times
  taught: Pick<ClassRow, "instructor_id" | "substitutes_for">
}

/**
 * Edits a class that is still scheduled, alone or with those that follow it in its series. These move by as
 * many days, and those edited individually stay as they are. Fields left out keep their value in each of them; in those
 * that were scheduled later, to continue the batch, unchanged ones do as well.
 * Publishes `class.moved` once, with those that moved and their old instants, and `class.handed_over` once, with those that
 * another instructor teaches now. Throws NOT_FOUND for another's class, CLASS_NOT_OPEN, FIELD_ERRORS as scheduling does,
 * CAPACITY_BELOW_SEATS, and for fields that another person changed meanwhile; and FORBIDDEN.
 */
export async function updateClass(ctx: SignedInCtx, edit: Edit): Promise<ScheduledClass> {
  const { class_id, scope = "one" } = edit
  return refuseOverlapOf(() =>
    inTransaction(ctx, async (tx) => {
      const before = await lockEditable(tx, class_id)
      if (before.status !== "scheduled") refuse("CLASS_NOT_OPEN")
      refuseStale(before, edit)
      const alone = scope === "one" || before.series_id === null
      const rows = alone ? [before] : await lockFollowing(tx, before)
      const changes = await planChanges(tx, edit, before, rows)
      await takeTurns(
        tx,
        changes.map(({ taught }) => taught.instructor_id),
      )
      await refuseOverlaps(
        tx,
        changes.map(({ times, taught }) => ({ ...times, ...taught })),
        rows.map((row) => row.id),
      )
      await writeChanges(tx, edit, changes, alone && before.series_id !== null)
      return getClass(tx, class_id)
    }),
  )
}

async function planChanges(
  tx: SignedInCtx,
  edit: Edit,
  before: ClassRow,
  rows: readonly ClassRow[],
): Promise<Change[]> {
  const problems: Problems = {}
  const draft = draftAfter(before, edit)
  const owner = await chooseOwner(tx, draft, ownerOf(before), problems)
  const shift = daysBetween(before.scheduled_date, draft.scheduled_date)
  const changes = rows.map((row) => {
    const isAlong = sameInstant(row.created_at, before.created_at)
    const planned = draftAfter(row, isAlong ? edit : changesFor(row, before, edit))
    const times = chooseTimes(tx, planned, addDays(row.scheduled_date, shift), row, problems)
    const taught = teachersFor(row, isAlong || owner !== ownerOf(before) ? owner : ownerOf(row))
    return { row, draft: planned, times, taught }
  })
  await checkPlaces(tx, changes, problems)
  checkCapacity(changes, problems)
  await checkClassType(tx, changes, problems)
  await checkSubject(tx, changes, problems)
  stopAt(problems)
  return changes
}

/**
 * Returns who teaches a class of this owner: a substitute stays, unless the class becomes the substitute's
 * own.
 */
function teachersFor(row: ClassRow, owner: string): Change["taught"] {
  if (row.substitutes_for === null || row.instructor_id === owner) {
    return { instructor_id: owner, substitutes_for: null }
  }
  return { instructor_id: row.instructor_id, substitutes_for: owner }
}

function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY)
}

async function writeChanges(
  tx: SignedInCtx,
  edit: Edit,
  changes: readonly Change[],
  detached: boolean,
): Promise<void> {
  const updated_at = tx.clock.now()
  for (const { row, draft, times, taught } of inMovingOrder(changes)) {
    await tx.db
      .update(scheduledClasses)
      .set({
        ...columnsOf(draft),
        ...times,
        ...taught,
        detached: detached || (row.id !== edit.class_id && row.detached),
        revision: sql`${scheduledClasses.revision} + 1`,
        updated_at,
      })
      .where(eq(scheduledClasses.id, row.id))
    if (row.one_on_one) {
      await moveSlotOf(tx, row.id, { ...times, start_time: draft.start_time, end_time: draft.end_time })
    }
    if (tx.meet) await tx.jobs.send(tx, MEETING_QUEUE, { class_id: row.id })
    const elsewhere =
      isMoved({ row, times }) || draft.curriculum !== row.curriculum || draft.class_type !== row.class_type
    await emit(tx, elsewhere ? "class.moved" : "class.changed", row.id)
    await seatsAfterEdit(tx, row)
  }
  await publishMoves(tx, changes)
  await handOver(tx, changes)
}

function isMoved({ row, times }: Pick<Change, "row" | "times">): boolean {
  return !sameInstant(times.starts_at, row.starts_at) || !sameInstant(times.ends_at, row.ends_at)
}

/** Publishes what moved as one change. Of a series, classes that were at the new time already don't move. */
async function publishMoves(tx: SignedInCtx, changes: readonly Change[]): Promise<void> {
  const [first, ...also] = changes.filter(isMoved).map(({ row }) => ({
    class_id: row.id,
    old_starts_at: row.starts_at.toISOString(),
    old_ends_at: row.ends_at.toISOString(),
  }))
  if (!first) return
  await tx.jobs.publish(tx, "class.moved", {
    ...first,
    change_id: newId(),
    ...(also.length > 0 && { also }),
  })
}

/**
 * Sorts later classes first when they move later, and earlier first when they move earlier, so that none
 * overlaps its neighbour on the way.
 */
function inMovingOrder(changes: readonly Change[]): Change[] {
  const first = changes[0]
  const onward = first !== undefined && first.times.starts_at > first.row.starts_at
  return onward ? changes.toReversed() : [...changes]
}

/** A class with a new owner keeps its requests: who teaches it answers the open ones, the rest are that owner's. */
async function handOver(tx: SignedInCtx, changes: readonly Change[]): Promise<void> {
  const people = new Set<string>()
  for (const { row, taught } of changes) {
    const owner = ownerOf(taught)
    if (owner === ownerOf(row)) continue
    await tx.db
      .update(demoClassRequests)
      .set({ instructor_id: owner })
      .where(eq(demoClassRequests.class_id, row.id))
    if (taught.substitutes_for) await moveRequests(tx, row.id, taught.instructor_id)
    await recordAct(tx, "class.hand-over", row.id, { from: ownerOf(row), to: owner })
    for (const person of [row.instructor_id, ownerOf(row), taught.instructor_id, owner]) people.add(person)
  }
  for (const person of people) await emit(tx, "person.changed", person)
  await publishHandOver(tx, changes)
}

/** Publishes which classes another instructor teaches now, as one change. */
async function publishHandOver(tx: SignedInCtx, changes: readonly Change[]): Promise<void> {
  const given = changes.filter(({ row, taught }) => taught.instructor_id !== row.instructor_id)
  const [first] = given
  if (!first) return
  await tx.jobs.publish(tx, "class.handed_over", {
    change_id: newId(),
    instructor_id: first.taught.instructor_id,
    given: given.map(({ row }) => ({ class_id: row.id, previous_instructor_id: row.instructor_id })),
  })
}

/**
 * Refuses an edit of a class that was changed after it was read, and names each field where the saved value
 * differs from the edit. An edit that was already saved, as when the response was lost, passes.
 */
function refuseStale(row: ClassRow, edit: Edit): void {
  if (!edit.known_updated_at || sameInstant(edit.known_updated_at, row.updated_at)) return
  const fieldsOf = (draft: ClassDraft): Record<string, string | number | boolean | null> => ({
    ...columnsOf(draft),
    scheduled_date: draft.scheduled_date,
  })
  const saved = fieldsOf(draftAfter(row, {}))
  const wanted = fieldsOf(draftAfter(row, edit))
  const differing = Object.keys(wanted).filter((field) => wanted[field] !== saved[field])
  if (differing.length === 0) return
  refuseFields(Object.fromEntries(differing.map((field) => [field, tellSaved(field, saved[field] ?? null)])))
}

const TIMES = ["start_time", "end_time"] as const
const PLACE: readonly string[] = ["delivery", "venue_name", "venue_address"]

/**
 * Returns what an edit of another class changes in one that continues its batch: a form sends every field, and this one may
 * have other values. Its times move by as much, and a place is taken as a whole.
 */
function changesFor(row: ClassRow, edited: ClassRow, edit: Edit): Partial<Edit> {
  const [own, before] = [draftAfter(row, {}), draftAfter(edited, {})]
  const known: Record<string, unknown> = before
  const isChanged = ([name, value]: [string, unknown]) =>
    value !== undefined && (known[name] ?? "") !== (value ?? "")
  const changed = Object.entries(edit).filter(isChanged)
  const isMoved = changed.some(([name]) => PLACE.includes(name))
  const place = isMoved ? Object.entries(edit).filter(([name]) => PLACE.includes(name)) : []
  const times = TIMES.map((name) => [name, movedBy(own[name], before[name], edit[name] ?? before[name])])
  return Object.fromEntries([...changed, ...place, ...times])
}

/** A time of day that moves like another one does; where it would leave the day, it stays. */
function movedBy(time: string, from: string, to: string): string {
  const minutes = minutesOf(time) + minutesOf(to) - minutesOf(from)
  if (minutes < 0 || minutes >= DAY / MINUTE) return time
  return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number)
  return hours * 60 + minutes
}

/** Returns the draft of a class after an edit. */
function draftAfter(row: ClassRow, edit: Partial<Edit>): ClassDraft {
  const before = {
    ...row,
    start_time: row.start_time.slice(0, 5),
    end_time: row.end_time.slice(0, 5),
    venue_name: row.venue_name ?? undefined,
    venue_address: row.venue_address ?? undefined,
    instructor_id: undefined,
  }
  const given = Object.fromEntries(Object.entries(edit).filter(([, value]) => value !== undefined))
  const { course_id, ...draft } = { ...before, ...(given as Partial<ClassDraft>) }
  return { ...draft, course_id: course_id ?? undefined }
}

function tellSaved(field: string, value: string | number | boolean | null): string {
  if (value === null || value === "") return "MEANWHILE_EMPTIED"
  if (typeof value === "boolean") return value ? "MEANWHILE_ON" : "MEANWHILE_OFF"
  return field === "course_id" ? "MEANWHILE_OTHER_PROGRAM" : withValues("MEANWHILE_CHANGED", String(value))
}
