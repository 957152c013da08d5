import { z } from "zod"
import { Id, WallDate, WallTime } from "../base.ts"

export const CLASS_STATUSES = ["scheduled", "live", "completed", "cancelled"] as const
export const CLASS_TYPES = ["regular", "demo"] as const
export const CLASS_DELIVERIES = ["online", "on_premises"] as const
/** Why the product itself cancels a class: nobody started it, or its only student gave the time back. */
export const CANCEL_CODES = ["not_held", "given_back"] as const
export type CancelCode = (typeof CANCEL_CODES)[number]
export type ClassStatus = (typeof CLASS_STATUSES)[number]
export type ClassType = (typeof CLASS_TYPES)[number]
export type ClassDelivery = (typeof CLASS_DELIVERIES)[number]

/** The viewer's relation to a class. */
export const ClassStanding = z.enum([
  "none",
  "waiting",
  "enrolled",
  "pending",
  "approved",
  "rejected",
  "instructor",
])
export type ClassStanding = z.infer<typeof ClassStanding>

export const ScheduledClass = z.object({
  id: Id,
  /** Who teaches the class: its own instructor, or the substitute. */
  instructor_id: Id,
  instructor_name: z.string(),
  /** Whose class it is while a substitute teaches it, else null. */
  substitutes_for: Id.nullable(),
  substitutes_for_name: z.string().nullable(),
  /** The program it belongs to. */
  course_id: Id.nullable(),
  /** The weekly series it was scheduled in. */
  series_id: Id.nullable(),
  /** Edited separately from its series, whose later edits leave it unchanged. */
  detached: z.boolean(),
  title: z.string(),
  description: z.string(),
  subject: z.string(),
  curriculum: z.string(),
  grade: z.string(),
  scheduled_date: WallDate,
  start_time: WallTime,
  end_time: WallTime,
  /** The same moments as instants, computed in the institution's zone. */
  starts_at: z.date(),
  ends_at: z.date(),
  max_capacity: z.number().int(),
  enrolled_count: z.number().int(),
  /** Seats kept for requests that are not answered yet. */
  held_count: z.number().int(),
  /** How many students are on the waitlist. */
  waiting_count: z.number().int(),
  /** The viewer's position on the waitlist, counted from 1. */
  waitlist_position: z.number().int().nullable(),
  /** Made from a time offered to one student: no other student can find it. */
  one_on_one: z.boolean(),
  /** Its seats are given by an organisation's link alone: others can't find it. */
  by_invitation: z.boolean(),
  status: z.enum(CLASS_STATUSES),
  class_type: z.enum(CLASS_TYPES),
  auto_record: z.boolean(),
  delivery: z.enum(CLASS_DELIVERIES),
  /** Where a class on premises takes place. */
  venue_name: z.string().nullable(),
  venue_address: z.string().nullable(),
  /** The link of the video room, once the class was started. */
  google_meet_link: z.string().nullable(),
  /** A meeting that Google made for the class; only for those with a seat in it. */
  meet_link: z.string().nullable(),
  /** What the person who cancelled it wrote. */
  cancel_reason: z.string().nullable(),
  /** Why the product cancelled it, where nobody did. */
  cancel_code: z.enum(CANCEL_CODES).nullable(),
  started_at: z.date().nullable(),
  ended_at: z.date().nullable(),
  updated_at: z.date(),
  standing: ClassStanding,
  /** Whether the viewer may edit, cancel and delete it: its own instructor, or an admin. */
  editable: z.boolean(),
})
export type ScheduledClass = z.infer<typeof ScheduledClass>

/** What can be said of a class, each with its own rule. */
const classFields = {
  title: z.string().trim().min(1, "Give the class a title").max(120, "Use at most 120 characters"),
  description: z.string().trim().max(4_000),
  subject: z.string().trim().min(1, "Choose a subject").max(60),
  curriculum: z.string().trim().min(1).max(40),
  grade: z.string().trim().max(20),
  scheduled_date: WallDate,
  start_time: WallTime,
  end_time: WallTime,
  max_capacity: z.coerce
    .number("Give a number from 1 to 100")
    .int("Give a whole number")
    .min(1, "A class takes at least 1 student")
    .max(100, "A class takes at most 100 students"),
  class_type: z.enum(CLASS_TYPES),
  auto_record: z.boolean(),
  delivery: z.enum(CLASS_DELIVERIES),
  /** Needed on premises. */
  venue_name: z.string().trim().max(120, "Use at most 120 characters"),
  venue_address: z.string().trim().max(300, "Use at most 300 characters"),
  course_id: Id,
  /** Only an admin names another instructor. */
  instructor_id: Id,
}

export const ClassDraft = z.object({
  ...classFields,
  description: classFields.description.default(""),
  curriculum: classFields.curriculum.default("CBSE"),
  grade: classFields.grade.default(""),
  class_type: classFields.class_type.default("regular"),
  auto_record: classFields.auto_record.default(false),
  delivery: classFields.delivery.default("online"),
  venue_name: classFields.venue_name.optional(),
  venue_address: classFields.venue_address.optional(),
  course_id: Id.optional(),
  instructor_id: Id.optional(),
})
export type ClassDraft = z.infer<typeof ClassDraft>

/** How a class is scheduled: once, or weekly on chosen days until a date or for a number of weeks. */
export const ClassPlan = ClassDraft.extend({
  repeats: z.enum(["never", "until", "weeks"]).default("never"),
  /** 1 is Monday and 7 Sunday. The weekday of `scheduled_date` is always one of them. */
  repeat_weekdays: z.array(z.coerce.number().int().min(1).max(7)).max(7).default([]),
  repeat_until: WallDate.optional(),
  repeat_weeks: z.coerce.number("Give a number from 1 to 60").int().min(1).max(60).optional(),
  /** The batch of the program that these classes continue, so that its students get seats in them. */
  continues: Id.optional(),
  /** Made by the form, so that the same plan sent twice, as after a lost response, is scheduled once. */
  request_key: Id.optional(),
})
export type ClassPlan = z.infer<typeof ClassPlan>

/** Whether a change is for this class only, or also for those after it in its series. */
export const SeriesScope = z.enum(["one", "following"])
export type SeriesScope = z.infer<typeof SeriesScope>

/** Which classes an edit changes, and which version it is based on. */
const editing = {
  scope: SeriesScope.default("one"),
  /**
   * The `updated_at` that was edited: if somebody else changed the class since, the save is refused instead
   * of overwriting it.
   */
  known_updated_at: z.coerce.date().optional(),
}

/** Fields left out are unchanged. A `course_id` of null takes the class out of its program. */
export const ClassEdit = z
  .object({ ...classFields, course_id: Id.nullable() })
  .partial()
  .extend(editing)
export type ClassEdit = z.infer<typeof ClassEdit>

/** The whole form of an edit, where an empty field takes away. */
export const ClassEditForm = ClassDraft.extend(editing)
export type ClassEditForm = z.infer<typeof ClassEditForm>

export const forClass = z.object({ class_id: Id })
export const classErrors = {
  CLASS_NOT_OPEN: { status: 409, message: "This class is no longer open" },
} as const

/** A class in the bin, as it was when it was deleted. */
export const DeletedClass = z.object({
  id: Id,
  title: z.string(),
  /** Whose class it is. */
  instructor_name: z.string(),
  scheduled_date: WallDate,
  start_time: WallTime,
  end_time: WallTime,
  enrolled_count: z.number().int(),
  deleted_at: z.date(),
  /** Null if that person's account is gone. */
  deleted_by_name: z.string().nullable(),
  /** From then on it can't be brought back. */
  kept_until: z.date(),
})
export type DeletedClass = z.infer<typeof DeletedClass>

/** A seat in a class, or a position on its waitlist. */
export const ClassPlace = z.object({
  class_id: Id,
  standing: ClassStanding,
  waitlist_position: z.number().int().nullable(),
})
export type ClassPlace = z.infer<typeof ClassPlace>

export const CalendarFeed = z.object({ created_at: z.date() })
export type CalendarFeed = z.infer<typeof CalendarFeed>
