import { z } from "zod"
import { defineJob } from "#platform/jobs/jobs.ts"
import { dropOldNotifications } from "./retention.ts"
import { sendNotice, sweepNotices } from "./sending.ts"
import { SEND_QUEUE } from "./service.ts"

export const notificationJobs = [
  defineJob({
    queue: SEND_QUEUE,
    input: z.object({ notice_id: z.uuid() }),
    concurrency: 4,
    handle: (ctx, { notice_id }) => sendNotice(ctx, notice_id),
  }),
  defineJob({
    queue: "notifications.sweep",
    cron: "* * * * *",
    input: z.object({}),
    handle: (ctx) => sweepNotices(ctx),
  }),
  defineJob({
    queue: "notifications.retention",
    cron: "35 22 * * *",
    // The first night after a month without a worker.
    minutes: 60,
    input: z.object({}),
    handle: dropOldNotifications,
  }),
]
