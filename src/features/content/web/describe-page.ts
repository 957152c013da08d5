import { brand } from "#shared/brand.ts"
import type { Language } from "#ui/language.ts"

/** The brand's own sentences in a language. */
export function brandIn(language: Language) {
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

/** The head of a content page. Address and picture of link previews are the root's. */
export function describePage({ title, description, type = "website", bare }: PageDescription) {
  const full = bare ? title : `${title} · ${brand.name}`
  return [
    { title: full },
    { name: "description", content: description },
    { property: "og:title", content: full },
    { property: "og:description", content: description },
    { property: "og:type", content: type },
  ]
}
