/** Returns the address of a class in the list of its day. */
export function classPath(classId: string): string {
  return `/class/${classId}`
}

/** Returns the address of a class's live room. */
export function roomPath(classId: string): string {
  return `${classPath(classId)}/room`
}

/** Returns where a guardian requests a demo class for a child. */
export function childDemoPath(classId: string, studentId?: string): string {
  const child = studentId ? `?${new URLSearchParams({ child: studentId })}` : ""
  return `/family/demo/${classId}${child}`
}
