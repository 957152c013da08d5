import { Badge } from "#ui/badge.tsx"
import { shownVerdict } from "./verdicts.ts"

type VerdictBadgeProps = { line: Parameters<typeof shownVerdict>[0] }

/** A settled verdict as families and staff read it in a list of classes. */
export function VerdictBadge({ line }: VerdictBadgeProps) {
  const { label, tone } = shownVerdict(line)
  return <Badge tone={tone}>{label}</Badge>
}
