import ArrowLeft from "lucide-react/icons/arrow-left"
import { data } from "react-router"
import type { Brand } from "#shared/brand.ts"
import { pageRequest } from "#ui/api.ts"
import { brandOf } from "#ui/brand.ts"
import { Avatar } from "#ui/components/avatar.tsx"
import { Badge } from "#ui/components/badge.tsx"
import { Illustration } from "#ui/components/illustration.tsx"
import { cx } from "#ui/cx.ts"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { gutter } from "#ui/page.tsx"
import { describePage } from "../describe-page.ts"
import type { Route } from "./+types/article.page.ts"
import { type Article, articles, findArticle } from "./blog.server.ts"
import { categoryHues } from "./blog.text.ts"
import { blogTexts } from "./blog.texts.ts"
import { articleImage, BlogCard, categoryLabel } from "./blog-cards.tsx"
import { type ArticleCard, blogAddress, longDateOf, relatedArticles } from "./blog-listing.ts"
import { tagLabel } from "./blog-tags.ts"

/** The frame is translated and the article is in English; in other languages the page says so. */
export const handle = { static: true, picture: pictureOf }

function pictureOf(loaderData: unknown): string | null {
  const data = loaderData as { article: Article } | undefined
  return data ? `/share/blog/${data.article.slug}.jpg` : null
}

export function loader({ params, context }: Route.LoaderArgs) {
  const article = findArticle(params.slug)
  if (!article) throw data(null, { status: 404 })
  const { origin } = context.get(pageRequest)
  return { article, related: relatedArticles(article, articles, 3), origin }
}

/** Returns the article's structured data for search engines (schema.org). */
function describeArticle(brand: Brand, origin: string, article: ArticleCard) {
  const { title, excerpt, author, published, tags, slug } = article
  const address = `${origin}/blog/${slug}`
  return {
    "@context": "https://schema.org",
    "@type": "BlogPosting",
    headline: title,
    description: excerpt,
    image: origin + articleImage(slug),
    datePublished: published,
    keywords: tags.join(", "),
    url: address,
    mainEntityOfPage: address,
    author: { "@type": "Person", name: author },
    publisher: { "@type": "Organization", name: brand.name, logo: origin + brand.logo },
  }
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  if (!loaderData) return []
  const { article, origin } = loaderData
  return [
    ...describePage(matches, { title: article.title, description: article.excerpt, type: "article" }),
    { property: "article:published_time", content: article.published },
    { "script:ld+json": describeArticle(brandOf(matches), origin, article) },
  ]
}

export default function ArticlePage({ loaderData }: Route.ComponentProps) {
  const { article, related } = loaderData
  const text = useTexts(blogTexts)
  const language = LANGUAGE_TAGS[useLanguage()]
  return (
    <>
      <article className={cx(gutter, "max-w-[calc(46rem+4rem)] py-8 sm:py-12")}>
        <ArticleHead article={article} />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, rendered from Markdown without HTML */}
        <div className="prose" dangerouslySetInnerHTML={{ __html: article.html }} />
        <ArticleTags tags={article.tags} />
      </article>
      {related.length > 0 ? (
        <section lang={language} className="border-t border-line bg-surface-sunken">
          <div className={cx(gutter, "grid max-w-7xl gap-6 py-12 sm:py-16")}>
            <h2 className="text-heading">{text.related}</h2>
            <ul className="grid gap-4 sm:grid-cols-2 sm:gap-5 lg:grid-cols-3">
              {related.map((other) => (
                <li key={other.slug}>
                  <BlogCard article={other} />
                </li>
              ))}
            </ul>
          </div>
        </section>
      ) : null}
    </>
  )
}

function ArticleHead({ article }: { article: Article }) {
  const text = useTexts(blogTexts)
  const language = useLanguage()
  const tongue = LANGUAGE_TAGS[language]
  const { slug, title, excerpt, category, author, published, minutes } = article
  return (
    <header data-service={categoryHues[category]}>
      <a
        href="/blog"
        lang={tongue}
        className="-my-2 inline-flex min-h-11 items-center gap-2 text-sm font-semibold text-ink-muted hover:text-ink"
      >
        <ArrowLeft size={16} aria-hidden />
        {text.back}
      </a>
      <p lang={tongue} className="mt-6 mb-3 flex flex-wrap items-center gap-x-3 gap-y-1">
        <a href={blogAddress({ category })} className="w-fit rounded-full hover:underline">
          <Badge service={categoryHues[category] ?? "Academics"}>{categoryLabel(category, language)}</Badge>
        </a>
        {language === "en" ? null : <span className="text-sm text-ink-muted">{text.inEnglish}</span>}
      </p>
      <h1 className="text-title">{title}</h1>
      <p className="mt-4 text-lead text-ink-muted">{excerpt}</p>
      <div className="mt-6 flex items-center gap-3 text-[0.9375rem]">
        <Avatar name={author} />
        <div>
          <p className="font-semibold">{author}</p>
          <p lang={tongue} className="text-sm text-ink-muted">
            <time dateTime={published}>{longDateOf(published, language)}</time> · {text.minutes(minutes)}
          </p>
        </div>
      </div>
      <Illustration
        src={articleImage(slug)}
        width={640}
        height={400}
        eager
        className="my-8 aspect-[8/5] h-auto w-full rounded-card border border-line bg-hue-tint object-cover sm:my-10"
      />
    </header>
  )
}

function ArticleTags({ tags }: { tags: string[] }) {
  const text = useTexts(blogTexts)
  const language = useLanguage()
  return (
    <nav aria-label={text.filed} className="mt-10 border-t border-line pt-6" data-no-print>
      <ul className="flex flex-wrap gap-x-5 gap-y-1">
        {tags.map((tag) => (
          <li key={tag}>
            <a
              href={blogAddress({ tag })}
              className="inline-flex min-h-9 items-center text-[0.9375rem] font-medium text-primary-text underline-offset-4 hover:underline"
            >
              {tagLabel(tag, language)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
