import { z } from "zod"
import { defineJob } from "#platform/jobs/jobs.ts"
import { endOrdersOf } from "./asking/end-orders.ts"
import { mailBills, sendBill } from "./bills/mail.ts"
import { lookAtOrderById, reconcile } from "./looking.ts"
import { remindMembers } from "./memberships/remind.ts"
import { BILL_QUEUE, LOOK_QUEUE, REFUND_QUEUE, SEND_BILL_QUEUE, SETTLEMENTS_QUEUE } from "./queues.ts"
import { rewardReferrals } from "./referrals/reward.ts"
import { askForRefund } from "./refunds.ts"
import { readSettlements } from "./settlements/read.ts"
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
    queue: BILL_QUEUE,
    input: z.object({ order_id: z.uuid() }),
    handle: (ctx, { order_id }) => mailBills(ctx, order_id),
  }),
  defineJob({
    queue: SEND_BILL_QUEUE,
    input: z.object({ notice_id: z.uuid() }),
    handle: (ctx, { notice_id }) => sendBill(ctx, notice_id),
  }),
  defineJob({
    queue: "payments.guardian-ended",
    on: ["guardian.rights_ended"],
    input: z.object({ student_id: z.uuid(), guardian_id: z.uuid() }),
    handle: endOrdersOf,
  }),
  defineJob({
    queue: "payments.reconcile",
    cron: "* * * * *",
    input: z.object({}),
    minutes: 10,
    handle: reconcile,
  }),
  defineJob({
    queue: SETTLEMENTS_QUEUE,
    cron: "10 * * * *",
    input: z.object({}),
    coalesce: () => "now",
    minutes: 10,
    // A provider that is busy is asked again after longer and longer waits.
    retryLimit: 5,
    retryDelaySeconds: 30,
    handle: readSettlements,
  }),
  defineJob({
    queue: "payments.remind-members",
    cron: "15 * * * *",
    input: z.object({}),
    minutes: 10,
    handle: remindMembers,
  }),
  defineJob({
    queue: "payments.referrals",
    cron: "20 * * * *",
    input: z.object({}),
    handle: (ctx) => rewardReferrals(ctx),
  }),
  defineJob({
    queue: "payments.daily",
    cron: "35 21 * * *",
    input: z.object({}),
    handle: dropOldEvents,
  }),
]
