/** Returns a code in two halves, as it is easiest to read and to type: 123 456. */
export function groupDigits(code: string): string {
  const half = Math.ceil(code.length / 2)
  return `${code.slice(0, half)} ${code.slice(half)}`
}
