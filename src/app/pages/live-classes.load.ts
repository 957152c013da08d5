import { ORPCError } from "@orpc/client"
import { data, redirect } from "react-router"
import lists from "#content/option-lists.json" with { type: "json" }
import { WallDate } from "#contract/base.ts"
import { CLASS_TYPES, type ClassType, type ScheduledClass } from "#contract/classes.ts"
import { canSchedule } from "#features/classes/rules.ts"
import { classEvent } from "#features/classes/web/class-event.ts"
import { type ClassListFilters, listPath } from "#features/classes/web/class-filters.tsx"
import { ASKING, changeSearch } from "#features/classes/web/class-links.ts"
import { listClass } from "#features/classes/web/listed-class.ts"
import { loadScheduleChoices } from "#features/classes/web/schedule-choices.ts"
import { showRequest } from "#features/classes/web/shown-request.ts"
import { dateInZone } from "#shared/time.ts"
import { addDays } from "#shared/zone.ts"
import { loadOrStop, type PageRequest, redirectWithToast } from "#ui/api.ts"
import { messagesIn } from "#ui/messages/use-messages.ts"
import { loadRemains } from "./class-remains.load.ts"
import { deviceOf } from "./live-classes.device.ts"
import { decideEntry, type Entry, findClass, readAsked } from "./live-classes.entry.ts"

const PAGE_SIZE = 30
const AHEAD_SECONDS = 10
const DAYS_OFFERED = 7
const RECORDINGS_SHOWN = 10
const CURRICULA = new Set(
  lists.liveClassesCurricula.map(({ value }) => value).filter((value) => value !== "all"),
)

/** The list, or the room that `?join=` and `?start=` ask for. Throws redirects. */
export async function loadLiveClasses(
  page: PageRequest,
  url: URL,
  classId: string | undefined,
  request: Request,
) {
  const asked = readAsked(url.searchParams)
  const entry = asked && (await decideEntry(page, url, asked))
  if (entry?.kind === "refused") throw redirectWithToast(entry.to, entry.toast)
  if (entry?.kind === "enter") {
    const room = await openRoom(page, entry, url, deviceOf(request, page))
    return data(room, { headers: keptFor(request) })
  }
  const signIn = entry?.kind === "sign-in" ? await offerSignIn(page, entry) : null
  const wanted = asked?.name === "enrol" && page.viewer ? asked.classId : null
  const deviceId = page.viewer ? deviceOf(request, page) : null
  return loadList(page, url, classId, { signIn, wanted, deviceId })
}

/**
 * A page fetched ahead, while the pointer came near its link, is still the right one when the link is pressed; its
 * token is good for two minutes. Any other is for this moment alone.
 */
function keptFor(request: Request): HeadersInit {
  const isAhead = request.headers.get("sec-purpose")?.startsWith("prefetch") ?? false
  return isAhead ? { "cache-control": `private, max-age=${AHEAD_SECONDS}` } : {}
}

async function openRoom(page: PageRequest, { session, role }: Entered, url: URL, deviceId: string) {
  const forClass = { class_id: session.id }
  const [state, register, entry] = await Promise.all([
    page.api.rooms.state(forClass),
    role === "instructor" ? page.api.attendance.register(forClass) : null,
    session.status === "live" ? mintEntry(page, session.id, deviceId) : null,
  ])
  return {
    view: "room" as const,
    session,
    role,
    waiting: state.waiting_for_instructor,
    register,
    entry,
    deviceId,
    /** The class is the viewer's own to teach. */
    mine: page.viewer?.user_id === session.instructor_id,
    now: page.now,
    zone: page.zone,
    /** Where the list is again. */
    back: url.pathname + changeSearch(url.search, ASKING),
  }
}

/** The token comes with the page, for every request before the picture counts; a refusal is the room's to tell. */
async function mintEntry(page: PageRequest, class_id: string, device_id: string) {
  try {
    return await page.api.rooms.join({ class_id, device_id })
  } catch (error) {
    if (error instanceof ORPCError) return null
    throw error
  }
}

type Entered = Extract<Entry, { kind: "enter" }>
type SignIn = Extract<Entry, { kind: "sign-in" }>

async function offerSignIn({ api }: PageRequest, { purpose, to, back }: SignIn) {
  const { google } = await api.accounts.signInOptions()
  return { purpose, to, back, google }
}

type Offered = {
  signIn: Awaited<ReturnType<typeof offerSignIn>> | null
  /** The class whose seat somebody asked for before signing in. */
  wanted: string | null
  /** This browser's name among the viewer's devices, to be in a room as soon as its link is pressed. */
  deviceId: string | null
}

async function loadList(page: PageRequest, url: URL, classId: string | undefined, offered: Offered) {
  const { viewer, zone, now } = page
  const chosen = classId === undefined ? null : await findClass(page, classId)
  const today = dateInZone(now, zone)
  const filters = readFilters(url.searchParams, chosen)
  const { items, next_cursor, stats } = await loadOrStop(
    page,
    readPage(page, filters, url.searchParams.get("after")),
    messagesIn(page.language).errors.classesNotLoaded,
  )
  const own = viewer?.role === "student" ? await readOwn(page) : null
  const missing = chosen && !items.some(({ id }) => id === chosen.id) ? [chosen] : []
  const recordings =
    chosen && viewer?.role === "student"
      ? await page.api.recordings.toWatch({ class_id: chosen.id, limit: RECORDINGS_SHOWN })
      : null
  const remains = chosen && (await loadRemains(page, chosen, url.searchParams.get("earlier")))
  const list = {
    view: "list" as const,
    /** What is left of the room of the class that the address names. */
    remains,
    /** What was recorded of the class that the address names, for a student with a seat in it. */
    recordings: recordings?.items.length ? recordings : null,
    viewer: viewer && { role: viewer.role },
    classes: [...missing, ...items].map((session) => listClass(session, zone)),
    more: next_cursor && listPath(filters, { after: next_cursor }),
    stats,
    requests: own?.requests ?? [],
    slots: own?.slots ?? [],
    filters,
    /** The class that the address names; null for none, and for one that isn't there. */
    chosen: chosen && { id: chosen.id, title: chosen.title },
    event: chosen && !chosen.one_on_one ? classEvent(chosen, page.origin) : null,
    unknown: classId !== undefined && chosen === null,
    ...offered,
    today,
    days: Array.from({ length: DAYS_OFFERED }, (_, index) => addDays(today, index)),
    curricula: lists.liveClassesCurricula,
    classTypes: [{ value: "all", label: "All classes" }, ...lists.classTypes],
    choices: viewer && canSchedule(viewer) ? (await loadScheduleChoices(page)).choices : null,
    now,
    zone,
  }
  return data(list, { status: list.unknown ? 404 : 200 })
}

const SLOTS_SHOWN = 6

/** What a student finds beside the list: their requests for demo classes, and times for them alone. */
async function readOwn({ api, now, zone }: PageRequest) {
  const [requests, slots] = await Promise.all([
    api.classes.myDemoRequests({ limit: PAGE_SIZE }),
    api.oneOnOne.list({ limit: SLOTS_SHOWN }),
  ])
  return {
    requests: requests.items.map((request) => showRequest(request, now, zone)),
    slots: slots.items,
  }
}

/** What the address asks for, without what no list has; a class's own address shows its day. */
function readFilters(params: URLSearchParams, chosen: ScheduledClass | null): ClassListFilters {
  const curriculum = params.get("curriculum") ?? ""
  const classType = params.get("class_type") ?? ""
  const date = WallDate.safeParse(params.get("date"))
  return {
    date: date.data ?? chosen?.scheduled_date ?? "",
    curriculum: CURRICULA.has(curriculum) ? curriculum : "",
    class_type: isClassType(classType) ? classType : "",
  }
}

function isClassType(value: string): value is ClassType {
  return CLASS_TYPES.some((type) => type === value)
}

async function readPage(page: PageRequest, filters: ClassListFilters, cursor: string | null) {
  const { date, curriculum, class_type } = filters
  try {
    return await page.api.classes.list({
      limit: PAGE_SIZE,
      ...(date && { date }),
      ...(curriculum && { curriculum }),
      ...(isClassType(class_type) && { class_type }),
      ...(cursor && { cursor }),
    })
  } catch (error) {
    // A cursor that no list gave out.
    if (error instanceof ORPCError && error.code === "FIELD_ERRORS") throw redirect(listPath(filters))
    throw error
  }
}
