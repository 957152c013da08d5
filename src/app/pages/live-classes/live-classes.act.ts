import { ORPCError } from "@orpc/client"
import { redirect, redirectDocument } from "react-router"
import { z } from "zod"
import { serveSignInDialog } from "#features/accounts/web/account-requests.ts"
import { childDemoPath, classPath } from "#features/classes/addresses.ts"
import { callbackTime } from "#features/classes/callback.ts"
import { ASKING, changeSearch } from "#features/classes/web/list/class-links.ts"
import { deleteWithUndo, restoreDeleted } from "#features/classes/web/schedule/class-bin.act.ts"
import { RESTORE_CLASS } from "#features/classes/web/schedule/restore-intent.ts"
import { serveScheduleDialog } from "#features/classes/web/schedule/schedule-dialog.act.ts"
import { scheduledToast } from "#features/classes/web/schedule/schedule-toast.ts"
import { startButton } from "#features/classes/web/schedule/start.act.ts"
import { type ActText, actTexts } from "#features/classes/web/texts/act.texts.ts"
import { checkoutPath, programPath } from "#features/programs/paths.ts"
import { isId } from "#shared/ids.ts"
import { formatDateIn } from "#shared/time.ts"
import {
  type PageRequest,
  pageRequest,
  redirectWithToast,
  requireViewer,
  serveButton,
  type Toast,
} from "#ui/api.ts"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { sayStart } from "#ui/messages/day-words.ts"
import { errorTextIn } from "#ui/messages/in-language.ts"
import { keepPressed } from "#ui/pressed.ts"
import type { Route } from "./+types/live-classes.page.ts"

/** Intents of students who want a seat, or give one back. */
const PLACES = new Set([
  "enrol",
  "request-demo",
  "join-waitlist",
  "leave",
  "leave-waitlist",
  "withdraw-request",
  "accept-offer",
])

/** Serves every form and button of the screen, by the `intent` that is posted. */
export async function serveLiveClasses(args: Route.ActionArgs) {
  const { request, context, url } = args
  const signedIn = await serveSignInDialog(args)
  if (signedIn) return signedIn
  const page = context.get(pageRequest)
  const form = await request.clone().formData()
  const intent = form.get("intent")
  const classId = String(form.get("class_id"))
  if (!page.viewer && isId(classId)) {
    if (isWanted(intent)) throw signInFirst(page, url, { what: intent, class_id: classId })
    if (PLACES.has(String(intent))) throw redirect(`${classPath(classId)}?enrol=${classId}`)
  }
  const { role } = requireViewer(page, request, PLACES.has(String(intent)) ? "/auth" : "/teacher-auth")
  // A guardian says for which child first, on a page without React.
  if (role === "guardian" && intent === "request-demo" && isId(classId))
    return redirectDocument(childDemoPath(classId))
  if (intent === "schedule") return schedule(args)
  if (!isId(classId)) return serveButton(args, notThere)
  if (intent === "accept-offer") return acceptOffer(args, String(form.get("request_id")), classId)
  const button = buttons[String(intent)]
  if (!button) throw new Response(null, { status: 400 })
  const text = actTexts[page.language]
  const reply = await serveButton(
    args,
    (served) => button.work(served, classId, form),
    text.failed(button.failure(text)),
  )
  if (!button.asks || reply instanceof Response || !reply.data.toast) return reply
  // The question was part of the address and has been answered, so the list comes back without it.
  const gone = intent === "delete" && reply.data.done && url.pathname === classPath(classId)
  const back = gone ? "/live-classes" : url.pathname + changeSearch(url.search, ASKING)
  return redirectWithToast(back, reply.data.toast)
}

const WANTED = ["enrol", "request-demo", "join-waitlist"] as const
type Wanted = (typeof WANTED)[number]

function isWanted(intent: FormDataEntryValue | null): intent is Wanted {
  return WANTED.some((one) => one === intent)
}

/** Asks a visitor to sign in over the list, and remembers what they pressed. */
function signInFirst(page: PageRequest, url: URL, pressed: { what: Wanted; class_id: string }): Response {
  const asking = { ...ASKING, enrol: pressed.class_id, press: keepPressed(page, pressed) }
  return redirect(url.pathname + changeSearch(url.search, asking))
}

/** Finishes what a visitor pressed before signing in, and returns what to say about it. */
export async function takeSeat(
  args: Pick<Route.ActionArgs, "request" | "context">,
  { what, class_id }: { what: Wanted; class_id: string },
): Promise<Toast> {
  const { work, failure } = seats[what]
  const text = actTexts[args.context.get(pageRequest).language]
  const failed = text.failed(failure(text))
  const reply = await serveButton(args, (page) => work(page, class_id), failed)
  if (reply instanceof Response) throw reply
  return reply.data.toast ?? failed
}

const Ended = z.object({ slug: z.string(), valid_until: z.string() })

const Unpaid = z.object({ slug: z.string() })

/**
 * Leads who has not bought the class's program to it, and a member whose term ends before the class to where it is
 * renewed.
 */
async function orPay<T>({ language }: PageRequest, seat: Promise<T>): Promise<T> {
  try {
    return await seat
  } catch (error) {
    if (!(error instanceof ORPCError)) throw error
    if (error.code === "PAYMENT_NEEDED") {
      const { ofProgram: title, ofProgramText: description } = actTexts[language]
      const { slug } = Unpaid.parse(error.data)
      throw redirectWithToast(programPath(slug), { tone: "info", title, description }, "document")
    }
    if (error.code !== "MEMBERSHIP_ENDED") throw error
    const { slug, valid_until } = Ended.parse(error.data)
    const { membershipEnds: title, membershipEndsText } = actTexts[language]
    const description = membershipEndsText(formatDateIn(LANGUAGE_TAGS[language], valid_until))
    throw redirectWithToast(checkoutPath(slug), { tone: "info", title, description }, "document")
  }
}

function enrolled({ language }: PageRequest): Toast {
  const { enrolled: title, enrolledText: description } = actTexts[language]
  return { tone: "success", title, description }
}

/** Chooses one of the times offered with a rejection, from whichever page shows them. */
export function acceptOffer(
  args: Pick<Route.ActionArgs, "request" | "context">,
  request_id: string,
  class_id: string,
) {
  const { language } = args.context.get(pageRequest)
  const text = actTexts[language]
  const work = async (page: PageRequest): Promise<Toast> => {
    const request = await page.api.classes.acceptDemoOffer({ request_id, class_id })
    const when = sayStart(page, request)
    return { tone: "success", title: text.confirmed, description: `${request.class_title}: ${when}` }
  }
  return serveButton(args, isId(request_id) ? work : notThere, text.failed(text.failures.chooseTime))
}

async function notThere({ language }: PageRequest): Promise<Toast> {
  return { tone: "error", ...errorTextIn(language, "NOT_FOUND") }
}

type ButtonServed = {
  work: (page: PageRequest, classId: string, form: FormData) => Promise<Response | Toast>
  failure: (text: ActText) => string
  /** Whether the address asked for confirmation before. */
  asks?: boolean
}

const seats = {
  enrol: {
    async work(page: PageRequest, class_id: string) {
      await orPay(page, page.api.classes.enrol({ class_id }))
      return enrolled(page)
    },
    failure: ({ failures }: ActText) => failures.enrol,
  },
  "request-demo": {
    async work({ api, now, zone, language }: PageRequest, class_id: string): Promise<Toast> {
      const text = actTexts[language]
      const { callback_by, waitlist_position } = await api.classes.requestDemo({ class_id })
      const callBy = callback_by && callbackTime(callback_by, now, zone, language)
      const description = text.requestedText(waitlist_position, callBy)
      return { tone: "success", title: text.requested, description }
    },
    failure: ({ failures }: ActText) => failures.request,
  },
  "join-waitlist": {
    async work(page: PageRequest, class_id: string): Promise<Toast> {
      const text = actTexts[page.language]
      const joined = page.api.classes.joinWaitlist({ class_id })
      const { standing, waitlist_position } = await orPay(page, joined)
      if (waitlist_position === null || standing === "enrolled") return enrolled(page)
      return { tone: "success", title: text.waiting, description: text.waitingText(waitlist_position) }
    },
    failure: ({ failures }: ActText) => failures.joinWaitlist,
  },
} satisfies Record<
  Wanted,
  { work: (page: PageRequest, classId: string) => Promise<Toast>; failure: (text: ActText) => string }
>

const buttons: Record<string, ButtonServed> = {
  ...seats,
  "leave-waitlist": {
    work: (page, class_id) => stopWaiting(page, class_id, actTexts[page.language].leftWaitlist),
    failure: ({ failures }) => failures.leaveWaitlist,
    asks: true,
  },
  "withdraw-request": {
    work: (page, class_id) => stopWaiting(page, class_id, actTexts[page.language].withdrawn),
    failure: ({ failures }) => failures.withdraw,
    asks: true,
  },
  leave: {
    async work({ api, language }, class_id) {
      await api.classes.leave({ class_id })
      const { left: title, leftText: description } = actTexts[language]
      return { tone: "success", title, description }
    },
    failure: ({ failures }) => failures.leave,
    asks: true,
  },
  delete: {
    // The list serves what undoes it.
    work: (page, _classId, form) => deleteWithUndo(page, form, "/live-classes"),
    failure: ({ failures }) => failures.delete,
    asks: true,
  },
  [RESTORE_CLASS]: {
    work: (page, _classId, form) => restoreDeleted(page, form),
    failure: ({ failures }) => failures.restore,
  },
  start: startButton,
}

async function stopWaiting({ api, language }: PageRequest, class_id: string, title: string): Promise<Toast> {
  const { standing } = await api.classes.leaveWaitlist({ class_id })
  if (standing === "none") return { tone: "success", title }
  const { seatCame, seatCameText: description } = actTexts[language]
  return { tone: "info", title: seatCame, description }
}

function schedule(args: Route.ActionArgs) {
  const { language } = args.context.get(pageRequest)
  return serveScheduleDialog(args, {
    to: ({ id }) => classPath(id),
    toast: (made) => scheduledToast(made, language),
    failure: actTexts[language].failures.schedule,
  })
}
