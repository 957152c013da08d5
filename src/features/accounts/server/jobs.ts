import { z } from "zod"
import { defineJob } from "#platform/jobs.ts"
import { sweepLimits } from "#platform/limits.ts"
import { MAIL_QUEUE, serveMailRequest, sweepMailRequests } from "./mail-requests.ts"

export const accountsJobs = [
  defineJob({
    queue: MAIL_QUEUE,
    input: z.object({ request_id: z.uuid() }),
    concurrency: 4,
    handle: (ctx, { request_id }) => serveMailRequest(ctx, request_id),
  }),
  defineJob({
    queue: "accounts.sweep",
    cron: "17 * * * *",
    input: z.object({}),
    async handle(ctx) {
      await sweepLimits(ctx)
      await sweepMailRequests(ctx)
    },
  }),
]
