import type { Settlement } from "#contract/settlements.ts"
import { formatPaise } from "#shared/money.ts"
import { Badge } from "#ui/components/badge.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { useSaidDate } from "#ui/said-time.ts"
import { settlingTexts } from "./settling.texts.ts"

/** Whether everything in a settlement matches the books. */
export function MatchBadge({ unmatched }: Pick<Settlement, "unmatched">) {
  const text = useTexts(settlingTexts).settlements
  return unmatched === 0 ? (
    <Badge tone="success">{text.match}</Badge>
  ) : (
    <Badge tone="warning">{text.noMatch(unmatched)}</Badge>
  )
}

/** Whether the bank has a settlement, as its statement says. */
export function Arrival({
  settlement: { arrived, net_paise },
}: {
  settlement: Pick<Settlement, "arrived" | "net_paise">
}) {
  const text = useTexts(settlingTexts).settlements
  const said = useSaidDate()
  if (!arrived) return <span className="text-ink-muted">{text.notArrived}</span>
  const { day, paise } = arrived
  if (paise === net_paise) return text.arrived(said(day))
  return <Badge tone="warning">{text.arrivedOther(said(day), formatPaise(paise))}</Badge>
}
