import { data } from "react-router"
import { serveMark } from "#features/attendance/web/mark.ts"
import { isId } from "#shared/ids.ts"
import {
  dashboardPath,
  type PageRequest,
  pageRequest,
  redirectWithToast,
  requireViewer,
  serveButton,
} from "#ui/api.ts"
import type { Route } from "./+types/room.page.ts"
import { roomPageTexts } from "./room-page.text.ts"

/** Serves what the instructor posts from the room: a mark in the register, and the end of the class. */
export async function serveRoom(args: Route.ActionArgs) {
  const { request, context, params } = args
  const { language } = context.get(pageRequest)
  requireViewer(context.get(pageRequest), request, "/teacher-auth")
  const { classId } = params
  if (!isId(classId)) throw data(null, { status: 404 })
  const intent = (await request.clone().formData()).get("intent")
  if (intent === "mark") return serveMark(args, classId)
  if (intent !== "end") throw new Response(null, { status: 400 })
  return serveButton(args, (page) => endClass(page, classId), {
    tone: "error",
    title: roomPageTexts[language].error,
    description: roomPageTexts[language].endFailed,
  })
}

async function endClass({ api, viewer, language }: PageRequest, class_id: string): Promise<Response> {
  const text = roomPageTexts[language]
  await api.classes.end({ class_id })
  const to = dashboardPath(viewer?.role ?? null)
  // The teacher's dashboard shows once which jobs are done.
  return redirectWithToast(viewer?.role === "instructor" ? `${to}?ended=${class_id}` : to, {
    tone: "success",
    title: text.ended,
    description: text.endedDescription,
  })
}
