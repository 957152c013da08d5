import { z } from "zod"
import { defineJob } from "#platform/jobs/jobs.ts"
import { processRecording, sweepRecordings } from "./processing.ts"
import { PROCESS_QUEUE } from "./service.ts"

export const recordingJobs = [
  defineJob({
    queue: PROCESS_QUEUE,
    input: z.object({ recording_id: z.uuid() }),
    coalesce: ({ recording_id }) => recording_id,
    // Hours of video are copied to a store that may be far away.
    minutes: 120,
    handle: (ctx, { recording_id }) => processRecording(ctx, recording_id),
  }),
  defineJob({
    queue: "recordings.sweep",
    cron: "* * * * *",
    input: z.object({}),
    handle: (ctx) => sweepRecordings(ctx),
  }),
]
