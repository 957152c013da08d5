import { ORPCError } from "@orpc/client"
import type { ScheduledClass } from "#contract/classes/classes.ts"
import { isId } from "#shared/ids.ts"
import type { PageRequest, Toast } from "#ui/api.ts"

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

export const UNKNOWN_CLASS: Toast = {
  tone: "error",
  title: "Class not found",
  description: "It may have been deleted. These are the classes you can join.",
}

/** Returns the class that somebody wants to join, or what to say because it isn't there or can't be read. */
export async function findToJoin(
  page: PageRequest,
  classId: string,
): Promise<{ scheduledClass: ScheduledClass } | { toast: Toast }> {
  try {
    const scheduledClass = await findClass(page, classId)
    return scheduledClass ? { scheduledClass } : { toast: UNKNOWN_CLASS }
  } catch (error) {
    page.log.error({ err: error, class_id: classId }, "Failed to verify enrollment")
    const description = "Failed to verify enrollment. Please try again in a moment."
    return { toast: { tone: "error", title: "Error", description } }
  }
}
