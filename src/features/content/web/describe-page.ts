import brand from "#content/brand.json" with { type: "json" }

interface PageDescription {
  /** The page's own title; the brand's name is added. */
  title: string
  /** One or two sentences for search results and link previews. */
  description: string
  type?: "website" | "article"
}

/** The head of a content page. Address and picture of link previews are the root's. */
export function describePage({ title, description, type = "website" }: PageDescription) {
  const full = `${title} · ${brand.name}`
  return [
    { title: full },
    { name: "description", content: description },
    { property: "og:title", content: full },
    { property: "og:description", content: description },
    { property: "og:type", content: type },
  ]
}
