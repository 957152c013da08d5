/** Where the lessons of a program are: for students the one they go on with, for who looks after them the list. */
export function lessonsPath(courseId: string): string {
  return `/lessons/${courseId}`
}

/** Where one lesson plays. */
export function lessonPath(courseId: string, lessonId: string): string {
  return `/lessons/${courseId}/${lessonId}`
}
