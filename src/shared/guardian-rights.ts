/**
 * What a guardian may do for one child, each separately: see attendance, timetable and recordings; pay for
 * orders, memberships, points and bills; give and withdraw consents; be told by notices.
 */
export const GUARDIAN_RIGHTS = ["see", "pay", "consent", "told"] as const
export type GuardianRight = (typeof GUARDIAN_RIGHTS)[number]

/** What a screen for guardians needs: a right, or "all" for who manages the child's account. */
export const GUARDIAN_NEEDS = [...GUARDIAN_RIGHTS, "all"] as const
export type GuardianNeed = (typeof GUARDIAN_NEEDS)[number]

/** What the views of a guardian's dashboard need, by the `tab` of their address; null for every guardian. */
export const GUARDIAN_VIEWS = {
  timetable: "see",
  attendance: "see",
  recordings: "see",
  notices: "told",
  consent: "consent",
  guardians: null,
  data: "all",
} as const satisfies Record<string, GuardianNeed | null>

/** What a guardian may do for one of their children. */
export type ChildRights = { student_id: string; may: readonly GuardianNeed[] }
