import type { DemoFunnel } from "#contract/attendance.ts"
import { shareOf } from "#shared/share.ts"

/** From asking to learning on, each step with its share of those who asked. */
export function funnelSteps({ requested, approved, attended, enrolled }: DemoFunnel) {
  const steps = [
    { label: "Asked for a place", count: requested },
    { label: "Approved", count: approved },
    { label: "Attended", count: attended },
    { label: "Learn on", count: enrolled },
  ]
  return steps.map((step) => ({ ...step, share: shareOf(step.count, requested) }))
}
