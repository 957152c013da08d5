import { expect, test } from "vitest"
import {
  type ArticleCard,
  BLOG_PAGE,
  blogAddress,
  countCategories,
  feedDateOf,
  longDateOf,
  matchArticles,
  popularTags,
  readBlogQuery,
  readingMinutes,
  relatedArticles,
} from "./blog-listing.ts"

function article(slug: string, more: Partial<ArticleCard> = {}): ArticleCard {
  return {
    slug,
    title: `About ${slug}`,
    excerpt: "A short text.",
    category: "exam-tips",
    tags: [],
    author: "Asha Rao",
    published: "2026-11-01",
    featured: false,
    illustration: "",
    minutes: 3,
    ...more,
  }
}

const all = [
  article("one", { title: "Timed PAPERS", tags: ["boards", "time"] }),
  article("two", { excerpt: "Papers again.", category: "study-guides", tags: ["boards"] }),
  article("three", { tags: ["time"], published: "2026-11-05" }),
]
const query = { search: "", category: "all", tag: "", show: BLOG_PAGE }
const slugs = (found: ArticleCard[]) => found.map(({ slug }) => slug)

test("CONT-01 the search looks at title and excerpt in any case, together with category and tag", () => {
  expect(slugs(matchArticles(all, { ...query, search: "papers" }))).toEqual(["one", "two"])
  expect(slugs(matchArticles(all, { ...query, search: "papers", category: "study-guides" }))).toEqual(["two"])
  expect(slugs(matchArticles(all, { ...query, tag: "time" }))).toEqual(["one", "three"])
  expect(slugs(matchArticles(all, { ...query, search: "boards" }))).toEqual([])
})

test("CONT-01 categories are counted from the articles themselves", () => {
  expect(countCategories(all, ["all", "exam-tips", "study-guides", "career-advice"])).toEqual({
    all: 3,
    "exam-tips": 2,
    "study-guides": 1,
    "career-advice": 0,
  })
})

test("CONT-01 popular tags come by frequency, related articles by closeness", () => {
  expect(popularTags(all, 5)).toEqual(["boards", "time"])
  expect(slugs(relatedArticles(all[0] as ArticleCard, all, 3))).toEqual(["three", "two"])
})

test("CONT-01 the address keeps what is asked for, and what it does not know reads as all", () => {
  const asked = { search: "a b", category: "exam-tips", tag: "time", show: 18 }
  const params = new URL(blogAddress(asked), "http://x").searchParams
  expect(readBlogQuery(params, ["all", "exam-tips"], ["time"])).toEqual(asked)
  expect(readBlogQuery(new URLSearchParams("category=x&tag=y&show=-4"), ["all"], [])).toEqual(query)
  expect(blogAddress(query)).toBe("/blog")
})

test("CONT-01 reading time and dates", () => {
  expect([1, 220, 1_100].map((count) => readingMinutes("word ".repeat(count)))).toEqual([1, 1, 5])
  expect(longDateOf("2026-11-03")).toBe("3 November 2026")
  expect(feedDateOf("2026-11-03")).toBe("Tue, 03 Nov 2026 00:00:00 GMT")
})
