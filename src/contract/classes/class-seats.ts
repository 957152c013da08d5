import { z } from "zod"
import { base, Id, WallDate } from "../base.ts"
import { ClassPlace, classErrors, forClass, ScheduledClass } from "./classes.ts"

const unpaid = {
  MEMBERSHIP_ENDED: {
    status: 402,
    message: "The membership of the class's program ends before the class: renew it",
    data: z.object({ slug: z.string(), valid_until: WallDate }),
  },
  PAYMENT_NEEDED: {
    status: 402,
    message: "The class belongs to a program that is paid for first: order it",
    data: z.object({ slug: z.string() }),
  },
} as const

const enrolInClass = base
  .route({ method: "POST", path: "/classes/{class_id}/enrolments", summary: "Take a seat in a class" })
  .input(forClass)
  .output(z.object({ class_id: Id, student_id: Id }))
  .errors({
    CLASS_FULL: { status: 409, message: "This class is full" },
    ALREADY_ENROLLED: { status: 409, message: "You are already enrolled in this class" },
    CLASS_NOT_OPEN: { status: 409, message: "This class no longer takes students" },
    DEMO_REQUEST_REQUIRED: { status: 409, message: "Please request access to this demo class first" },
    ...unpaid,
  })

const leaveClass = base
  .route({ method: "DELETE", path: "/classes/{class_id}/enrolments", summary: "Give up a seat" })
  .input(forClass)
  .output(z.object({}))
  .errors({
    ...classErrors,
    CLASS_BEGUN: { status: 409, message: "This class has begun, so its seats can't be given up" },
  })

const joinWaitlist = base
  .route({
    method: "POST",
    path: "/classes/{class_id}/waitlist",
    summary: "Join the waitlist. A free seat is taken at once, and repeating keeps the position",
  })
  .input(forClass)
  .output(ClassPlace)
  .errors({
    CLASS_NOT_OPEN: { status: 409, message: "This class no longer takes students" },
    DEMO_REQUEST_REQUIRED: { status: 409, message: "Please request access to this demo class first" },
    ...unpaid,
  })

const leaveWaitlist = base
  .route({
    method: "DELETE",
    path: "/classes/{class_id}/waitlist",
    summary: "Leave the waitlist, or withdraw an unanswered request",
  })
  .input(forClass)
  .output(ClassPlace)

const listMyLine = base
  .route({
    method: "GET",
    path: "/my/waitlist",
    summary: "List the classes whose waitlist the student is on",
  })
  .output(z.array(ScheduledClass))

/** Seats in a class, and its waitlist. */
export const classPlaces = {
  enrol: enrolInClass,
  leave: leaveClass,
  joinWaitlist,
  leaveWaitlist,
  myLine: listMyLine,
}
