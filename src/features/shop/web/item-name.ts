import type { Language } from "#ui/language.ts"

/** What a size of an item is called. */
export function nameOf(
  language: Language,
  title: { en: string; hi: string },
  size: string | undefined,
): string {
  return size ? `${title[language]} (${size})` : title[language]
}
