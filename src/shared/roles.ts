/** The kinds of people with an account. Teachers are called instructors throughout, as in the entity names. */
export const ROLES = ["student", "guardian", "instructor", "admin"] as const
export type Role = (typeof ROLES)[number]
