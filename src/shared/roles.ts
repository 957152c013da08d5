/**
 * The kinds of people with an account. The office has the academy's money, families and messages, and neither its
 * settings nor its classes.
 * Teachers are called instructors throughout, as in the entity names.
 */
export const ROLES = ["student", "guardian", "instructor", "office", "admin"] as const
export type Role = (typeof ROLES)[number]
