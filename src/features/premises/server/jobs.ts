import { z } from "zod"
import { defineJob } from "#platform/jobs/jobs.ts"
import { batchAfterAcceptance } from "./batch.ts"
import { dropOldEnquiries } from "./enquiries.ts"
import { BATCH_QUEUE, MAIL_QUEUE } from "./queues.ts"
import { sendPremisesMail } from "./send-mail.ts"

export const premisesJobs = [
  defineJob({
    queue: MAIL_QUEUE,
    input: z.object({ notice_id: z.uuid() }),
    handle: (ctx, { notice_id }) => sendPremisesMail(ctx, notice_id),
  }),
  defineJob({
    queue: BATCH_QUEUE,
    input: z.object({ quote_id: z.uuid() }),
    handle: (ctx, { quote_id }) => batchAfterAcceptance(ctx, quote_id),
  }),
  defineJob({
    queue: "premises.daily",
    // 03:40 in India.
    cron: "10 22 * * *",
    input: z.object({}),
    handle: dropOldEnquiries,
  }),
]
