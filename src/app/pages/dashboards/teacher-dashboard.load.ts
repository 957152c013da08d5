import type { DemoRequest } from "#contract/classes/demo-requests.ts"
import { loadScheduleChoices } from "#features/classes/web/schedule/schedule-choices.ts"
import { isId } from "#shared/ids.ts"
import { loadOr, type PageRequest } from "#ui/api.ts"
import { showClass } from "./dashboard-class.ts"
import type { Need } from "./needs-you.tsx"

export const OVERVIEW_SHOWN = 5
/** As many as the event stream follows beside the person's own topic. */
export const UPCOMING_SHOWN = 40
const PAST_SHOWN = 20
const REQUESTS_SHOWN = 50
const RECORDINGS_SHOWN = 20
const MESSAGES_COUNTED = 50

/** What every tab shows: the counts, and the coming classes, live ones first. */
export async function loadFrame({ api }: PageRequest, tab: string) {
  const limit = tab === "classes" ? UPCOMING_SHOWN : OVERVIEW_SHOWN
  const [figures, upcoming] = await Promise.all([
    api.classes.instructorFigures(),
    api.classes.mine({ scope: "upcoming", limit }),
  ])
  return { figures, upcoming: upcoming.items.map(showClass) }
}

/** Loads requests, promised calls, one-on-one times and the connected services. */
export async function loadOverview(page: PageRequest) {
  const { api } = page
  const [requests, times, slots, integrations, taught, messages] = await Promise.all([
    loadOr(
      page,
      api.classes.listDemoRequests({ limit: REQUESTS_SHOWN }),
      null,
      "Failed to fetch demo requests",
    ),
    api.classes.listDemoTimes(),
    api.oneOnOne.mine({}),
    api.integrations.list(),
    api.lessons.taught(),
    api.attendance.openNotices({ limit: MESSAGES_COUNTED }),
  ])
  const asked = requests.value?.items ?? null
  return {
    requests: asked,
    times,
    slots: slots.items,
    integrations,
    taught,
    needs: listNeeds(asked ?? [], messages.items.length),
  }
}

/** Returns what waits for an instructor, the nearest to lose a student first. */
function listNeeds(requests: readonly DemoRequest[], messages: number): Need[] {
  const pending = requests.filter(({ status }) => status === "pending").length
  const calls = requests.filter((one) => one.callback_by !== null && one.called_at === null).length
  return [
    { kind: "requests", count: pending, to: "#demo-requests" },
    { kind: "calls", count: calls, to: "#promised-calls" },
    { kind: "messages", count: messages, to: "/attendance/messages" },
  ]
}

/** Loads the other classes of the Live Classes tab, and the options of the dialog for a new one. */
export async function loadClasses(page: PageRequest) {
  const [past, { choices }] = await Promise.all([
    page.api.classes.mine({ scope: "past", limit: PAST_SHOWN }),
    loadScheduleChoices(page),
  ])
  return { past: past.items.map(showClass), choices }
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
