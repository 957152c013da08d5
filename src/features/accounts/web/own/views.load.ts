import { ORPCError } from "@orpc/client"
import type { PageRequest } from "#ui/api.ts"

const SHOWN = 20

/** Loads a page of who looked at a student's data, or the first one if `seen` is not a valid cursor. */
export async function loadViews({ api }: PageRequest, student_id: string, seen: string | null) {
  try {
    return await api.views.list({ student_id, limit: SHOWN, ...(seen && { cursor: seen }) })
  } catch (error) {
    if (seen && error instanceof ORPCError && error.code === "FIELD_ERRORS") {
      return api.views.list({ student_id, limit: SHOWN })
    }
    throw error
  }
}
