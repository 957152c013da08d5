/**
 * The kinds of people with an account. The office has the academy's money, families and messages, and neither its
 * settings nor its classes.
 * Teachers are called instructors throughout, as in the entity names.
 */
export const ROLES = ["student", "guardian", "instructor", "office", "admin"] as const
export type Role = (typeof ROLES)[number]

/** Whether somebody learns or is a parent: those who enrol, buy and pay. */
export function isFamily(role: Role | null | undefined): role is "student" | "guardian" {
  return role === "student" || role === "guardian"
}
