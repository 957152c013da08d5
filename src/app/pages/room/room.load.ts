import { ORPCError } from "@orpc/client"
import { data, redirect } from "react-router"
import type { ScheduledClass } from "#contract/classes/classes.ts"
import { classPath } from "#features/classes/addresses.ts"
import { findToJoin } from "#features/classes/web/list/find-class.ts"
import type { RoomRole } from "#features/rooms/rules.ts"
import { decideRoom } from "#features/rooms/web/entry/decide-room.ts"
import { deviceOf } from "#features/rooms/web/entry/device.ts"
import { type PageRequest, redirectWithToast, type Toast } from "#ui/api.ts"

const AHEAD_SECONDS = 10

/** Loads the room of a class for its people. Throws redirects for visitors and those who may not enter. */
export async function loadRoom(page: PageRequest, classId: string, request: Request) {
  const { scheduledClass, role } = await enter(page, classId, request)
  const deviceId = deviceOf(request, page)
  const forClass = { class_id: scheduledClass.id }
  const [state, register, entry] = await Promise.all([
    page.api.rooms.state(forClass),
    role === "instructor" ? page.api.attendance.register(forClass) : null,
    scheduledClass.status === "live" ? mintEntry(page, scheduledClass.id, deviceId) : null,
  ])
  const room = {
    scheduledClass,
    role,
    waiting: state.waiting_for_instructor,
    engine: state.engine,
    /** The viewer's own. */
    name: `${page.viewer?.first_name ?? ""} ${page.viewer?.last_name ?? ""}`.trim(),
    register,
    entry,
    deviceId,
    /** The class is the viewer's own to teach. */
    mine: page.viewer?.user_id === scheduledClass.instructor_id,
    now: page.now,
    zone: page.zone,
  }
  return data(room, { headers: keptFor(request) })
}

/** Decides by the class, the viewer and their relation to it. */
async function enter(
  page: PageRequest,
  classId: string,
  request: Request,
): Promise<{ scheduledClass: ScheduledClass; role: RoomRole }> {
  const sought = await findToJoin(page, classId)
  if ("toast" in sought) throw leadOut(request, "/live-classes", sought.toast)
  const { scheduledClass } = sought
  if (!page.viewer) throw redirect(`/live-classes?sign-in=${scheduledClass.id}`)
  const decided = decideRoom(scheduledClass, page.viewer.role, page.now, page.language)
  if (typeof decided === "string") return { scheduledClass, role: decided }
  throw leadOut(request, classPath(scheduledClass.id), { tone: "error", ...decided })
}

/** Says why, unless nobody pressed the link yet: the toast would come up on whatever page is loaded next. */
function leadOut(request: Request, to: string, toast: Toast): Response {
  return isAhead(request) ? redirect(to) : redirectWithToast(to, toast)
}

/**
 * The token comes with the page, because every request delays the first picture; the room shows a refusal.
 */
async function mintEntry(page: PageRequest, class_id: string, device_id: string) {
  try {
    return await page.api.rooms.join({ class_id, device_id })
  } catch (error) {
    if (error instanceof ORPCError) return null
    throw error
  }
}

/**
 * A page prefetched while the pointer came near its link may be used when the link is pressed; its token is
 * valid for two minutes. Any other is for this moment only.
 */
function keptFor(request: Request): HeadersInit {
  return isAhead(request) ? { "cache-control": `private, max-age=${AHEAD_SECONDS}` } : {}
}

function isAhead({ headers }: Request): boolean {
  return headers.get("sec-purpose")?.startsWith("prefetch") ?? false
}
