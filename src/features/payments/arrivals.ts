/** A settlement that no statement has had yet. */
export type Awaited = { id: string; utr: string; net_paise: number }

/** Returns the settlement whose bank reference a statement's line has, and whether its amount is right; null for none. */
export function settlementIn(
  text: string,
  amount_paise: number,
  awaited: readonly Awaited[],
): { id: string; exact: boolean } | null {
  const words = new Set(text.toUpperCase().split(/[^A-Z0-9]+/))
  const found = awaited.find(({ utr }) => words.has(utr.toUpperCase()))
  return found ? { id: found.id, exact: found.net_paise === amount_paise } : null
}
