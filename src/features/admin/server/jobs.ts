import { z } from "zod"
import { sealAuditLog } from "#platform/audit.ts"
import { defineJob } from "#platform/jobs.ts"

export const adminJobs = [
  defineJob({
    queue: "admin.seal-audit-log",
    cron: "* * * * *",
    input: z.object({}),
    async handle(ctx) {
      await sealAuditLog(ctx)
    },
  }),
]
