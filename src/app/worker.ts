import type { Job } from "#platform/jobs.ts"

/** Every job of the product. */
export const jobs: Job[] = []
