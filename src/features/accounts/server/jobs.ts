import { z } from "zod"
import { defineJob } from "#platform/jobs.ts"
import { sweepLimits } from "#platform/limits.ts"
import { eraseDue } from "./erasure.ts"
import { GUARDIAN_CODE_QUEUE, sendGuardianCode } from "./guardian-codes.ts"
import { MAIL_QUEUE, serveMailRequest, sweepMailRequests } from "./mail-requests.ts"
import { sweepCodes } from "./one-time-codes.ts"
import { sweepSessions } from "./sessions.ts"
import { sweepPendingSignIns } from "./two-step.ts"
import { dropOldViews } from "./views.ts"

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
      await sweepCodes(ctx)
      await sweepPendingSignIns(ctx)
      await sweepSessions(ctx)
      await dropOldViews(ctx)
    },
  }),
  defineJob({
    queue: GUARDIAN_CODE_QUEUE,
    input: z.object({ key: z.string() }),
    concurrency: 4,
    handle: (ctx, { key }) => sendGuardianCode(ctx, key),
  }),
  defineJob({
    queue: "accounts.erase",
    cron: "43 * * * *",
    input: z.object({}),
    async handle(ctx) {
      await eraseDue(ctx)
    },
  }),
]
