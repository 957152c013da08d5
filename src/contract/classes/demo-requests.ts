import { z } from "zod"
import { base, Id, PageQuery, pageOf, WallDate, WallTime } from "../base.ts"
import { ofChild } from "../guardians/rights.ts"

/** The outcome of a promised call. */
export const CALL_OUTCOMES = ["reached", "no_answer", "wrong_number"] as const
export type CallOutcome = (typeof CALL_OUTCOMES)[number]

/** A coming demo class with room, as a choice of time. */
export const DemoTime = z.object({
  class_id: Id,
  title: z.string(),
  subject: z.string(),
  instructor_name: z.string(),
  scheduled_date: WallDate,
  start_time: WallTime,
  starts_at: z.date(),
})
export type DemoTime = z.infer<typeof DemoTime>

export const DemoRequest = z.object({
  id: Id,
  class_id: Id,
  class_title: z.string(),
  scheduled_date: WallDate,
  start_time: WallTime,
  starts_at: z.date(),
  student_id: Id,
  student_name: z.string(),
  instructor_id: Id,
  status: z.enum(["pending", "approved", "rejected"]),
  message: z.string().nullable(),
  requested_at: z.date(),
  responded_at: z.date().nullable(),
  /** Until when a seat is kept for the request, at the latest; null without one. */
  held_until: z.date().nullable(),
  /** The position on the waitlist when every seat is taken or kept, counted from 1. */
  waitlist_position: z.number().int().nullable(),
  /**
   * The promised call comes in this window; null if none was promised, as for another time that was accepted.
   */
  callback_from: z.date().nullable(),
  callback_by: z.date().nullable(),
  called_at: z.date().nullable(),
  call_outcome: z.enum(CALL_OUTCOMES).nullable(),
  /** Whom staff call about the request: the guardian if there is one. Phone in E.164. */
  contact: z.object({ name: z.string(), phone: z.string().nullable() }).nullable(),
})
export type DemoRequest = z.infer<typeof DemoRequest>

export const MyDemoRequest = DemoRequest.extend({
  /** The activity whose one free trial the request uses; null after a rejection. */
  trial_of: z.string().nullable(),
  /** Other times that are still free. */
  offers: z.array(DemoTime),
})
export type MyDemoRequest = z.infer<typeof MyDemoRequest>

/** The earlier trial of an activity. */
const Trial = z.object({
  activity: z.string(),
  class_title: z.string(),
  scheduled_date: WallDate,
  start_time: WallTime,
})

const TRIAL_TAKEN = {
  status: 409,
  message: "There is one free trial for each activity",
  data: Trial,
} as const

const NOT_A_DEMO = { status: 409, message: "This class needs no request: take a seat" } as const

const requestDemo = base
  .route({
    method: "POST",
    path: "/classes/{class_id}/demo-requests",
    summary: "Request a seat in a demo class. A seat is held, or the request joins the waitlist",
  })
  .input(z.object({ class_id: Id }))
  .output(DemoRequest)
  .errors({
    REQUEST_ALREADY_SENT: { status: 409, message: "You've already requested to join this demo class" },
    CLASS_FULL: { status: 409, message: "This class is full" },
    CLASS_NOT_OPEN: { status: 409, message: "This class no longer takes requests" },
    NOT_A_DEMO,
    TRIAL_TAKEN,
  })

const requestChildDemo = ofChild
  .route({
    method: "POST",
    path: "/guardian/children/{student_id}/demo-requests/{class_id}",
    summary: "Request a seat in a demo class for a child. Repeating returns the same request",
  })
  .input(z.object({ student_id: Id, class_id: Id }))
  .output(DemoRequest)
  .errors({
    STUDENT_DECIDES: { status: 403, message: "They are 18 and decide this themselves" },
    CHILD_CLOSED: { status: 409, message: "The child's account is closed" },
    REQUEST_DECLINED: { status: 409, message: "The request for this class was declined" },
    CLASS_FULL: { status: 409, message: "This class is full" },
    CLASS_NOT_OPEN: { status: 409, message: "This class no longer takes requests" },
    NOT_A_DEMO,
    CHILD_TRIAL_TAKEN: { ...TRIAL_TAKEN, data: Trial.extend({ first_name: z.string() }) },
  })

const answerDemoRequest = base
  .route({
    method: "POST",
    path: "/demo-requests/{request_id}/answer",
    summary: "Approve a request, or reject it and offer other times",
  })
  .input(
    z.object({
      request_id: Id,
      status: z.enum(["approved", "rejected"]),
      message: z.string().trim().max(500).optional(),
      /** With a rejection: own coming demo classes with room. */
      offer_class_ids: z.array(Id).max(5, "Offer at most 5 times").optional(),
    }),
  )
  .output(DemoRequest)
  .errors({
    ALREADY_ANSWERED: { status: 409, message: "This request was answered already" },
    CLASS_FULL: { status: 409, message: "This class is full" },
    CLASS_NOT_OPEN: { status: 409, message: "This class no longer takes students" },
  })

const acceptDemoOffer = base
  .route({
    method: "POST",
    path: "/demo-requests/{request_id}/offers/{class_id}/accept",
    summary: "Accept one of the times offered with a rejection",
  })
  .input(z.object({ request_id: Id, class_id: Id }))
  .output(DemoRequest)
  .errors({
    REQUEST_ALREADY_SENT: { status: 409, message: "You've already requested to join this demo class" },
    OFFER_ALREADY_ACCEPTED: { status: 409, message: "You took another of these times" },
    CLASS_FULL: { status: 409, message: "This class is full" },
    CLASS_NOT_OPEN: { status: 409, message: "This class no longer takes students" },
    NOT_A_DEMO,
    TRIAL_TAKEN,
  })

const recordCallback = base
  .route({
    method: "POST",
    path: "/demo-requests/{request_id}/callback",
    summary: "Record the promised call and its outcome",
  })
  .input(z.object({ request_id: Id, outcome: z.enum(CALL_OUTCOMES) }))
  .output(DemoRequest)

const listDemoRequests = base
  .route({ method: "GET", path: "/demo-requests", summary: "List the instructor's requests, newest first" })
  .input(PageQuery)
  .output(pageOf(DemoRequest))

const myDemoRequests = base
  .route({
    method: "GET",
    path: "/my/demo-requests",
    summary: "List the student's requests, newest first, with other times offered",
  })
  .input(PageQuery)
  .output(pageOf(MyDemoRequest))

const childDemoRequests = base
  .route({
    method: "GET",
    path: "/guardian/demo-requests",
    summary: "List the requests for the viewer's children, newest first, with other times offered",
  })
  .input(PageQuery)
  .output(pageOf(MyDemoRequest))

const listDemoTimes = base
  .route({
    method: "GET",
    path: "/my/demo-times",
    summary: "List the instructor's coming demo classes with free seats, at most 50",
  })
  .output(z.array(DemoTime))

/** The procedures for demo requests, merged into those of classes. */
export const demoRequests = {
  requestDemo,
  requestChildDemo,
  answerDemoRequest,
  acceptDemoOffer,
  recordCallback,
  listDemoRequests,
  myDemoRequests,
  childDemoRequests,
  listDemoTimes,
}
