import { ORPCError } from "@orpc/client"
import type { ScheduledClass } from "#contract/classes/classes.ts"
import { isId } from "#shared/ids.ts"
import type { PageRequest, Toast } from "#ui/api.ts"
import type { Language } from "#ui/language.ts"
import { actTexts } from "../texts/act.texts.ts"

/** Returns the class as the viewer sees it, or null. */
export async function findClass(page: PageRequest, classId: string): Promise<ScheduledClass | null> {
  if (!isId(classId)) return null
  try {
    return await page.api.classes.get({ class_id: classId })
  } catch (error) {
    if (error instanceof ORPCError && error.code === "NOT_FOUND") return null
    throw error
  }
}

/** Says that there is no such class, above the list of those there are. */
export function unknownClass(language: Language): Toast {
  const { unknown: title, unknownText: description } = actTexts[language]
  return { tone: "error", title, description }
}

/**
 * Returns the class that somebody wants to join, or what to say because it isn't there or can't be read. It is read
 * twice if need be: a room asks as often as its class changes, and one failure must not lead out of it.
 */
export async function findToJoin(
  page: PageRequest,
  classId: string,
): Promise<{ scheduledClass: ScheduledClass } | { toast: Toast }> {
  try {
    const scheduledClass = await findClass(page, classId).catch(() => findClass(page, classId))
    return scheduledClass ? { scheduledClass } : { toast: unknownClass(page.language) }
  } catch (error) {
    page.log.error({ err: error, class_id: classId }, actTexts.en.notVerified)
    const { error: title, notVerified: description } = actTexts[page.language]
    return { toast: { tone: "error", title, description } }
  }
}
