import { cx } from "#ui/cx.ts"
import { Link } from "#ui/link.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { gutter } from "#ui/page.tsx"
import { addressOf, type Filters, noFilters } from "./catalogue-address.ts"
import { catalogueTexts } from "./texts/catalogue.texts.ts"

interface CatalogueHeroProps {
  filters: Filters
  quickFilters: readonly { label: string; service: string }[]
}

/** The screen's heading, with the five quick filters. The active one links back to all services. */
export function CatalogueHero({ filters, quickFilters }: CatalogueHeroProps) {
  const text = useTexts(catalogueTexts)
  return (
    <section className="relative isolate overflow-hidden border-b border-line">
      <div aria-hidden className="ruled ruled-fade absolute inset-y-0 right-0 left-1/3 -z-10 max-lg:hidden" />
      <div className={cx(gutter, "grid max-w-7xl gap-3 pt-5 pb-4 sm:gap-4 sm:pt-14 sm:pb-10")}>
        <h1 className="max-w-3xl text-title max-sm:text-heading max-sm:font-semibold">{text.title}</h1>
        {/* On a phone the programs come first. */}
        <p className="max-w-2xl text-lead text-ink-muted max-sm:hidden">{text.lead}</p>
        <nav aria-label={text.quickFilters} className="min-w-0 sm:mt-2">
          {/* On a phone, one row that scrolls sideways. */}
          <ul className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] sm:mx-0 sm:flex-wrap sm:px-0">
            {quickFilters.map(({ label, service }) => {
              const active = filters.service === service
              return (
                <li key={service} data-service={service} className="shrink-0">
                  <Link
                    to={addressOf({ ...filters, service: active ? noFilters.service : service })}
                    aria-current={active ? "true" : undefined}
                    className="inline-flex min-h-11 items-center gap-2 rounded-full border border-line-strong/60 bg-surface px-4 text-[0.9375rem] font-semibold transition-colors hover:border-hue aria-[current]:border-hue aria-[current]:bg-hue-tint aria-[current]:text-hue-ink"
                  >
                    <span aria-hidden className="size-2.5 rounded-full bg-hue" />
                    {label}
                  </Link>
                </li>
              )
            })}
          </ul>
        </nav>
      </div>
    </section>
  )
}
