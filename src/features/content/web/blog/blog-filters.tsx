import Rss from "lucide-react/icons/rss"
import Search from "lucide-react/icons/search"
import type { ReactNode } from "react"
import { Button } from "#ui/components/button.tsx"
import { cx } from "#ui/cx.ts"
import { Field, TextInput } from "#ui/forms/field.tsx"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { blogTexts } from "./blog.texts.ts"
import { categoryLabel } from "./blog-cards.tsx"
import { type BlogQuery, blogAddress } from "./blog-listing.ts"
import { tagLabel } from "./blog-tags.ts"

/** The search of titles and excerpts, within the category and tag chosen so far. */
export function BlogSearch({ query }: { query: BlogQuery }) {
  const text = useTexts(blogTexts)
  return (
    <search className="w-full max-w-md">
      <form action="/blog" className="flex items-end gap-2">
        {query.category === "all" ? null : <input type="hidden" name="category" value={query.category} />}
        {query.tag ? <input type="hidden" name="tag" value={query.tag} /> : null}
        <Field label={text.searchLabel} id="blog-search" hideLabel className="flex-1">
          <TextInput
            type="search"
            name="q"
            maxLength={100}
            defaultValue={query.search}
            placeholder={text.searchExample}
          />
        </Field>
        <Button type="submit" variant="secondary">
          <Search size={18} aria-hidden />
          {text.search}
        </Button>
      </form>
    </search>
  )
}

const chip =
  "inline-flex min-h-10 items-center gap-2 rounded-full border border-line bg-surface px-4 text-[0.9375rem] font-medium whitespace-nowrap transition-colors hover:border-ink-muted aria-[current]:border-primary aria-[current]:bg-primary aria-[current]:text-primary-ink"

/** Every category with its number of articles; choosing one keeps the search. */
export function BlogCategories({ query, counts }: { query: BlogQuery; counts: Record<string, number> }) {
  const language = useLanguage()
  const text = useTexts(blogTexts)
  return (
    <nav aria-label={text.categories}>
      <ul className="flex flex-wrap gap-2">
        {Object.entries(counts).map(([category, count]) => (
          <li key={category}>
            <a
              href={blogAddress({ search: query.search, category })}
              aria-current={category === query.category && !query.tag ? "true" : undefined}
              className={chip}
            >
              {categoryLabel(category, language)} <span className="text-sm tabular-nums">{count}</span>
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Subscribe, popular tags and the feed. */
interface BlogFootProps {
  tags: string[]
  current: string
  subscribe: ReactNode
}

export function BlogFoot({ tags, current, subscribe }: BlogFootProps) {
  const text = useTexts(blogTexts)
  const language = useLanguage()
  return (
    <aside className="grid gap-x-16 gap-y-10 border-t border-line pt-10 lg:grid-cols-[1.2fr_1fr]">
      {subscribe}
      <div className="lg:row-span-2">
        <h2 className="text-heading">{text.tags}</h2>
        <ul className="mt-4 flex flex-wrap gap-2">
          {tags.map((tag) => (
            <li key={tag}>
              <a
                href={blogAddress({ tag })}
                aria-current={tag === current ? "true" : undefined}
                className={cx(chip, "min-h-9 px-3.5 text-sm")}
              >
                {tagLabel(tag, language)}
              </a>
            </li>
          ))}
        </ul>
      </div>
      <div>
        <h2 className="text-heading">{text.feed}</h2>
        <p className="mt-2 text-ink-muted">{text.feedText}</p>
        <a
          href="/blog.rss"
          className="mt-3 inline-flex min-h-11 items-center gap-2 font-semibold text-primary-text underline decoration-1 underline-offset-4"
        >
          <Rss size={18} aria-hidden />
          /blog.rss
        </a>
      </div>
    </aside>
  )
}
