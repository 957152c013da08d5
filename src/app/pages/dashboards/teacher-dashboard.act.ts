import { CALL_OUTCOMES } from "#contract/classes/demo-requests.ts"
import { ASKING, changeSearch } from "#features/classes/web/list/class-links.ts"
import { deleteWithUndo, restoreDeleted } from "#features/classes/web/schedule/class-bin.act.ts"
import { RESTORE_CLASS } from "#features/classes/web/schedule/restore-intent.ts"
import { serveScheduleDialog } from "#features/classes/web/schedule/schedule-dialog.act.ts"
import { startButton } from "#features/classes/web/schedule/start.act.ts"
import { type ActText, actTexts } from "#features/classes/web/texts/act.texts.ts"
import { RECORDING_INTENT, serveRecordings } from "#features/recordings/web/recordings.act.ts"
import {
  type PageRequest,
  pageRequest,
  redirectWithToast,
  requireViewer,
  serveButton,
  type Toast,
} from "#ui/api.ts"
import type { Route } from "./+types/teacher-dashboard.page.ts"

/** Serves every form and button of the dashboard, by the `intent` that is posted. */
export async function serveTeacherDashboard(args: Route.ActionArgs) {
  const page = args.context.get(pageRequest)
  requireViewer(page, args.request, "/teacher-auth")
  const text = actTexts[page.language]
  const form = await args.request.clone().formData()
  const intent = String(form.get("intent"))
  if (intent === "schedule") {
    return serveScheduleDialog(args, {
      to: () => "/teacher-dashboard?tab=classes",
      toast: ({ meet_link }) => ({
        tone: "success",
        title: text.created,
        ...(meet_link && { description: text.createdWithMeet }),
      }),
      failure: text.failures.save,
    })
  }
  if (intent.startsWith(RECORDING_INTENT)) return serveRecordings(args)
  const button = buttons[intent]
  if (!button) throw new Response(null, { status: 400 })
  const reply = await serveButton(
    args,
    (served) => button.work(served, form),
    text.failed(button.failure(text)),
  )
  if (intent !== "delete" || reply instanceof Response || !reply.data.toast) return reply
  // The question was part of the address and has been answered, so the list comes back without it.
  const { pathname, search } = args.url
  return redirectWithToast(pathname + changeSearch(search, ASKING), reply.data.toast)
}

type Button = {
  work(page: PageRequest, form: FormData): Promise<Response | Toast>
  failure: (text: ActText) => string
}

const buttons: Record<string, Button> = {
  start: { ...startButton, work: (page, form) => startButton.work(page, String(form.get("class_id"))) },
  delete: {
    work: (page, form) => deleteWithUndo(page, form, "/teacher-dashboard?tab=classes"),
    failure: ({ failures }) => failures.delete,
  },
  [RESTORE_CLASS]: { work: restoreDeleted, failure: ({ failures }) => failures.restore },
  approve: {
    work: (page, form) => answer(page, form, "approved"),
    failure: ({ failures }) => failures.answer,
  },
  reject: {
    work: (page, form) => answer(page, form, "rejected"),
    failure: ({ failures }) => failures.answer,
  },
  called: {
    async work({ api, language }, form) {
      const outcome = CALL_OUTCOMES.find((one) => one === form.get("outcome")) ?? "reached"
      await api.classes.recordCallback({ request_id: String(form.get("id")), outcome })
      return { tone: "success", title: actTexts[language].called }
    },
    failure: ({ failures }) => failures.answer,
  },
}

async function answer(
  { api, language }: PageRequest,
  form: FormData,
  status: "approved" | "rejected",
): Promise<Toast> {
  const message = String(form.get("message") ?? "").trim()
  await api.classes.answerDemoRequest({
    request_id: String(form.get("id")),
    status,
    ...(message && { message }),
    ...(status === "rejected" && { offer_class_ids: form.getAll("offer_class_ids").map(String) }),
  })
  return { tone: "success", title: actTexts[language][status] }
}
