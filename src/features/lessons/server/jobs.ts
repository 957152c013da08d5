import { z } from "zod"
import { defineJob } from "#platform/jobs/jobs.ts"
import { processLesson, sweepLessons } from "./processing.ts"
import { PROCESS_QUEUE } from "./service.ts"

export const lessonsJobs = [
  defineJob({
    queue: PROCESS_QUEUE,
    input: z.object({ lesson_id: z.uuid(), upload_id: z.uuid() }),
    coalesce: ({ upload_id }) => upload_id,
    // Gigabytes are copied to a store that may be far away.
    minutes: 120,
    handle: processLesson,
  }),
  defineJob({
    queue: "lessons.sweep",
    cron: "*/5 * * * *",
    input: z.object({}),
    handle: (ctx) => sweepLessons(ctx),
  }),
]
