import CalendarDays from "lucide-react/icons/calendar-days"
import { ButtonLink } from "#ui/button.tsx"
import { Card } from "#ui/card.tsx"

/** Leads to the private calendar link, from a dashboard. */
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
