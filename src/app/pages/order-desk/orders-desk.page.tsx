import { z } from "zod"
import { DESK_STATES, type OrderEntry } from "#contract/orders.ts"
import { ORDER_STATES } from "#contract/payments/order.ts"
import { AdminPage, adminMeta, officeRequest } from "#features/admin/web/admin-page.tsx"
import { formatPaise } from "#shared/money.ts"
import { Badge } from "#ui/components/badge.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { MoreLink } from "#ui/components/more-link.tsx"
import { type Column, DataTable } from "#ui/components/table.tsx"
import { Field, SelectInput } from "#ui/forms/field.tsx"
import { SearchForm } from "#ui/forms/search-form.tsx"
import { languageOf } from "#ui/language.ts"
import { Link } from "#ui/link.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { useSaidTime } from "#ui/said-time.ts"
import type { CheckoutText } from "../checkout/checkout.text.ts"
import { checkoutTexts } from "../checkout/checkout.texts.ts"
import { TONES } from "../orders/order-tones.ts"
import type { Route } from "./+types/orders-desk.page.ts"
import type { DeskText } from "./desk.text.ts"
import { deskTexts } from "./desk.texts.ts"
import { deskOrderPath } from "./paths.ts"

export const handle = { translated: true }

const Filters = z.object({
  q: z.string().max(100).catch("").default(""),
  state: z
    .enum([...ORDER_STATES, ...DESK_STATES])
    .optional()
    .catch(undefined),
  after: z.string().max(100).optional().catch(undefined),
})

export async function loader(args: Route.LoaderArgs) {
  const page = officeRequest(args)
  const { q, state, after } = Filters.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  const list = await page.api.orders.list({ q, ...(state && { state }), ...(after && { cursor: after }) })
  const states = { desk: DESK_STATES, order: ORDER_STATES }
  return { ...list, q, state: state ?? "", states, zone: page.zone }
}

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, deskTexts[languageOf(matches)].title)
}

/** Every order, with who paid, for whom, and what was refunded. */
export default function OrdersDeskPage({ loaderData }: Route.ComponentProps) {
  const { items, next_cursor, q, state, states, zone } = loaderData
  const text = useTexts(deskTexts)
  const shared = useTexts(checkoutTexts)
  const said = useSaidTime(zone)
  return (
    <AdminPage title={text.title} description={text.description}>
      <SearchForm search={{ label: text.search, value: q, hint: text.searchHint }} submit={text.show}>
        <Field label={text.state}>
          <SelectInput
            name="state"
            defaultValue={state}
            placeholder={text.all}
            options={[
              ...states.desk.map((value) => ({ value, label: text.deskStates[value] })),
              ...states.order.map((value) => ({ value, label: shared.states[value] })),
            ]}
          />
        </Field>
      </SearchForm>
      <DataTable
        caption={text.title}
        columns={columnsIn(text, shared, said)}
        rows={items}
        rowKey={(order) => order.order_number}
        empty={
          q || state ? (
            <EmptyState illustration="no-requests" title={text.none} text={text.noneText} />
          ) : (
            <EmptyState illustration="no-requests" title={text.noneYet} text={text.noneYetText} />
          )
        }
      />
      <MoreLink cursor={next_cursor} />
    </AdminPage>
  )
}

function columnsIn(
  text: DeskText,
  shared: CheckoutText,
  said: (instant: Date) => string,
): Column<OrderEntry>[] {
  const { columns } = text
  return [
    {
      key: "order",
      header: columns.order,
      cell: ({ order_number, created_at }) => (
        <span className="grid gap-0.5">
          <Link
            to={deskOrderPath(order_number)}
            className="whitespace-nowrap underline-offset-4 hover:underline"
          >
            {order_number}
          </Link>
          <span className="text-sm font-normal text-ink-muted">{said(new Date(created_at))}</span>
        </span>
      ),
    },
    { key: "what", header: columns.what, cell: ({ course }) => course },
    {
      key: "who",
      header: columns.who,
      cell: ({ buyer, student }) => (
        <span className="grid gap-0.5">
          <span>{buyer?.name ?? text.erased}</span>
          {student && student.student_id !== buyer?.id ? (
            <span className="text-sm text-ink-muted">{text.forStudent(student.name)}</span>
          ) : null}
        </span>
      ),
    },
    {
      key: "amount",
      header: columns.amount,
      align: "end",
      cell: ({ total_paise, refunded_paise }) => (
        <span className="grid gap-0.5 tabular-nums">
          <span className="font-semibold">{formatPaise(total_paise)}</span>
          {refunded_paise > 0 ? (
            <span className="text-sm text-ink-muted">{text.paidBack(formatPaise(refunded_paise))}</span>
          ) : null}
        </span>
      ),
    },
    {
      key: "state",
      header: columns.state,
      cell: ({ state }) => <Badge tone={TONES[state]}>{shared.states[state]}</Badge>,
    },
  ]
}
