/** Whether the academy delivers to a PIN code: its area is a list of codes, or of how they begin. */
export function isDeliveredTo(pin: string, area: readonly string[]): boolean {
  return area.some((begins) => pin.startsWith(begins))
}
