import { brand } from "#shared/brand.ts"

/** The head of an accounts page: title and description, for people and for link previews. */
export function pageMeta(page: { metaTitle: string; meta: string }) {
  const title = `${page.metaTitle} · ${brand.name}`
  return [
    { title },
    { name: "description", content: page.meta },
    { property: "og:title", content: title },
    { property: "og:description", content: page.meta },
  ]
}
