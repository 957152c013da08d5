import { z } from "zod"
import { base, Id, WallDate } from "../base.ts"
import { COACH_STATES } from "./verdict-reasons.ts"

const CoachState = z.enum(COACH_STATES)
/** Names and notes that a coach types on a phone. */
const LONGEST_NAME = 100
const LONGEST_NOTE = 300
const LONGEST_CARD = 200
const MOST_HEADS = 500
/** The most messages of one batch: the register of a class of 60, with as many second thoughts. */
export const MOST_MARKS = 120
export const MOST_OTHERS = 20

/** What every message carries. The device makes its id once, and repeats it until it has an answer. */
const message = {
  id: Id,
  class_id: Id,
  /** By the device's own clock. */
  device_time: z.coerce.date(),
  /** How far the server's clock was ahead of the device's when they last met, in milliseconds. */
  clock_offset_ms: z.number().int().min(-1e13).max(1e13),
}

export const CoachMessages = z.object({
  /** Who made them. Sent in the session of somebody else they are refused as a whole, with FORBIDDEN. */
  coach_id: Id,
  /** Made once for each browser profile. */
  device_id: Id,
  marks: z
    .array(
      z.object({
        ...message,
        student_id: Id,
        state: CoachState,
        note: z.string().trim().max(LONGEST_NOTE).optional(),
        /** The text of the student's card, if that was scanned. */
        card: z.string().max(LONGEST_CARD).optional(),
      }),
    )
    .max(MOST_MARKS)
    .default([]),
  lists: z
    .array(
      z
        .object({
          ...message,
          head_count: z.number().int().min(0).max(MOST_HEADS).nullable(),
          note: z.string().trim().max(LONGEST_NOTE).optional(),
          /** Everybody is marked. Only with a head count. */
          complete: z.boolean(),
        })
        .refine((list) => !list.complete || list.head_count !== null, {
          path: ["head_count"],
          error: "Count the heads before the list is complete",
        }),
    )
    .max(MOST_OTHERS)
    .default([]),
  children: z
    .array(z.object({ ...message, name: z.string().trim().min(1).max(LONGEST_NAME) }))
    .max(MOST_OTHERS)
    .default([]),
})
export type CoachMessages = z.infer<typeof CoachMessages>

/** Why a message was refused. The coach's screen explains it in the coach's language. */
export const COACH_REFUSALS = [
  "not-your-class",
  "right-lost",
  "not-enrolled",
  "card-blocked",
  "too-early",
  "too-late",
  "class-cancelled",
  "clock-ahead",
  "id-taken",
] as const

export const CoachAnswer = z.object({
  id: Id,
  /** Null if it was taken, now or before. */
  refusal: z.enum(COACH_REFUSALS).nullable(),
})
export type CoachAnswer = z.infer<typeof CoachAnswer>
export type CoachRefusal = NonNullable<CoachAnswer["refusal"]>

const syncRegister = base
  .route({
    method: "POST",
    path: "/my/coach-messages",
    summary:
      "Send the marks, lists and unexpected children of a coach's device. Each id counts once, and has its own answer",
  })
  .input(CoachMessages)
  .output(z.object({ now: z.date(), answers: z.array(CoachAnswer) }))

const CoachStudent = z.object({
  student_id: Id,
  name: z.string(),
  /** What counts of the marks so far; null if there is none. */
  state: CoachState.nullable(),
  /**
   * SHA-256 of the text of the card in force, in base64url: a device without a network finds who a scanned card
   * belongs to, and can't make one. Null without a card.
   */
  card: z.string().nullable(),
  /** Of the mark that counts. */
  note: z.string().nullable(),
})

export const CoachClass = z.object({
  class_id: Id,
  title: z.string(),
  scheduled_date: WallDate,
  start_time: z.string(),
  end_time: z.string(),
  starts_at: z.date(),
  ends_at: z.date(),
  delivery: z.enum(["online", "on_premises"]),
  venue_name: z.string().nullable(),
  /** Whom the coach stands in for; null in a class of their own. */
  substitutes_for_name: z.string().nullable(),
  students: z.array(CoachStudent),
  head_count: z.number().int().nullable(),
  note: z.string().nullable(),
  complete: z.boolean(),
  children: z.array(z.object({ id: Id, name: z.string() })),
})
export type CoachClass = z.infer<typeof CoachClass>

export const CoachDay = z.object({
  /** Whose day it is: a page that was kept for another coach must not take it in. */
  coach_id: Id,
  /** The server's clock, by which the device learns its offset. */
  now: z.date(),
  /** Today and tomorrow at the academy. */
  dates: z.tuple([WallDate, WallDate]),
  classes: z.array(CoachClass),
})
export type CoachDay = z.infer<typeof CoachDay>

const readDay = base
  .route({
    method: "GET",
    path: "/my/coach-day",
    summary:
      "Get today's and tomorrow's classes that the coach teaches, and earlier ones in a hall whose list isn't complete, with their rosters",
  })
  .output(CoachDay)

/** A mark of a coach's device as the register shows it. */
export const ShownMark = z.object({
  id: Id,
  state: CoachState,
  at: z.date(),
  received_at: z.date(),
  by: z.string().nullable(),
  note: z.string().nullable(),
  /** The student's card was scanned. */
  by_card: z.boolean(),
  /** It is the latest. */
  counts: z.boolean(),
})
export type ShownMark = z.infer<typeof ShownMark>

/** The list of a class as coaches' devices gave it. */
export const HallList = z.object({
  /** `count-differs`: everybody is marked, but the head count is another. */
  state: z.enum(["open", "count-differs", "complete"]),
  /** Staff let the notices go without waiting for a device. */
  released: z.boolean(),
  head_count: z.number().int().nullable(),
  /** Marked as there, with the children who were not expected. */
  heads: z.number().int(),
  note: z.string().nullable(),
  /** Who said so last, and when; null before anybody did. */
  by: z.string().nullable(),
  at: z.date().nullable(),
  children: z.array(
    z.object({
      id: Id,
      /** Empty once dismissed. */
      name: z.string(),
      by: z.string().nullable(),
      at: z.date(),
      decision: z.enum(["open", "resolved", "dismissed"]),
      student_name: z.string().nullable(),
    }),
  ),
})
export type HallList = z.infer<typeof HallList>

const ListNow = HallList.pick({ state: true, released: true })

const releaseList = base
  .route({
    method: "POST",
    path: "/classes/{class_id}/attendance/release",
    summary: "Let the notices of a class on premises go without waiting for the coach's device",
  })
  .input(z.object({ class_id: Id }))
  .output(ListNow)
  .errors({ CLASS_NOT_OVER: { status: 409, message: "The class is not over yet" } })

const decideChild = base
  .route({
    method: "POST",
    path: "/unexpected-children/{child_id}/decision",
    summary: "Say which student an unexpected child was, who then counts as present, or dismiss the entry",
  })
  .input(z.object({ child_id: Id, student_id: Id.nullable() }))
  .output(ListNow)
  .errors({
    NOT_ON_REGISTER: { status: 404, message: "This student is not in the class" },
    CHILD_DECIDED: { status: 409, message: "Somebody has decided about this child already" },
  })

export const coachProcedures = { sync: syncRegister, coachDay: readDay, releaseList, decideChild }
