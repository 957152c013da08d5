import { z } from "zod"
import { base, Id, WallDate } from "./base.ts"

/** One class of a day, with the children who are picked up for it. */
export const PickupClass = z.object({
  class_id: Id,
  title: z.string(),
  course: z.string(),
  start_time: z.string(),
  end_time: z.string(),
  children: z.array(
    z.object({
      student_id: Id,
      name: z.string(),
      /** Null once the one who gave it was erased. */
      address: z.string().nullable(),
      parent_name: z.string().nullable(),
      parent_phone: z.string().nullable(),
    }),
  ),
})
export type PickupClass = z.infer<typeof PickupClass>

const list = base
  .route({
    method: "GET",
    path: "/pickups",
    summary:
      "List who is picked up for the classes of a day: all of them for the office, an instructor's own",
  })
  .input(z.object({ date: WallDate }))
  .output(z.array(PickupClass))

export const pickups = { list }
