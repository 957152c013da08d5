import policies from "#content/policies.json" with { type: "json" }
import { showRequest } from "#features/classes/web/list/shown-request.ts"
import { renewalOpens } from "#features/payments/memberships.ts"
import { cardTexts } from "#features/programs/web/texts/program-card.texts.ts"
import { dateInZone } from "#shared/time.ts"
import type { PageRequest } from "#ui/api.ts"
import { showClass } from "./dashboard-class.ts"

/** As many as the event stream follows beside the person's own topic. */
export const UPCOMING_SHOWN = 40
const PAST_SHOWN = 20
const REQUESTS_SHOWN = 10

/** How many of the latest notices are looked through for changes, and how many changes are shown. */
const NOTICES_READ = 10
const CHANGES_SHOWN = 3
/** The kinds of notices of what changed about a class that the student has a seat in, or asked for. */
const CHANGES = /^(class-(?!soon|reminder)|series-|demo-(approved|rejected))/

/** Loads a page of the student's past classes if the address asks for it, the latest first. */
export async function loadPast({ api }: PageRequest, searchParams: URLSearchParams) {
  if (searchParams.get("show") !== "past") return null
  const after = searchParams.get("after")
  const past = await api.classes.mine({ scope: "past", limit: PAST_SHOWN, ...(after && { cursor: after }) })
  return { ...past, items: past.items.map(showClass) }
}

export type PastClassesPage = NonNullable<Awaited<ReturnType<typeof loadPast>>>

/** Loads the latest unread notices of what changed about the student's classes. */
async function loadChanges({ api }: PageRequest) {
  const { items } = await api.notifications.mine({ limit: NOTICES_READ })
  return items
    .filter(({ kind, read_at }) => read_at === null && CHANGES.test(kind))
    .slice(0, CHANGES_SHOWN)
    .map(({ id, title, text, created_at }) => ({ id, title, text, created_at }))
}

/** Loads the figures and coming classes, which every tab needs, and the data of the chosen tab. */
export async function loadStudentParts(page: PageRequest, tab: string) {
  const { api, viewer, language } = page
  const onFirst = tab === "classes"
  const [
    upcoming,
    figures,
    progress,
    { points },
    changes,
    requests,
    line,
    slots,
    programs,
    lessons,
    { mail },
  ] = await Promise.all([
    api.classes.mine({ scope: "upcoming", limit: UPCOMING_SHOWN }),
    api.classes.studentFigures(),
    api.attendance.myProgress(),
    api.programs.myPoints(),
    onFirst ? loadChanges(page) : null,
    onFirst ? api.classes.myDemoRequests({ limit: REQUESTS_SHOWN }) : null,
    onFirst ? api.classes.myLine() : null,
    onFirst ? api.oneOnOne.mine({}) : null,
    onFirst || tab === "programs" ? api.programs.mine() : null,
    onFirst || tab === "programs" ? api.lessons.mine() : null,
    api.accounts.signInOptions(),
  ])
  const isMember = programs?.some(({ valid_until }) => valid_until !== null)
  const sells = isMember && (await api.payments.options()).provider !== null
  return {
    upcoming: upcoming.items.map(showClass),
    figures,
    progress,
    points,
    /** The address that is still to be confirmed, where mails can leave. */
    unconfirmed: mail && viewer && !viewer.email_verified ? viewer.email : null,
    changes: changes ?? [],
    requests: requests?.items.map((one) => showRequest(one, page)) ?? [],
    line: line?.map(showClass) ?? [],
    slots: slots?.items ?? [],
    programs: programs?.map(({ id, slug, title, image, image_alt, instructor, duration, valid_until }) => ({
      ...{ id, slug, title, image, image_alt, instructor },
      ends: sells ? tellEnd(page, valid_until) : null,
      duration: cardTexts[language].durationName(duration),
      lessons: lessons?.find((one) => one.course_id === id) ?? null,
    })),
  }
}

/** A membership that ends soon or has ended, and is to be renewed; null for others. */
function tellEnd({ now, zone }: PageRequest, validUntil: string | null) {
  const today = dateInZone(now, zone)
  if (!validUntil || renewalOpens(validUntil, policies.membershipRenewal.noticeDaysBefore) > today)
    return null
  return { on: validUntil, ended: validUntil < today }
}

export type StudentParts = Awaited<ReturnType<typeof loadStudentParts>>
