import { and, inArray, isNotNull } from "drizzle-orm"
import type { ClassDraft } from "#contract/classes/classes.ts"
import { activityOf } from "#features/classes/rules.ts"
import type { SignedInCtx } from "#platform/context.ts"
import { withValues } from "#platform/errors.ts"
import { demoOffers } from "../seat-tables.ts"
import { capacityProblem } from "../seats/seat-effects.ts"
import type { ClassRow } from "../service.ts"
import { demoClassRequests } from "../table.ts"
import type { Problems } from "./draft.ts"

/** A class before an edit, with its details after it. */
type Planned = { row: ClassRow; draft: ClassDraft }

/** Checks that no class of an edit gets fewer seats than are taken. */
export function checkCapacity(changes: readonly Planned[], problems: Problems): void {
  const refused = changes.filter(({ row, draft }) => capacityProblem(row, draft.max_capacity) !== null)
  const [first] = refused
  if (!first) return
  problems.max_capacity =
    changes.length === 1
      ? (capacityProblem(first.row, first.draft.max_capacity) ?? "")
      : withValues("CAPACITY_BELOW_SEATS_ON", ...refused.map(({ row }) => row.scheduled_date))
}

/**
 * Checks that classes with seats, requests or offers keep their type. Each class is compared with itself: one that was
 * edited alone may have another type than those that follow it.
 */
export async function checkClassType(
  ctx: SignedInCtx,
  changes: readonly Planned[],
  problems: Problems,
): Promise<void> {
  const retyped = changes.filter(({ row, draft }) => draft.class_type !== row.class_type)
  if (
    await hasTakers(
      ctx,
      retyped.map(({ row }) => row),
    )
  )
    problems.class_type = "CLASS_TYPE_TAKEN"
  // Demo classes are open to all.
  if (changes.some(({ row, draft }) => draft.class_type === "demo" && row.invitation_id)) {
    problems.class_type = "CLASS_BY_INVITATION"
  }
}

/** Checks that a demo class whose requests are somebody's free trial of its subject keeps the subject. */
export async function checkSubject(
  ctx: SignedInCtx,
  changes: readonly Planned[],
  problems: Problems,
): Promise<void> {
  const renamed = changes.filter(({ row, draft }) => activityOf(draft) !== activityOf(row))
  if (renamed.length === 0) return
  const { class_id, trial_of } = demoClassRequests
  const ids = renamed.map(({ row }) => row.id)
  const trials = and(inArray(class_id, ids), isNotNull(trial_of))
  if ((await ctx.db.$count(demoClassRequests, trials)) > 0) problems.subject = "SUBJECT_TRIED"
}

/**
 * Regular classes have no requests and demo classes no enrolments, so the first of either fixes the class
 * type. A time that was offered to a student was offered as a demo.
 */
async function hasTakers(ctx: SignedInCtx, rows: readonly ClassRow[]): Promise<boolean> {
  if (rows.some((row) => row.seats_taken > 0)) return true
  if (rows.length === 0) return false
  const ids = rows.map(({ id }) => id)
  return (
    (await ctx.db.$count(demoClassRequests, inArray(demoClassRequests.class_id, ids))) > 0 ||
    (await ctx.db.$count(demoOffers, inArray(demoOffers.class_id, ids))) > 0
  )
}
