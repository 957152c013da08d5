import type { ShelfItem } from "#contract/shop/desk.ts"
import { AdminPage, adminMeta, adminRequest } from "#features/admin/web/admin-page.tsx"
import { PACKING_PATH, shelfItemPath } from "#features/shop/paths.ts"
import { formatPaise } from "#shared/money.ts"
import { Badge } from "#ui/components/badge.tsx"
import { ButtonLink } from "#ui/components/button.tsx"
import { Illustration } from "#ui/components/illustration.tsx"
import { languageOf } from "#ui/language.ts"
import { Link } from "#ui/link.tsx"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import type { Route } from "./+types/items.page.ts"
import { shopDeskTexts } from "./desk.texts.ts"

export const handle = { translated: true }

export async function loader(args: Route.LoaderArgs) {
  return { items: await adminRequest(args).api.shopDesk.items() }
}

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, shopDeskTexts[languageOf(matches)].itemsTitle)
}

/** What the shop sells, with what is left of each size. */
export default function ItemsPage({ loaderData: { items } }: Route.ComponentProps) {
  const text = useTexts(shopDeskTexts)
  return (
    <AdminPage
      title={text.itemsTitle}
      description={text.itemsDescription}
      back={{ to: PACKING_PATH, label: text.back }}
      actions={<ButtonLink to={shelfItemPath("new")}>{text.addItem}</ButtonLink>}
    >
      <ul className="overflow-hidden rounded-card border border-line bg-surface">
        {items.map((item) => (
          <ItemRow key={item.id} item={item} />
        ))}
      </ul>
    </AdminPage>
  )
}

function ItemRow({ item }: { item: ShelfItem }) {
  const text = useTexts(shopDeskTexts)
  const language = useLanguage()
  const free = item.sizes.reduce((all, size) => all + size.free, 0)
  const held = item.sizes.reduce((all, size) => all + size.held, 0)
  const out = item.sizes.filter((size) => size.free === 0).map(({ label }) => label || text.oneSize)
  return (
    <li className="border-t border-line first:border-t-0">
      <Link
        to={shelfItemPath(item.id)}
        className="grid grid-cols-[5rem_minmax(0,1fr)] items-center gap-4 p-4 outline-offset-[-2px] hover:bg-ink/4 sm:grid-cols-[5rem_minmax(0,1fr)_auto]"
      >
        <Illustration
          src={item.image}
          width={640}
          height={400}
          className="aspect-[8/5] h-auto w-full rounded-md bg-surface-sunken object-cover"
        />
        <span className="grid gap-0.5">
          <span className="font-semibold">{language === "hi" ? item.title_hi : item.title}</span>
          <span className="text-sm text-ink-muted">
            {[
              item.price_paise === null ? text.noPrice : formatPaise(item.price_paise),
              text.free(free),
              held > 0 ? text.held(held) : "",
            ]
              .filter(Boolean)
              .join(" · ")}
          </span>
          {item.offered && out.length > 0 ? (
            <span className="text-sm font-semibold text-danger">{text.soldOutSizes(out.join(", "))}</span>
          ) : null}
        </span>
        <Badge tone={item.offered ? "success" : "neutral"} className="w-fit max-sm:col-start-2">
          {item.offered ? text.onSale : text.notOnSale}
        </Badge>
      </Link>
    </li>
  )
}
