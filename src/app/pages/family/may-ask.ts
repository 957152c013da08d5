import type { MyDemoRequest } from "#contract/classes/demo-requests.ts"

/** The children whose trials a guardian decides about, and the requests for all children of theirs. */
export type Deciding = {
  deciding: readonly { student_id: string; first_name: string }[]
  requests: readonly MyDemoRequest[]
}

/** Returns the request that uses a child's free trial of an activity, if there is one. */
export function findTrial(
  { requests }: Pick<Deciding, "requests">,
  child: { student_id: string },
  activity: string,
): MyDemoRequest | undefined {
  return requests.find(({ student_id, trial_of }) => student_id === child.student_id && trial_of === activity)
}

/** Whether a guardian decides for a child who has no request for this class yet. */
export function mayAsk(family: Deciding | null, classId: string): boolean {
  if (!family) return false
  const asked = new Set(
    family.requests.filter(({ class_id }) => class_id === classId).map(({ student_id }) => student_id),
  )
  return family.deciding.some(({ student_id }) => !asked.has(student_id))
}
