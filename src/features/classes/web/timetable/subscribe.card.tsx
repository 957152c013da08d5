import CalendarDays from "lucide-react/icons/calendar-days"
import { ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { classTexts } from "../texts/class.texts.ts"

/** A link from a dashboard to the page of the private calendar address. */
export function SubscribeCard() {
  const text = useTexts(classTexts).calendar
  return (
    <Card title={text.title} description={text.text}>
      <ButtonLink to="/calendar" variant="secondary">
        <CalendarDays size={18} aria-hidden />
        {text.subscribe}
      </ButtonLink>
    </Card>
  )
}
