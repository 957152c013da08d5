/** Shows only the first letter and the domain, for lists that must not carry the address. */
export function maskEmail(address: string): string {
  const at = address.lastIndexOf("@")
  return at < 1 ? "•" : `${address.slice(0, 1)}•••${address.slice(at)}`
}
