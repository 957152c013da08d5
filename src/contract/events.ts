import { eventIterator } from "@orpc/contract"
import { z } from "zod"
import { MOST_SEEN_AGO_MS } from "#shared/changes.ts"
import { base } from "./base.ts"
import { CLASS_STATUSES } from "./classes.ts"

const ClassNow = z.object({
  at: z.number(),
  status: z.enum(CLASS_STATUSES),
  enrolled_count: z.number().int(),
  held_count: z.number().int(),
  waiting_count: z.number().int(),
  max_capacity: z.number().int(),
})
const DayNow = z.object({ at: z.number(), live: z.number(), upcoming: z.number(), students: z.number() })
const Listing = z.object({ curriculum: z.string(), class_type: z.string() })

/**
 * A change somewhere: its name and the id of what changed. `now` is what public lists show of a class or a day since,
 * as of `at` in epoch milliseconds; of a class that came to a day, which lists it is in.
 */
export const Change = z.object({
  name: z.string(),
  id: z.string(),
  now: z.union([ClassNow, DayNow, Listing]).optional(),
})
export type Change = z.infer<typeof Change>

/**
 * Topics are `classes` (any class on the public list), `class:{id}`, `day:{date}`, `slot:*` (times offered one by
 * one) and `person:me`. Names narrow them down, and several ids share them: `class.started.ended:{id}.{id}`. A topic
 * the viewer may not follow is refused; of the others they are told what they may know.
 */
export const subscribe = base
  .route({ method: "GET", path: "/events", summary: "Changes as server-sent events" })
  .input(
    z.object({
      topics: z.string().max(8_000),
      /** How long ago the reader saw what it shows, in milliseconds: changes since then are told first. */
      seen_ms_ago: z.coerce.number().int().min(0).max(MOST_SEEN_AGO_MS).optional(),
    }),
  )
  .output(eventIterator(Change))

export const events = { subscribe }
