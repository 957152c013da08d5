import { z } from "zod"
import { defineJob } from "#platform/jobs.ts"
import { purgeMaterials } from "./removed-materials.ts"

export const programsJobs = [
  defineJob({
    queue: "programs.daily",
    cron: "20 21 * * *",
    input: z.object({}),
    handle: purgeMaterials,
  }),
]
