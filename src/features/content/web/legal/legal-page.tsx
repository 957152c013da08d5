import { cx } from "#ui/cx.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { gutter } from "#ui/page.tsx"
import { longDateOf } from "../blog/blog-listing.ts"

interface LegalPageProps {
  title: string
  /** The day of the last revision, YYYY-MM-DD. */
  updated: string
  html: string
  headings: { id: string; text: string }[]
}

const texts = {
  en: { updated: "Last updated", contents: "On this page" },
  hi: { updated: "आख़िरी बदलाव", contents: "इस पेज पर" },
}

/** A legal text with its table of contents beside it, folded on a phone. */
export function LegalPage({ title, updated, html, headings }: LegalPageProps) {
  const words = useTexts(texts)
  const language = useLanguage()
  return (
    <div className={cx(gutter, "max-w-7xl py-10 sm:py-16")}>
      <header className="grid gap-3 border-b border-line pb-8 sm:pb-10">
        <h1 className="text-title">{title}</h1>
        <p className="text-ink-muted">
          {words.updated} <time dateTime={updated}>{longDateOf(updated, language)}</time>
        </p>
      </header>
      <div className="mt-8 grid gap-8 lg:mt-12 lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-16">
        <details className="group rounded-card border border-line bg-surface lg:hidden" data-no-print>
          <summary className="flex min-h-12 items-center justify-between px-4 font-semibold">
            {words.contents}
            <span aria-hidden className="transition-transform group-open:rotate-45">
              +
            </span>
          </summary>
          <Contents headings={headings} className="border-t border-line px-4 py-2" />
        </details>
        <div className="max-lg:hidden" data-no-print>
          <div className="sticky top-24">
            <p className="mb-2 text-sm font-semibold text-ink-muted">{words.contents}</p>
            <Contents headings={headings} className="border-l border-line pl-4" />
          </div>
        </div>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, rendered from Markdown without HTML */}
        <article className="prose" dangerouslySetInnerHTML={{ __html: html }} />
      </div>
    </div>
  )
}

function Contents({ headings, className }: Pick<LegalPageProps, "headings"> & { className: string }) {
  const words = useTexts(texts)
  return (
    <nav aria-label={words.contents}>
      <ul className={className}>
        {headings.map(({ id, text }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="flex min-h-9 items-center py-1 text-[0.9375rem] leading-snug text-ink-muted underline-offset-4 hover:text-ink hover:underline"
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
