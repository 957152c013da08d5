import { inArray } from "drizzle-orm"
import { cancelReason } from "#features/classes/cancel-reason.ts"
import { classCancelled, classMoved, classRestored, encodeTimes } from "#features/classes/notice-texts.ts"
import { type Ctx, inTransaction, type SignedInCtx } from "#platform/context.ts"
import { dateInZone, timeInZone } from "#shared/time.ts"
import { scheduledClasses } from "../table.ts"
import { listAffected, listConcerned, neededBefore, SEND_CLASS_NOTICE, SETTLING_MS } from "./class-words.ts"
import { type NoticedClass, readChangedAlong, readNoticed, readNoticedClass } from "./notice-facts.ts"
import { tellFamilies } from "./to-families.ts"

/** The page with other classes. */
const FIND_PATH = "/live-classes"

type Move = { class_id: string; old_starts_at: string; old_ends_at: string }
type Moved = Move & { change_id: string; also?: Move[] | undefined }

/**
 * Notifies everyone concerned, and their guardians, of a class's new time. Classes of a series that moved
 * together are one notice. Several moves in a row are one notice with the final time, if it has not been sent or
 * read.
 */
export function tellMoved(ctx: Ctx, { change_id, also = [], ...first }: Moved): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const moves = new Map([first, ...also].map((move) => [move.class_id, move]))
    const found = await readNoticed(tx, inArray(scheduledClasses.id, [...moves.keys()]))
    const moved = found.filter(({ status }) => status === "scheduled")
    const [row] = moved
    if (!row) return
    const from = wallTimes(tx, moves.get(row.id) ?? first)
    const before = moved.map(({ id }) => oldTimes(moves.get(id) ?? first))
    if (also.length > 0) return tellSeries(tx, moved, change_id, "moved", { from, before })
    await tellFamilies(tx, row, {
      topic: "class_changes",
      kind: "class-moved",
      cause_id: row.id,
      people: await listConcerned(tx, row),
      change: { from, to: row.times },
      due_at: new Date(tx.clock.now().getTime() + SETTLING_MS),
      send_before: row.starts_at,
      needed_before: neededBefore(tx, [row, ...before]),
      via: SEND_CLASS_NOTICE,
      say: (facts, language, { from }) => classMoved(facts, language, from, false),
    })
  })
}

function oldTimes({ old_starts_at, old_ends_at }: Move) {
  return { starts_at: new Date(old_starts_at), ends_at: new Date(old_ends_at) }
}

function wallTimes(ctx: Ctx, move: Move): string {
  const zone = ctx.env.TIME_ZONE
  const { starts_at, ends_at } = oldTimes(move)
  return encodeTimes({
    date: dateInZone(starts_at, zone),
    start: timeInZone(starts_at, zone),
    end: timeInZone(ends_at, zone),
  })
}

/** Sends one notice, of the first class changed together, to everyone concerned by any of them. */
async function tellSeries(
  ctx: Ctx,
  along: readonly NoticedClass[],
  changeId: string,
  what: "moved" | "cancelled",
  { from, before }: { from: string; before: ReturnType<typeof oldTimes>[] } = { from: "", before: [] },
): Promise<void> {
  const [row] = along
  const last = along.at(-1)
  if (!row || !last) return
  const people = new Set<string>()
  for (const one of along) {
    const those = what === "moved" ? await listConcerned(ctx, one) : await listAffected(ctx, [one])
    for (const person of those) people.add(person)
  }
  await tellFamilies(ctx, row, {
    topic: "class_changes",
    kind: `series-${what}`,
    cause_id: changeId,
    people: [...people],
    // The first may have begun or be past its start, but the notice is about those that follow as well.
    send_before: what === "moved" ? last.starts_at : last.ends_at,
    needed_before: neededBefore(ctx, [...along, ...before]),
    say: (facts, language) =>
      what === "moved"
        ? classMoved(facts, language, from, along.length > 1)
        : classCancelled(facts, language, cancelReason(row, language), true),
    ...(what === "cancelled" && { href: FIND_PATH }),
  })
}

/** Notifies everyone affected that a class is cancelled, and why. A series is one notice. */
export function tellCancelled(ctx: Ctx, input: { class_id: string; change_id: string }): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const row = await readNoticedClass(tx, input.class_id)
    if (row?.status !== "cancelled") return
    const along = await readChangedAlong(tx, row)
    if (along.length === 1) return tellCalledOff(tx, row)
    // The others have their own jobs.
    if (along[0]?.id === row.id) await tellSeries(tx, along, input.change_id, "cancelled")
  })
}

async function tellCalledOff(ctx: Ctx, row: NoticedClass): Promise<void> {
  await tellFamilies(ctx, row, {
    topic: "class_changes",
    kind: "class-cancelled",
    cause_id: row.id,
    people: await listAffected(ctx, [row]),
    send_before: row.ends_at,
    needed_before: neededBefore(ctx, [row]),
    say: (facts, language) => classCancelled(facts, language, cancelReason(row, language), false),
    href: FIND_PATH,
  })
}

type Standing = "on" | "off"

/**
 * Notifies everyone affected that coming classes are cancelled, before their rows are deleted, in the same
 * transaction. People already know of those that were cancelled earlier. `ofSeveral` says that these are only
 * a part of what is deleted as `deletionId`: then another part does not notify the same people again.
 */
export async function tellDeleted(
  ctx: SignedInCtx,
  classIds: readonly string[],
  deletionId: string,
  ofSeveral = false,
): Promise<void> {
  const rows = await readNoticed(ctx, inArray(scheduledClasses.id, [...classIds]))
  const off = rows
    .filter((row) => row.status === "scheduled" && row.ends_at > ctx.clock.now())
    .map((row): NoticedClass => ({ ...row, status: "cancelled" }))
  await tellStanding(ctx, off, deletionId, "off", ofSeveral)
}

/**
 * Notifies everyone affected that deleted classes are on again, in the transaction that restores them. People
 * who have not been notified of the deletion yet get neither notice. Returns who is affected.
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

/**
 * Sends one notice, of the first class, for all that one click deleted. A class restored alone has its own
 * notice.
 */
async function tellStanding(
  ctx: Ctx,
  rows: readonly NoticedClass[],
  deletionId: string,
  to: Standing,
  ofSeveral = false,
): Promise<string[]> {
  const [first] = rows
  if (!first) return []
  const people = await listAffected(ctx, rows)
  const series = ofSeveral || rows.length > 1
  await tellFamilies(ctx, first, {
    topic: "class_changes",
    kind: series ? "series-standing" : "class-standing",
    cause_id: series ? deletionId : first.id,
    people,
    change: to === "off" ? { from: "on", to } : { from: "off", to },
    due_at: new Date(ctx.clock.now().getTime() + SETTLING_MS),
    send_before: first.ends_at,
    needed_before: neededBefore(ctx, rows),
    via: SEND_CLASS_NOTICE,
    say: (facts, language) =>
      to === "off" ? classCancelled(facts, language, null, series) : classRestored(facts, language, series),
    ...(to === "off" && { href: FIND_PATH }),
  })
  return people
}
