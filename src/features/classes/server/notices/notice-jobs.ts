import { z } from "zod"
import { defineJob } from "#platform/jobs/jobs.ts"
import { tellEnded } from "../seats/ending.ts"
import {
  tellAskedForChild,
  tellDemoRequest,
  tellGivenBack,
  tellGranted,
  tellJoined,
  tellOneOnOne,
} from "../seats/seat-notices.ts"
import { tellCancelled, tellMoved } from "./class-notices.ts"
import { SEND_CLASS_NOTICE } from "./class-words.ts"
import { confirmSeats, remindOfClasses } from "./reminders.ts"
import { sendClassNotice } from "./send-notice.ts"
import { tellHandedOver, tellSubstituted } from "./teaching-notices.ts"
import { dropUntold } from "./to-families.ts"

const Move = z.object({
  class_id: z.uuid(),
  old_starts_at: z.iso.datetime(),
  old_ends_at: z.iso.datetime(),
})
const Seat = z.object({ class_id: z.uuid(), student_id: z.uuid() })
const EACH_MINUTE = "* * * * *"

/** The jobs that send notices about classes. Each may run twice without sending a notice twice. */
export const classNoticeJobs = [
  defineJob({
    queue: SEND_CLASS_NOTICE,
    input: z.object({ notice_id: z.uuid() }),
    concurrency: 4,
    handle: (ctx, { notice_id }) => sendClassNotice(ctx, notice_id),
  }),
  defineJob({
    queue: "classes.tell-moved",
    on: ["class.moved"],
    input: Move.extend({ change_id: z.uuid(), also: z.array(Move).optional() }),
    handle: tellMoved,
  }),
  defineJob({
    queue: "classes.tell-cancelled",
    on: ["class.cancelled"],
    input: z.object({ class_id: z.uuid(), change_id: z.uuid() }),
    handle: tellCancelled,
  }),
  defineJob({
    queue: "classes.tell-substituted",
    on: ["class.substituted"],
    input: z.object({
      class_id: z.uuid(),
      instructor_id: z.uuid(),
      previous_instructor_id: z.uuid(),
    }),
    handle: tellSubstituted,
  }),
  defineJob({
    queue: "classes.tell-handed-over",
    on: ["class.handed_over"],
    input: z.object({
      change_id: z.uuid(),
      instructor_id: z.uuid(),
      given: z.array(z.object({ class_id: z.uuid(), previous_instructor_id: z.uuid() })).min(1),
    }),
    handle: tellHandedOver,
  }),
  defineJob({ queue: "classes.tell-granted", on: ["seat.granted"], input: Seat, handle: tellGranted }),
  defineJob({
    queue: "classes.tell-joined",
    on: ["batch.joined"],
    input: Seat.extend({ classes: z.int().positive() }),
    handle: tellJoined,
  }),
  defineJob({
    queue: "classes.tell-ended",
    on: ["program.ended"],
    input: z.object({ enrolment_id: z.uuid(), on: z.iso.date() }),
    handle: tellEnded,
  }),
  defineJob({ queue: "classes.tell-one-on-one", on: ["slot.taken"], input: Seat, handle: tellOneOnOne }),
  defineJob({
    queue: "classes.tell-given-back",
    on: ["slot.given_back"],
    input: Seat.extend({ offered: z.boolean() }),
    handle: tellGivenBack,
  }),
  defineJob({
    queue: "classes.tell-demo-request",
    on: ["demo.requested", "demo.answered"],
    input: z.object({ request_id: z.uuid() }),
    handle: tellDemoRequest,
  }),
  defineJob({
    queue: "classes.tell-asked-for-child",
    on: ["demo.requested_for_child"],
    input: z.object({ request_id: z.uuid(), guardian_id: z.uuid() }),
    handle: tellAskedForChild,
  }),
  defineJob({
    queue: "classes.guardian-ended",
    on: ["guardian.rights_ended"],
    input: z.object({ student_id: z.uuid(), guardian_id: z.uuid() }),
    handle: dropUntold,
  }),
  defineJob({
    queue: "classes.remind",
    cron: EACH_MINUTE,
    input: z.object({}),
    async handle(ctx) {
      const classes = await remindOfClasses(ctx)
      if (classes > 0) ctx.log.info({ classes }, "wrote the reminders of classes that start soon")
    },
  }),
  defineJob({
    queue: "classes.confirm-seats",
    cron: EACH_MINUTE,
    input: z.object({}),
    async handle(ctx) {
      await confirmSeats(ctx)
    },
  }),
]
