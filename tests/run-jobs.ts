import type { Ctx } from "#platform/context.ts"
import type { Job } from "#platform/jobs/jobs.ts"
import { MINUTE } from "#shared/time.ts"
import type { TestContext } from "./context.ts"

/**
 * Runs the jobs that a test context recorded, published topics first, until none of the declared jobs is due.
 * Jobs that are due later, or not declared, stay recorded. Returns how many ran. Throws a failed job's error.
 */
export async function runJobs(
  context: TestContext,
  declared: readonly Job[],
  ctx: Ctx = context.ctx,
): Promise<number> {
  for (let ran = 0; ; ran += 1) {
    for (const { topic, data } of context.published.splice(0)) {
      const listening = declared.filter((job) => job.on?.includes(topic))
      context.jobs.push(...listening.map(({ queue }) => ({ queue, data })))
    }
    const next = context.jobs.findIndex(
      ({ queue, startAfter }) =>
        declared.some((job) => job.queue === queue) && (!startAfter || startAfter <= context.clock.now()),
    )
    const [recorded] = next === -1 ? [] : context.jobs.splice(next, 1)
    if (!recorded) return ran
    const job = declared.find(({ queue }) => queue === recorded.queue)
    await job?.handle(ctx, job.input.parse(recorded.data))
  }
}

/** Runs them, and once more when what is told has waited for mistakes to be corrected. */
export async function runSettled(context: TestContext, declared: readonly Job[]): Promise<void> {
  await runJobs(context, declared)
  context.clock.advance(2 * MINUTE)
  await runJobs(context, declared)
}
