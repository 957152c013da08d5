import { Badge } from "#ui/components/badge.tsx"
import { useLanguage } from "#ui/messages/use-messages.ts"
import { shownVerdict } from "./verdicts.ts"

type VerdictBadgeProps = { line: Parameters<typeof shownVerdict>[0] }

/** A settled verdict as shown to families and staff in a list of classes. */
export function VerdictBadge({ line }: VerdictBadgeProps) {
  const { label, tone } = shownVerdict(line, useLanguage())
  return <Badge tone={tone}>{label}</Badge>
}
