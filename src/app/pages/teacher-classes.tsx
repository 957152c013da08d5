import type { SubmissionResult } from "@conform-to/react"
import { Form, useNavigation } from "react-router"
import { canGoLive, canStartLive } from "#features/classes/rules.ts"
import { ClassLine } from "#features/classes/web/class-line.card.tsx"
import { ManageClass } from "#features/classes/web/class-manage.tsx"
import { ScheduleButton } from "#features/classes/web/schedule-button.card.tsx"
import { Button, ButtonLink } from "#ui/button.tsx"
import { Card } from "#ui/card.tsx"
import { EmptyState } from "#ui/empty-state.tsx"
import type { DashboardClass } from "./dashboard-class.ts"
import type { OwnClassesPart } from "./teacher-dashboard.load.ts"

type LinesProps = { classes: DashboardClass[]; now: Date; manage?: boolean }

/** An instructor's own classes, each with what can be done about it; `manage` adds editing and deleting. */
export function OwnClassLines({ classes, now, manage }: LinesProps) {
  return (
    <ul className="border-t border-line">
      {classes.map((session) => (
        <ClassLine key={session.id} session={session} now={now}>
          <span className="text-sm text-ink-muted tabular-nums">
            {session.enrolled_count}/{session.max_capacity}
          </span>
          <OwnClassActions session={session} now={now} manage={manage ?? false} />
        </ClassLine>
      ))}
    </ul>
  )
}

type ActionsProps = { session: DashboardClass; now: Date; manage: boolean }

function OwnClassActions({ session, now, manage }: ActionsProps) {
  const busy = useNavigation().formData?.get("class_id") === session.id
  const { id, status } = session
  // Inside the window the buttons of the tab offer Start Live, which does the same.
  const goLive = canGoLive(session, now) && !(manage && canStartLive(session, now))
  return (
    <>
      {goLive ? (
        <Form method="post">
          <input type="hidden" name="class_id" value={id} />
          <Button type="submit" name="intent" value="start" size="sm" busy={busy}>
            Go Live
          </Button>
        </Form>
      ) : null}
      {status === "live" ? (
        <ButtonLink to={`/live-classes?start=${id}`} size="sm">
          Join Class
        </ButtonLink>
      ) : null}
      {manage ? <ManageClass session={session} now={now} titleId={`class-${id}`} /> : null}
      {!manage && session.editable && status === "scheduled" ? (
        <ButtonLink to={`/schedule-class?edit=${id}`} size="sm" variant="secondary">
          Edit
        </ButtonLink>
      ) : null}
      {status === "completed" ? (
        <ButtonLink to={`/class/${id}/register`} size="sm" variant="secondary">
          Attendance
        </ButtonLink>
      ) : null}
    </>
  )
}

type OwnClassesProps = {
  part: OwnClassesPart
  upcoming: DashboardClass[]
  now: Date
  today: string
  zone: string
  lastResult: SubmissionResult | null | undefined
}

/** The Live Classes tab: a new class in place, the coming ones, and those that are over. */
export function OwnClasses({ part, upcoming, now, today, zone, lastResult }: OwnClassesProps) {
  const schedule = (
    <ScheduleButton
      label="Schedule New Class"
      variant="primary"
      choices={part.choices}
      today={today}
      zone={zone}
      lastResult={lastResult}
    />
  )
  return (
    <>
      <Card
        flush
        title="Live classes"
        description="Coming and live, the soonest first."
        action={
          <div className="flex flex-wrap gap-2.5">
            <ButtonLink to="?tab=classes&bin=true" variant="secondary" preventScrollReset>
              Bin
            </ButtonLink>
            {schedule}
          </div>
        }
      >
        {upcoming.length === 0 ? (
          <EmptyState
            level={3}
            illustration="no-classes"
            title="Nothing is scheduled"
            text="Schedule a class, and students can find it at once."
          />
        ) : (
          <OwnClassLines classes={upcoming} now={now} manage />
        )}
      </Card>
      <Card flush title="Past classes">
        {part.past.length === 0 ? (
          <p className="px-5 pb-6 text-ink-muted sm:px-6">
            Classes appear here once they are over, with their attendance.
          </p>
        ) : (
          <OwnClassLines classes={part.past} now={now} />
        )}
      </Card>
    </>
  )
}
