import { Suspense, useEffect } from "react"
import { useLocation } from "react-router"
import { followClasses, followDays } from "#features/classes/list-changes.ts"
import { nextTurn } from "#features/classes/rules.ts"
import { OfferedTimes } from "#features/classes/web/demo-offers.card.tsx"
import { ClassCard } from "#features/classes/web/list/class.card.tsx"
import { ClassFilters, type ClassListFilters, listPath } from "#features/classes/web/list/class-filters.tsx"
import { ClassHero } from "#features/classes/web/list/class-hero.tsx"
import { ClassList } from "#features/classes/web/list/class-list.tsx"
import { DayStats } from "#features/classes/web/list/day-stats.tsx"
import type { ListedClass } from "#features/classes/web/list/listed-class.ts"
import { useListChanges } from "#features/classes/web/list/use-list-changes.ts"
import { useNow } from "#features/classes/web/list/use-now.ts"
import { FreeTimes } from "#features/classes/web/one-on-one.card.tsx"
import { ScheduleButton } from "#features/classes/web/schedule/schedule-button.card.tsx"
import { classTexts } from "#features/classes/web/texts/class.texts.ts"
import { listTexts } from "#features/classes/web/texts/list.texts.ts"
import { RecordingsToWatch } from "#features/recordings/web/recordings-to-watch.card.tsx"
import { JoinAhead } from "#features/rooms/web/entry/join-ahead.tsx"
import { OWN_CHANGES } from "#shared/changes.ts"
import { ButtonLink } from "#ui/components/button.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { latePart, ToastMissing } from "#ui/late-part.tsx"
import { Link } from "#ui/link.tsx"
import { LiveTopics } from "#ui/live/live.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { Page, Section } from "#ui/page.tsx"
import { mayAsk } from "../family/may-ask.ts"
import { prepareRoom } from "../room/prepare-room.ts"
import type { Route } from "./+types/live-classes.page.ts"

const loadFromRoom = async () => (await import("#features/rooms/web/from-room.card.tsx")).FromRoom
/** Shown only for past classes. */
const FromRoom = import.meta.env.SSR ? await loadFromRoom() : latePart(loadFromRoom)

const loadSignIn = async () => (await import("#features/accounts/web/sign-in/sign-in.card.tsx")).SignInDialog
/** Only visitors need its code. The server has it at once, so that the dialog is there without scripts. */
const SignInDialog = import.meta.env.SSR ? await loadSignIn() : latePart(loadSignIn, ToastMissing)

type ListProps = Route.ComponentProps["loaderData"] & { reply: Route.ComponentProps["actionData"] }

/** Thousands may have the list open, so their reloads are spread over this time, in milliseconds. */
const SPREAD_MS = 3_000

const SEATED = new Set<string>(["enrolled", "approved", "instructor"])

/** Fetches the room's code while the reader looks for the button, when there is a room to join. */
function usePreparedRoom(joinable: boolean, teaches: boolean): void {
  useEffect(() => {
    if (joinable) prepareRoom(teaches)
  }, [joinable, teaches])
}

/** The timetable with its filters. Changes by others appear automatically. */
export function LiveClassesList({ reply, ...list }: ListProps) {
  const text = useTexts(listTexts)
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
    // Without it rooms can't be entered ahead, as those on Jitsi.
    list.deviceId !== null &&
      classes.some(
        (scheduledClass) => scheduledClass.status === "live" && SEATED.has(scheduledClass.standing),
      ),
    list.choices !== null,
  )
  const requests = new Map(list.requests.map((request) => [request.class_id, request]))
  const ownDays = followDays(filters.date, list.days)
  const renderClass = (scheduledClass: ListedClass) => (
    <ClassCard
      key={scheduledClass.id}
      scheduledClass={classNow(scheduledClass)}
      viewer={viewer && { ...viewer, asks: mayAsk(list.family, scheduledClass.id) }}
      zone={zone}
      now={now}
      chosen={scheduledClass.id === chosen?.id}
      request={requests.get(scheduledClass.id)}
      childRequests={list.family?.requests.filter((one) => one.class_id === scheduledClass.id)}
    />
  )
  return (
    <>
      <LiveTopics
        topics={[...ownDays, ...(viewer ? OWN_CHANGES : [])]}
        apply={(change) => take(change, { classes, chosen, filters })}
        spreadMs={SPREAD_MS}
      />
      <JoinAhead deviceId={list.deviceId} />
      <ClassHero classes={classes} now={now}>
        {list.choices ? (
          <ScheduleButton
            label={text.schedule}
            size="lg"
            choices={list.choices}
            today={today}
            zone={zone}
            lastResult={reply?.form}
          />
        ) : null}
      </ClassHero>
      <Page className="max-sm:gap-4 max-sm:pt-4 lg:grid-cols-[19rem_minmax(0,1fr)] lg:gap-12">
        {/* Beside the list it stays in view, if the window is tall enough for it. On a phone the figures come last. */}
        <div className="min-w-0 max-sm:contents sm:grid content-start gap-6 self-start lg:[@media(min-height:54rem)]:sticky lg:[@media(min-height:54rem)]:top-24">
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
            className="max-sm:order-last max-sm:pt-2"
          />
          <FreeTimes slots={list.slots} className="max-lg:hidden" />
        </div>
        <section
          id="classes"
          aria-busy={false}
          className="grid min-w-0 scroll-mt-24 content-start gap-4 transition-opacity aria-busy:opacity-60"
          {...(viewer ? {} : marksToFollow([...ownDays, ...followClasses(classes)], classes, now))}
        >
          {list.unknown ? <UnknownClass /> : null}
          <OfferedTimes requests={list.requests} />
          {list.recordings ? (
            <Section title={text.recordings} className="pb-6">
              <RecordingsToWatch page={list.recordings} />
            </Section>
          ) : null}
          {list.remains ? (
            <Suspense fallback={null}>
              <FromRoom remains={list.remains} zone={zone} />
            </Suspense>
          ) : null}
          <header className="grid gap-1">
            <h2 className="text-heading">
              <ListHeading filters={filters} />
            </h2>
            <div className="flex flex-wrap items-center justify-between gap-x-6">
              <p className="text-ink-muted" role="status">
                {text.available(`${classes.length}${list.more ? "+" : ""}`)}
              </p>
              {viewer ? (
                <Link
                  to="/check"
                  className="inline-flex min-h-11 items-center text-sm font-semibold text-primary-text hover:underline"
                >
                  {text.checkDevice}
                </Link>
              ) : null}
            </div>
            {list.continued ? (
              <Link
                to={listPath(filters)}
                className="w-fit font-semibold text-primary-text underline underline-offset-4"
              >
                {text.fromStart}
              </Link>
            ) : null}
          </header>
          {classes.length === 0 ? (
            <EmptyState
              level={3}
              illustration="no-classes"
              title={text.empty}
              text={text.emptyText}
              action={<ButtonLink to={listPath({})}>{text.showAll}</ButtonLink>}
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
        <div data-closed-at={list.signIn.back} className="contents">
          <Suspense fallback={null}>
            <SignInDialog {...list.signIn} reply={reply} />
          </Suspense>
        </div>
      ) : null}
    </>
  )
}

/** What visitors' pages follow instead, by the small script: changes, and the next instant at which a card differs. */
function marksToFollow(topics: readonly string[], classes: readonly ListedClass[], now: Date) {
  const next = nextTurn(classes, now)
  return {
    "data-follows": topics.join(","),
    "data-spread-ms": SPREAD_MS,
    "data-turns-in-ms": next ? next.getTime() - now.getTime() : undefined,
  }
}

function ListHeading({ filters: { curriculum, class_type } }: { filters: ClassListFilters }) {
  const text = useTexts(listTexts)
  const { names } = useTexts(classTexts)
  return text.heading(curriculum && names.curriculum(curriculum, curriculum), class_type === "demo")
}

function UnknownClass() {
  const text = useTexts(listTexts)
  return (
    <div role="alert" className="rounded-card border border-warning/40 bg-warning-tint p-4 text-[0.9375rem]">
      <p className="font-semibold text-warning">{text.unknown}</p>
      <p>{text.unknownText}</p>
    </div>
  )
}

/**
 * Scrolls to the class in the address, or to what remains of it, once per address and not at every change of
 * the list.
 */
function useChosenInView(id: string | undefined, element: string) {
  const { key, hash } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: coming to the same address again scrolls again
  useEffect(() => {
    if (!id) return
    const frame = requestAnimationFrame(() => {
      // The address may name a section within it, such as the chat.
      const place = hash.slice(1) || element
      const block = place.startsWith("from-room") ? "start" : "center"
      document.getElementById(place)?.scrollIntoView({ block })
    })
    return () => cancelAnimationFrame(frame)
  }, [id, key])
}

/** Focuses the seat that the person chose before signing in. */
function useWantedInFocus(classId: string | null) {
  useEffect(() => {
    if (!classId) return
    document.getElementById(`class-${classId}`)?.querySelector<HTMLElement>("button[name=intent]")?.focus()
  }, [classId])
}
