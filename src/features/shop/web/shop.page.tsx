import ShoppingBasket from "lucide-react/icons/shopping-basket"
import type { ShopItem } from "#contract/shop/goods.ts"
import { isFamily } from "#shared/roles.ts"
import { pageRequest } from "#ui/api.ts"
import { brandOf } from "#ui/brand.ts"
import { ButtonLink } from "#ui/components/button.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { Illustration } from "#ui/components/illustration.tsx"
import { Price } from "#ui/components/price.tsx"
import { cx } from "#ui/cx.ts"
import { languageOf } from "#ui/language.ts"
import { Link } from "#ui/link.tsx"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { gutter, Page, Section } from "#ui/page.tsx"
import { ownDocument } from "#ui/visitor/own-document.server.ts"
import { BASKET_PATH, itemPath } from "../paths.ts"
import type { Route } from "./+types/shop.page.ts"
import { shopTexts } from "./shop.texts.ts"
import { WaysList } from "./ways.tsx"

export const handle = { static: true, own: true, translated: true }

export const middleware = [ownDocument]

export async function loader({ context }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  // What is left of a size must be true.
  page.keepSeconds = 0
  return {
    ...(await page.api.shop.items()),
    zone: page.zone,
    buys: isFamily(page.viewer?.role),
  }
}

export function meta({ matches }: Route.MetaArgs) {
  const text = shopTexts[languageOf(matches)]
  const { name } = brandOf(matches)
  const title = `${text.title} · ${name}`
  return [
    { title },
    { name: "description", content: text.meta(name) },
    { property: "og:title", content: title },
    { property: "og:description", content: text.meta(name) },
    { property: "og:type", content: "website" },
  ]
}

/** What the academy sells beside its programs. */
export default function ShopPage({ loaderData: { open, items, ways, zone, buys } }: Route.ComponentProps) {
  const text = useTexts(shopTexts)
  return (
    <>
      <header className="border-b border-line in-data-[frame=work]:border-b-0">
        <div
          className={cx(
            gutter,
            "flex max-w-7xl flex-wrap items-end justify-between gap-6 py-10 sm:py-16 in-data-[frame=work]:py-6",
          )}
        >
          <div className="grid gap-4">
            <h1 className="max-w-3xl text-display in-data-[frame=work]:text-title">
              {text.heading[0]} <span className="marked">{text.heading[1]}</span>
            </h1>
            <p className="max-w-2xl text-lead text-ink-muted">{text.lead}</p>
          </div>
          {buys && open ? (
            <ButtonLink to={BASKET_PATH} variant="secondary">
              <ShoppingBasket size={18} aria-hidden />
              {text.basket}
            </ButtonLink>
          ) : null}
        </div>
      </header>
      <Page className="lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-x-12">
        {items.length > 0 ? (
          <ul className="grid content-start gap-4 sm:grid-cols-2">
            {items.map((item, at) => (
              <li key={item.id}>
                <ItemCard item={item} eager={at < 2} />
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState
            illustration="empty-basket"
            title={open ? text.nothing : text.closed}
            text={open ? text.nothingText : text.closedText}
            action={
              <ButtonLink to="/about-learning-kit" reloadDocument>
                {text.toKits}
              </ButtonLink>
            }
          />
        )}
        {open ? (
          <aside>
            <Section title={text.how}>
              <WaysList ways={ways} zone={zone} />
            </Section>
          </aside>
        ) : null}
      </Page>
    </>
  )
}

function ItemCard({ item, eager }: { item: ShopItem; eager: boolean }) {
  const text = useTexts(shopTexts)
  const language = useLanguage()
  const isOut = item.sizes.every(({ left }) => left === 0)
  const someOut = item.sizes.some(({ left }) => left === 0)
  return (
    <article className="group relative flex h-full min-w-0 flex-col overflow-hidden rounded-card border border-line bg-surface transition-colors hover:border-primary">
      <Illustration
        src={item.image}
        width={640}
        height={400}
        eager={eager}
        className="aspect-[8/5] h-auto w-full bg-surface-sunken object-cover"
      />
      <div className="flex flex-1 flex-col gap-2 p-4 sm:p-5">
        <h2 className="text-lg leading-snug font-semibold tracking-tight">
          <Link
            to={itemPath(item.slug)}
            className="after:absolute after:inset-0 after:rounded-card focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
          >
            {item.title[language]}
          </Link>
        </h2>
        <p className="text-[0.9375rem] text-ink-muted">{item.summary[language]}</p>
        <p className="mt-auto flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 border-t border-line pt-3">
          <Price paise={item.price_paise} note={text.taxIncluded} className="text-lg" />
          {isOut || someOut ? (
            <span className="text-sm font-semibold text-ink-muted">
              {isOut ? text.soldOut : text.someSoldOut}
            </span>
          ) : null}
        </p>
      </div>
    </article>
  )
}
