const GSM_BASIC =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà"
const GSM_EXTENDED = "^{}\\[~]|€"
/** How many septets each character of the GSM 03.38 alphabet takes. */
export const GSM_LENGTHS: ReadonlyMap<string, number> = new Map([
  ...[...GSM_BASIC].map((char) => [char, 1] as const),
  ...[...GSM_EXTENDED].map((char) => [char, 2] as const),
])

/** Returns the septets the text takes in the GSM 03.38 alphabet, or null if it contains other characters. */
export function countSeptets(text: string): number | null {
  let septets = 0
  for (const char of text) {
    const length = GSM_LENGTHS.get(char)
    if (length === undefined) return null
    septets += length
  }
  return septets
}

export type TextSize = { encoding: "gsm" | "unicode"; units: number; parts: number }

/** Returns how a text is sent: 160 characters in one part or 153 in each of several; 70 or 67 in Unicode. */
export function measureText(text: string): TextSize {
  const septets = countSeptets(text)
  const units = septets ?? text.length
  const [single, several] = septets === null ? [70, 67] : [160, 153]
  const parts = units <= single ? 1 : Math.ceil(units / several)
  return { encoding: septets === null ? "unicode" : "gsm", units, parts }
}
