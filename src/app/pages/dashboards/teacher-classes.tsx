import type { SubmissionResult } from "@conform-to/react"
import { roomPath } from "#features/classes/addresses.ts"
import { canGoLive, canStartLive } from "#features/classes/rules.ts"
import { ClassLine } from "#features/classes/web/list/class-line.card.tsx"
import { ManageClass } from "#features/classes/web/schedule/class-manage.tsx"
import { ScheduleButton } from "#features/classes/web/schedule/schedule-button.card.tsx"
import { classTexts } from "#features/classes/web/texts/class.texts.ts"
import { ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { OlderPages } from "#ui/components/older-pages.tsx"
import { TabLinks } from "#ui/components/tabs.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import type { DashboardClass } from "./dashboard-class.ts"
import { GoLive } from "./go-live.tsx"
import type { OwnClassesPart } from "./teacher-dashboard.load.ts"
import { teacherTexts } from "./texts/teacher.texts.ts"

type LinesProps = { classes: DashboardClass[]; now: Date; manage?: boolean }

/** An instructor's own classes, each with what can be done about it; `manage` adds editing and deleting. */
export function OwnClassLines({ classes, now, manage }: LinesProps) {
  return (
    <ul className="border-t border-line">
      {classes.map((scheduledClass) => (
        <ClassLine key={scheduledClass.id} scheduledClass={scheduledClass} now={now}>
          <span className="text-sm text-ink-muted tabular-nums">
            {scheduledClass.enrolled_count}/{scheduledClass.max_capacity}
          </span>
          <OwnClassActions scheduledClass={scheduledClass} now={now} manage={manage ?? false} />
        </ClassLine>
      ))}
    </ul>
  )
}

type ActionsProps = { scheduledClass: DashboardClass; now: Date; manage: boolean }

function OwnClassActions({ scheduledClass, now, manage }: ActionsProps) {
  const { list, join } = useTexts(teacherTexts)
  const { edit, register } = useTexts(classTexts)
  const { id, status } = scheduledClass
  // Inside the window the buttons of the tab offer Start Live, which does the same.
  const goLive = canGoLive(scheduledClass, now) && !(manage && canStartLive(scheduledClass, now))
  return (
    <>
      {goLive ? <GoLive classId={id} size="sm" /> : null}
      {status === "live" ? (
        <ButtonLink to={roomPath(id)} size="sm">
          {join}
        </ButtonLink>
      ) : null}
      {manage ? <ManageClass scheduledClass={scheduledClass} now={now} titleId={`class-${id}`} /> : null}
      {!manage && scheduledClass.editable && status === "scheduled" ? (
        <ButtonLink to={`/schedule-class?edit=${id}`} size="sm" variant="secondary">
          {edit}
        </ButtonLink>
      ) : null}
      {!manage && scheduledClass.delivery === "on_premises" && (status === "live" || goLive) ? (
        <ButtonLink to="/hall" reloadDocument size="sm" variant="secondary">
          {register}
        </ButtonLink>
      ) : null}
      {status === "completed" ? (
        <ButtonLink to={`/class/${id}/register`} size="sm" variant="secondary">
          {list.attendance}
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

/** The Live Classes tab: a new class in place, and the coming classes or the past ones. */
export function OwnClasses({ part, upcoming, now, today, zone, lastResult }: OwnClassesProps) {
  const text = useTexts(teacherTexts).list
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <TabLinks
          label={text.label}
          param="show"
          tabs={[
            { value: "upcoming", label: text.upcoming },
            { value: "past", label: text.past },
          ]}
          className="grow basis-72"
        />
        <div className="flex flex-wrap gap-2.5">
          <ButtonLink to="/live-classes" variant="secondary">
            {text.all}
          </ButtonLink>
          <ButtonLink to="?tab=classes&bin=true" variant="secondary" preventScrollReset>
            {text.bin}
          </ButtonLink>
          <ScheduleButton
            label={text.schedule}
            variant="primary"
            choices={part.choices}
            today={today}
            zone={zone}
            lastResult={lastResult}
          />
        </div>
      </div>
      {part.past ? (
        <PastClasses page={part.past} now={now} />
      ) : (
        <ComingClasses classes={upcoming} now={now} />
      )}
    </>
  )
}

function ComingClasses({ classes, now }: LinesProps) {
  const text = useTexts(teacherTexts).list
  return (
    <Card flush title={text.upcoming} description={text.upcomingText}>
      {classes.length === 0 ? (
        <EmptyState level={3} illustration="no-classes" title={text.empty} text={text.emptyText} />
      ) : (
        <OwnClassLines classes={classes} now={now} manage />
      )}
    </Card>
  )
}

function PastClasses({ page, now }: { page: NonNullable<OwnClassesPart["past"]>; now: Date }) {
  const text = useTexts(teacherTexts).list
  return (
    <>
      <Card flush title={text.past} description={text.pastText}>
        {page.items.length === 0 ? (
          <p className="px-5 pb-6 text-ink-muted sm:px-6">{text.pastEmpty}</p>
        ) : (
          <OwnClassLines classes={page.items} now={now} />
        )}
      </Card>
      <OlderPages label={text.past} cursor={page.next_cursor} newest={text.newest} older={text.older} />
    </>
  )
}
