import { z } from "zod"
import { defineJob } from "#platform/jobs/jobs.ts"
import { BEGIN_QUEUE, beginClass } from "./arrivals/check-in.ts"
import { DIGEST_QUEUE, queueDigests, sendDigest } from "./digest/digest.ts"
import { endAnswersOf } from "./notices/answer-links.ts"
import { leaveFormerNumber } from "./notices/changed-number.ts"
import {
  findOutdated,
  SEND_ABSENCE_NOTICE,
  SEND_LATER_ABSENCE,
  sendAbsenceNotice,
} from "./notices/send-notice.ts"
import { DROP_PROOFS_QUEUE, dropOldProofs, dropProofsOf } from "./proofs/proof-files.ts"
import { dropVoiceOf } from "./service.ts"
import { PROJECT_QUEUE, projectAttendance, SETTLE_QUEUE, settleAttendance } from "./settle.ts"
import { DROP_SNAPSHOTS_QUEUE, dropOldSnapshots, dropSnapshotsOf } from "./snapshots.ts"

/**
 * How often files of an erased person are tried to be deleted: for some days, because nothing else finds them once their
 * rows are gone.
 */
const DROP_RETRIES = 1_000

const ofClass = z.object({ class_id: z.uuid() })

/** The jobs that send absence notices, separate because they run after the jobs that settle them. */
export const absenceNoticeJobs = [SEND_ABSENCE_NOTICE, SEND_LATER_ABSENCE].map((queue) =>
  defineJob({
    queue,
    input: z.object({ notice_id: z.uuid() }),
    concurrency: 4,
    handle: async (ctx, { notice_id }) => {
      const outdated = await findOutdated(ctx, notice_id)
      if (outdated) await settleAttendance(ctx, outdated)
      await sendAbsenceNotice(ctx, notice_id)
    },
  }),
)

export const attendanceJobs = [
  defineJob({
    queue: PROJECT_QUEUE,
    on: ["presence.changed"],
    input: ofClass,
    // A class that begins is entered by everybody within a minute; one run covers those of some seconds.
    coalesce: ({ class_id }) => class_id,
    gatherSeconds: 3,
    handle: (ctx, { class_id }) => projectAttendance(ctx, class_id),
  }),
  defineJob({
    queue: "attendance.drop-old-snapshots",
    cron: "37 * * * *",
    input: z.object({}),
    handle: (ctx) => dropOldSnapshots(ctx),
  }),
  defineJob({
    queue: "attendance.queue-digests",
    cron: "*/5 * * * *",
    input: z.object({}),
    handle: (ctx) => queueDigests(ctx),
  }),
  defineJob({
    queue: DIGEST_QUEUE,
    input: z.object({ guardian_id: z.uuid(), date: z.iso.date() }),
    coalesce: ({ guardian_id, date }) => `${guardian_id} ${date}`,
    handle: (ctx, digest) => sendDigest(ctx, digest),
  }),
  defineJob({
    queue: "attendance.drop-old-proofs",
    cron: "43 3 * * *",
    input: z.object({}),
    handle: (ctx) => dropOldProofs(ctx),
  }),
  defineJob({
    queue: DROP_PROOFS_QUEUE,
    input: z.object({ student_id: z.uuid() }),
    retryLimit: DROP_RETRIES,
    handle: (ctx, { student_id }) => dropProofsOf(ctx, student_id),
  }),
  defineJob({
    queue: DROP_SNAPSHOTS_QUEUE,
    on: ["consent.withdrawn"],
    input: z.object({ person_id: z.uuid(), purpose: z.string() }),
    retryLimit: DROP_RETRIES,
    async handle(ctx, { person_id, purpose }) {
      if (purpose === "snapshots") await dropSnapshotsOf(ctx, person_id)
    },
  }),
  defineJob({
    queue: "attendance.drop-voice",
    on: ["consent.withdrawn"],
    input: z.object({ person_id: z.uuid(), purpose: z.string() }),
    async handle(ctx, { person_id, purpose }) {
      if (purpose === "voice_evidence") await dropVoiceOf(ctx, person_id)
    },
  }),
  defineJob({
    queue: "attendance.guardian-ended",
    on: ["guardian.rights_ended"],
    input: z.object({ student_id: z.uuid(), guardian_id: z.uuid() }),
    async handle(ctx, link) {
      await endAnswersOf(ctx, link)
    },
  }),
  defineJob({
    queue: "attendance.number-changed",
    on: ["guardian.number_changed"],
    input: z.object({ student_id: z.uuid() }),
    handle: (ctx, student) => leaveFormerNumber(ctx, student),
  }),
  defineJob({
    queue: BEGIN_QUEUE,
    input: ofClass,
    coalesce: ({ class_id }) => class_id,
    handle: (ctx, { class_id }) => beginClass(ctx, class_id),
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
