/** Returns the address of a bill's PDF. */
export function billPath(id: string): string {
  return `/bills/${id}`
}

/** Where a family reads its points and credit. */
export const POINTS_PATH = "/points"

/** Where a family reads its links for others, and who came by them. */
export const REFER_PATH = "/refer"

/** Returns the path of a student's link. */
export function invitationPath(code: string): string {
  return `/r/${encodeURIComponent(code)}`
}
