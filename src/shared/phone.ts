const COUNTRY_CODE = "+91"

/**
 * Reads a phone number as people type it and returns E.164, or null when it can't be one.
 * A number without a country code is taken as Indian, where mobiles have ten digits and start with 6 to 9.
 */
export function parsePhone(typed: string): string | null {
  const compact = typed.replace(/[\s().-]/g, "")
  const international = /^\+[1-9]\d{7,14}$/
  if (compact.startsWith("+")) {
    if (compact.startsWith(COUNTRY_CODE)) return indianMobile(compact.slice(3))
    return international.test(compact) ? compact : null
  }
  if (compact.startsWith("00")) return parsePhone(`+${compact.slice(2)}`)
  if (/^91\d{10}$/.test(compact)) return indianMobile(compact.slice(2))
  return indianMobile(compact.replace(/^0/, ""))
}

function indianMobile(national: string): string | null {
  return /^[6-9]\d{9}$/.test(national) ? `${COUNTRY_CODE}${national}` : null
}

/** With fewer digits a search would find too many numbers to be of use. */
const SEARCHED_DIGITS = 6

/**
 * Reads a phone number, or the end of one, as people type it into a search, and returns the digits that a number of E.164
 * must end in. Returns null for other text and for fewer than six digits.
 */
export function phoneSearched(typed: string): string | null {
  if (!/^\+?[\d\s().-]+$/.test(typed.trim())) return null
  const digits = (parsePhone(typed) ?? typed).replace(/\D/g, "").replace(/^0+(?=\d{10})/, "")
  return digits.length < SEARCHED_DIGITS ? null : digits
}

/** Returns an Indian number of E.164 with spaces to be read, as +91 98123 45678, and anything else unchanged. */
export function displayPhone(e164: string): string {
  const [, national] = /^\+91(\d{10})$/.exec(e164) ?? []
  return national ? `${COUNTRY_CODE} ${national.slice(0, 5)} ${national.slice(5)}` : e164
}

/** Shows only the last two digits, for logs and lists that must not carry the number. */
export function maskPhone(e164: string): string {
  return `${"•".repeat(Math.max(0, e164.length - 2))}${e164.slice(-2)}`
}
