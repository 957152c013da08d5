/** An Indian PIN code, as people type it. Returns its six digits, or null for anything else. */
export function tidyPin(typed: string): string | null {
  const digits = typed.replaceAll(/[\s-]/g, "")
  return /^[1-9]\d{5}$/.test(digits) ? digits : null
}

/** Whether the academy delivers to a PIN code: its area is a list of codes, or of how they begin. */
export function isDeliveredTo(pin: string, area: readonly string[]): boolean {
  return area.some((begins) => pin.startsWith(begins))
}
