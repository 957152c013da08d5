import type { Entry } from "./entry.ts"

/** How well a word of the question fits: it is a word's beginning, stands inside, or its letters come in order. */
const BEGINS = 3
const INSIDE = 2
const IN_ORDER = 1
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

/** Whether the letters come in this order, from the beginning of a word on. */
function comesInOrder(letters: string, words: readonly string[]): boolean {
  return words.some((_, start) => {
    const text = words.slice(start).join("")
    if (text[0] !== letters[0]) return false
    let at = 0
    for (const letter of letters) {
      at = text.indexOf(letter, at) + 1
      if (at === 0) return false
    }
    return true
  })
}

function fitOf(word: string, words: readonly string[]): number {
  if (words.some((one) => one.startsWith(word))) return BEGINS
  if (words.some((one) => one.includes(word))) return INSIDE
  return comesInOrder(word, words) ? IN_ORDER : 0
}

/** How well an entry answers what was typed; 0 is not at all. Each word has to fit somewhere. */
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

/** The entries that answer what was typed, the best first; equal ones in the order they came. */
export function rank(question: string, entries: readonly Entry[]): Entry[] {
  return entries
    .map((entry) => ({ entry, fits: score(question, entry) }))
    .filter(({ fits }) => fits > 0)
    .sort((a, b) => b.fits - a.fits)
    .map(({ entry }) => entry)
}
