import lists from "#content/option-lists.json" with { type: "json" }
import { SubscribeRequest } from "#contract/content.ts"
import { redirectWithToast, serveForm } from "#ui/api.ts"
import { brandOf } from "#ui/brand.ts"
import { buttonClass } from "#ui/components/button.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { type Language, languageOf } from "#ui/language.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import { subscribeTexts } from "../contact/subscribe.texts.ts"
import { SubscribeForm } from "../contact/subscribe-form.tsx"
import { describePage } from "../describe-page.ts"
import type { Route } from "./+types/blog.page.ts"
import { articles } from "./blog.server.ts"
import { blogTexts } from "./blog.texts.ts"
import { BlogCard, categoryLabel } from "./blog-cards.tsx"
import { BlogCategories, BlogFoot, BlogSearch } from "./blog-filters.tsx"
import {
  type ArticleCard,
  BLOG_PAGE,
  type BlogQuery,
  blogAddress,
  countCategories,
  matchArticles,
  popularTags,
  readBlogQuery,
} from "./blog-listing.ts"
import { tagLabel } from "./blog-tags.ts"

const FEATURED = 3
const TAGS = 12

export const handle = { static: true, translated: true, picture: "/share/blog.jpg" }

export function loader({ request }: Route.LoaderArgs) {
  const categories = lists.blogCategories.map(({ value }) => value)
  const allTags = popularTags(articles, Number.POSITIVE_INFINITY)
  const query = readBlogQuery(new URL(request.url).searchParams, categories, allTags)
  const open = !query.search && query.category === "all" && !query.tag
  const featured = open ? articles.filter((article) => article.featured).slice(0, FEATURED) : []
  const found = matchArticles(articles, query).filter((article) => !featured.includes(article))
  return {
    query,
    featured,
    found: found.length,
    items: found.slice(0, query.show),
    next: found[query.show]?.slug ?? null,
    counts: countCategories(articles, categories),
    tags: allTags.slice(0, TAGS),
  }
}

export function action(args: Route.ActionArgs) {
  return serveForm(args, SubscribeRequest, async ({ website: _, ...request }, { api, language }) => {
    await api.content.subscribe(request)
    return redirectWithToast("/blog", { tone: "success", ...subscribeTexts[language].sent })
  })
}

export function meta({ matches }: Route.MetaArgs) {
  const text = blogTexts[languageOf(matches)]
  return [
    ...describePage(matches, { title: text.title, description: text.meta(brandOf(matches).name) }),
    {
      tagName: "link",
      rel: "alternate",
      type: "application/rss+xml",
      title: text.feedTitle(brandOf(matches).name),
      href: "/blog.rss",
    },
  ]
}

export default function BlogPage({ loaderData, actionData }: Route.ComponentProps) {
  const text = useTexts(blogTexts)
  const language = useLanguage()
  const { query, featured, found, items, next, counts, tags } = loaderData
  return (
    <Page className="gap-12 sm:py-16">
      <div className="grid gap-7">
        <PageHeader
          title={text.heading}
          description={`${text.lead} ${text.allInEnglish}`.trim()}
          actions={<BlogSearch query={query} />}
        />
        <BlogCategories query={query} counts={counts} />
      </div>
      <FeaturedArticles articles={featured} />
      <section className="grid gap-6">
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2">
          <h2 className="text-heading">
            {featured.length > 0 ? text.more : describeFound(language, query, found)}
          </h2>
          {query.search || query.tag ? (
            <a
              href="/blog"
              className="font-semibold text-primary-text underline decoration-1 underline-offset-4"
            >
              {text.clear}
            </a>
          ) : null}
        </div>
        {items.length > 0 ? (
          <Grid articles={items} />
        ) : (
          <EmptyState title={text.noneTitle} text={text.noneText} level={3} />
        )}
        {next ? (
          <div className="grid justify-items-center gap-2">
            <a
              href={`${blogAddress({ ...query, show: query.show + BLOG_PAGE })}#${next}`}
              className={buttonClass({ variant: "secondary", size: "lg" })}
            >
              {text.loadMore}
            </a>
            <p className="text-sm text-ink-muted">{text.shown(items.length, found)}</p>
          </div>
        ) : null}
      </section>
      <BlogFoot
        tags={tags}
        current={query.tag}
        subscribe={<SubscribeForm result={actionData?.form ?? null} />}
      />
    </Page>
  )
}

function describeFound(language: Language, { search, category, tag }: BlogQuery, count: number): string {
  const text = blogTexts[language]
  return [
    text.found(count),
    search && text.foundFor(search),
    category !== "all" && text.foundIn(categoryLabel(category, language)),
    tag && text.foundTagged(tagLabel(tag, language)),
  ]
    .filter(Boolean)
    .join("")
}

function FeaturedArticles({ articles: [first, ...rest] }: { articles: ArticleCard[] }) {
  const text = useTexts(blogTexts)
  if (!first) return null
  return (
    <section className="grid gap-6">
      <h2 className="text-heading">{text.featured}</h2>
      <div className="grid gap-4 sm:grid-cols-2 sm:gap-5">
        <div className="sm:col-span-2">
          <BlogCard article={first} large eager />
        </div>
        {rest.map((article) => (
          <BlogCard key={article.slug} article={article} />
        ))}
      </div>
    </section>
  )
}

function Grid({ articles: shown }: { articles: ArticleCard[] }) {
  return (
    <ul className="grid gap-4 sm:grid-cols-2 sm:gap-5 lg:grid-cols-3">
      {shown.map((article) => (
        <li key={article.slug}>
          <BlogCard article={article} />
        </li>
      ))}
    </ul>
  )
}
