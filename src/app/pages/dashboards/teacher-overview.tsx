import { IntegrationsLine } from "#features/admin/web/settings/integrations.card.tsx"
import { OneOnOneCard } from "#features/classes/web/one-on-one.card.tsx"
import { ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import type { DashboardClass } from "./dashboard-class.ts"
import { OwnClassLines } from "./teacher-classes.tsx"
import type { Overview } from "./teacher-dashboard.load.ts"
import { teacherTexts } from "./texts/teacher.texts.ts"

type OverviewProps = { overview: Overview; upcoming: DashboardClass[]; now: Date }

/**
 * An instructor's next classes, one-on-one times, and in one line the connected services.
 */
export function TeacherOverview({ overview, upcoming, now }: OverviewProps) {
  const text = useTexts(teacherTexts).list
  return (
    <>
      <Card flush title={text.upcoming} description={text.goLiveText}>
        {upcoming.length === 0 ? (
          <EmptyState
            level={3}
            illustration="no-classes"
            title={text.empty}
            text={text.emptyText}
            action={<ButtonLink to="/schedule-class">{text.scheduleOne}</ButtonLink>}
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
