import type { MoneyWay } from "#contract/money.ts"

export const MONEY_PATH = "/admin/money"

export const SETTLEMENTS_PATH = `${MONEY_PATH}/settlements`
export const BANK_PATH = `${MONEY_PATH}/unexplained`

/** Returns the path of one settlement. */
export function settlementPath(id: string): string {
  return `${SETTLEMENTS_PATH}/${id}`
}

type Movements = { month: string; direction: "in" | "out"; way?: MoneyWay; unasked?: true }

/** Returns the path of what came in or went back in a month. */
export function movementsPath({ month, direction, way, unasked }: Movements): string {
  const search = new URLSearchParams({ month, direction })
  if (way) search.set("way", way)
  if (unasked) search.set("unasked", "true")
  return `${MONEY_PATH}/movements?${search}`
}
