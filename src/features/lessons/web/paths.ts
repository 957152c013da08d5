/**
 * Returns the path of a program's lessons: students continue with a lesson, those who manage them see the
 * list.
 */
export function lessonsPath(courseId: string): string {
  return `/lessons/${courseId}`
}

/** Returns the path that plays one lesson. */
export function lessonPath(courseId: string, lessonId: string): string {
  return `/lessons/${courseId}/${lessonId}`
}
