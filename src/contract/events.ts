import { eventIterator } from "@orpc/contract"
import { z } from "zod"
import { base } from "./base.ts"

/** A change somewhere: its name and the id of what changed, never a row. */
export const Change = z.object({ name: z.string(), id: z.string() })
export type Change = z.infer<typeof Change>

/**
 * Topics are `classes` (any class on the public list), `class:{id}`, `person:me`. A topic the viewer may not
 * follow is refused.
 */
export const subscribe = base
  .route({ method: "GET", path: "/events", summary: "Changes as server-sent events" })
  .input(z.object({ topics: z.string().max(2_000) }))
  .output(eventIterator(Change))

export const events = { subscribe }
