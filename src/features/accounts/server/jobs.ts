import { z } from "zod"
import { Language } from "#contract/accounts/accounts.ts"
import { defineJob } from "#platform/jobs/jobs.ts"
import { sweepLimits } from "#platform/limits.ts"
import { MAIL_QUEUE, serveMailRequest, sweepMailRequests } from "./mail/mail-requests.ts"
import { eraseDue, eraseUnconfirmed } from "./own/erasure.ts"
import { sweepSessions } from "./sessions.ts"
import { GUARDIAN_CODE_QUEUE, sendGuardianCode } from "./sign-in/guardian-codes.ts"
import { sweepCodes } from "./sign-in/one-time-codes.ts"
import { sweepPendingSignIns } from "./sign-in/two-step.ts"
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
    // Processes of older releases name no language.
    input: z.object({ key: z.string(), language: Language.default("en") }),
    concurrency: 4,
    handle: (ctx, { key, language }) => sendGuardianCode(ctx, key, language),
  }),
  defineJob({
    queue: "accounts.erase",
    cron: "43 * * * *",
    input: z.object({}),
    async handle(ctx) {
      await eraseDue(ctx)
      await eraseUnconfirmed(ctx)
    },
  }),
]
