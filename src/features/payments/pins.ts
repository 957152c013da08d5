import type { StateCode } from "#shared/states.ts"

/** What PIN codes begin with in each State, by India Post's regions; a few States lie in two. "97" is nowhere. */
const FIRST_DIGITS: Record<StateCode, string> = {
  ...{ "01": "1", "02": "1", "03": "1", "04": "1", "05": "2", "06": "1", "07": "1", "08": "3", "09": "2" },
  ...{ "10": "8", "11": "7", "12": "7", "13": "7", "14": "7", "15": "7", "16": "7", "17": "7", "18": "7" },
  ...{ "19": "7", "20": "8", "21": "7", "22": "4", "23": "4", "24": "3", "26": "3", "27": "4", "29": "5" },
  // Yanam belongs to Puducherry and lies in Andhra Pradesh.
  ...{ "30": "4", "31": "6", "32": "6", "33": "6", "34": "65", "35": "7", "36": "5", "37": "5", "38": "1" },
  "97": "",
}

/** Field post offices move with the army. */
const ARMY = "9"

/** An Indian PIN code, as people type it. Returns its six digits, or null for anything else. */
export function tidyPin(typed: string): string | null {
  const digits = typed.replaceAll(/[\s-]/g, "")
  return /^[1-9]\d{5}$/.test(digits) ? digits : null
}

/** Whether a PIN code can be in a State. The first digit alone decides, since borders of regions are the only sure ones. */
export function canLieIn(pin: string, state: string): boolean {
  const digits = FIRST_DIGITS[state as StateCode]
  return !digits || pin.startsWith(ARMY) || digits.includes(pin.charAt(0))
}
