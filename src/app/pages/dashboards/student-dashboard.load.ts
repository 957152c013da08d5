import { showRequest } from "#features/classes/web/list/shown-request.ts"
import { cardTexts } from "#features/programs/web/texts/program-card.texts.ts"
import type { PageRequest } from "#ui/api.ts"
import { showClass } from "./dashboard-class.ts"

/** As many as the event stream follows beside the person's own topic. */
export const UPCOMING_SHOWN = 40
const PAST_SHOWN = 20
const REQUESTS_SHOWN = 10

/** Loads the figures and coming classes, which every tab needs, and the data of the chosen tab. */
export async function loadStudentParts(page: PageRequest, tab: string) {
  const { api, viewer, language } = page
  const onFirst = tab === "classes"
  const [upcoming, figures, progress, { points }, past, requests, line, slots, programs, lessons, { mail }] =
    await Promise.all([
      api.classes.mine({ scope: "upcoming", limit: UPCOMING_SHOWN }),
      api.classes.studentFigures(),
      api.attendance.myProgress(),
      api.programs.myPoints(),
      onFirst ? api.classes.mine({ scope: "past", limit: PAST_SHOWN }) : null,
      onFirst ? api.classes.myDemoRequests({ limit: REQUESTS_SHOWN }) : null,
      onFirst ? api.classes.myLine() : null,
      onFirst ? api.oneOnOne.mine({}) : null,
      onFirst || tab === "programs" ? api.programs.mine() : null,
      onFirst || tab === "programs" ? api.lessons.mine() : null,
      api.accounts.signInOptions(),
    ])
  return {
    upcoming: upcoming.items.map(showClass),
    figures,
    progress,
    points,
    /** The address that is still to be confirmed, where mails can leave. */
    unconfirmed: mail && viewer && !viewer.email_verified ? viewer.email : null,
    past: past?.items.map(showClass) ?? [],
    requests: requests?.items.map((one) => showRequest(one, page)) ?? [],
    line: line?.map(showClass) ?? [],
    slots: slots?.items ?? [],
    programs: programs?.map(({ id, slug, title, image, image_alt, instructor, duration }) => ({
      ...{ id, slug, title, image, image_alt, instructor },
      duration: cardTexts[language].durationName(duration),
      lessons: lessons?.find((one) => one.course_id === id) ?? null,
    })),
  }
}

export type StudentParts = Awaited<ReturnType<typeof loadStudentParts>>
