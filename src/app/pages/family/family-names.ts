import type { Child } from "#contract/guardians/guardians.ts"
import type { GuardianRight } from "#shared/guardian-rights.ts"

export type FamilyChild = Pick<Child, "student_id" | "first_name" | "under_18" | "consents" | "rights">

/** Returns the first names of children by id, or nothing where the guardian has only one child. */
export function namesOf(children: readonly FamilyChild[], ids: readonly string[]): string {
  if (children.length < 2) return ""
  return allNames(children.filter(({ student_id }) => ids.includes(student_id)))
}

export function allNames(children: readonly FamilyChild[]): string {
  return children.map(({ first_name }) => first_name).join(", ")
}

/** Returns the children for whom the guardian has this right. */
export function having<Some extends FamilyChild>(children: readonly Some[], right: GuardianRight): Some[] {
  return children.filter(({ rights }) => rights.includes(right))
}
