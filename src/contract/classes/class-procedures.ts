import { z } from "zod"
import { base, Id, PageQuery, pageOf, WallDate } from "../base.ts"
import { batches } from "./batches.ts"
import { classPlaces } from "./class-seats.ts"
import {
  CalendarFeed,
  CLASS_TYPES,
  ClassEdit,
  ClassPlan,
  classErrors,
  DeletedClass,
  forClass,
  ScheduledClass,
  SeriesScope,
} from "./classes.ts"
import { demoRequests } from "./demo-requests.ts"

const listClasses = base
  .route({ method: "GET", path: "/classes", summary: "List classes by date, then start time" })
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
      stats: z.object({
        live: z.number().int(),
        upcoming: z.number().int(),
        /** Different people with a seat on that day. */
        students: z.number().int(),
        seats: z.number().int(),
      }),
    }),
  )

const listComing = base
  .route({
    method: "GET",
    path: "/coming-classes",
    summary: "List the classes that are live or still to come, the earliest first",
  })
  .input(
    z.object({
      /** Only the classes of this program. */
      course_id: Id.optional(),
      /** Only demo classes, or only regular ones. */
      class_type: z.enum(CLASS_TYPES).optional(),
      limit: z.coerce.number().int().min(1).max(50).default(20),
    }),
  )
  .output(z.array(ScheduledClass).max(50))

const getClass = base
  .route({ method: "GET", path: "/classes/{class_id}", summary: "Get a class" })
  .input(forClass)
  .output(ScheduledClass)

const scheduleClass = base
  .route({ method: "POST", path: "/classes", summary: "Schedule a class or a weekly series" })
  .input(ClassPlan)
  .output(ScheduledClass)

const updateClass = base
  .route({
    method: "PATCH",
    path: "/classes/{class_id}",
    summary: "Update a class that is not live. Fields left out stay the same",
  })
  .input(ClassEdit.extend({ class_id: Id }))
  .output(ScheduledClass)
  .errors(classErrors)

const deleteClass = base
  .route({ method: "DELETE", path: "/classes/{class_id}", summary: "Delete a class without attendance" })
  .input(forClass.extend({ scope: SeriesScope.default("one") }))
  .output(z.object({}))
  .errors({
    ...classErrors,
    CLASS_HAS_RECORDS: { status: 409, message: "This class has attendance: cancel it instead" },
  })

const listDeletedClasses = base
  .route({
    method: "GET",
    path: "/my/deleted-classes",
    summary: "List the instructor's classes deleted in the last 30 days. Admins get everyone's",
  })
  .input(PageQuery)
  .output(pageOf(DeletedClass))

const restoreClass = base
  .route({
    method: "POST",
    path: "/classes/{class_id}/restore",
    summary: "Restore a deleted class with its seats and requests",
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
    INSTRUCTOR_GONE: { status: 409, message: "The instructor of this class can no longer teach it" },
  })

const cancelClass = base
  .route({ method: "POST", path: "/classes/{class_id}/cancel", summary: "Cancel a class with a reason" })
  .input(
    forClass.extend({
      reason: z.string().trim().min(1, "Give a reason. Enrolled students see it.").max(300),
      scope: SeriesScope.default("one"),
    }),
  )
  .output(ScheduledClass)
  .errors(classErrors)

const substituteInstructor = base
  .route({
    method: "POST",
    path: "/classes/{class_id}/substitute",
    summary: "Assign a substitute instructor",
  })
  .input(forClass.extend({ instructor_id: z.uuid("Choose an instructor") }))
  .output(ScheduledClass)
  .errors(classErrors)

const takeBackClass = base
  .route({
    method: "DELETE",
    path: "/classes/{class_id}/substitute",
    summary: "Return a class to its own instructor",
  })
  .input(forClass)
  .output(ScheduledClass)
  .errors(classErrors)

const startClass = base
  .route({ method: "POST", path: "/classes/{class_id}/start", summary: "Start a class and open its room" })
  .input(forClass)
  .output(ScheduledClass)
  .errors({
    CLASS_NOT_OPEN: { status: 409, message: "This class can't be started any more" },
    TOO_EARLY: { status: 409, message: "This class can be started from 15 minutes before its start" },
  })

const endClass = base
  .route({ method: "POST", path: "/classes/{class_id}/end", summary: "End a live class for everyone" })
  .input(forClass)
  .output(ScheduledClass)
  .errors({ CLASS_NOT_LIVE: { status: 409, message: "This class is not live" } })

const listMyClasses = base
  .route({ method: "GET", path: "/my/classes", summary: "List the student's or instructor's own classes" })
  .input(PageQuery.extend({ scope: z.enum(["upcoming", "past", "all"]).default("all") }))
  .output(pageOf(ScheduledClass))

const timetable = base
  .route({
    method: "GET",
    path: "/my/timetable",
    summary: "List the instructor's classes in a range of days. Admins get everyone's, or one instructor's",
  })
  .input(
    z.object({
      from: WallDate,
      days: z.coerce.number().int().min(1).max(31).default(7),
      /** Only an admin looks at others. */
      instructor_id: Id.optional(),
    }),
  )
  .output(
    z.object({
      classes: z.array(ScheduledClass),
      /** There are more classes in these days than are listed: ask for fewer days, or one instructor. */
      has_more: z.boolean(),
    }),
  )

const calendarFeed = base
  .route({ method: "GET", path: "/my/calendar", summary: "Get whether the viewer has a calendar address" })
  .output(z.object({ feed: CalendarFeed.nullable() }))

const makeCalendarFeed = base
  .route({
    method: "POST",
    path: "/my/calendar",
    summary: "Create a private calendar address. The previous one stops working",
  })
  .output(CalendarFeed.extend({ /** Shown this once. */ path: z.string() }))

const revokeCalendarFeed = base
  .route({ method: "DELETE", path: "/my/calendar", summary: "Delete the private calendar address" })
  .output(z.object({}))

const instructorFigures = base
  .route({ method: "GET", path: "/my/figures/instructor", summary: "Get the instructor's figures" })
  .output(
    z.object({
      total_classes: z.number().int(),
      todays_classes: z.number().int(),
      upcoming_classes: z.number().int(),
      /** Different people in own classes, and how many seats they have or had. */
      total_students: z.number().int(),
      total_seats: z.number().int(),
    }),
  )

const studentFigures = base
  .route({ method: "GET", path: "/my/figures/student", summary: "Get the student's figures" })
  .output(
    z.object({
      enrolled_classes: z.number().int(),
      upcoming_classes: z.number().int(),
      live_classes: z.number().int(),
    }),
  )

const listInstructors = base
  .route({ method: "GET", path: "/instructors", summary: "List approved instructors by name" })
  .output(z.array(z.object({ user_id: Id, name: z.string() })))

/** The procedures about classes. */
export const classes = {
  list: listClasses,
  coming: listComing,
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
  ...batches,
  ...classPlaces,
  ...demoRequests,
  mine: listMyClasses,
  timetable,
  calendarFeed,
  makeCalendarFeed,
  revokeCalendarFeed,
  instructorFigures,
  studentFigures,
  listInstructors,
}
