import { z } from "zod"
import { base, Id, PageQuery, pageOf, WallDate, WallTime } from "./base.ts"
import { demoRequests } from "./demo-requests.ts"

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

export const ClassDraft = z.object({
  title: z.string().trim().min(1, "Give the class a title").max(120, "Use at most 120 characters"),
  description: z.string().trim().max(4_000).default(""),
  subject: z.string().trim().min(1, "Choose a subject").max(60),
  curriculum: z.string().trim().min(1).max(40).default("CBSE"),
  grade: z.string().trim().max(20).default(""),
  scheduled_date: WallDate,
  start_time: WallTime,
  end_time: WallTime,
  max_capacity: z.coerce
    .number("Give a number from 1 to 100")
    .int("Give a whole number")
    .min(1, "A class takes at least 1 student")
    .max(100, "A class takes at most 100 students"),
  class_type: z.enum(CLASS_TYPES).default("regular"),
  auto_record: z.boolean().default(false),
  delivery: z.enum(CLASS_DELIVERIES).default("online"),
  /** Needed on premises. */
  venue_name: z.string().trim().max(120, "Use at most 120 characters").optional(),
  venue_address: z.string().trim().max(300, "Use at most 300 characters").optional(),
  course_id: Id.optional(),
  /** Only an admin names another instructor. */
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

export const ClassEdit = ClassDraft.extend({
  scope: SeriesScope.default("one"),
  /** The `updated_at` that was edited: what somebody else changed since is told, not overwritten. */
  known_updated_at: z.coerce.date().optional(),
})
export type ClassEdit = z.infer<typeof ClassEdit>

const forClass = z.object({ class_id: Id })
const classErrors = { CLASS_NOT_OPEN: { status: 409, message: "This class is no longer open" } } as const

export const listClasses = base
  .route({ method: "GET", path: "/classes", summary: "Classes by date, then start time" })
  .input(
    PageQuery.extend({
      /** Only this day; without it, classes from today on and those that are live. */
      date: WallDate.optional(),
      curriculum: z.string().max(40).default("all"),
      /** Only the classes of this program. */
      course_id: Id.optional(),
      /** Only demo classes, or only regular ones. */
      class_type: z.enum(CLASS_TYPES).optional(),
    }),
  )
  .output(
    pageOf(ScheduledClass).extend({
      stats: z.object({ live: z.number().int(), upcoming: z.number().int(), students: z.number().int() }),
    }),
  )

export const getClass = base
  .route({ method: "GET", path: "/classes/{class_id}", summary: "One class" })
  .input(forClass)
  .output(ScheduledClass)

export const scheduleClass = base
  .route({ method: "POST", path: "/classes", summary: "Schedule a class, or a weekly series" })
  .input(ClassPlan)
  .output(ScheduledClass)

export const updateClass = base
  .route({ method: "PATCH", path: "/classes/{class_id}", summary: "Edit a class that is not live" })
  .input(ClassEdit.extend({ class_id: Id }))
  .output(ScheduledClass)
  .errors(classErrors)

export const deleteClass = base
  .route({ method: "DELETE", path: "/classes/{class_id}", summary: "Delete a class without attendance" })
  .input(forClass.extend({ scope: SeriesScope.default("one") }))
  .output(z.object({}))
  .errors({
    ...classErrors,
    CLASS_HAS_RECORDS: { status: 409, message: "This class has attendance: cancel it instead" },
  })

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

export const listDeletedClasses = base
  .route({
    method: "GET",
    path: "/my/deleted-classes",
    summary: "The bin: the instructor's classes deleted in the last 30 days, for an admin everyone's",
  })
  .input(PageQuery)
  .output(pageOf(DeletedClass))

export const restoreClass = base
  .route({
    method: "POST",
    path: "/classes/{class_id}/restore",
    summary: "Bring a deleted class back with its seats and requests",
  })
  .input(
    forClass.extend({
      /** Also those that were deleted with it. */
      together: z.boolean().default(false),
    }),
  )
  .output(ScheduledClass)
  .errors({
    CLASS_TIME_TAKEN: { status: 409, message: "The instructor has another class at this time by now" },
    INSTRUCTOR_GONE: { status: 409, message: "Whoever was to teach this class no longer can" },
  })

export const cancelClass = base
  .route({ method: "POST", path: "/classes/{class_id}/cancel", summary: "Cancel a class with a reason" })
  .input(
    forClass.extend({
      reason: z.string().trim().min(1, "Say why, the enrolled will read it").max(300),
      scope: SeriesScope.default("one"),
    }),
  )
  .output(ScheduledClass)
  .errors(classErrors)

export const substituteInstructor = base
  .route({
    method: "POST",
    path: "/classes/{class_id}/substitute",
    summary: "Let another instructor teach a class",
  })
  .input(forClass.extend({ instructor_id: z.uuid("Choose an instructor") }))
  .output(ScheduledClass)
  .errors(classErrors)

export const takeBackClass = base
  .route({
    method: "DELETE",
    path: "/classes/{class_id}/substitute",
    summary: "Give a class back to its own instructor",
  })
  .input(forClass)
  .output(ScheduledClass)
  .errors(classErrors)

export const startClass = base
  .route({ method: "POST", path: "/classes/{class_id}/start", summary: "Set a class live and open its room" })
  .input(forClass)
  .output(ScheduledClass)
  .errors({
    CLASS_NOT_OPEN: { status: 409, message: "This class can't be started any more" },
    TOO_EARLY: { status: 409, message: "This class can be started from 15 minutes before its start" },
  })

export const endClass = base
  .route({ method: "POST", path: "/classes/{class_id}/end", summary: "End a live class for everyone" })
  .input(forClass)
  .output(ScheduledClass)
  .errors({ CLASS_NOT_LIVE: { status: 409, message: "This class is not live" } })

export const enrolInClass = base
  .route({ method: "POST", path: "/classes/{class_id}/enrolments", summary: "Take a seat in a class" })
  .input(forClass)
  .output(z.object({ class_id: Id, student_id: Id }))
  .errors({
    CLASS_FULL: { status: 409, message: "This class is full" },
    ALREADY_ENROLLED: { status: 409, message: "You are already enrolled in this class" },
    CLASS_NOT_OPEN: { status: 409, message: "This class no longer takes students" },
    DEMO_REQUEST_REQUIRED: { status: 409, message: "Please request access to this demo class first" },
  })

export const leaveClass = base
  .route({ method: "DELETE", path: "/classes/{class_id}/enrolments", summary: "Give the seat back" })
  .input(forClass)
  .output(z.object({}))
  .errors(classErrors)

/** A place in a class: a seat, or one in the line for it. */
export const ClassPlace = z.object({
  class_id: Id,
  standing: ClassStanding,
  line_place: z.number().int().nullable(),
})
export type ClassPlace = z.infer<typeof ClassPlace>

export const joinLine = base
  .route({
    method: "POST",
    path: "/classes/{class_id}/waitlist",
    summary: "Wait for a seat; a free one is taken at once, and repeating keeps the place",
  })
  .input(forClass)
  .output(ClassPlace)
  .errors({
    CLASS_NOT_OPEN: { status: 409, message: "This class no longer takes students" },
    DEMO_REQUEST_REQUIRED: { status: 409, message: "Please request access to this demo class first" },
  })

export const leaveLine = base
  .route({
    method: "DELETE",
    path: "/classes/{class_id}/waitlist",
    summary: "Leave the line, or take back a request that was not answered",
  })
  .input(forClass)
  .output(ClassPlace)

export const listMyLine = base
  .route({ method: "GET", path: "/my/waitlist", summary: "The classes in whose line the student waits" })
  .output(z.array(ScheduledClass))

export const listMyClasses = base
  .route({ method: "GET", path: "/my/classes", summary: "The student's classes, or the instructor's own" })
  .input(PageQuery.extend({ scope: z.enum(["upcoming", "past", "all"]).default("all") }))
  .output(pageOf(ScheduledClass))

export const timetable = base
  .route({
    method: "GET",
    path: "/my/timetable",
    summary: "The instructor's classes of some days; an admin sees everyone's, or one instructor's",
  })
  .input(
    z.object({
      from: WallDate,
      days: z.coerce.number().int().min(1).max(31).default(7),
      /** Only an admin looks at others. */
      instructor_id: Id.optional(),
    }),
  )
  .output(z.array(ScheduledClass))

export const CalendarFeed = z.object({ created_at: z.date() })
export type CalendarFeed = z.infer<typeof CalendarFeed>

export const calendarFeed = base
  .route({ method: "GET", path: "/my/calendar", summary: "Whether the person has a calendar address" })
  .output(z.object({ feed: CalendarFeed.nullable() }))

export const makeCalendarFeed = base
  .route({
    method: "POST",
    path: "/my/calendar",
    summary: "A new private calendar address; the one before stops to work",
  })
  .output(CalendarFeed.extend({ /** Shown this once. */ path: z.string() }))

export const revokeCalendarFeed = base
  .route({ method: "DELETE", path: "/my/calendar", summary: "End the private calendar address" })
  .output(z.object({}))

export const instructorFigures = base
  .route({ method: "GET", path: "/my/figures/instructor", summary: "The instructor's counts" })
  .output(
    z.object({
      total_classes: z.number().int(),
      todays_classes: z.number().int(),
      upcoming_classes: z.number().int(),
      total_students: z.number().int(),
    }),
  )

export const studentFigures = base
  .route({ method: "GET", path: "/my/figures/student", summary: "The student's counts" })
  .output(
    z.object({
      enrolled_classes: z.number().int(),
      upcoming_classes: z.number().int(),
      live_classes: z.number().int(),
    }),
  )

export const listInstructors = base
  .route({ method: "GET", path: "/instructors", summary: "Approved instructors, by name" })
  .output(z.array(z.object({ user_id: Id, name: z.string() })))

export const classes = {
  list: listClasses,
  get: getClass,
  schedule: scheduleClass,
  update: updateClass,
  delete: deleteClass,
  deleted: listDeletedClasses,
  restore: restoreClass,
  cancel: cancelClass,
  substitute: substituteInstructor,
  takeBack: takeBackClass,
  start: startClass,
  end: endClass,
  enrol: enrolInClass,
  leave: leaveClass,
  joinLine,
  leaveLine,
  ...demoRequests,
  mine: listMyClasses,
  myLine: listMyLine,
  timetable,
  calendarFeed,
  makeCalendarFeed,
  revokeCalendarFeed,
  instructorFigures,
  studentFigures,
  listInstructors,
}
