import { z } from "zod"
import { sealAuditLog } from "#platform/audit.ts"
import { defineJob } from "#platform/jobs/jobs.ts"
import { keepLargeWeeks } from "./trends.ts"
import { continueUndo, UNDO_QUEUE } from "./undo-import.ts"

export const adminJobs = [
  defineJob({
    queue: UNDO_QUEUE,
    input: z.object({ import_id: z.uuid() }),
    coalesce: ({ import_id }) => import_id,
    // Nobody asks again for an undo that stopped halfway, so it is retried for hours.
    retryLimit: 30,
    minutes: 30,
    handle: (ctx, { import_id }) => continueUndo(ctx, import_id),
  }),
  defineJob({
    queue: "admin.count-weeks",
    cron: "5 * * * *",
    input: z.object({}),
    handle: (ctx) => keepLargeWeeks(ctx),
  }),
  defineJob({
    queue: "admin.seal-audit-log",
    cron: "* * * * *",
    input: z.object({}),
    async handle(ctx) {
      await sealAuditLog(ctx)
    },
  }),
]
