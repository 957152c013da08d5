import { z } from "zod"
import { defineJob } from "#platform/jobs/jobs.ts"
import { purgeMaterials } from "./removed-materials.ts"
import { countStudents } from "./student-counts.ts"

export const programsJobs = [
  defineJob({
    queue: "programs.daily",
    cron: "20 21 * * *",
    input: z.object({}),
    handle: purgeMaterials,
  }),
  defineJob({
    queue: "programs.count",
    cron: "*/5 * * * *",
    input: z.object({}),
    handle: (ctx) => countStudents(ctx),
  }),
]
