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

/** Returns the query in the address. Unknown values mean "all". */
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

/** Returns the address of a list, without values that are the default. */
export function blogAddress(query: Partial<BlogQuery>): string {
  const params = new URLSearchParams()
  if (query.search) params.set("q", query.search)
  if (query.category && query.category !== "all") params.set("category", query.category)
  if (query.tag) params.set("tag", query.tag)
  if (query.show && query.show > BLOG_PAGE) params.set("show", String(query.show))
  const text = params.toString()
  return text ? `/blog?${text}` : "/blog"
}

/**
 * Returns articles whose title or excerpt contains the search, in the category and with the tag, if these are
 * set.
 */
export function matchArticles<A extends ArticleCard>(articles: readonly A[], query: BlogQuery): A[] {
  const wanted = query.search.toLocaleLowerCase("en")
  return articles.filter(
    ({ title, excerpt, category, tags }) =>
      (query.category === "all" || category === query.category) &&
      (query.tag === "" || tags.includes(query.tag)) &&
      [title, excerpt].some((text) => text.toLocaleLowerCase("en").includes(wanted)),
  )
}

/** Returns how many articles each category has, including "all". */
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

/** Returns the most frequent tags first, then alphabetically. */
export function popularTags(articles: readonly ArticleCard[], limit: number): string[] {
  const counts = new Map<string, number>()
  for (const tag of articles.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts]
    .sort(([tagA, a], [tagB, b]) => b - a || tagA.localeCompare(tagB))
    .slice(0, limit)
    .map(([tag]) => tag)
}

/**
 * Returns other articles that share tags or the category with this one, the closest first, then the newest.
 */
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

/** Returns the whole minutes that a text takes to read at 220 words a minute, at least one. */
export function readingMinutes(text: string): number {
  const words = text.trim().split(/\s+/).length
  return Math.max(1, Math.round(words / WORDS_A_MINUTE))
}

const longDates = { en: longDateFormat("en-IN"), hi: longDateFormat("hi-IN") }

function longDateFormat(tag: string) {
  return new Intl.DateTimeFormat(tag, { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" })
}

/** Formats a date without a zone as "3 November 2026". */
export function longDateOf(date: string, language: Language = "en"): string {
  return longDates[language].format(new Date(`${date}T00:00:00Z`))
}

/** Formats a date for feeds, as midnight UTC: "Tue, 03 Nov 2026 00:00:00 GMT". */
export function feedDateOf(date: string): string {
  return new Date(`${date}T00:00:00Z`).toUTCString()
}
