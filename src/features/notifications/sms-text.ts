const GSM_BASIC =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà"
const GSM_EXTENDED = "^{}\\[~]|€"
/** What each character of the GSM 03.38 alphabet takes, in septets. */
export const GSM_LENGTHS: ReadonlyMap<string, number> = new Map([
  ...[...GSM_BASIC].map((char) => [char, 1] as const),
  ...[...GSM_EXTENDED].map((char) => [char, 2] as const),
])

/** Septets the text takes in the GSM 03.38 alphabet, null when it holds a character outside of it. */
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

/** How a text goes over the air: 160 characters in one part or 153 in each of several, 70 or 67 in Unicode. */
export function measureText(text: string): TextSize {
  const septets = countSeptets(text)
  const units = septets ?? text.length
  const [single, several] = septets === null ? [70, 67] : [160, 153]
  const parts = units <= single ? 1 : Math.ceil(units / several)
  return { encoding: septets === null ? "unicode" : "gsm", units, parts }
}
