import type { ScheduledClass } from "#contract/classes/classes.ts"
import type { Role } from "#shared/roles.ts"
import { MINUTE } from "#shared/time.ts"
import type { Language } from "#ui/language.ts"
import { errorTextIn } from "#ui/messages/in-language.ts"
import { joinRefusal, type RoomRole, roleInRoom } from "../../rules.ts"

/**
 * For how long after its end, in milliseconds, a class's room still says that it is over to those who were in
 * it; after that they get the list.
 */
const JUST_OVER_MS = 10 * MINUTE

/** Returns the role in which a room opens to a signed-in viewer, or why it doesn't. */
export function decideRoom(
  scheduledClass: Pick<ScheduledClass, "status" | "class_type" | "standing" | "ended_at">,
  viewerRole: Role | null,
  now: Date,
  language: Language,
): RoomRole | { title: string; description: string } {
  const isAdmin = viewerRole === "admin"
  const role = roleInRoom(scheduledClass.standing, isAdmin)
  const refusal = joinRefusal({ ...scheduledClass, isAdmin, isBanned: false })
  if (role && refusal === null) return role
  // Anyone in the room when the class ends is told there.
  if (role && scheduledClass.ended_at && now.getTime() - scheduledClass.ended_at.getTime() < JUST_OVER_MS)
    return role
  if (role === "instructor" && refusal === "CLASS_NOT_READY") return noLink[language]
  return errorTextIn(language, refusal ?? "ENROLMENT_REQUIRED")
}

const noLink = {
  en: {
    title: "No Meeting Link",
    description: "This class doesn't have a meeting link yet. It's created when you start the class.",
  },
  hi: {
    title: "क्लास का लिंक नहीं है",
    description: "इस क्लास का लिंक अभी नहीं बना है। आप क्लास शुरू करेंगे, तब वह बन जाएगा।",
  },
} satisfies Record<Language, object>
