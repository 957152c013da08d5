import { type PageRequest, pageRequest } from "#ui/api.ts"
import { articles } from "../blog/blog.server.ts"
import { legalText } from "../legal/legal.server.ts"
import type { Route } from "./+types/sitemap.page.ts"
import { element, xmlResponse } from "./xml.ts"

const PAGES = [
  "/",
  "/courses",
  "/live-classes",
  "/about-learning-kit",
  "/meet-the-team",
  "/about",
  "/contact",
  "/premises",
  "/blog",
  "/shortcuts",
]
const LEGAL = ["terms", "privacy"] as const
/** A sitemap is limited to 50,000 addresses; a larger catalogue is found through its own pages. */
const MOST_PROGRAMS = 6_000
const AT_ONCE = 60

/** Returns every public page, program and article, for search engines. */
export async function loader({ context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  const entries: { path: string; changed?: string }[] = [
    ...PAGES.map((path) => ({ path })),
    ...LEGAL.map((name) => ({ path: `/${name}`, changed: legalText(name, "en", page.brand).updated })),
    ...articles.map(({ slug, published }) => ({ path: `/blog/${slug}`, changed: published })),
    ...(await programSlugs(page)).map((slug) => ({ path: `/courses/${slug}` })),
  ]
  const urls = entries.map(({ path, changed }) =>
    element("url", [element("loc", page.origin + path), ...(changed ? [element("lastmod", changed)] : [])]),
  )
  return xmlResponse(
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join("")}</urlset>`,
    "application/xml",
  )
}

async function programSlugs({ api }: PageRequest): Promise<string[]> {
  const slugs: string[] = []
  let cursor: string | null = null
  do {
    const found: Awaited<ReturnType<typeof api.programs.list>> = await api.programs.list({
      limit: AT_ONCE,
      ...(cursor && { cursor }),
    })
    slugs.push(...found.items.map(({ slug }) => slug))
    cursor = found.next_cursor
  } while (cursor && slugs.length < MOST_PROGRAMS)
  return slugs
}
