import type { Language } from "#ui/language.ts"

/** What a list shows of an article. */
export type ArticleCard = {
  slug: string
  title: string
  excerpt: string
  category: string
  tags: string[]
  author: string
  /** The day of publication, YYYY-MM-DD. */
  published: string
  featured: boolean
  illustration: string
  minutes: number
}

export type BlogQuery = { search: string; category: string; tag: string; show: number }

/** A multiple of the grid's columns. */
export const BLOG_PAGE = 9
const WORDS_A_MINUTE = 220

/** What the address asks for. Anything it does not know reads as "all". */
export function readBlogQuery(
  params: URLSearchParams,
  categories: readonly string[],
  tags: readonly string[],
): BlogQuery {
  const category = params.get("category") ?? ""
  const tag = params.get("tag") ?? ""
  const show = Number(params.get("show"))
  return {
    search: (params.get("q") ?? "").trim().slice(0, 100),
    category: categories.includes(category) ? category : "all",
    tag: tags.includes(tag) ? tag : "",
    show: Number.isInteger(show) && show > BLOG_PAGE ? Math.min(show, 1_000) : BLOG_PAGE,
  }
}

/** The address of a list, with what is at its first value left out. */
export function blogAddress(query: Partial<BlogQuery>): string {
  const params = new URLSearchParams()
  if (query.search) params.set("q", query.search)
  if (query.category && query.category !== "all") params.set("category", query.category)
  if (query.tag) params.set("tag", query.tag)
  if (query.show && query.show > BLOG_PAGE) params.set("show", String(query.show))
  const text = params.toString()
  return text ? `/blog?${text}` : "/blog"
}

/** Articles whose title or excerpt holds the search, in the category and with the tag; all where these are open. */
export function matchArticles<A extends ArticleCard>(articles: readonly A[], query: BlogQuery): A[] {
  const wanted = query.search.toLocaleLowerCase("en")
  return articles.filter(
    ({ title, excerpt, category, tags }) =>
      (query.category === "all" || category === query.category) &&
      (query.tag === "" || tags.includes(query.tag)) &&
      [title, excerpt].some((text) => text.toLocaleLowerCase("en").includes(wanted)),
  )
}

/** How many articles each category has, "all" among them. */
export function countCategories(
  articles: readonly ArticleCard[],
  categories: readonly string[],
): Record<string, number> {
  return Object.fromEntries(
    categories.map((category) => [
      category,
      category === "all"
        ? articles.length
        : articles.filter((article) => article.category === category).length,
    ]),
  )
}

/** The tags that most articles carry, the most frequent first, then by the alphabet. */
export function popularTags(articles: readonly ArticleCard[], limit: number): string[] {
  const counts = new Map<string, number>()
  for (const tag of articles.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts]
    .sort(([tagA, a], [tagB, b]) => b - a || tagA.localeCompare(tagB))
    .slice(0, limit)
    .map(([tag]) => tag)
}

/** Other articles that share tags with this one, or its category, the closest first, then the newest. */
export function relatedArticles<A extends ArticleCard>(
  article: A,
  articles: readonly A[],
  limit: number,
): A[] {
  const closeness = (other: A) =>
    2 * other.tags.filter((tag) => article.tags.includes(tag)).length +
    Number(other.category === article.category)
  return articles
    .filter((other) => other.slug !== article.slug && closeness(other) > 0)
    .sort((a, b) => closeness(b) - closeness(a) || b.published.localeCompare(a.published))
    .slice(0, limit)
}

/** Whole minutes that a text takes to read at 220 words a minute, at least one. */
export function readingMinutes(text: string): number {
  const words = text.trim().split(/\s+/).length
  return Math.max(1, Math.round(words / WORDS_A_MINUTE))
}

const longDates = { en: longDateFormat("en-IN"), hi: longDateFormat("hi-IN") }

function longDateFormat(tag: string) {
  return new Intl.DateTimeFormat(tag, { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" })
}

/** "3 November 2026" for a date without a zone. */
export function longDateOf(date: string, language: Language = "en"): string {
  return longDates[language].format(new Date(`${date}T00:00:00Z`))
}

/** The date as feeds write it: midnight UTC, "Tue, 03 Nov 2026 00:00:00 GMT". */
export function feedDateOf(date: string): string {
  return new Date(`${date}T00:00:00Z`).toUTCString()
}
