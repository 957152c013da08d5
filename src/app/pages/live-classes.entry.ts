import { ORPCError } from "@orpc/client"
import type { ScheduledClass } from "#contract/classes.ts"
import { ASKING, changeSearch, classPath } from "#features/classes/web/class-links.ts"
import { joinRefusal, type RoomRole, roleInRoom } from "#features/rooms/rules.ts"
import { isId } from "#shared/ids.ts"
import type { Role } from "#shared/roles.ts"
import { MINUTE } from "#shared/time.ts"
import type { PageRequest, Toast } from "#ui/api.ts"
import { errorText } from "#ui/messages/errors.en.ts"

/** So long after its end a class's room still says that it is over, to those who were in it; then the list does. */
const JUST_OVER_MS = 10 * MINUTE

/** What the address asks for: the room of a class, or a seat in it. */
export type Asked = { name: "join" | "start" | "enrol"; classId: string }

export type Entry =
  | { kind: "enter"; session: ScheduledClass; role: RoomRole }
  | { kind: "refused"; to: string; toast: Toast }
  | { kind: "sign-in"; purpose: "join" | "enrol"; to: string; back: string }

/** The first of `?join=`, `?start=` and `?enrol=`. */
export function readAsked(params: URLSearchParams): Asked | null {
  for (const name of ["join", "start", "enrol"] as const) {
    const classId = params.get(name)
    if (classId !== null) return { name, classId }
  }
  return null
}

/** Decides by the class, the viewer and their standing. Null where nothing but the list is to be shown. */
export async function decideEntry(page: PageRequest, url: URL, asked: Asked): Promise<Entry | null> {
  const back = url.pathname + changeSearch(url.search, ASKING)
  const { viewer, now } = page
  let session: ScheduledClass | null
  try {
    session = await findClass(page, asked.classId)
  } catch (error) {
    page.log.error({ err: error, class_id: asked.classId }, "Failed to verify enrollment")
    const description = "Failed to verify enrollment. Please try again in a moment."
    return { kind: "refused", to: back, toast: { tone: "error", title: "Error", description } }
  }
  if (!session) return { kind: "refused", to: back, toast: UNKNOWN }
  const { id } = session
  if (!viewer) {
    if (asked.name === "enrol") {
      return { kind: "sign-in", purpose: "enrol", to: `${classPath(id)}?enrol=${id}`, back }
    }
    return { kind: "sign-in", purpose: "join", to: `/live-classes?${asked.name}=${id}`, back }
  }
  if (asked.name === "enrol") return null
  const decided = decideRoom(session, viewer.role, now)
  if (typeof decided === "string") return { kind: "enter", session, role: decided }
  return { kind: "refused", to: classPath(id), toast: { tone: "error", ...decided } }
}

const UNKNOWN: Toast = {
  tone: "error",
  title: "Class not found",
  description: "It may have been deleted. Here are the classes that are there.",
}

/** The role in which a room opens to somebody signed in, or what refuses it. */
export function decideRoom(
  session: Pick<ScheduledClass, "status" | "class_type" | "standing" | "ended_at">,
  viewerRole: Role | null,
  now: Date,
): RoomRole | { title: string; description: string } {
  const isAdmin = viewerRole === "admin"
  const role = roleInRoom(session.standing, isAdmin)
  const refusal = joinRefusal({ ...session, isAdmin, isBanned: false })
  if (role && refusal === null) return role
  // Who is in the room when the class ends reads it there.
  if (role && session.ended_at && now.getTime() - session.ended_at.getTime() < JUST_OVER_MS) return role
  if (role === "instructor" && refusal === "CLASS_NOT_READY") return NO_LINK
  return errorText(refusal ?? "ENROLMENT_REQUIRED")
}

const NO_LINK = {
  title: "No Meeting Link",
  description: "This class doesn't have a meeting link yet. It gets one when you start the class.",
}

/** The class as the viewer sees it, or null. */
export async function findClass(page: PageRequest, classId: string): Promise<ScheduledClass | null> {
  if (!isId(classId)) return null
  try {
    return await page.api.classes.get({ class_id: classId })
  } catch (error) {
    if (error instanceof ORPCError && error.code === "NOT_FOUND") return null
    throw error
  }
}
