import { z } from "zod"
import lists from "#content/option-lists.json" with { type: "json" }
import { readFrontMatter } from "../../front-matter.ts"
import { type Heading, renderMarkdown } from "../render-markdown.server.tsx"
import { type ArticleCard, readingMinutes } from "./blog-listing.ts"

const files = import.meta.glob<string>("/content/blog/*.md", {
  query: "?raw",
  import: "default",
  eager: true,
})
const categories = lists.blogCategories.map(({ value }) => value).filter((value) => value !== "all")

const Head = z.object({
  title: z.string().min(1),
  slug: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/),
  excerpt: z.string().min(1),
  category: z.enum(categories),
  tags: z.array(z.string().min(1)),
  author: z.string().min(1),
  published: z.iso.date(),
  featured: z.stringbool(),
  illustration: z.string().min(1),
})

type Source = ArticleCard & { body: string }

function readArticle(path: string, file: string): Source {
  const { head, body } = readFrontMatter(file)
  const read = Head.safeParse(head)
  if (!read.success) throw new Error(`${path}: ${z.prettifyError(read.error)}`)
  return { ...read.data, body, minutes: readingMinutes(body) }
}

const sources = Object.entries(files)
  .map(([path, file]) => readArticle(path, file))
  .sort((a, b) => b.published.localeCompare(a.published) || a.slug.localeCompare(b.slug))

/** Every article as lists show it, the newest first. */
export const articles: readonly ArticleCard[] = sources.map(({ body: _, ...card }) => card)

export type Article = ArticleCard & { html: string; headings: Heading[] }

const rendered = new Map<string, Article>()

/** Returns an article with its text, rendered on first use and cached; null if there is none. */
export function findArticle(slug: string): Article | null {
  const known = rendered.get(slug)
  if (known) return known
  const source = sources.find((candidate) => candidate.slug === slug)
  if (!source) return null
  const { body, ...card } = source
  const article = { ...card, ...renderMarkdown(body) }
  rendered.set(slug, article)
  return article
}
