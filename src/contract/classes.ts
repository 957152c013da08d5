import { z } from "zod"
import { Id, WallDate, WallTime } from "./base.ts"

export const CLASS_STATUSES = ["scheduled", "live", "completed", "cancelled"] as const
export const CLASS_TYPES = ["regular", "demo"] as const
export const CLASS_DELIVERIES = ["online", "on_premises"] as const
export type ClassStatus = (typeof CLASS_STATUSES)[number]
export type ClassType = (typeof CLASS_TYPES)[number]
export type ClassDelivery = (typeof CLASS_DELIVERIES)[number]

/** How the person who asks stands to a class. */
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
  /** Edited apart from its series, whose later edits leave it as it is. */
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
  /** Seats that are kept for requests that wait for their answer. */
  held_count: z.number().int(),
  /** How many wait for a seat. */
  waiting_count: z.number().int(),
  /** The place of the person who asks in that line, counted from 1. */
  line_place: z.number().int().nullable(),
  /** Made of a time offered to one student: nobody else finds it. */
  one_on_one: z.boolean(),
  status: z.enum(CLASS_STATUSES),
  class_type: z.enum(CLASS_TYPES),
  auto_record: z.boolean(),
  delivery: z.enum(CLASS_DELIVERIES),
  /** Where a class on premises is held. */
  venue_name: z.string().nullable(),
  venue_address: z.string().nullable(),
  /** The link of the video room, once the class was started. */
  google_meet_link: z.string().nullable(),
  /** A meeting that Google made for the class; only for those who have a place in it. */
  meet_link: z.string().nullable(),
  cancel_reason: z.string().nullable(),
  started_at: z.date().nullable(),
  ended_at: z.date().nullable(),
  updated_at: z.date(),
  standing: ClassStanding,
  /** Whether the person who asks may edit, cancel and delete it: its own instructor, or an admin. */
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
  /** Made by the form: the same plan sent twice, as after a lost answer, is scheduled once. */
  request_key: Id.optional(),
})
export type ClassPlan = z.infer<typeof ClassPlan>

/** Whether a change is for this class alone, or for those that follow it in its series as well. */
export const SeriesScope = z.enum(["one", "following"])
export type SeriesScope = z.infer<typeof SeriesScope>

/** How an edit reaches, and what it was made of. */
const editing = {
  scope: SeriesScope.default("one"),
  /** The `updated_at` that was edited: what somebody else changed since is told, not overwritten. */
  known_updated_at: z.coerce.date().optional(),
}

/** What is left out stays as it is. A `course_id` of null takes the class out of its program. */
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
  /** Null where that person's account is gone. */
  deleted_by_name: z.string().nullable(),
  /** From then on it can't be brought back. */
  kept_until: z.date(),
})
export type DeletedClass = z.infer<typeof DeletedClass>

/** A place in a class: a seat, or one in the line for it. */
export const ClassPlace = z.object({
  class_id: Id,
  standing: ClassStanding,
  line_place: z.number().int().nullable(),
})
export type ClassPlace = z.infer<typeof ClassPlace>

export const CalendarFeed = z.object({ created_at: z.date() })
export type CalendarFeed = z.infer<typeof CalendarFeed>
