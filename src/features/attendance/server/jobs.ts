import { z } from "zod"
import { defineJob } from "#platform/jobs/jobs.ts"
import { SEND_ABSENCE_NOTICE, sendAbsenceNotice } from "./notices/send-notice.ts"
import { projectAttendance, SETTLE_QUEUE, settleAttendance } from "./settle.ts"
import { DROP_SNAPSHOTS_QUEUE, dropOldSnapshots, dropSnapshotsOf } from "./snapshots.ts"

const ofClass = z.object({ class_id: z.uuid() })

/** The jobs that send absence notices, separate because they run after the jobs that settle them. */
export const absenceNoticeJobs = [
  defineJob({
    queue: SEND_ABSENCE_NOTICE,
    input: z.object({ notice_id: z.uuid() }),
    concurrency: 4,
    handle: (ctx, { notice_id }) => sendAbsenceNotice(ctx, notice_id),
  }),
]

export const attendanceJobs = [
  defineJob({
    queue: "attendance.project",
    on: ["presence.changed"],
    input: ofClass,
    // Every heartbeat of every connection enqueues this job; one run covers them all.
    coalesce: ({ class_id }) => class_id,
    handle: (ctx, { class_id }) => projectAttendance(ctx, class_id),
  }),
  defineJob({
    queue: "attendance.drop-old-snapshots",
    cron: "37 * * * *",
    input: z.object({}),
    handle: (ctx) => dropOldSnapshots(ctx),
  }),
  defineJob({
    queue: DROP_SNAPSHOTS_QUEUE,
    on: ["consent.withdrawn"],
    input: z.object({ person_id: z.uuid(), purpose: z.string() }),
    async handle(ctx, { person_id, purpose }) {
      if (purpose === "snapshots") await dropSnapshotsOf(ctx, person_id)
    },
  }),
  defineJob({
    queue: SETTLE_QUEUE,
    on: ["class.completed"],
    input: ofClass,
    coalesce: ({ class_id }) => class_id,
    // Nothing else settles a class if this gives up, so retries outlast an hour of trouble.
    retryLimit: 20,
    handle: (ctx, { class_id }) => settleAttendance(ctx, class_id),
  }),
]
