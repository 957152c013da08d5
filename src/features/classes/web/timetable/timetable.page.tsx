import ChevronLeft from "lucide-react/icons/chevron-left"
import ChevronRight from "lucide-react/icons/chevron-right"
import { Suspense, useState, useSyncExternalStore } from "react"
import { redirect, useNavigate } from "react-router"
import { z } from "zod"
import { Id, WallDate } from "#contract/base.ts"
import { OFFICE_CHANGES, OWN_CHANGES, topicOfChanges } from "#shared/changes.ts"
import { dateInZone } from "#shared/time.ts"
import { addDays } from "#shared/zone.ts"
import { pageRequest, requireViewer } from "#ui/api.ts"
import { Button, ButtonLink } from "#ui/components/button.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { Field, SelectInput } from "#ui/forms/field.tsx"
import { QueryForm } from "#ui/forms/query-form.tsx"
import { languageOf } from "#ui/language.ts"
import { latePart } from "#ui/late-part.tsx"
import { useLiveTopics } from "#ui/live/live.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import { useWritten } from "#ui/said-time.ts"
import { ariaKeys } from "#ui/shortcuts/shortcuts.ts"
import { useShortcut } from "#ui/shortcuts/use-shortcut.ts"
import { FlashNotice, useFlash } from "#ui/toast.tsx"
import { followClasses } from "../../list-changes.ts"
import { canSchedule, isClassDate } from "../../rules.ts"
import { listClass } from "../list/listed-class.ts"
import { useNow } from "../list/use-now.ts"
import { MoveDialog } from "../schedule/move-class.tsx"
import { timetableTexts } from "../texts/timetable.texts.ts"
import type { Route } from "./+types/timetable.page.ts"
import { serveMove } from "./timetable.act.ts"
import { TimetableDays } from "./timetable-days.tsx"
import { timetableKeys } from "./timetable-keys.ts"

export const handle = { translated: true }

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: timetableTexts[languageOf(matches)].title }]
}

const Query = z.object({
  week: WallDate.optional().catch(undefined),
  instructor: Id.optional().catch(undefined),
})

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  const viewer = requireViewer(page, request, "/teacher-auth")
  if (!canSchedule(viewer)) throw redirect("/teacher-auth")
  const { zone, now } = page
  const everyone = viewer.role === "admin"
  const today = dateInZone(now, zone)
  const asked = Query.parse(Object.fromEntries(new URL(request.url).searchParams))
  const first = asked.week && isClassDate(asked.week) ? asked.week : today
  const instructor = everyone ? asked.instructor : undefined
  const [{ classes, has_more }, instructors] = await Promise.all([
    page.api.classes.timetable({ from: first, days: 7, ...(instructor && { instructor_id: instructor }) }),
    everyone ? page.api.classes.listInstructors() : [],
  ])
  return {
    classes: classes.map((scheduledClass) => listClass(scheduledClass, zone)),
    has_more,
    instructor: instructor ?? "",
    instructors,
    first,
    weeks: { before: addDays(first, -7), after: addDays(first, 7) },
    last: addDays(first, 6),
    today,
    zone,
    now,
    everyone,
  }
}

export function action(args: Route.ActionArgs) {
  return serveMove(args)
}

const TimetableGrid = latePart(async () => (await import("./timetable-grid.tsx")).TimetableGrid)

const WIDE = "(min-width: 64rem)"

/** Whether the screen is wide enough for the week side by side, and scripts run. */
function useWide(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const query = matchMedia(WIDE)
      query.addEventListener("change", changed)
      return () => query.removeEventListener("change", changed)
    },
    () => matchMedia(WIDE).matches,
    () => false,
  )
}

const MOST_FOLLOWED = 100

/**
 * Seven days of an instructor's classes, from today unless others are chosen: a grid to drag classes on, and a list of
 * days on a phone or without scripts.
 */
export default function TimetablePage({ loaderData, actionData }: Route.ComponentProps) {
  const text = useTexts(timetableTexts)
  const { date } = useWritten()
  const { classes, first, last, weeks, today, zone, everyone, instructors } = loaderData
  const now = useNow(loaderData.now)
  const wide = useWide()
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<string | null>(null)
  const named = instructors.find((one) => one.user_id === loaderData.instructor)?.name
  const linkTo = (week: string | null) => {
    const query = {
      ...(week && { week }),
      ...(loaderData.instructor && { instructor: loaderData.instructor }),
    }
    return `?${new URLSearchParams(query)}`
  }
  useShortcut(timetableKeys.previous, () => navigate(linkTo(weeks.before)))
  useShortcut(timetableKeys.next, () => navigate(linkTo(weeks.after)))
  useShortcut(timetableKeys.current, () => navigate(linkTo(null)))
  useFlash(actionData?.toast)
  useLiveTopics([
    ...OWN_CHANGES,
    ...(everyone ? topicOfChanges(OFFICE_CHANGES, ["*"]) : followClasses(classes.slice(0, MOST_FOLLOWED))),
  ])
  const scheduledClass = classes.find(({ id }) => id === chosen)
  const days = <TimetableDays classes={classes} today={today} now={now} lastResult={actionData?.form} />
  return (
    <Page>
      <PageHeader
        title={text.title}
        description={`${text.week(date(first), date(last))}${everyone ? `, ${named ?? text.ofEveryone}` : ""}`}
        actions={
          <>
            <ButtonLink to="/calendar" variant="secondary">
              {text.subscribe}
            </ButtonLink>
            <ButtonLink to="/schedule-class">{text.newClass}</ButtonLink>
          </>
        }
      />
      <nav aria-label={text.weeks} className="flex flex-wrap items-center gap-2.5">
        <ButtonLink
          to={linkTo(weeks.before)}
          variant="secondary"
          size="icon"
          aria-label={text.previous}
          aria-keyshortcuts={ariaKeys(timetableKeys.previous)}
        >
          <ChevronLeft size={20} aria-hidden />
        </ButtonLink>
        <ButtonLink
          to={linkTo(weeks.after)}
          variant="secondary"
          size="icon"
          aria-label={text.following}
          aria-keyshortcuts={ariaKeys(timetableKeys.next)}
        >
          <ChevronRight size={20} aria-hidden />
        </ButtonLink>
        <ButtonLink
          to={linkTo(null)}
          variant="secondary"
          aria-current={first === today ? "date" : undefined}
          aria-keyshortcuts={ariaKeys(timetableKeys.current)}
        >
          {text.today}
        </ButtonLink>
        <p className="text-sm text-ink-muted sm:ml-auto">
          {text.timesIn(classes[0] ? `${zone} (${classes[0].zone_name})` : zone)}
          {wide ? ` ${text.drag}` : ""}
        </p>
      </nav>
      {everyone ? <InstructorFilter loaded={loaderData} /> : null}
      {wide ? (
        <Suspense fallback={days}>
          <TimetableGrid
            classes={classes}
            first={first}
            now={now}
            zone={zone}
            onChoose={setChosen}
            onFree={(date, start, end) =>
              navigate(`/schedule-class?${new URLSearchParams({ date, start, end })}`)
            }
          />
        </Suspense>
      ) : classes.length === 0 ? (
        <EmptyState
          illustration="no-classes"
          title={text.empty}
          text={text.emptyText}
          action={
            <ButtonLink to={`/schedule-class?date=${first < today ? today : first}`}>
              {text.newClass}
            </ButtonLink>
          }
        />
      ) : (
        days
      )}
      <MoveDialog scheduledClass={scheduledClass} answer={actionData} onClose={() => setChosen(null)} />
      <noscript>
        <FlashNotice flash={actionData?.toast} />
      </noscript>
    </Page>
  )
}

/**
 * Selects the instructor whose week an admin sees. A large academy's week has more classes than fit on one
 * screen.
 */
function InstructorFilter({ loaded }: { loaded: Route.ComponentProps["loaderData"] }) {
  const text = useTexts(timetableTexts)
  const { classes, has_more, instructor, instructors, first, today } = loaded
  return (
    <>
      <QueryForm className="flex flex-wrap items-end gap-3">
        {first === today ? null : <input type="hidden" name="week" value={first} />}
        <Field label={text.instructor} className="min-w-56">
          <SelectInput
            name="instructor"
            defaultValue={instructor}
            placeholder={text.everyone}
            options={instructors.map((person) => ({ value: person.user_id, label: person.name }))}
          />
        </Field>
        <Button type="submit" variant="secondary">
          {text.show}
        </Button>
      </QueryForm>
      {has_more ? (
        <p role="status" className="rounded-card bg-accent-tint px-4 py-3 text-sm text-accent-text">
          {text.tooMany(classes.length)}
        </p>
      ) : null}
    </>
  )
}
