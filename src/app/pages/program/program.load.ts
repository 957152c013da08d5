import { ORPCError } from "@orpc/client"
import { data } from "react-router"
import policies from "#content/policies.json" with { type: "json" }
import type { ProgramDetails } from "#contract/programs/programs.ts"
import { followClasses } from "#features/classes/list-changes.ts"
import { isFull, isOpen } from "#features/classes/rules.ts"
import { type ListedClass, listClass } from "#features/classes/web/list/listed-class.ts"
import { plansOf, renewalOpens } from "#features/payments/memberships.ts"
import { enrollableBy, isEnrollable, type Offered, offerTo } from "#features/programs/web/may-enrol.ts"
import { withNextStarts } from "#features/programs/web/next-starts.ts"
import { programTexts } from "#features/programs/web/texts/program.texts.ts"
import { isFamily } from "#shared/roles.ts"
import { dateInZone, formatDateIn, formatTimeIn } from "#shared/time.ts"
import type { PageRequest } from "#ui/api.ts"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { sayStart } from "#ui/messages/day-words.ts"
import { readDeciding } from "../family/deciding.ts"
import { mayAsk } from "../family/may-ask.ts"
import type { PromisedFigures } from "./program-parts.texts.ts"
import { teacherPicture } from "./teacher-picture.server.ts"
import { tellBatches } from "./told-batches.server.ts"

const COMING = 5

/** Loads a program's page; one that isn't offered answers 404 with programs like its address. */
export async function loadProgram(page: PageRequest, slug: string) {
  const [found, similar] = await Promise.all([
    findProgram(page, slug),
    page.api.programs.similar({ slug }).then((programs) => withNextStarts(page, programs)),
  ])
  const { origin } = page
  // Free seats must not be kept for the next visitor.
  page.keepSeconds = 0
  const [program] = found ? await offerTo(page, [found]) : []
  if (!program) return data({ program: null, similar, origin }, { status: 404 })
  const course = { course_id: program.id }
  const [{ provider }, enrollable] = await Promise.all([page.api.payments.options(), enrollableBy(page)])
  const membership = tellMembership(page, program, provider !== null)
  const enrols = isEnrollable(enrollable, program)
  // Staff find their classes in their own list, and former members know the program.
  const seeksDemo = !program.enrolled && !membership && (!page.viewer || isFamily(page.viewer.role))
  const [comingClasses, batches, materials, curriculum] = await Promise.all([
    findComing(page, program),
    page.api.classes.batches(course),
    program.enrolled && !membership?.ended ? page.api.programs.materials(course) : [],
    program.delivery === "recorded" ? page.api.lessons.list(course) : null,
  ])
  // Batches show their own dates.
  const listed = new Set(batches.map(({ id }) => id))
  const coming = comingClasses
    .filter(({ series_id }) => series_id === null || !listed.has(series_id))
    .slice(0, COMING)
  const told = tellBatches(page, batches)
  return {
    program: { ...program, next_start: null },
    similar,
    /** For search engines, also those of batches. */
    events: comingClasses.slice(0, COMING),
    materials,
    curriculum,
    membership,
    enrols,
    seeksDemo,
    editor: page.viewer?.role === "admin" ? `/admin-dashboard/courses/${program.id}` : null,
    sellsMemberships:
      provider !== null && plansOf(policies, program).length > 0 && enrols && !program.enrolled,
    batches: told,
    /** Single classes, which belong to no batch. */
    coming,
    picture: teacherPicture(program.instructor),
    figures: promisedFigures(page),
    now: page.now,
    zone: page.zone,
    next: told.find(({ full }) => !full) ?? told[0] ?? null,
    demo: seeksDemo ? await findDemo(page, comingClasses) : null,
    origin,
    following: page.viewer ? followClasses(coming) : [],
  }
}

/** How long the viewer's membership runs, in their words, and whether it can be renewed; null without one. */
function tellMembership(
  page: PageRequest,
  { valid_until, monthly_fee_paise, renews }: Offered<ProgramDetails>,
  sells: boolean,
) {
  if (!valid_until) return null
  const today = dateInZone(page.now, page.zone)
  const ended = valid_until < today
  const text = programTexts[page.language].membership
  const date = formatDateIn(LANGUAGE_TAGS[page.language], valid_until)
  const { opensDaysBefore } = policies.membershipRenewal
  return {
    ended,
    label: !ended ? text.until(date) : renews ? text.ended(date) : text.reopens(date),
    // A former member can buy the whole program as well, where no memberships are sold any more.
    renewable: ended
      ? renews
      : sells && monthly_fee_paise !== null && renewalOpens(valid_until, opensDaysBefore) <= today,
  }
}

function promisedFigures({ language, brand }: PageRequest): PromisedFigures {
  const { refund, trial, medicalAdjustment, support } = policies
  const tag = LANGUAGE_TAGS[language]
  return {
    refundDays: refund.noneAfterDaysFromStart,
    trials: trial.freeClassesPerNewActivity,
    adjusted: medicalAdjustment.maxClasses,
    callFrom: formatTimeIn(tag, support.opensAt),
    callTo: formatTimeIn(tag, support.closesAt),
    phone: brand.contactPhoneDisplay,
  }
}

async function findProgram(page: PageRequest, slug: string) {
  try {
    return await page.api.programs.get({ slug })
  } catch (error) {
    if (error instanceof ORPCError && error.code === "NOT_FOUND") return null
    throw error
  }
}

/** More of the program's next classes than are shown, because those of batches are left out. */
async function findComing(page: PageRequest, program: ProgramDetails): Promise<ListedClass[]> {
  const coming = await page.api.classes.coming({ course_id: program.id, limit: 4 * COMING })
  return coming.map((scheduledClass) => listClass(scheduledClass, page.zone))
}

/** The first demo class of the program that still takes requests, with its time in the reader's words. */
async function findDemo(page: PageRequest, coming: readonly ListedClass[]) {
  const demo = coming.find(
    (one) =>
      one.class_type === "demo" &&
      one.standing === "none" &&
      one.starts_at > page.now &&
      isOpen(one, page.now) &&
      !isFull(one),
  )
  if (!demo) return null
  if (page.viewer?.role === "guardian" && !mayAsk(await readDeciding(page), demo.id)) return null
  return { id: demo.id, label: programTexts[page.language].demoAt(sayStart(page, demo)) }
}
