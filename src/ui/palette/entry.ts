import type { Language } from "../language.ts"
import type { Theme } from "../theme.ts"

/** An entry of the palette. Groups appear in this order while nothing is typed. */
export const GROUPS = ["classes", "recent", "actions", "places", "programs", "students"] as const
export type Group = (typeof GROUPS)[number]

export type Entry = {
  group: Group
  label: string
  /** Shown after it in smaller letters: a time, a price, an e-mail. */
  note?: string
  /** Other words that it is found by. */
  also?: string
  /** Where it leads. */
  to: string
  /** The target must be loaded as a document, because it sends no scripts or may do more than others. */
  document?: boolean
  /** Done in place, or by a posted form, instead of navigating. */
  act?: "post" | `theme:${Theme}` | `language:${Language}`
  image?: string
  live?: boolean
  /** Not kept among the recent ones. */
  private?: boolean
}
