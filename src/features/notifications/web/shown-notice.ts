import type { Language } from "#ui/language.ts"

/** Returns the count for a badge: the number up to 99, else '99+'. */
export function unreadLabel(unread: number): string {
  return unread > 99 ? "99+" : String(unread)
}

/** Returns the language of a text, so that screen readers on a page in the other one know it. */
export function languageOfText(text: string): Language {
  return /[\u0900-\u097f]/.test(text) ? "hi" : "en"
}
