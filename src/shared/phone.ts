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

/** Shows only the last two digits, for logs and lists that must not carry the number. */
export function maskPhone(e164: string): string {
  return `${"•".repeat(Math.max(0, e164.length - 2))}${e164.slice(-2)}`
}
