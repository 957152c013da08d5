import { redirect } from "react-router"
import { applyMark, Mark } from "#features/attendance/web/mark.ts"
import { callbackTime } from "#features/classes/callback.ts"
import { ordinal } from "#features/classes/rules.ts"
import { deleteWithUndo, restoreDeleted } from "#features/classes/web/class-bin.act.ts"
import { ASKING, changeSearch, classPath } from "#features/classes/web/class-links.ts"
import { RESTORE_CLASS } from "#features/classes/web/restore-intent.ts"
import { serveScheduleDialog } from "#features/classes/web/schedule-dialog.act.ts"
import { scheduledToast } from "#features/classes/web/schedule-toast.ts"
import { isId } from "#shared/ids.ts"
import { formatDate, formatTime } from "#shared/time.ts"
import {
  dashboardPath,
  type PageRequest,
  pageRequest,
  redirectWithToast,
  requireViewer,
  serveButton,
  serveForm,
  type Toast,
} from "#ui/api.ts"
import { errorText } from "#ui/messages/errors.en.ts"
import type { Route } from "./+types/live-classes.page.ts"

/** What is asked for by who wants a place, or gives one back. */
const PLACES = new Set(["enrol", "request-demo", "join-line", "leave", "leave-line", "accept-offer"])

/** Serves every form and button of the screen, by the `intent` that is posted. */
export async function serveLiveClasses(args: Route.ActionArgs) {
  const { request, context, url } = args
  const page = context.get(pageRequest)
  const form = await request.clone().formData()
  const intent = form.get("intent")
  const classId = String(
    form.get("class_id") ?? url.searchParams.get("start") ?? url.searchParams.get("join"),
  )
  if (!page.viewer && PLACES.has(String(intent)) && isId(classId)) {
    throw redirect(`${classPath(classId)}?enrol=${classId}`)
  }
  requireViewer(page, request, PLACES.has(String(intent)) ? "/auth" : "/teacher-auth")
  if (intent === "schedule") return schedule(args)
  if (!isId(classId)) return serveButton(args, notThere)
  if (intent === "mark") return mark(args, classId)
  if (intent === "accept-offer") return acceptOffer(args, String(form.get("request_id")), classId)
  const button = buttons[String(intent)]
  if (!button) throw new Response(null, { status: 400 })
  const reply = await serveButton(
    args,
    (served) => button.work(served, classId, form),
    failed(button.failure),
  )
  if (!button.asks || reply instanceof Response || !reply.data.toast) return reply
  // The question stood in the address: it is answered, so the list comes back without it.
  const gone = intent === "delete" && reply.data.done && url.pathname === classPath(classId)
  const back = gone ? "/live-classes" : url.pathname + changeSearch(url.search, ASKING)
  return redirectWithToast(back, reply.data.toast)
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
    return { tone: "success", title: "Your seat is sure", description: `${request.class_title}: ${when}` }
  }
  return serveButton(args, isId(request_id) ? work : notThere, failed("Failed to choose this time"))
}

async function notThere(): Promise<Toast> {
  return { tone: "error", ...errorText("NOT_FOUND") }
}

type ButtonServed = {
  work: (page: PageRequest, classId: string, form: FormData) => Promise<Response | Toast>
  failure: string
  /** Whether a question in the address came before. */
  asks?: boolean
}

const buttons: Record<string, ButtonServed> = {
  enrol: {
    async work({ api }, class_id) {
      await api.classes.enrol({ class_id })
      return ENROLLED
    },
    failure: "Failed to enroll in class",
  },
  "request-demo": {
    async work({ api, now, zone }, class_id) {
      const { callback_by, line_place } = await api.classes.requestDemo({ class_id })
      const sent = "Your demo class request has been sent to the instructor for approval"
      const place = line_place === null ? "" : `. You are ${ordinal(line_place)} in line`
      const call = callback_by ? `. We call you back by ${callbackTime(callback_by, now, zone)}` : ""
      return { tone: "success", title: "Request Sent", description: sent + place + call }
    },
    failure: "Failed to send the request",
  },
  "join-line": {
    async work({ api }, class_id) {
      const { standing, line_place } = await api.classes.joinLine({ class_id })
      if (line_place === null || standing === "enrolled") return ENROLLED
      const description = `You are ${ordinal(line_place)} in line. A seat that comes free is yours in your turn.`
      return { tone: "success", title: "You joined the waitlist", description }
    },
    failure: "Failed to join the waitlist",
  },
  "leave-line": {
    async work({ api }, class_id) {
      const { standing } = await api.classes.leaveLine({ class_id })
      if (standing === "none") return { tone: "success", title: "You gave your place up" }
      const description = "A seat came free before you left: it is yours, and you can leave it here."
      return { tone: "info", title: "You have a place", description }
    },
    failure: "Failed to leave the line",
    asks: true,
  },
  leave: {
    async work({ api }, class_id) {
      await api.classes.leave({ class_id })
      return {
        tone: "success",
        title: "You left the class",
        description: "Your seat goes to the first in line, or stays free for others.",
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
    failure: "Failed to bring the class back",
  },
  start: {
    async work({ api }, class_id) {
      await api.classes.start({ class_id })
      return redirect(`/live-classes?start=${class_id}`)
    },
    failure: "Failed to start live class",
  },
  end: {
    async work({ api, viewer }, class_id) {
      await api.classes.end({ class_id })
      const to = dashboardPath(viewer?.role ?? null)
      // The teacher's dashboard tells once what the jobs have done.
      return redirectWithToast(viewer?.role === "instructor" ? `${to}?ended=${class_id}` : to, ENDED)
    },
    failure: "Failed to end live class",
  },
}

/** Jobs settle attendance and send the notices, so neither is claimed to have happened yet. */
const ENDED: Toast = {
  tone: "success",
  title: "Class Ended",
  description: "Attendance is being settled, and the parents of absent students are notified.",
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

function mark(args: Route.ActionArgs, class_id: string) {
  return serveForm(args, Mark, (mark, { api }) => applyMark(api, class_id, mark))
}
