import { eventIterator } from "@orpc/contract"
import { z } from "zod"
import { MOST_SEEN_AGO_MS } from "#shared/changes.ts"
import { base } from "./base.ts"
import { CLASS_STATUSES } from "./classes/classes.ts"

const ClassNow = z.object({
  at: z.number(),
  status: z.enum(CLASS_STATUSES),
  enrolled_count: z.number().int(),
  held_count: z.number().int(),
  waiting_count: z.number().int(),
  max_capacity: z.number().int(),
})
const DayNow = z.object({
  at: z.number(),
  live: z.number(),
  upcoming: z.number(),
  /** Different people with a seat, and how many seats they have. */
  students: z.number(),
  seats: z.number(),
})
const Listing = z.object({ curriculum: z.string(), class_type: z.string() })

/**
 * A change somewhere: its name and the id of what changed. `now` is what public lists show of a class or a day since,
 * as of `at` in epoch milliseconds; of a class that came to a day, which lists it is in.
 */
export const Change = z.object({
  name: z.string(),
  id: z.string(),
  now: z.union([ClassNow, DayNow, Listing]).optional(),
  /** It happened before this stream began: a reader who followed the same until now has heard it. */
  earlier: z.literal(true).optional(),
})
export type Change = z.infer<typeof Change>

/**
 * Topics are `classes` (any class on the public list), `class:{id}`, `day:{date}`, `slot:*` (one-on-one
 * times) and `person:me`. Change names narrow them down, and may share several ids:
 * `class.started.ended:{id}.{id}`. A topic that the viewer may not follow is refused; of the others only the
 * changes that the viewer may see are sent.
 */
export const subscribe = base
  .route({ method: "GET", path: "/events", summary: "Stream changes as server-sent events" })
  .input(
    z.object({
      topics: z.string().max(8_000),
      /** How long ago the reader loaded its page, in milliseconds: changes since then are sent first. */
      seen_ms_ago: z.coerce.number().int().min(0).max(MOST_SEEN_AGO_MS).optional(),
    }),
  )
  .output(eventIterator(Change))

export const events = { subscribe }
