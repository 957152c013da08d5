import { POINTS_PATH } from "#features/payments/paths.ts"
import { CATALOGUE_PATH, orderPath } from "#features/programs/paths.ts"
import { formatPaise } from "#shared/money.ts"
import { pageRequest, requireViewer } from "#ui/api.ts"
import { ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { MoreLink } from "#ui/components/more-link.tsx"
import { languageOf } from "#ui/language.ts"
import { Link } from "#ui/link.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { Page, PageHeader } from "#ui/page.tsx"
import { useSaidTime } from "#ui/said-time.ts"
import { ownDocument } from "#ui/visitor/own-document.server.ts"
import { checkoutTexts } from "../checkout/checkout.texts.ts"
import type { Route } from "./+types/orders.page.ts"
import { Memberships } from "./memberships.tsx"
import { tellMembership } from "./order.load.ts"
import { OrderBadge } from "./order-badge.tsx"
import { titleOf } from "./order-title.ts"

export const handle = { static: true, own: true, translated: true }

export const middleware = [ownDocument]

export function meta({ matches }: Route.MetaArgs) {
  return [{ title: checkoutTexts[languageOf(matches)].yourOrders }]
}

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const page = context.get(pageRequest)
  requireViewer(page, request)
  const after = url.searchParams.get("after")
  const [{ items, next_cursor }, { memberships }] = await Promise.all([
    page.api.payments.mine(after ? { cursor: after } : {}),
    page.api.payments.needs(),
  ])
  return {
    memberships: memberships.map((one) => tellMembership(page.language, one)),
    ...{ next_cursor, isFirst: !after, zone: page.zone },
    orders: items.map(({ order_number, state, refunds, course, student, price, created_at }) => ({
      ...{ order_number, state, student, created_at },
      refunds: refunds.map(({ reason }) => ({ reason })),
      title: titleOf(page.language, { course, price }),
      total_paise: price.total_paise,
    })),
  }
}

/** Everything that the viewer or their children bought. */
export default function OrdersPage({ loaderData }: Route.ComponentProps) {
  const { orders, next_cursor, isFirst, memberships, zone } = loaderData
  const text = useTexts(checkoutTexts)
  const said = useSaidTime(zone)
  return (
    <Page width="reading">
      <PageHeader
        title={text.yourOrders}
        description={text.yourOrdersText}
        actions={
          <ButtonLink to={POINTS_PATH} variant="secondary">
            {text.points}
          </ButtonLink>
        }
      />
      {isFirst ? <Memberships memberships={memberships} /> : null}
      {orders.length === 0 ? (
        <EmptyState
          illustration="no-requests"
          title={isFirst ? text.noOrders : text.yourOrders}
          text={isFirst ? text.noOrdersText : text.noMoreOrders}
          action={<ButtonLink to={CATALOGUE_PATH}>{text.browse}</ButtonLink>}
        />
      ) : (
        <Card flush>
          <ul>
            {orders.map((order) => (
              <li key={order.order_number} className="border-t border-line first:border-t-0">
                <Link
                  to={orderPath(order.order_number)}
                  className="grid gap-1 px-5 py-4 outline-offset-[-2px] hover:bg-ink/4 sm:px-6"
                >
                  <span className="flex flex-wrap items-baseline justify-between gap-x-4">
                    <span className="font-semibold">{order.title}</span>
                    <span className="font-semibold tabular-nums">{formatPaise(order.total_paise)}</span>
                  </span>
                  <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm text-ink-muted">
                    <span>
                      {order.student ? `${text.forStudent(order.student.first_name)} · ` : ""}
                      {text.ordered(said(new Date(order.created_at), "within"))}
                    </span>
                    <OrderBadge order={order} />
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        </Card>
      )}
      <MoreLink cursor={next_cursor} />
    </Page>
  )
}
