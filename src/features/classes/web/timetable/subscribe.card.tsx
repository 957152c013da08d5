import CalendarDays from "lucide-react/icons/calendar-days"
import { ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"

/** A link from a dashboard to the page of the private calendar address. */
export function SubscribeCard() {
  return (
    <Card title="Your calendar" description="See your classes in the calendar you already use.">
      <ButtonLink to="/calendar" variant="secondary">
        <CalendarDays size={18} aria-hidden />
        Subscribe
      </ButtonLink>
    </Card>
  )
}
