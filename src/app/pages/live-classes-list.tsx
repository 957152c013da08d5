import type { SubmissionResult } from "@conform-to/react"
import { Suspense, useEffect } from "react"
import { Link, useLocation } from "react-router"
import { followClasses, followDays } from "#features/classes/list-changes.ts"
import { ClassCard } from "#features/classes/web/class.card.tsx"
import { ClassFilters, type ClassListFilters, listPath } from "#features/classes/web/class-filters.tsx"
import { ClassHero } from "#features/classes/web/class-hero.tsx"
import { ClassList } from "#features/classes/web/class-list.tsx"
import { DayStats } from "#features/classes/web/day-stats.tsx"
import { OfferedTimes } from "#features/classes/web/demo-offers.card.tsx"
import type { ListedClass } from "#features/classes/web/listed-class.ts"
import { FreeTimes } from "#features/classes/web/one-on-one.card.tsx"
import { ScheduleButton } from "#features/classes/web/schedule-button.card.tsx"
import { useListChanges } from "#features/classes/web/use-list-changes.ts"
import { useNow } from "#features/classes/web/use-now.ts"
import { RecordingsToWatch } from "#features/recordings/web/recordings-to-watch.card.tsx"
import { JoinAhead } from "#features/rooms/web/join-ahead.tsx"
import { prepareLiveRoom } from "#features/rooms/web/live-room.tsx"
import { OWN_CHANGES } from "#shared/changes.ts"
import { ButtonLink } from "#ui/button.tsx"
import { EmptyState } from "#ui/empty-state.tsx"
import { latePart, ToastMissing } from "#ui/late-part.tsx"
import { LiveTopics } from "#ui/live.ts"
import { Page, Section } from "#ui/page.tsx"
import type { Route } from "./+types/live-classes.page.ts"
import { prepareTeaching } from "./live-classes-room.tsx"

const loadFromRoom = async () => (await import("#features/rooms/web/from-room.card.tsx")).FromRoom
/** Shown of classes that are over alone. */
const FromRoom = import.meta.env.SSR ? await loadFromRoom() : latePart(loadFromRoom)

const loadSignIn = async () => (await import("#features/accounts/web/sign-in.card.tsx")).SignInDialog
/** Only visitors need its code. The server has it at once, so that the dialog is there without scripts. */
const SignInDialog = import.meta.env.SSR ? await loadSignIn() : latePart(loadSignIn, ToastMissing)

type LoaderData = Route.ComponentProps["loaderData"]
type ListProps = Extract<LoaderData, { view: "list" }> & { lastResult: SubmissionResult | null | undefined }

/** Thousands may read the list: what it has to load again for all of them is spread over this time. */
const SPREAD_MS = 3_000

const SEATED = new Set<string>(["enrolled", "approved", "instructor"])

/** Fetches the room's code while the reader looks for the button, when there is a room to join. */
function usePreparedRoom(joinable: boolean, teaches: boolean): void {
  useEffect(() => {
    if (joinable) prepareLiveRoom()
    if (joinable && teaches) prepareTeaching()
  }, [joinable, teaches])
}

/** The timetable with its filters. Whatever others change appears by itself. */
export function LiveClassesList({ lastResult, ...list }: ListProps) {
  const { viewer, filters, chosen, today, zone } = list
  const now = useNow(list.now)
  const { take, figuresOf, classNow } = useListChanges(list.now)
  const classes = list.classes.map(classNow)
  const followed = (shown: readonly ListedClass[]) => (
    <LiveTopics
      topics={followClasses(shown)}
      apply={(change) => take(change, { classes: shown, chosen, filters })}
      spreadMs={SPREAD_MS}
    />
  )
  useChosenInView(chosen?.id, list.remains ? "from-room" : `class-${chosen?.id}`)
  useWantedInFocus(list.wanted)
  usePreparedRoom(
    classes.some((session) => session.status === "live" && SEATED.has(session.standing)),
    list.choices !== null,
  )
  const requests = new Map(list.requests.map((request) => [request.class_id, request]))
  const renderClass = (session: ListedClass) => (
    <ClassCard
      key={session.id}
      session={classNow(session)}
      viewer={viewer}
      zone={zone}
      now={now}
      chosen={session.id === chosen?.id}
      request={requests.get(session.id)}
    />
  )
  return (
    <>
      <LiveTopics
        topics={[...followDays(filters.date, list.days), ...(viewer ? OWN_CHANGES : [])]}
        apply={(change) => take(change, { classes, chosen, filters })}
        spreadMs={SPREAD_MS}
      />
      <JoinAhead deviceId={list.deviceId} />
      <ClassHero classes={classes} now={now}>
        {list.choices ? (
          <ScheduleButton
            label="Schedule Class"
            size="lg"
            choices={list.choices}
            today={today}
            zone={zone}
            lastResult={lastResult}
          />
        ) : null}
      </ClassHero>
      <Page className="lg:grid-cols-[19rem_minmax(0,1fr)] lg:gap-12">
        {/* Beside the list it stays in sight, where the window is tall enough to hold it. */}
        <div className="grid min-w-0 content-start gap-6 self-start lg:[@media(min-height:54rem)]:sticky lg:[@media(min-height:54rem)]:top-24">
          <ClassFilters
            filters={filters}
            days={list.days}
            curricula={list.curricula}
            classTypes={list.classTypes}
          />
          <DayStats
            stats={figuresOf(filters.date || today, list.stats)}
            date={filters.date || today}
            today={today}
          />
          <FreeTimes slots={list.slots} className="max-lg:hidden" />
        </div>
        <section id="classes" className="grid min-w-0 scroll-mt-24 content-start gap-4">
          {list.unknown ? <UnknownClass /> : null}
          <OfferedTimes requests={list.requests} />
          {list.recordings ? (
            <Section title="Recordings" className="pb-6">
              <RecordingsToWatch page={list.recordings} />
            </Section>
          ) : null}
          {list.remains ? (
            <Suspense fallback={null}>
              <FromRoom remains={list.remains} zone={zone} />
            </Suspense>
          ) : null}
          <header className="grid gap-1">
            <h2 className="text-heading">{headingOf(filters)}</h2>
            <div className="flex flex-wrap items-center justify-between gap-x-6">
              <p className="text-ink-muted" role="status">
                {classes.length}
                {list.more ? "+" : ""} classes available
              </p>
              {viewer ? (
                <Link
                  to="/check"
                  className="inline-flex min-h-11 items-center text-sm font-semibold text-primary-text hover:underline"
                >
                  Check your device
                </Link>
              ) : null}
            </div>
          </header>
          {classes.length === 0 ? (
            <EmptyState
              level={3}
              illustration="no-classes"
              title="No classes found"
              text="Try selecting a different date or curriculum"
              action={<ButtonLink to={listPath({})}>Show all classes</ButtonLink>}
            />
          ) : (
            <ClassList
              page={{ classes, more: list.more }}
              today={today}
              renderClass={renderClass}
              followed={followed}
            />
          )}
          {/* On a phone the classes come first. */}
          <FreeTimes slots={list.slots} className="pt-6 lg:hidden" />
        </section>
      </Page>
      {list.signIn ? (
        <Suspense fallback={null}>
          <SignInDialog {...list.signIn} />
        </Suspense>
      ) : null}
    </>
  )
}

function headingOf({ curriculum, class_type }: ClassListFilters): string {
  if (class_type === "demo") return curriculum ? `${curriculum} Demo Classes` : "Demo Classes"
  return curriculum ? `${curriculum} Classes` : "All Live Classes"
}

function UnknownClass() {
  return (
    <div role="alert" className="rounded-card border border-warning/40 bg-warning-tint p-4 text-[0.9375rem]">
      <p className="font-semibold text-warning">Class not found</p>
      <p>It may have been deleted. Here are the classes that are there.</p>
    </div>
  )
}

/** Scrolls to the class that the address names, or to what is left of it, once per address and not at every change of the list. */
function useChosenInView(id: string | undefined, element: string) {
  const { key, hash } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: coming to the same address again scrolls again
  useEffect(() => {
    if (!id) return
    const frame = requestAnimationFrame(() => {
      // A place within it, such as the chat, is named by the address.
      const place = hash.slice(1) || element
      const block = place.startsWith("from-room") ? "start" : "center"
      document.getElementById(place)?.scrollIntoView({ block })
    })
    return () => cancelAnimationFrame(frame)
  }, [id, key])
}

/** Puts the focus on the seat that somebody wanted before signing in. */
function useWantedInFocus(classId: string | null) {
  useEffect(() => {
    if (!classId) return
    document.getElementById(`class-${classId}`)?.querySelector<HTMLElement>("button[name=intent]")?.focus()
  }, [classId])
}
