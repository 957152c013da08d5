import type { Integration } from "#contract/admin/integrations.ts"
import { OneOnOneCard } from "#features/classes/web/one-on-one.card.tsx"
import { Badge, type BadgeTone } from "#ui/components/badge.tsx"
import { ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { QuickActions } from "#ui/components/quick-actions.tsx"
import type { DashboardClass } from "./dashboard-class.ts"
import { TEACHER_ACTIONS } from "./teacher-actions.ts"
import { OwnClassLines } from "./teacher-classes.tsx"
import type { Overview } from "./teacher-dashboard.load.ts"

type OverviewProps = { overview: Overview; upcoming: DashboardClass[]; now: Date }

/**
 * An instructor's next steps: quick links, the next classes, one-on-one times, and the connected services.
 */
export function TeacherOverview({ overview, upcoming, now }: OverviewProps) {
  return (
    <>
      <QuickActions actions={TEACHER_ACTIONS} columns="six" />
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
      <Integrations integrations={overview.integrations} />
    </>
  )
}

const NAMES: Record<Integration["name"], string> = {
  video: "Video",
  sms: "SMS",
  email: "E-mail",
  meet: "Google Meet",
}

const STATES: Record<Integration["state"], { label: string; tone: BadgeTone }> = {
  connected: { label: "Connected", tone: "success" },
  starting: { label: "Starting", tone: "warning" },
  trial: { label: "Trial outbox", tone: "primary" },
  off: { label: "Not connected", tone: "neutral" },
}

function Integrations({ integrations }: { integrations: Integration[] }) {
  return (
    <Card flush title="Integrations" description="Services your classes and messages use.">
      <ul className="border-t border-line">
        {integrations.map(({ name, state, detail }) => (
          <li
            key={name}
            data-integration={name}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line px-5 py-4 first:border-t-0 sm:px-6"
          >
            <div className="grid min-w-0 gap-0.5">
              <p className="font-semibold">{NAMES[name]}</p>
              <p className="text-sm text-ink-muted">{detail}</p>
            </div>
            <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>
          </li>
        ))}
      </ul>
    </Card>
  )
}
