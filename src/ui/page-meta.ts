import { brandOf } from "./brand.ts"
import type { Matches } from "./language.ts"

/** The head of a page: title and description, for people and for link previews. */
export function pageMeta(matches: Matches, page: { metaTitle: string; meta: string }) {
  const title = `${page.metaTitle} · ${brandOf(matches).name}`
  return [
    { title },
    { name: "description", content: page.meta },
    { property: "og:title", content: title },
    { property: "og:description", content: page.meta },
  ]
}
