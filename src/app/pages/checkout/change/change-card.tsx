import { Card } from "#ui/components/card.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { changeTexts, type ToldChange } from "./change.texts.ts"

/** What is given up for the new plan, and what that is worth, before anything is pressed. */
export function ChangeCard({ change: { order_number, unused_paise, steps } }: { change: ToldChange }) {
  const text = useTexts(changeTexts)
  return (
    <Card title={text.card}>
      <ul className="grid list-disc gap-1.5 pl-5 text-[0.9375rem]">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ul>
      <input type="hidden" name="changes" value={order_number} />
      <input type="hidden" name="unused_paise" value={unused_paise} />
    </Card>
  )
}
