import type { State } from "../facts.ts"

const SHAPE = /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/
const SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"

/** A GSTIN as it was typed, in capitals and without spaces; null for nothing. */
export function tidyGstin(typed: string | null | undefined): string | null {
  return typed?.replaceAll(/\s/g, "").toUpperCase() || null
}

/** Why a text is no GSTIN of this State, or null if it is one. The last sign is calculated from all others. */
export function faultOfGstin(
  gstin: string,
  state: State,
): "GSTIN_INVALID" | "GSTIN_CHECKSUM" | "GSTIN_STATE" | null {
  if (!SHAPE.test(gstin)) return "GSTIN_INVALID"
  if (gstin[14] !== checkSign(gstin.slice(0, 14))) return "GSTIN_CHECKSUM"
  return gstin.startsWith(state) ? null : "GSTIN_STATE"
}

/** The check sign of the first 14 signs: each one's value counts once and twice in turn, in digits of base 36. */
function checkSign(body: string): string {
  const sum = [...body].reduce((all, sign, at) => {
    const product = SIGNS.indexOf(sign) * (1 + (at % 2))
    return all + Math.floor(product / 36) + (product % 36)
  }, 0)
  return SIGNS[(36 - (sum % 36)) % 36] ?? ""
}
