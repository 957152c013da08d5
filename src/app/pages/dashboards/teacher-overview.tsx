import { IntegrationsLine } from "#features/admin/web/settings/integrations.card.tsx"
import { OneOnOneCard } from "#features/classes/web/one-on-one.card.tsx"
import { SubscribeCard } from "#features/classes/web/timetable/subscribe.card.tsx"
import { ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { type DashboardClass, OVERVIEW_SHOWN } from "./dashboard-class.ts"
import { OwnClassLines } from "./teacher-classes.tsx"
import type { Overview } from "./teacher-dashboard.load.ts"
import { teacherTexts } from "./texts/teacher.texts.ts"

interface OverviewProps {
  overview: Overview
  upcoming: DashboardClass[]
  /** The class that is shown above as the next, and so not in the list. */
  next: DashboardClass | undefined
  now: Date
}

/**
 * An instructor's classes after the next one, one-on-one times, the calendar, and in one line the connected services.
 */
export function TeacherOverview({ overview, upcoming, next, now }: OverviewProps) {
  const text = useTexts(teacherTexts).list
  const listed = upcoming.filter((scheduledClass) => scheduledClass !== next).slice(0, OVERVIEW_SHOWN)
  return (
    <>
      {listed.length > 0 ? (
        <Card flush title={text.upcoming} description={text.goLiveText}>
          <OwnClassLines classes={listed} now={now} />
        </Card>
      ) : null}
      {upcoming.length === 0 ? (
        <Card flush title={text.upcoming} description={text.goLiveText}>
          <EmptyState
            level={3}
            illustration="no-classes"
            title={text.empty}
            text={text.emptyText}
            action={<ButtonLink to="/schedule-class">{text.scheduleOne}</ButtonLink>}
          />
        </Card>
      ) : null}
      <OneOnOneCard slots={overview.slots} reader="instructor" />
      <SubscribeCard />
      <IntegrationsLine integrations={overview.integrations} />
    </>
  )
}
