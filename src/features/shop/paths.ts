/** The path of what is on sale. */
export const SHOP_PATH = "/shop"
export const BASKET_PATH = "/basket"
/** Where a basket is paid for. */
export const SHOP_CHECKOUT_PATH = `${BASKET_PATH}/checkout`

/** The office's screens: what is packed and sent, what comes back, and what is on the shelf. */
export const PACKING_PATH = "/admin/shop"
export const PACKING_LIST_PATH = `${PACKING_PATH}/packing-list.pdf`
export const RETURNS_PATH = `${PACKING_PATH}/returns`
export const SHELF_PATH = `${PACKING_PATH}/items`

/** Returns the path of an item, with the size and the child that were chosen. */
export function itemPath(slug: string, chosen: { size?: string; student_id?: string } = {}): string {
  const search = new URLSearchParams(chosen).toString()
  return `${SHOP_PATH}/${encodeURIComponent(slug)}${search && `?${search}`}`
}

/** Returns the path of an item as the office edits it. */
export function shelfItemPath(id: string): string {
  return `${SHELF_PATH}/${id}`
}
