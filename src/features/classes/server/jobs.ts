import { z } from "zod"
import { defineJob } from "#platform/jobs.ts"
import { closeClassesNotHeld } from "./lifecycle.ts"
import { classNoticeJobs } from "./notice-jobs.ts"

export const classesJobs = [
  ...classNoticeJobs,
  defineJob({
    queue: "classes.close-not-held",
    input: z.object({}),
    cron: "* * * * *",
    async handle(ctx) {
      const closed = await closeClassesNotHeld(ctx)
      if (closed > 0) ctx.log.info({ closed }, "closed classes that were not held")
    },
  }),
]
