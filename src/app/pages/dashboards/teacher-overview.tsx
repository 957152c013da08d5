import { IntegrationsLine } from "#features/admin/web/settings/integrations.card.tsx"
import { OneOnOneCard } from "#features/classes/web/one-on-one.card.tsx"
import { ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import type { DashboardClass } from "./dashboard-class.ts"
import { OwnClassLines } from "./teacher-classes.tsx"
import type { Overview } from "./teacher-dashboard.load.ts"

type OverviewProps = { overview: Overview; upcoming: DashboardClass[]; now: Date }

/**
 * An instructor's next classes, one-on-one times, and in one line the connected services.
 */
export function TeacherOverview({ overview, upcoming, now }: OverviewProps) {
  return (
    <>
      <Card flush title="Upcoming classes" description="You can go live from 15 minutes before the start.">
        {upcoming.length === 0 ? (
          <EmptyState
            level={3}
            illustration="no-classes"
            title="No classes scheduled"
            text="Schedule a class and students can find it right away."
            action={<ButtonLink to="/schedule-class">Schedule a class</ButtonLink>}
          />
        ) : (
          <OwnClassLines classes={upcoming} now={now} />
        )}
      </Card>
      <OneOnOneCard slots={overview.slots} reader="instructor" />
      <IntegrationsLine integrations={overview.integrations} />
    </>
  )
}
