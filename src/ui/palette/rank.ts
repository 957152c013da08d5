import type { Entry } from "./entry.ts"

/**
 * How well a word of the query fits: as the beginning of a word, inside one, or as an abbreviation of
 * several.
 */
const BEGINS = 3
const INSIDE = 2
const ABBREVIATES = 1
const OTHER_WORDS = 0.5

/** Small letters without accents; the vowel signs of Indian scripts stay. */
export function plain(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .toLowerCase()
}

function wordsOf(text: string): string[] {
  return plain(text)
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)
}

/** Whether the letters are beginnings of words in their order, as "crco" is of "Create course". */
function abbreviates(letters: string, words: readonly string[]): boolean {
  if (letters === "") return true
  return words.some((word, at) => {
    const rest = words.slice(at + 1)
    for (let length = 1; length <= letters.length && word.startsWith(letters.slice(0, length)); length++) {
      if (abbreviates(letters.slice(length), rest)) return true
    }
    return false
  })
}

function fitOf(word: string, words: readonly string[]): number {
  if (words.some((one) => one.startsWith(word))) return BEGINS
  if (words.some((one) => one.includes(word))) return INSIDE
  return abbreviates(word, words) ? ABBREVIATES : 0
}

/** How well an entry matches what was typed; 0 is not at all. Each word has to fit somewhere. */
export function score(question: string, { label, also = "" }: Pick<Entry, "label" | "also">): number {
  const asked = wordsOf(question)
  const name = wordsOf(label)
  const others = wordsOf(also)
  let sum = 0
  for (const word of asked) {
    const best = Math.max(fitOf(word, name), fitOf(word, others) * OTHER_WORDS)
    if (best === 0) return 0
    sum += best
  }
  if (asked.length === 0) return 0
  const said = asked.join(" ")
  const whole = name.join(" ")
  return sum / asked.length + (whole === said ? 2 : whole.startsWith(said) ? 1 : 0)
}

/** Returns the entries that match the query, the best first; equal ones in their original order. */
export function rank(question: string, entries: readonly Entry[]): Entry[] {
  return entries
    .map((entry) => ({ entry, fits: score(question, entry) }))
    .filter(({ fits }) => fits > 0)
    .sort((a, b) => b.fits - a.fits)
    .map(({ entry }) => entry)
}
