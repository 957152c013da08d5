import { z } from "zod"
import { defineJob } from "#platform/jobs/jobs.ts"
import { lookAtOrderById, reconcile } from "./looking.ts"
import { LOOK_QUEUE, REFUND_QUEUE } from "./queues.ts"
import { askForRefund } from "./refunds.ts"
import { dropOldEvents } from "./webhook.ts"

export const paymentsJobs = [
  defineJob({
    queue: REFUND_QUEUE,
    input: z.object({ refund_id: z.uuid() }),
    coalesce: ({ refund_id }) => refund_id,
    retryLimit: 8,
    retryDelaySeconds: 15,
    handle: (ctx, { refund_id }) => askForRefund(ctx, refund_id),
  }),
  defineJob({
    queue: LOOK_QUEUE,
    input: z.object({ order_id: z.uuid() }),
    coalesce: ({ order_id }) => order_id,
    handle: (ctx, { order_id }) => lookAtOrderById(ctx, order_id),
  }),
  defineJob({
    queue: "payments.reconcile",
    cron: "* * * * *",
    input: z.object({}),
    minutes: 10,
    handle: reconcile,
  }),
  defineJob({
    queue: "payments.daily",
    cron: "35 21 * * *",
    input: z.object({}),
    handle: dropOldEvents,
  }),
]
