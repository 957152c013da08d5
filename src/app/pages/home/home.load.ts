import { activityOf, isFull, isOpen } from "#features/classes/rules.ts"
import { withNextStarts } from "#features/programs/web/next-starts.ts"
import type { ProgramCardData } from "#features/programs/web/program.card.tsx"
import { loadOr, type PageRequest } from "#ui/api.ts"
import { sayStart } from "#ui/messages/day-words.ts"

/** How long a rendered home page is kept for visitors, in seconds: its classes begin and fill up. */
const KEPT_SECONDS = 60
const DEMOS = 3
/** One for each column of the widest screen. */
const PROGRAMS = 4
/** How many programs the choice is made from. */
const CHOSEN_FROM = 48

/** A demo class that can be requested, in the reader's words. */
export type HomeDemo = {
  id: string
  title: string
  when: string
  instructor: string
  free_seats: number
  activity: string
}

/** Loads the next demo classes and some programs. The page is shown without what can't be loaded. */
export async function loadHome(
  page: PageRequest,
): Promise<{ demos: HomeDemo[]; programs: ProgramCardData[] }> {
  page.keepSeconds = KEPT_SECONDS
  const [demos, programs] = await Promise.all([
    loadOr(page, findDemos(page), [], "the demo classes of the home page could not be loaded"),
    loadOr(page, findPrograms(page), [], "the programs of the home page could not be loaded"),
  ])
  // Shown again as soon as everything can be.
  if (demos.failure ?? programs.failure) page.keepSeconds = 0
  return { demos: demos.value, programs: programs.value }
}

/** The next demo classes that can be requested, in the reader's words. */
export async function findDemos(page: PageRequest): Promise<HomeDemo[]> {
  const coming = await page.api.classes.coming({ class_type: "demo", limit: 4 * DEMOS })
  return coming
    .filter((one) => one.starts_at > page.now && isOpen(one, page.now) && !isFull(one))
    .slice(0, DEMOS)
    .map((one) => ({
      id: one.id,
      title: one.title,
      when: sayStart(page, one),
      instructor: one.instructor_name,
      activity: activityOf(one),
      free_seats: one.max_capacity - one.enrolled_count - one.held_count,
    }))
}

/** The first recommended programs of different services. */
async function findPrograms(page: PageRequest): Promise<ProgramCardData[]> {
  const { items } = await page.api.programs.list({ limit: CHOSEN_FROM })
  const firsts = items.filter(
    ({ service }, index) => items.findIndex((other) => other.service === service) === index,
  )
  const rest = items.filter((program) => !firsts.includes(program))
  return withNextStarts(page, [...firsts, ...rest].slice(0, PROGRAMS))
}
