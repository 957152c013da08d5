/** The path of the catalogue. */
export const CATALOGUE_PATH = "/courses"

/** Returns the path of a program's own page. */
export function programPath(slug: string): string {
  return `${CATALOGUE_PATH}/${encodeURIComponent(slug)}`
}

/** Returns the path where a program is paid for, with the batch that was chosen. */
export function checkoutPath(slug: string, batch?: string): string {
  return `${programPath(slug)}/checkout${batch ? `?${new URLSearchParams({ batch_id: batch })}` : ""}`
}

export const ORDERS_PATH = "/orders"

/** Returns the path of one's own order. */
export function orderPath(number: string): string {
  return `${ORDERS_PATH}/${encodeURIComponent(number)}`
}

/** The public page on which organisations ask for programs at their place. */
export const PREMISES_PATH = "/premises"

/** Returns the path of that page with a program already named. */
export function askForPremises(slug: string): string {
  return `${PREMISES_PATH}?${new URLSearchParams({ program: slug })}`
}
