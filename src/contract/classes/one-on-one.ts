import { z } from "zod"
import { base, Id, PageQuery, pageOf, WallDate, WallTime } from "../base.ts"

/** A time that an instructor offers for one student. */
export const OneOnOneSlot = z.object({
  id: Id,
  instructor_id: Id,
  instructor_name: z.string(),
  subject: z.string(),
  scheduled_date: WallDate,
  start_time: WallTime,
  end_time: WallTime,
  starts_at: z.date(),
  ends_at: z.date(),
  status: z.enum(["offered", "taken"]),
  /** The class it became, for the instructor and that student only. */
  class_id: Id.nullable(),
  student_name: z.string().nullable(),
})
export type OneOnOneSlot = z.infer<typeof OneOnOneSlot>

export const SlotDraft = z.object({
  subject: z.string().trim().min(1, "Choose a subject").max(60),
  scheduled_date: WallDate,
  start_time: WallTime,
  end_time: WallTime,
  /** How long each time is; the stretch from start to end is cut into as many as fit. */
  minutes: z.coerce
    .number("Give the minutes, 10 to 180")
    .int("Give whole minutes")
    .min(10, "A time lasts at least 10 minutes")
    .max(180, "A time lasts at most 180 minutes")
    .default(30),
  /** Only an admin names another instructor. */
  instructor_id: Id.optional(),
})
export type SlotDraft = z.infer<typeof SlotDraft>

const forSlot = z.object({ slot_id: Id })
const SLOT_GONE = { status: 409, message: "This time is no longer free" } as const

const offer = base
  .route({ method: "POST", path: "/one-on-one", summary: "Offer one-on-one times" })
  .input(SlotDraft)
  .output(z.object({ offered: z.number().int() }))

const withdraw = base
  .route({
    method: "DELETE",
    path: "/one-on-one/{slot_id}",
    summary: "Withdraw a time that nobody has booked",
  })
  .input(forSlot)
  .output(z.object({}))
  .errors({ SLOT_GONE })

const take = base
  .route({
    method: "POST",
    path: "/one-on-one/{slot_id}/take",
    summary: "Book a time. It becomes a class with the student in it; repeating returns the same class",
  })
  .input(forSlot)
  .output(z.object({ class_id: Id }))
  .errors({
    SLOT_GONE,
    OWN_CLASS_THEN: {
      status: 409,
      message: "You have a seat in a class at this time",
      data: z.object({ class_title: z.string(), scheduled_date: WallDate, start_time: WallTime }),
    },
    ONE_ON_ONES_MOST: {
      status: 409,
      message: "You have as many one-on-ones booked as you can",
      data: z.object({ most: z.number().int() }),
    },
    ONE_ON_ONES_MOST_WITH: {
      status: 409,
      message: "You have as many one-on-ones booked with this instructor as you can",
      data: z.object({ most: z.number().int(), instructor_name: z.string() }),
    },
  })

const list = base
  .route({
    method: "GET",
    path: "/one-on-one",
    summary: "List free times, soonest first",
  })
  .input(PageQuery)
  .output(pageOf(OneOnOneSlot))

const mine = base
  .route({
    method: "GET",
    path: "/my/one-on-one",
    summary: "List coming times that the instructor offers or the student booked",
  })
  .input(PageQuery)
  .output(pageOf(OneOnOneSlot))

export const oneOnOne = { offer, withdraw, take, list, mine }
