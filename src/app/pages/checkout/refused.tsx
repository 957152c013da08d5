import { Card } from "#ui/components/card.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { checkoutTexts } from "./checkout.texts.ts"

/** Why it can't be bought as it was chosen. */
export function Refused({ reasons, title }: { reasons: readonly string[]; title?: string | undefined }) {
  const text = useTexts(checkoutTexts)
  if (reasons.length === 0) return null
  return (
    <Card title={title ?? text.refused}>
      <ul className="grid gap-1">
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </Card>
  )
}
