import { data, redirect } from "react-router"
import lists from "#content/option-lists.json" with { type: "json" }
import { WallDate } from "#contract/base.ts"
import { CLASS_TYPES, type ClassType, type ScheduledClass } from "#contract/classes/classes.ts"
import { roomPath } from "#features/classes/addresses.ts"
import { canSchedule } from "#features/classes/rules.ts"
import { classEvent } from "#features/classes/web/list/class-event.ts"
import { type ClassListFilters, listPath } from "#features/classes/web/list/class-filters.tsx"
import { nameOptions } from "#features/classes/web/list/describe-subject.ts"
import { findClass, unknownClass } from "#features/classes/web/list/find-class.ts"
import { listClass } from "#features/classes/web/list/listed-class.ts"
import { showRequest } from "#features/classes/web/list/shown-request.ts"
import { loadScheduleChoices } from "#features/classes/web/schedule/schedule-choices.ts"
import { classTexts } from "#features/classes/web/texts/class.texts.ts"
import { listTexts } from "#features/classes/web/texts/list.texts.ts"
import { deviceOf } from "#features/rooms/web/entry/device.ts"
import { isId } from "#shared/ids.ts"
import { dateInZone } from "#shared/time.ts"
import { addDays } from "#shared/zone.ts"
import { loadOrStop, type PageRequest, redirectWithToast } from "#ui/api.ts"
import type { Language } from "#ui/language.ts"
import { messagesIn } from "#ui/messages/use-messages.ts"
import { loadRemains } from "../class-remains.load.ts"
import { readDeciding } from "../family/deciding.ts"
import { type Answer, answerAsked, readAsked, readRoom } from "./live-classes.asked.ts"

const PAGE_SIZE = 30
const DAYS_OFFERED = 7
/** The option of a filter for everything. */
const ALL = "all"
const RECORDINGS_SHOWN = 10
const CURRICULA = new Set(
  lists.liveClassesCurricula.map(({ value }) => value).filter((value) => value !== ALL),
)

/** The list, with what the address asks for. Throws redirects. */
export async function loadLiveClasses(
  page: PageRequest,
  url: URL,
  classId: string | undefined,
  request: Request,
) {
  const room = readRoom(url.searchParams)
  if (room !== null)
    throw isId(room) ? redirect(roomPath(room)) : redirectWithToast(url.pathname, unknownClass(page.language))
  const asked = readAsked(url.searchParams)
  const answer = asked && (await answerAsked(page, url, asked))
  if (answer?.kind === "refused") throw redirectWithToast(answer.to, answer.toast)
  const signIn = answer ? await offerSignIn(page, answer) : null
  const wanted = asked?.name === "enrol" && page.viewer ? asked.classId : null
  const deviceId = page.viewer && !page.meetings ? deviceOf(request, page) : null
  return loadList(page, url, classId, { signIn, wanted, deviceId })
}

type SignIn = Extract<Answer, { kind: "sign-in" }>

async function offerSignIn({ api }: PageRequest, { purpose, to, back, finishes }: SignIn) {
  const { google } = await api.accounts.signInOptions()
  return { purpose, to, back, finishes, google }
}

type Offered = {
  signIn: Awaited<ReturnType<typeof offerSignIn>> | null
  /** The class whose seat the viewer chose before signing in. */
  wanted: string | null
  /** This browser's name among the viewer's devices, to be in a room as soon as its link is pressed. */
  deviceId: string | null
}

async function loadList(page: PageRequest, url: URL, classId: string | undefined, offered: Offered) {
  const { viewer, zone, now } = page
  // Free seats and what is live must be true.
  page.keepSeconds = 0
  const chosen = classId === undefined ? null : await findClass(page, classId)
  const today = dateInZone(now, zone)
  const filters = readFilters(url.searchParams, chosen)
  const [{ items, next_cursor, stats }, own, family] = await loadOrStop(
    page,
    Promise.all([
      readPage(page, filters, url.searchParams.get("after")),
      viewer?.role === "student" ? readOwn(page) : null,
      viewer?.role === "guardian" ? readDeciding(page) : null,
    ]),
    messagesIn(page.language).errors.classesNotLoaded,
  )
  const missing = chosen && !items.some(({ id }) => id === chosen.id) ? [chosen] : []
  const recordings =
    chosen && viewer?.role === "student"
      ? await page.api.recordings.toWatch({ class_id: chosen.id, limit: RECORDINGS_SHOWN })
      : null
  const remains = chosen && (await loadRemains(page, chosen, url.searchParams.get("earlier")))
  const list = {
    /** What remains of the room of the class in the address. */
    remains,
    /** The recordings of the class in the address, for a student with a seat in it. */
    recordings: recordings?.items.length ? recordings : null,
    viewer: viewer && { role: viewer.role },
    classes: [...missing, ...items].map((scheduledClass) => listClass(scheduledClass, zone)),
    more: next_cursor && listPath(filters, { after: next_cursor }),
    continued: url.searchParams.has("after"),
    stats,
    requests: own?.requests ?? [],
    slots: own?.slots ?? [],
    /** A guardian's children whose trials the guardian decides about, and what was requested for all of them. */
    family,
    filters,
    /** The class in the address; null for none, and for one that doesn't exist. */
    chosen: chosen && { id: chosen.id, title: chosen.title },
    event:
      chosen && !chosen.one_on_one && !chosen.by_invitation
        ? classEvent(page.brand, page.origin, chosen)
        : null,
    unknown: classId !== undefined && chosen === null,
    ...offered,
    today,
    days: Array.from({ length: DAYS_OFFERED }, (_, index) => addDays(today, index)),
    ...nameChoices(page.language),
    choices: viewer && canSchedule(viewer) ? (await loadScheduleChoices(page)).choices : null,
    now,
    zone,
  }
  return data(list, { status: list.unknown ? 404 : 200 })
}

/** The options of the filters in the reader's language. */
function nameChoices(language: Language) {
  const { names, types } = classTexts[language]
  const text = listTexts[language]
  return {
    curricula: nameOptions(lists.liveClassesCurricula, (value, label) =>
      value === ALL ? text.all : names.curriculum(value, label),
    ),
    classTypes: [
      { value: ALL, label: text.allKinds },
      ...nameOptions(lists.classTypes, (value, label) => types[value] ?? label),
    ],
  }
}

const SLOTS_SHOWN = 6

/**
 * Loads what a student sees beside the list: their requests for demo classes, and one-on-one times for them.
 */
async function readOwn(page: PageRequest) {
  const { api } = page
  const [requests, slots] = await Promise.all([
    api.classes.myDemoRequests({ limit: PAGE_SIZE }),
    api.oneOnOne.list({ limit: SLOTS_SHOWN }),
  ])
  return {
    requests: requests.items.map((request) => showRequest(request, page)),
    slots: slots.items,
  }
}

/**
 * Returns the filters in the address, without values that no list has; a class's own address shows its day.
 */
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

function readPage(page: PageRequest, filters: ClassListFilters, cursor: string | null) {
  const { date, curriculum, class_type } = filters
  return page.api.classes.list({
    limit: PAGE_SIZE,
    ...(date && { date }),
    ...(curriculum && { curriculum }),
    ...(isClassType(class_type) && { class_type }),
    ...(cursor && { cursor }),
  })
}
