import { PREMISES_PATH } from "#features/programs/paths.ts"

/** Returns the path of a quote for whom it was sent to. */
export function quotePath(token: string): string {
  return `${PREMISES_PATH}/q/${encodeURIComponent(token)}`
}

/** Returns the path by which an organisation's people join its batch. */
export function joinPath(code: string): string {
  return `${PREMISES_PATH}/join/${encodeURIComponent(code)}`
}

/** The desk of the office. */
export const DESK_PATH = "/admin/premises"

/** Returns the path of an enquiry at the desk. */
export function enquiryPath(id: string): string {
  return `${DESK_PATH}/${encodeURIComponent(id)}`
}
