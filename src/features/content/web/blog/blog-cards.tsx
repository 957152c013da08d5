import lists from "#content/option-lists.json" with { type: "json" }
import { Badge } from "#ui/components/badge.tsx"
import { Illustration } from "#ui/components/illustration.tsx"
import { cx } from "#ui/cx.ts"
import { LANGUAGE_TAGS, type Language } from "#ui/language.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { categoryHues } from "./blog.text.ts"
import { blogTexts } from "./blog.texts.ts"
import { type ArticleCard, longDateOf } from "./blog-listing.ts"

export function categoryLabel(category: string, language: Language = "en"): string {
  const known = lists.blogCategories.find(({ value }) => value === category)
  return (language === "hi" ? known?.hi : known?.label) ?? category
}

/** Returns the address of an article's picture. */
export function articleImage(slug: string): string {
  return `/images/blog/${slug}.svg`
}

interface BlogCardProps {
  article: ArticleCard
  /** The first featured one: text beside a large picture. */
  large?: boolean
  eager?: boolean
  level?: 2 | 3
}

/** An article in a grid. The heading is its link, stretched over the whole card. */
export function BlogCard({ article, large, eager, level = 3 }: BlogCardProps) {
  const text = useTexts(blogTexts)
  const language = useLanguage()
  const { slug, title, excerpt, category, author, published, minutes } = article
  const Heading = level === 2 ? "h2" : "h3"
  return (
    <article
      id={slug}
      data-service={categoryHues[category]}
      className={cx(
        "group relative flex h-full flex-col overflow-hidden rounded-card border border-line bg-surface transition-colors hover:border-hue",
        large && "lg:grid lg:grid-cols-[1.15fr_1fr]",
      )}
    >
      <Illustration
        src={articleImage(slug)}
        width={640}
        height={400}
        eager={eager ?? false}
        className={cx(
          "aspect-[8/5] h-auto w-full bg-hue-tint object-cover",
          large && "lg:aspect-auto lg:h-full",
        )}
      />
      <div className={cx("flex flex-1 flex-col gap-3 p-5", large && "sm:p-7 lg:justify-center lg:p-9")}>
        <Badge service={categoryHues[category] ?? "Academics"}>{categoryLabel(category, language)}</Badge>
        <Heading
          className={cx(
            "font-semibold",
            large ? "text-heading sm:text-3xl sm:leading-tight" : "text-lg leading-snug tracking-tight",
          )}
        >
          <a
            href={`/blog/${slug}`}
            lang={LANGUAGE_TAGS.en}
            className="after:absolute after:inset-0 after:rounded-card group-hover:underline group-hover:decoration-1 group-hover:underline-offset-4 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
          >
            {title}
          </a>
        </Heading>
        <p
          lang={LANGUAGE_TAGS.en}
          className={cx("text-ink-muted", large ? "text-lead" : "line-clamp-3 text-[0.9375rem]")}
        >
          {excerpt}
        </p>
        <p className={cx("text-sm text-ink-muted", large ? "pt-2" : "mt-auto pt-2")}>
          {author} · <time dateTime={published}>{longDateOf(published, language)}</time> ·{" "}
          <span className="whitespace-nowrap">{text.minutes(minutes)}</span>
        </p>
      </div>
    </article>
  )
}
