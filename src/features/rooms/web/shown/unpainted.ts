/**
 * Returns the index of the first item that has to be painted over what is painted already: 0 for all anew, because one
 * of the painted ones changed, moved or went.
 */
export function unpaintedFrom<T>(painted: readonly T[], items: readonly T[]): number {
  return painted.every((item, at) => items[at] === item) ? painted.length : 0
}
