/** The path of the office's orders. */
export const DESK_PATH = "/admin/orders"

/** Returns the path of an order as the office sees it. */
export function deskOrderPath(number: string): string {
  return `${DESK_PATH}/${encodeURIComponent(number)}`
}
