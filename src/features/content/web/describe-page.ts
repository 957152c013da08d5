import type { Brand } from "#shared/brand.ts"
import { brandOf } from "#ui/brand.ts"
import type { Language, Matches } from "#ui/language.ts"

/** Returns the brand's texts in a language. */
export function brandIn(brand: Brand, language: Language) {
  return language === "hi" ? { ...brand, ...brand.hi } : brand
}

interface PageDescription {
  /** The page's own title; the brand's name is added. */
  title: string
  /** Whether the title names the brand already. */
  bare?: boolean
  /** One or two sentences for search results and link previews. */
  description: string
  type?: "website" | "article"
}

/** Returns the head of a content page. The root adds address and picture for link previews. */
export function describePage(
  matches: Matches,
  { title, description, type = "website", bare }: PageDescription,
) {
  const full = bare ? title : `${title} · ${brandOf(matches).name}`
  return [
    { title: full },
    { name: "description", content: description },
    { property: "og:title", content: full },
    { property: "og:description", content: description },
    { property: "og:type", content: type },
  ]
}
