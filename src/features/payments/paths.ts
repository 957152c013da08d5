/** Returns the address of a bill's PDF. */
export function billPath(id: string): string {
  return `/bills/${id}`
}
