import { redirect } from "react-router"
import { classPath } from "#features/classes/addresses.ts"
import { callbackTime } from "#features/classes/callback.ts"
import { ordinal } from "#features/classes/rules.ts"
import { ASKING, changeSearch } from "#features/classes/web/list/class-links.ts"
import { deleteWithUndo, restoreDeleted } from "#features/classes/web/schedule/class-bin.act.ts"
import { RESTORE_CLASS } from "#features/classes/web/schedule/restore-intent.ts"
import { serveScheduleDialog } from "#features/classes/web/schedule/schedule-dialog.act.ts"
import { scheduledToast } from "#features/classes/web/schedule/schedule-toast.ts"
import { startButton } from "#features/classes/web/schedule/start.act.ts"
import { isId } from "#shared/ids.ts"
import { formatDate, formatTime } from "#shared/time.ts"
import {
  type PageRequest,
  pageRequest,
  redirectWithToast,
  requireViewer,
  serveButton,
  type Toast,
} from "#ui/api.ts"
import { errorText } from "#ui/messages/errors.en.ts"
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
  const page = context.get(pageRequest)
  const form = await request.clone().formData()
  const intent = form.get("intent")
  const classId = String(form.get("class_id"))
  if (!page.viewer && isId(classId)) {
    if (isWanted(intent)) throw signInFirst(page, url, { what: intent, class_id: classId })
    if (PLACES.has(String(intent))) throw redirect(`${classPath(classId)}?enrol=${classId}`)
  }
  requireViewer(page, request, PLACES.has(String(intent)) ? "/auth" : "/teacher-auth")
  if (intent === "schedule") return schedule(args)
  if (!isId(classId)) return serveButton(args, notThere)
  if (intent === "accept-offer") return acceptOffer(args, String(form.get("request_id")), classId)
  const button = buttons[String(intent)]
  if (!button) throw new Response(null, { status: 400 })
  const reply = await serveButton(
    args,
    (served) => button.work(served, classId, form),
    failed(button.failure),
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
  const reply = await serveButton(args, (page) => work(page, class_id), failed(failure))
  if (reply instanceof Response) throw reply
  return reply.data.toast ?? failed(failure)
}

const ENROLLED: Toast = {
  tone: "success",
  title: "Success",
  description: "Successfully enrolled in the class!",
}

/** Chooses one of the times offered with a rejection, from whichever page shows them. */
export function acceptOffer(
  args: Pick<Route.ActionArgs, "request" | "context">,
  request_id: string,
  class_id: string,
) {
  const work = async ({ api }: PageRequest): Promise<Toast> => {
    const request = await api.classes.acceptDemoOffer({ request_id, class_id })
    const when = `${formatDate(request.scheduled_date)}, ${formatTime(request.start_time)}`
    return {
      tone: "success",
      title: "Your seat is confirmed",
      description: `${request.class_title}: ${when}`,
    }
  }
  return serveButton(args, isId(request_id) ? work : notThere, failed("Failed to choose this time"))
}

async function notThere(): Promise<Toast> {
  return { tone: "error", ...errorText("NOT_FOUND") }
}

type ButtonServed = {
  work: (page: PageRequest, classId: string, form: FormData) => Promise<Response | Toast>
  failure: string
  /** Whether the address asked for confirmation before. */
  asks?: boolean
}

const seats = {
  enrol: {
    async work({ api }: PageRequest, class_id: string) {
      await api.classes.enrol({ class_id })
      return ENROLLED
    },
    failure: "Failed to enroll in class",
  },
  "request-demo": {
    async work({ api, now, zone }: PageRequest, class_id: string): Promise<Toast> {
      const { callback_by, waitlist_position } = await api.classes.requestDemo({ class_id })
      const sent = "Your demo class request has been sent to the instructor for approval"
      const place = waitlist_position === null ? "" : `. You're ${ordinal(waitlist_position)} on the waitlist`
      const call = callback_by ? `. We'll call you by ${callbackTime(callback_by, now, zone)}` : ""
      return { tone: "success", title: "Request Sent", description: sent + place + call }
    },
    failure: "Failed to send the request",
  },
  "join-waitlist": {
    async work({ api }: PageRequest, class_id: string): Promise<Toast> {
      const { standing, waitlist_position } = await api.classes.joinWaitlist({ class_id })
      if (waitlist_position === null || standing === "enrolled") return ENROLLED
      const description = `You're ${ordinal(waitlist_position)}. When it's your turn and a seat is free, it's yours.`
      return { tone: "success", title: "You joined the waitlist", description }
    },
    failure: "Failed to join the waitlist",
  },
} satisfies Record<Wanted, { work: (page: PageRequest, classId: string) => Promise<Toast>; failure: string }>

const buttons: Record<string, ButtonServed> = {
  ...seats,
  "leave-waitlist": {
    work: ({ api }, class_id) => stopWaiting(api, class_id, "You left the waitlist"),
    failure: "Failed to leave the waitlist",
    asks: true,
  },
  "withdraw-request": {
    work: ({ api }, class_id) => stopWaiting(api, class_id, "Request withdrawn"),
    failure: "Failed to withdraw the request",
    asks: true,
  },
  leave: {
    async work({ api }, class_id) {
      await api.classes.leave({ class_id })
      return {
        tone: "success",
        title: "You left the class",
        description:
          "Your seat goes to the first person on the waitlist. If nobody is waiting, it's free for others.",
      }
    },
    failure: "Failed to leave class",
    asks: true,
  },
  delete: {
    // The list serves what undoes it.
    work: (page, _classId, form) => deleteWithUndo(page, form, "/live-classes"),
    failure: "Failed to delete class",
    asks: true,
  },
  [RESTORE_CLASS]: {
    work: (page, _classId, form) => restoreDeleted(page, form),
    failure: "Failed to restore the class",
  },
  start: startButton,
}

async function stopWaiting(api: PageRequest["api"], class_id: string, title: string): Promise<Toast> {
  const { standing } = await api.classes.leaveWaitlist({ class_id })
  if (standing === "none") return { tone: "success", title }
  const description = "A seat became free before you left, and it's yours. You can leave it here."
  return { tone: "info", title: "You have a seat", description }
}

function failed(what: string): Toast {
  return { tone: "error", title: "Error", description: `${what}. Please try again.` }
}

function schedule(args: Route.ActionArgs) {
  return serveScheduleDialog(args, {
    to: ({ id }) => classPath(id),
    toast: scheduledToast,
    failure: "Failed to schedule class",
  })
}
