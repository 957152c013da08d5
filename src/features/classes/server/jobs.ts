import { z } from "zod"
import { defineJob } from "#platform/jobs/jobs.ts"
import { endKeptSeats } from "./demos/demo-trials.ts"
import { closeClassesNotHeld } from "./lifecycle.ts"
import { classNoticeJobs } from "./notices/notice-jobs.ts"
import { emptyBin } from "./schedule/bin.ts"
import { MEETING_QUEUE, syncMeeting } from "./schedule/meeting.ts"
import { GIVE_BACK_QUEUE, giveBackSeats, seatAgain } from "./seats/closed-account.ts"
import { followBatch, leaveProgram, placeInProgram, placeProgramIn } from "./seats/program-seats.ts"

const ForPerson = z.object({ person_id: z.uuid() })
const ForClass = z.object({ class_id: z.uuid() })

export const classesJobs = [
  ...classNoticeJobs,
  defineJob({
    queue: MEETING_QUEUE,
    input: ForClass,
    on: ["class.cancelled", "class.deleted"],
    retryLimit: 8,
    retryDelaySeconds: 30,
    handle: (ctx, { class_id }) => syncMeeting(ctx, class_id),
  }),
  defineJob({
    queue: "classes.end-kept-seats",
    input: z.object({}),
    cron: "* * * * *",
    async handle(ctx) {
      const ended = await endKeptSeats(ctx)
      if (ended > 0) ctx.log.info({ ended }, "seats kept for demo requests went on")
    },
  }),
  defineJob({
    queue: "classes.place-in-program",
    input: z.object({
      ...{ course_id: z.uuid(), student_id: z.uuid() },
      ...{ after: z.iso.date().optional(), left_batch: z.uuid().optional() },
    }),
    on: ["program.enrolled"],
    handle: placeInProgram,
  }),
  defineJob({
    queue: "classes.follow-batch",
    input: z.object({
      ...{ course_id: z.uuid(), student_id: z.uuid() },
      /** Null for all classes. */
      left_batch: z.uuid().nullable(),
    }),
    on: ["program.batch_changed"],
    handle: followBatch,
  }),
  defineJob({
    queue: "classes.leave-program",
    input: z.object({ course_id: z.uuid(), student_id: z.uuid() }),
    on: ["program.left"],
    handle: leaveProgram,
  }),
  defineJob({
    queue: GIVE_BACK_QUEUE,
    input: ForPerson,
    on: ["account.closed", "person.disabled"],
    handle: (ctx, { person_id }) => giveBackSeats(ctx, person_id),
  }),
  defineJob({
    queue: "classes.seat-again",
    // Of an account that was disabled, since when: it kept its seats, and gave up others before.
    input: ForPerson.extend({ since: z.iso.datetime().optional() }),
    on: ["account.kept", "person.enabled"],
    handle: (ctx, { person_id, since }) => seatAgain(ctx, person_id, since),
  }),
  defineJob({
    queue: "classes.place-program",
    // For a restored class, only people who enrolled or renewed since, so that students who had left it are not seated again.
    input: ForClass.extend({ since: z.iso.datetime().optional() }),
    on: ["class.scheduled", "class.restored"],
    handle: (ctx, { class_id, since }) => placeProgramIn(ctx, class_id, { since }),
  }),
  defineJob({
    // Not by the queue above: a worker of the release before would ignore the date and seat those who had left the class.
    queue: "classes.place-moved",
    input: ForClass.extend({ moved_from: z.iso.date() }),
    on: ["class.moved_earlier"],
    handle: (ctx, { class_id, moved_from }) => placeProgramIn(ctx, class_id, { moved_from }),
  }),
  defineJob({
    queue: "classes.close-not-held",
    input: z.object({}),
    cron: "* * * * *",
    async handle(ctx) {
      const closed = await closeClassesNotHeld(ctx)
      if (closed > 0) ctx.log.info({ closed }, "closed classes that were not held")
    },
  }),
  defineJob({
    queue: "classes.empty-bin",
    input: z.object({}),
    cron: "50 21 * * *",
    async handle(ctx) {
      const gone = await emptyBin(ctx)
      if (gone > 0) ctx.log.info({ gone }, "emptied the bin of classes deleted 30 days ago")
    },
  }),
]
