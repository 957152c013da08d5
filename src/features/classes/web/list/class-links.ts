/** Returns a search string with parameters changed; null removes one. */
export function changeSearch(search: string, changes: Record<string, string | null>): string {
  const params = new URLSearchParams(search)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) params.delete(name)
    else params.set(name, value)
  }
  const text = params.toString()
  return text && `?${text}`
}

/** Parameters that open a question about one class. The list's own address leaves them out. */
export const ASKING = {
  "sign-in": null,
  enrol: null,
  press: null,
  leave: null,
  "leave-waitlist": null,
  "withdraw-request": null,
  delete: null,
  auth: null,
} as const

/** The page of one-on-one times, whose action serves its buttons on every page. */
export const ONE_ON_ONE_PATH = "/one-on-one"
