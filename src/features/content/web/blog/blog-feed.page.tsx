import { pageRequest } from "#ui/api.ts"
import { element, xmlResponse } from "../site/xml.ts"
import type { Route } from "./+types/blog-feed.page.ts"
import { articles } from "./blog.server.ts"
import { blogText as text } from "./blog.text.ts"
import { categoryLabel } from "./blog-cards.tsx"
import { feedDateOf } from "./blog-listing.ts"

/** The blog as RSS 2.0. */
export function loader({ context }: Route.LoaderArgs) {
  const { origin, brand } = context.get(pageRequest)
  const items = articles.map(({ slug, title, excerpt, category, published }) => {
    const address = `${origin}/blog/${slug}`
    return element("item", [
      element("title", title),
      element("link", address),
      element("guid", address),
      element("pubDate", feedDateOf(published)),
      element("category", categoryLabel(category)),
      element("description", excerpt),
    ])
  })
  const channel = element("channel", [
    element("title", text.feedTitle(brand.name)),
    element("link", `${origin}/blog`),
    element("description", text.lead),
    element("language", "en-IN"),
    `<atom:link href="${origin}/blog.rss" rel="self" type="application/rss+xml"/>`,
    ...items,
  ])
  return xmlResponse(
    `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">${channel}</rss>`,
    "application/rss+xml",
  )
}
