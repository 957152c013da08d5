import { z } from "zod"
import { defineJob } from "#platform/jobs/jobs.ts"
import { sweepInvitations } from "./inviting.ts"

export const guardiansJobs = [
  defineJob({
    queue: "guardians.sweep",
    cron: "29 3 * * *",
    input: z.object({}),
    handle: (ctx) => sweepInvitations(ctx),
  }),
]
