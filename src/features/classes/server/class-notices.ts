import { inArray } from "drizzle-orm"
import {
  classCancelled,
  classMoved,
  classRestored,
  classSubstituted,
  encodeTimes,
  teachingChanged,
} from "#features/classes/notice-texts.ts"
import { tellPeople } from "#features/notifications/server/tell.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { dateInZone, MINUTE, timeInZone } from "#shared/time.ts"
import { classPath, listAffected, listConcerned, SEND_CLASS_NOTICE, wordsFor } from "./class-words.ts"
import { type NoticedClass, readChangedAlong, readNoticed, readNoticedClass } from "./notice-facts.ts"
import { listRoster } from "./service.ts"
import { scheduledClasses } from "./table.ts"

/** How long mails and texts about a change wait, for a slip is often mended at once. */
const SETTLING_MS = MINUTE
/** Where other classes are found. */
const FIND_PATH = "/live-classes"

type Moved = { class_id: string; change_id: string; old_starts_at: string; old_ends_at: string }

/**
 * Tells everyone concerned of a class's new time; of one that moved with others of its series, once for all.
 * Several moves in a row are one notice with the final time, as long as it has not left or been read.
 */
export function tellMoved(ctx: Ctx, input: Moved): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const row = await readNoticedClass(tx, input.class_id)
    if (row?.status !== "scheduled") return
    const along = await readChangedAlong(tx, row)
    if (along.length > 1) return tellSeries(tx, row, along, input.change_id, "moved", wallTimes(tx, input))
    await tellPeople(tx, {
      topic: "class_changes",
      kind: "class-moved",
      cause_id: row.id,
      people: await listConcerned(tx, row),
      change: { from: wallTimes(tx, input), to: row.times },
      due_at: new Date(tx.clock.now().getTime() + SETTLING_MS),
      send_before: row.starts_at,
      via: SEND_CLASS_NOTICE,
      write: (person, { from }) =>
        wordsFor(tx, row, person, classMoved(row.facts, person.language, from, false)),
    })
  })
}

function wallTimes(ctx: Ctx, { old_starts_at, old_ends_at }: Moved): string {
  const zone = ctx.env.TIME_ZONE
  const [starts, ends] = [new Date(old_starts_at), new Date(old_ends_at)]
  return encodeTimes({
    date: dateInZone(starts, zone),
    start: timeInZone(starts, zone),
    end: timeInZone(ends, zone),
  })
}

/** The first class of those changed together speaks for all, to everyone concerned by any. */
async function tellSeries(
  ctx: Ctx,
  row: NoticedClass,
  along: readonly NoticedClass[],
  changeId: string,
  what: "moved" | "cancelled",
  from = "",
): Promise<void> {
  const [first] = along
  if (first?.id !== row.id) return
  const people = new Set<string>()
  for (const one of along) {
    const those = what === "moved" ? await listConcerned(ctx, one) : await listAffected(ctx, [one])
    for (const person of those) people.add(person)
  }
  await tellPeople(ctx, {
    topic: "class_changes",
    kind: `series-${what}`,
    cause_id: changeId,
    people: [...people],
    send_before: row.starts_at,
    write: (person) =>
      wordsFor(
        ctx,
        row,
        person,
        what === "moved"
          ? classMoved(row.facts, person.language, from, true)
          : classCancelled(row.facts, person.language, row.cancel_reason, true),
        what === "moved" ? classPath(row.id) : FIND_PATH,
      ),
  })
}

/** Tells everyone affected that a class will not be held, and why; of a series once for all. */
export function tellCancelled(ctx: Ctx, input: { class_id: string; change_id: string }): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const row = await readNoticedClass(tx, input.class_id)
    if (row?.status !== "cancelled") return
    const along = await readChangedAlong(tx, row)
    if (along.length > 1) return tellSeries(tx, row, along, input.change_id, "cancelled")
    await tellCalledOff(tx, row)
  })
}

async function tellCalledOff(ctx: Ctx, row: NoticedClass): Promise<void> {
  await tellPeople(ctx, {
    topic: "class_changes",
    kind: "class-cancelled",
    cause_id: row.id,
    people: await listAffected(ctx, [row]),
    send_before: row.ends_at,
    write: (person) =>
      wordsFor(
        ctx,
        row,
        person,
        classCancelled(row.facts, person.language, row.cancel_reason, false),
        FIND_PATH,
      ),
  })
}

type Standing = "on" | "off"

/**
 * Tells everyone affected that classes to come are off, before their rows are gone; in the transaction that
 * deletes them. Of those called off earlier people know already.
 */
export async function tellDeleted(
  ctx: SignedInCtx,
  classIds: readonly string[],
  deletionId: string,
): Promise<void> {
  const rows = await readNoticed(ctx, inArray(scheduledClasses.id, [...classIds]))
  const off = rows
    .filter((row) => row.status === "scheduled" && row.ends_at > ctx.clock.now())
    .map((row): NoticedClass => ({ ...row, status: "cancelled" }))
  await tellStanding(ctx, off, deletionId, "off")
}

/**
 * Tells everyone affected that deleted classes are on again, in the transaction that brings them back. Whoever has
 * not had the news of the deletion yet gets neither. Answers who is affected.
 */
export async function tellRestored(
  ctx: SignedInCtx,
  classIds: readonly string[],
  deletionId: string,
): Promise<string[]> {
  if (classIds.length === 0) return []
  const rows = await readNoticed(ctx, inArray(scheduledClasses.id, [...classIds]))
  return tellStanding(ctx, rows, deletionId, "on")
}

/** Several deleted by one click are one notice, of the first; what comes back alone is told by itself. */
async function tellStanding(
  ctx: Ctx,
  rows: readonly NoticedClass[],
  deletionId: string,
  to: Standing,
): Promise<string[]> {
  const [first] = rows
  if (!first) return []
  const people = new Set<string>()
  for (const person of await listAffected(ctx, rows)) people.add(person)
  const series = rows.length > 1
  await tellPeople(ctx, {
    topic: "class_changes",
    kind: series ? "series-standing" : "class-standing",
    cause_id: series ? deletionId : first.id,
    people: [...people],
    change: to === "off" ? { from: "on", to } : { from: "off", to },
    due_at: new Date(ctx.clock.now().getTime() + SETTLING_MS),
    send_before: first.ends_at,
    via: SEND_CLASS_NOTICE,
    write: (person) =>
      to === "off"
        ? wordsFor(ctx, first, person, classCancelled(first.facts, person.language, null, series), FIND_PATH)
        : wordsFor(ctx, first, person, classRestored(first.facts, person.language, series)),
  })
  return [...people]
}

type Substituted = { class_id: string; instructor_id: string; previous_instructor_id: string }

/** Tells the students who teaches them now, and both instructors what is theirs. */
export function tellSubstituted(ctx: Ctx, input: Substituted): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const row = await readNoticedClass(tx, input.class_id)
    // A later change has a job of its own.
    if (row?.status !== "scheduled" || row.instructor_id !== input.instructor_id) return
    const change = { from: input.previous_instructor_id, to: input.instructor_id }
    const common = {
      topic: "class_changes",
      cause_id: row.id,
      change,
      due_at: new Date(tx.clock.now().getTime() + SETTLING_MS),
      send_before: row.starts_at,
      via: SEND_CLASS_NOTICE,
    } as const
    const roster = await listRoster(tx, row.id)
    await tellPeople(tx, {
      ...common,
      kind: "class-substituted",
      people: roster.map((one) => one.student_id),
      write: (person) => wordsFor(tx, row, person, classSubstituted(row.facts, person.language)),
    })
    await tellPeople(tx, {
      ...common,
      kind: "class-teaching",
      people: [change.from, change.to],
      write: (person) =>
        wordsFor(
          tx,
          row,
          person,
          teachingChanged(row.facts, person.language, person.user_id === row.instructor_id),
        ),
    })
  })
}
