import { loadScheduleChoices } from "#features/classes/web/schedule/schedule-choices.ts"
import { isId } from "#shared/ids.ts"
import { loadOr, type PageRequest } from "#ui/api.ts"
import { OVERVIEW_SHOWN, showClass } from "./dashboard-class.ts"
import { teacherTexts } from "./texts/teacher.texts.ts"

/** As many as the event stream follows beside the person's own topic. */
export const UPCOMING_SHOWN = 40
const PAST_SHOWN = 20
const REQUESTS_SHOWN = 50
const RECORDINGS_SHOWN = 20

/** What every tab shows: the counts, and the coming classes, live ones first. */
export async function loadFrame({ api }: PageRequest, tab: string) {
  // The next class is shown above the list of the others.
  const limit = tab === "classes" ? UPCOMING_SHOWN : OVERVIEW_SHOWN + 1
  const [figures, upcoming] = await Promise.all([
    api.classes.instructorFigures(),
    api.classes.mine({ scope: "upcoming", limit }),
  ])
  return { figures, upcoming: upcoming.items.map(showClass) }
}

/** Loads demo requests with other times to offer, one-on-one times and programs with lessons. */
export async function loadOverview(page: PageRequest) {
  const { api } = page
  const [requests, times, slots, integrations, taught] = await Promise.all([
    loadOr(
      page,
      api.classes.listDemoRequests({ limit: REQUESTS_SHOWN }),
      null,
      teacherTexts[page.language].requestsFailed,
    ),
    api.classes.listDemoTimes(),
    api.oneOnOne.mine({}),
    api.integrations.list(),
    api.lessons.taught(),
  ])
  return { requests: requests.value?.items ?? null, times, slots: slots.items, integrations, taught }
}

/**
 * Loads what the Live Classes tab shows beside the coming classes: the options of the dialog for a new one, and a page
 * of past classes if the address asks for them.
 */
export async function loadClasses(page: PageRequest, searchParams: URLSearchParams) {
  const after = searchParams.get("after")
  const shown = { scope: "past", limit: PAST_SHOWN, ...(after && { cursor: after }) } as const
  const [past, { choices }] = await Promise.all([
    searchParams.get("show") === "past" ? page.api.classes.mine(shown) : null,
    loadScheduleChoices(page),
  ])
  return { past: past && { ...past, items: past.items.map(showClass) }, choices }
}

const DELETED_SHOWN = 20

/** Loads the bin of the Live Classes tab, if the address asks for it. */
export async function loadClassBin({ api }: PageRequest, searchParams: URLSearchParams) {
  const after = searchParams.get("after")
  return api.classes.deleted({ limit: DELETED_SHOWN, ...(after && { cursor: after }) })
}

/**
 * Returns whether the work after a class is done: its recording saved, and a message sent for each absence.
 * Each is null if there is no recording, or no absent student, so that the page says nothing about it.
 */
export async function loadEnding({ api }: PageRequest, class_id: string | null) {
  if (!isId(class_id)) return null
  const [notices, { items }] = await Promise.all([
    api.attendance.notices({ class_id }),
    api.recordings.mine({ class_id, limit: RECORDINGS_SHOWN }),
  ])
  const saved = items.length > 0 && items.every((one) => one.status === "completed" && one.recording_ended_at)
  const told = notices.length > 0 && notices.every((one) => one.status === "sent")
  return { class_id, done: Boolean(saved && told) }
}

/** The instructor's own recordings, as the address asks for them. */
export async function loadRecordings({ api }: PageRequest, { searchParams }: URL) {
  const search = (searchParams.get("search") ?? "").trim().slice(0, 100)
  const bin = searchParams.get("bin") === "true"
  const after = searchParams.get("after")
  const page = await api.recordings.mine({
    limit: RECORDINGS_SHOWN,
    search,
    bin: bin ? "true" : "false",
    ...(after && { cursor: after }),
  })
  return { page, search, bin }
}

/** Loads the instructor's own figures. */
export async function loadAnalytics({ api }: PageRequest) {
  const [figures, funnel, watched] = await Promise.all([
    api.attendance.figures(),
    api.attendance.demoFunnel({}),
    api.recordings.figures({}),
  ])
  return { figures, funnel, watched }
}

export type Overview = Awaited<ReturnType<typeof loadOverview>>
export type OwnClassesPart = Awaited<ReturnType<typeof loadClasses>>
