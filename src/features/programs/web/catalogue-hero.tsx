import { Link } from "react-router"
import { cx } from "#ui/cx.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { gutter } from "#ui/page.tsx"
import { catalogueTexts } from "./catalogue.texts.ts"
import { addressOf, type Filters, noFilters } from "./catalogue-address.ts"

interface CatalogueHeroProps {
  filters: Filters
  quickFilters: readonly { label: string; service: string }[]
}

/** The screen's heading, with the five quick filters; the active one leads back to all services. */
export function CatalogueHero({ filters, quickFilters }: CatalogueHeroProps) {
  const text = useTexts(catalogueTexts)
  return (
    <section className="relative isolate overflow-hidden border-b border-line">
      <div aria-hidden className="ruled ruled-fade absolute inset-y-0 right-0 left-1/3 -z-10 max-lg:hidden" />
      <div className={cx(gutter, "grid max-w-7xl gap-4 pt-10 pb-8 sm:pt-14 sm:pb-10")}>
        <h1 className="max-w-3xl text-title">{text.title}</h1>
        <p className="max-w-2xl text-lead text-ink-muted">{text.lead}</p>
        <nav aria-label={text.quickFilters} className="mt-2">
          <ul className="flex flex-wrap gap-2">
            {quickFilters.map(({ label, service }) => {
              const active = filters.service === service
              return (
                <li key={service} data-service={service}>
                  <Link
                    to={addressOf({ ...filters, service: active ? noFilters.service : service })}
                    preventScrollReset
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
