import type { PageRequest } from "#ui/api.ts"

const SHOWN = 20

/** Loads a page of who looked at a student's data, from the cursor `seen` on. */
export function loadViews({ api }: PageRequest, student_id: string, seen: string | null) {
  return api.views.list({ student_id, limit: SHOWN, ...(seen && { cursor: seen }) })
}
