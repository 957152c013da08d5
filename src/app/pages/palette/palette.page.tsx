import { classPath, roomPath } from "#features/classes/addresses.ts"
import { liveState } from "#features/classes/rules.ts"
import { formatPaise } from "#shared/money.ts"
import { dateInZone, formatTimeIn, sayDate } from "#shared/time.ts"
import { type PageRequest, pageRequest } from "#ui/api.ts"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import type { Entry } from "#ui/palette/entry.ts"
import type { Route } from "./+types/palette.page.ts"
import { palettePlacesTexts } from "./palette-places.texts.ts"
import { placesOf } from "./palette-places.ts"

const CLASSES_SHOWN = 5
const PROGRAMS_FOUND = 6
const STUDENTS_FOUND = 5
/** As long as the catalogue takes a question. */
const LONGEST = 100

/**
 * The entries of the command palette: without `q` the viewer's screens, actions and classes, else search
 * results.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  const question = (new URL(request.url).searchParams.get("q") ?? "").trim().slice(0, LONGEST)
  const entries = question ? await find(page, question) : await listOwn(page)
  return Response.json({ entries }, { headers: { "cache-control": "private, no-store" } })
}

/** Finds programs by the catalogue's search, near matches too; for the office students as well. */
async function find(page: PageRequest, question: string): Promise<Entry[]> {
  const [programs, students] = await Promise.all([
    page.api.programs.list({ search: question, limit: PROGRAMS_FOUND }),
    isOffice(page) ? page.api.admin.students({ q: question, limit: STUDENTS_FOUND }) : { items: [] },
  ])
  return [
    ...[...programs.items, ...programs.near].slice(0, PROGRAMS_FOUND).map(
      (program): Entry => ({
        group: "programs",
        label: program.title,
        note: `${program.instructor}, ${formatPaise(program.price_paise)}`,
        to: `/courses/${program.slug}`,
        document: true,
        image: program.image,
      }),
    ),
    ...students.items.map(
      (student): Entry => ({
        group: "students",
        label: student.name,
        note: student.email,
        to: `/admin-dashboard/students/${student.user_id}`,
        private: true,
      }),
    ),
  ]
}

async function listOwn(page: PageRequest): Promise<Entry[]> {
  const { viewer, language, trial, hasShop = false } = page
  const [classes, rights] = await Promise.all([listClasses(page), listRights(page)])
  return [...classes, ...placesOf(viewer && { ...viewer, rights, hasShop }, language, trial)]
}

async function listRights({ viewer, api }: PageRequest) {
  return viewer?.role === "guardian" && !viewer.locked ? api.guardians.rights() : null
}

const isOffice = ({ viewer }: PageRequest) => viewer?.role === "admin" && !viewer.locked

/**
 * Lists classes; started ones link into their room. The office gets all live classes, because it may join
 * each.
 */
async function listClasses(page: PageRequest): Promise<Entry[]> {
  const role = page.viewer?.role
  const text = palettePlacesTexts[page.language]
  const isTaught = role === "student" || role === "instructor"
  if (!isTaught && !isOffice(page)) return []
  const { items } = isTaught
    ? await page.api.classes.mine({ scope: "upcoming", limit: CLASSES_SHOWN })
    : await page.api.admin.classes({ state: "live", limit: CLASSES_SHOWN })
  const today = dateInZone(page.now, page.zone)
  return items.map((scheduledClass): Entry => {
    const live = liveState(scheduledClass, page.now) === "live"
    // By its time a class counts as live, but the room opens when the instructor starts it.
    const joins = scheduledClass.status === "live"
    const date = scheduledClass.scheduled_date
    const tag = LANGUAGE_TAGS[page.language]
    return {
      group: "classes",
      label: joins ? text.join(scheduledClass.title) : scheduledClass.title,
      note: `${sayDate(tag, date, today)}, ${formatTimeIn(tag, scheduledClass.start_time)}`,
      also: `${scheduledClass.subject} ${scheduledClass.instructor_name}`,
      to: joins ? roomPath(scheduledClass.id) : classPath(scheduledClass.id),
      ...(live && { live }),
    }
  })
}
