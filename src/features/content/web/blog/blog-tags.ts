import tags from "#content/blog/tags.json" with { type: "json" }
import type { Language } from "#ui/language.ts"

const byValue = new Map(tags.map((tag) => [tag.value, tag]))

/** Returns the name of a tag; an unknown tag is shown as written. */
export function tagLabel(tag: string, language: Language): string {
  const known = byValue.get(tag)
  return (language === "hi" ? known?.hi : known?.label) ?? tag
}
