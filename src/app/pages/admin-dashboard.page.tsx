import BookOpen from "lucide-react/icons/book-open"
import CalendarDays from "lucide-react/icons/calendar-days"
import GraduationCap from "lucide-react/icons/graduation-cap"
import Radio from "lucide-react/icons/radio"
import Users from "lucide-react/icons/users"
import { Link, redirect } from "react-router"
import { AdminPage, adminMeta, pressed } from "#features/admin/web/admin-page.tsx"
import { AttentionCard } from "#features/admin/web/attention.tsx"
import { AuditLines } from "#features/admin/web/audit-lines.tsx"
import { ChecklistCard } from "#features/admin/web/checklist.tsx"
import { plus } from "#features/admin/web/figures.ts"
import { QUICK_ACTIONS } from "#features/admin/web/quick-actions.ts"
import { roomPath } from "#features/classes/addresses.ts"
import { ClassLine } from "#features/classes/web/list/class-line.card.tsx"
import { useNow } from "#features/classes/web/list/use-now.ts"
import { OFFICE_CHANGES, OWN_CHANGES, topicOfChanges } from "#shared/changes.ts"
import { dashboardPath, pageRequest, requireViewer, serveButton } from "#ui/api.ts"
import { ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { QuickActions } from "#ui/components/quick-actions.tsx"
import { Stat, StatGrid } from "#ui/components/stat.tsx"
import { useLiveTopics } from "#ui/live/live.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import type { Route } from "./+types/admin-dashboard.page.ts"
import { needsYouTexts } from "./dashboards/needs-you.texts.ts"
import { NextForOffice } from "./dashboards/next-class.tsx"

/** The latest changes by staff that stand beside what needs the office. */
const CHANGES_SHOWN = 5

/** Where an admin's work begins. Others go to their own dashboard. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  const viewer = requireViewer(page, request)
  if (viewer.role !== "admin") throw redirect(dashboardPath(viewer.role))
  const overview = await page.api.admin.overview()
  return { ...overview, firstName: viewer.first_name, now: page.now, zone: page.zone }
}

export async function action(args: Route.ActionArgs) {
  const intent = await pressed(args.request)
  return serveButton(args, async ({ api }) => {
    if (intent === "test-class") {
      const { class_id } = await api.admin.startTestClass()
      return redirect(roomPath(class_id))
    }
    const dismissed = intent === "dismiss"
    await api.admin.dismissChecklist({ dismissed })
    return {
      tone: "success",
      title: dismissed ? "Checklist dismissed" : "Checklist restored",
      ...(dismissed && { description: "You can bring it back at the end of this page." }),
    }
  })
}

export function meta() {
  return adminMeta("Overview")
}

export default function OverviewPage({ loaderData, actionData }: Route.ComponentProps) {
  const { firstName, figures, attention, live, next, activity, checklist, zone } = loaderData
  const now = useNow(loaderData.now)
  const needs = useTexts(needsYouTexts)
  const isSetUp = checklist.steps.every(({ done }) => done)
  useLiveTopics([
    ...OWN_CHANGES,
    ...topicOfChanges([...OFFICE_CHANGES, "class.notices"], ["*"]),
    ...topicOfChanges(
      ["class.presence"],
      live.map(({ id }) => id),
    ),
  ])
  return (
    <AdminPage title={`Good to see you, ${firstName}`} flash={actionData?.toast}>
      {live.length === 0 ? null : (
        <Card flush title="Live now" description="You can join any class.">
          <ul className="border-t border-line">
            {live.map((scheduledClass) => (
              <ClassLine key={scheduledClass.id} scheduledClass={scheduledClass} now={now}>
                <span className="text-sm text-ink-muted">{scheduledClass.instructor_name}</span>
                <ButtonLink to={roomPath(scheduledClass.id)} size="sm">
                  <Radio size={16} aria-hidden />
                  Join
                </ButtonLink>
              </ClassLine>
            ))}
          </ul>
        </Card>
      )}
      {next && live.length === 0 ? <NextForOffice scheduledClass={next} now={now} /> : null}
      <div className="grid items-start gap-6 lg:grid-cols-2">
        {attention.length === 0 ? (
          <Card title={needs.title}>
            <p className="text-ink-muted">{needs.nothing}</p>
          </Card>
        ) : (
          <AttentionCard attention={attention} />
        )}
        <Card
          flush
          title="Recent activity"
          action={
            <Link
              to="/admin/audit"
              className="text-sm font-semibold text-primary-text underline underline-offset-4"
            >
              View audit log
            </Link>
          }
        >
          {activity.length === 0 ? (
            <p className="px-5 pb-6 text-ink-muted sm:px-6">
              Changes by staff appear here, with who made them.
            </p>
          ) : (
            <AuditLines entries={activity.slice(0, CHANGES_SHOWN)} zone={zone} />
          )}
        </Card>
      </div>
      <StatGrid label="The academy in figures">
        <Stat label="Students" value={plus(figures.students)} icon={GraduationCap} />
        <Stat label="Instructors" value={plus(figures.instructors)} icon={Users} />
        <Stat
          label="Courses"
          value={plus(figures.courses)}
          note={figures.enrolments === 1 ? "1 enrolment" : `${plus(figures.enrolments)} enrolments`}
          icon={BookOpen}
        />
        <Stat
          label="Today's classes"
          value={plus(figures.todays_classes)}
          note={figures.live_now === 0 ? "None live now" : `${plus(figures.live_now)} live now`}
          icon={CalendarDays}
        />
      </StatGrid>
      {checklist.dismissed || isSetUp ? null : <ChecklistCard checklist={checklist} />}
      <QuickActions actions={QUICK_ACTIONS} />
      {checklist.dismissed && !isSetUp ? <ChecklistCard checklist={checklist} /> : null}
    </AdminPage>
  )
}
