import tags from "#content/blog/tags.json" with { type: "json" }
import type { Language } from "#ui/language.ts"

const byValue = new Map(tags.map((tag) => [tag.value, tag]))

/** What a tag is called; one that the list does not know shows as it is written. */
export function tagLabel(tag: string, language: Language): string {
  const known = byValue.get(tag)
  return (language === "hi" ? known?.hi : known?.label) ?? tag
}
