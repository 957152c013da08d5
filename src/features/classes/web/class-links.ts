/** A search string with parameters changed; null takes one away. */
export function changeSearch(search: string, changes: Record<string, string | null>): string {
  const params = new URLSearchParams(search)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) params.delete(name)
    else params.set(name, value)
  }
  const text = params.toString()
  return text && `?${text}`
}

/** Parameters that ask for something about one class. They don't belong to the list's own address. */
export const ASKING = {
  join: null,
  start: null,
  enrol: null,
  leave: null,
  "leave-line": null,
  delete: null,
  auth: null,
} as const

/** The page of one-on-one times, whose action serves the buttons about them on every page. */
export const ONE_ON_ONE_PATH = "/one-on-one"

/** The address of a class among those of its day. */
export function classPath(classId: string): string {
  return `/class/${classId}`
}
