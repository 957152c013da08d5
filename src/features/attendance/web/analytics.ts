import type { DemoFunnel } from "#contract/attendance/attendance.ts"
import { shareOf } from "#shared/share.ts"

type StepNames = Record<"requested" | "approved" | "attended" | "enrolled", string>

/** Returns the steps from request to enrolment with the names that a reader sees, each with its share of the requests. */
export function funnelSteps({ requested, approved, attended, enrolled }: DemoFunnel, names: StepNames) {
  const steps = [
    { label: names.requested, count: requested },
    { label: names.approved, count: approved },
    { label: names.attended, count: attended },
    { label: names.enrolled, count: enrolled },
  ]
  return steps.map((step) => ({ ...step, share: shareOf(step.count, requested) }))
}
