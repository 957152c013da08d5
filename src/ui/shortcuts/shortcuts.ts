/*
 * Keyboard shortcuts are lists of keys by name. Handlers ask `isPressed` with the very lists that /shortcuts shows
 * (app/pages/palette/shortcut-list.ts brings all of them together), so that the page and the product can't disagree.
 *
 * A key is named as `KeyboardEvent.key` calls it, letters in capitals and the space bar "Space". "Mod" is Control,
 * and Command on a Mac. A single character works without a modifier, and can be turned off (WCAG 2.1.4).
 */
export type Keys = readonly string[]

/** Everywhere. */
export const siteKeys = {
  palette: ["Mod+K"],
  search: ["/"],
  shortcuts: ["?"],
} as const satisfies Record<string, Keys>

export const KEYS_COOKIE = "kaksha.keys"

/** Whether a Cookie header, or a document's cookies, turn the shortcuts of one character off. */
export function areSingleKeysOff(cookies: string | null | undefined): boolean {
  return new RegExp(`(^|; *)${KEYS_COOKIE}=off`).test(cookies ?? "")
}

/** The same for `aria-keyshortcuts`. */
export function ariaKeys(keys: Keys): string {
  const all = keys.flatMap((key) => [key.replace("Mod", "Control"), key.replace("Mod", "Meta")])
  return [...new Set(all)].join(" ")
}

type Press = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">

/** The name of what was pressed, such as "M", "?", "Shift+ArrowUp" or "Mod+K". */
export function keyOf({ key, code, ctrlKey, metaKey, altKey, shiftKey }: Press): string {
  // A keyboard in another script writes other letters: there the key's position says which is meant.
  const meant = key > "~" && code.startsWith("Key") ? code.slice(3) : key
  const name = meant === " " ? "Space" : meant.length === 1 ? meant.toUpperCase() : meant
  const shifted = shiftKey && /^([A-Z]|..+)$/.test(name)
  return `${ctrlKey || metaKey ? "Mod+" : ""}${altKey ? "Alt+" : ""}${shifted ? "Shift+" : ""}${name}`
}

const FIELDS = "input, textarea, select, [contenteditable], dialog"

/** Whether an event is meant for the page: not in a field or a dialog, which take it themselves. */
export function isForPage({ target, defaultPrevented }: Event): boolean {
  return !defaultPrevented && !(target as Element).closest?.(FIELDS)
}

/** Whether one of these keys was pressed, meant for the page: not in a field or a dialog, and not turned off. */
export function isPressed(event: KeyboardEvent, keys: Keys): boolean {
  const key = keyOf(event)
  return keys.includes(key) && isForPage(event) && !(key.length === 1 && areSingleKeysOff(document.cookie))
}
