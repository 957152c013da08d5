import { DAY } from "#shared/time.ts"
import type { PageRequest } from "#ui/api.ts"

const NOTICES_READ = 5
const ASKED_FOR_MS = 7 * DAY

/** An absence that a guardian can still explain, and the address where they do. */
export type OpenAbsence = { to: string; title: string; scheduled_date: string; start_time: string }

/**
 * Returns a child's absences of the last week whose notices ask for a reason that nobody has given yet, the newest
 * first.
 */
export async function loadOpenAbsences(
  { api, now }: PageRequest,
  student_id: string,
): Promise<OpenAbsence[]> {
  const { items } = await api.guardians.childNotices({ student_id, limit: NOTICES_READ })
  const tokens = items
    .filter((notice) => now.getTime() - notice.created_at.getTime() < ASKED_FOR_MS)
    .flatMap((notice) => /\/a\/([\w-]+)/.exec(notice.text)?.[1] ?? [])
  const asked = await Promise.all(
    // A link that was replaced by a newer one is no longer known.
    [...new Set(tokens)].map((token) =>
      api.attendance.question({ token }).then(
        (question) => ({ token, question }),
        () => null,
      ),
    ),
  )
  return asked.flatMap((one) => {
    const child = one?.question.children.find((each) => each.student_id === student_id)
    if (!one?.question.open || child?.verdict !== "absent" || child.given) return []
    const { title, scheduled_date, start_time } = one.question
    return [{ to: `/a/${one.token}`, title, scheduled_date, start_time }]
  })
}
