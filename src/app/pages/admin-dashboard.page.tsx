import BookOpen from "lucide-react/icons/book-open"
import CalendarDays from "lucide-react/icons/calendar-days"
import GraduationCap from "lucide-react/icons/graduation-cap"
import Radio from "lucide-react/icons/radio"
import Users from "lucide-react/icons/users"
import { redirect } from "react-router"
import { AdminPage, adminMeta, pressed } from "#features/admin/web/admin-page.tsx"
import { AuditLines } from "#features/admin/web/audit/audit-lines.tsx"
import { plus } from "#features/admin/web/figures.ts"
import { AttentionCard } from "#features/admin/web/overview/attention.tsx"
import { ChecklistCard } from "#features/admin/web/overview/checklist.tsx"
import { overviewTexts } from "#features/admin/web/overview/overview.texts.ts"
import { quickActions } from "#features/admin/web/overview/quick-actions.ts"
import { roomPath } from "#features/classes/addresses.ts"
import { ClassLine } from "#features/classes/web/list/class-line.card.tsx"
import { useNow } from "#features/classes/web/list/use-now.ts"
import { OFFICE_CHANGES, OWN_CHANGES, topicOfChanges } from "#shared/changes.ts"
import { dashboardPath, pageRequest, requireViewer, serveButton } from "#ui/api.ts"
import { ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { QuickActions } from "#ui/components/quick-actions.tsx"
import { Stat, StatGrid } from "#ui/components/stat.tsx"
import { languageOf } from "#ui/language.ts"
import { Link } from "#ui/link.tsx"
import { useLiveTopics } from "#ui/live/live.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import type { Route } from "./+types/admin-dashboard.page.ts"
import { needsYouTexts } from "./dashboards/needs-you.texts.ts"
import { NextForOffice } from "./dashboards/next-class.tsx"

/** The latest changes by staff that stand beside what needs the office. */
const CHANGES_SHOWN = 5

export const handle = { translated: true }

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
  return serveButton(args, async ({ api, language }) => {
    if (intent === "test-class") {
      const { class_id } = await api.admin.startTestClass()
      return redirect(roomPath(class_id))
    }
    const dismissed = intent === "dismiss"
    await api.admin.dismissChecklist({ dismissed })
    const text = overviewTexts[language].checklist
    return {
      tone: "success",
      title: dismissed ? text.dismissed : text.restored,
      ...(dismissed && { description: text.dismissedText }),
    }
  })
}

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, overviewTexts[languageOf(matches)].title)
}

export default function OverviewPage({ loaderData, actionData }: Route.ComponentProps) {
  const { firstName, figures, attention, live, next, activity, checklist, zone } = loaderData
  const text = useTexts(overviewTexts)
  const actions = quickActions(useLanguage())
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
    <AdminPage title={text.greeting(firstName)} flash={actionData?.toast}>
      {live.length === 0 ? null : (
        <Card flush title={text.live} description={text.liveText}>
          <ul className="border-t border-line">
            {live.map((scheduledClass) => (
              <ClassLine key={scheduledClass.id} scheduledClass={scheduledClass} now={now}>
                <span className="text-sm text-ink-muted">{scheduledClass.instructor_name}</span>
                <ButtonLink to={roomPath(scheduledClass.id)} size="sm">
                  <Radio size={16} aria-hidden />
                  {text.join}
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
          title={text.activity}
          action={
            <Link
              to="/admin/audit"
              className="text-sm font-semibold text-primary-text underline underline-offset-4"
            >
              {text.audit}
            </Link>
          }
        >
          {activity.length === 0 ? (
            <p className="px-5 pb-6 text-ink-muted sm:px-6">{text.noActivity}</p>
          ) : (
            <AuditLines entries={activity.slice(0, CHANGES_SHOWN)} zone={zone} />
          )}
        </Card>
      </div>
      <StatGrid label={text.figures.label}>
        <Stat label={text.figures.students} value={plus(figures.students)} icon={GraduationCap} />
        <Stat label={text.figures.instructors} value={plus(figures.instructors)} icon={Users} />
        <Stat
          label={text.figures.courses}
          value={plus(figures.courses)}
          note={text.figures.enrolments(figures.enrolments, plus(figures.enrolments))}
          icon={BookOpen}
        />
        <Stat
          label={text.figures.classes}
          value={plus(figures.todays_classes)}
          note={figures.live_now === 0 ? text.figures.noneLive : text.figures.live(plus(figures.live_now))}
          icon={CalendarDays}
        />
      </StatGrid>
      {checklist.dismissed || isSetUp ? null : <ChecklistCard checklist={checklist} />}
      <QuickActions actions={actions} />
      {checklist.dismissed && !isSetUp ? <ChecklistCard checklist={checklist} /> : null}
    </AdminPage>
  )
}
