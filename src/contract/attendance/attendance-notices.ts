import { z } from "zod"
import { base, Id, PageQuery, pageOf, WallDate } from "../base.ts"
import { NoticeReason } from "../notice-reasons.ts"

/**
 * The state of a notice. `sent`: accepted by the provider; `delivered` and `undelivered`: reported by the
 * phone's network; `told`: staff told the guardian by phone instead.
 */
export const NoticeStatus = z.enum([
  "held",
  "queued",
  "sending",
  "sent",
  "delivered",
  "undelivered",
  "failed",
  "unknown",
  "withdrawn",
  "told",
])
export type NoticeStatus = z.infer<typeof NoticeStatus>

export const Notice = z.object({
  id: Id,
  kind: z.string(),
  recipient_name: z.string(),
  /** The number with all but its last two digits hidden. */
  recipient: z.string(),
  channel: z.string(),
  status: NoticeStatus,
  reasons: z.array(NoticeReason),
  /** The staff member who decided about it last. */
  decided_by: z.string().nullable(),
  created_at: z.date(),
  sent_at: z.date().nullable(),
})
export type Notice = z.infer<typeof Notice>

export const listClassNotices = base
  .route({
    method: "GET",
    path: "/classes/{class_id}/notices",
    summary: "List the notices to parents about a class",
  })
  .input(z.object({ class_id: Id }))
  .output(z.array(Notice))

/** What can be decided about a notice that waits for staff. */
export const NoticeDecision = z.enum(["send", "drop", "told", "not_sent"])
export type NoticeDecision = z.infer<typeof NoticeDecision>

export const OpenNotice = z.object({
  id: Id,
  kind: z.string(),
  status: NoticeStatus,
  reasons: z.array(NoticeReason),
  /** The staff member who decided about it last. */
  decided_by: z.string().nullable(),
  channel: z.string(),
  text: z.string(),
  recipient_name: z.string(),
  /** The full number or address, for staff who call instead. */
  recipient: z.string(),
  created_at: z.date(),
  /** The class it is about; null if it is about something else. */
  class: z
    .object({ class_id: Id, title: z.string(), scheduled_date: WallDate, start_time: z.string() })
    .nullable(),
  /** The decisions possible now. */
  decisions: z.array(NoticeDecision),
})
export type OpenNotice = z.infer<typeof OpenNotice>

const listOpen = base
  .route({
    method: "GET",
    path: "/notices/open",
    summary:
      "List held, failed and unknown notices that need a decision, newest first: those of the instructor's classes, or all for an admin",
  })
  .input(PageQuery.extend({ status: z.enum(["held", "failed", "unknown"]).optional() }))
  .output(pageOf(OpenNotice))

const decide = base
  .route({
    method: "POST",
    path: "/notices/{notice_id}/decision",
    summary: "Send or drop a notice, or mark the parent as told by phone",
  })
  .input(
    z.object({
      notice_id: Id,
      decision: NoticeDecision,
      /** Asked for when it is dropped. */
      reason: z.string().trim().max(300).optional(),
    }),
  )
  .output(z.object({ status: NoticeStatus }))
  .errors({
    NOTICE_SETTLED: { status: 409, message: "This notice does not wait for a decision any more" },
    NOTICE_UNKNOWN: { status: 409, message: "It is not known whether this notice was sent" },
  })

export const noticeProcedures = { notices: listClassNotices, openNotices: listOpen, decideNotice: decide }
