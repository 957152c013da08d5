import type { ScheduledClass } from "#contract/classes/classes.ts"

/** How a language names what a class teaches. */
export type SubjectNames = {
  subject: (subject: string) => string
  /** `label` is the English name of its list. */
  curriculum: (curriculum: string, label: string) => string
  grade: (grade: string) => string
}

export const englishNames: SubjectNames = {
  // The schedule screen stores its list's subjects in lower case.
  subject: (subject) => subject.charAt(0).toUpperCase() + subject.slice(1),
  curriculum: (_curriculum, label) => label,
  grade: (grade) => `Class ${grade}`,
}

/** Returns "Mathematics, CBSE, Class 8". */
export function describeSubject(
  { subject, curriculum, grade }: Pick<ScheduledClass, "subject" | "curriculum" | "grade">,
  names: SubjectNames,
): string {
  return [names.subject(subject), names.curriculum(curriculum, curriculum), grade && names.grade(grade)]
    .filter(Boolean)
    .join(", ")
}

/** Names the options of a list in a language. */
export function nameOptions(
  options: readonly { value: string; label: string }[],
  name: (value: string, label: string) => string,
): { value: string; label: string }[] {
  return options.map(({ value, label }) => ({ value, label: name(value, label) }))
}
