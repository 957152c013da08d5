import { z } from "zod"
import { defineJob } from "#platform/jobs.ts"
import { closeClassesNotHeld } from "./lifecycle.ts"
import { MEETING_QUEUE, syncMeeting } from "./meeting.ts"

const ForClass = z.object({ class_id: z.string() })

export const classesJobs = [
  defineJob({
    queue: MEETING_QUEUE,
    input: ForClass,
    on: ["class.cancelled", "class.deleted"],
    retryLimit: 8,
    retryDelaySeconds: 30,
    handle: (ctx, input) => syncMeeting(ctx, input.class_id),
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
]
