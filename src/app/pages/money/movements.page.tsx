import { z } from "zod"
import { MONEY_WAYS, type MoneyMovement } from "#contract/money.ts"
import { AdminPage, adminMeta, officeRequest } from "#features/admin/web/admin-page.tsx"
import { formatPaise } from "#shared/money.ts"
import { askedMonth, monthName } from "#shared/month.ts"
import { dateInZone } from "#shared/time.ts"
import { Badge } from "#ui/components/badge.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { linkClass } from "#ui/components/link-class.ts"
import { MoreLink } from "#ui/components/more-link.tsx"
import { type Column, DataTable } from "#ui/components/table.tsx"
import { TabLinks } from "#ui/components/tabs.tsx"
import { LANGUAGE_TAGS, languageOf } from "#ui/language.ts"
import { Link } from "#ui/link.tsx"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { useSaidTime } from "#ui/said-time.ts"
import { deskTexts } from "../order-desk/desk.texts.ts"
import { deskOrderPath } from "../order-desk/paths.ts"
import type { Route } from "./+types/movements.page.ts"
import type { MoneyText } from "./money.text.ts"
import { moneyTexts } from "./money.texts.ts"
import { MONEY_PATH } from "./paths.ts"

export const handle = { translated: true }

const Filters = z.object({
  direction: z.enum(["in", "out"]).catch("in").default("in"),
  way: z.enum(MONEY_WAYS).optional().catch(undefined),
  unasked: z.literal("true").optional().catch(undefined),
  after: z.string().max(100).optional().catch(undefined),
})

export async function loader(args: Route.LoaderArgs) {
  const page = officeRequest(args)
  const params = new URL(args.request.url).searchParams
  const { direction, way, unasked, after } = Filters.parse(Object.fromEntries(params))
  const month = askedMonth(params, dateInZone(page.now, page.zone).slice(0, 7))
  const list = await page.api.money.movements({
    ...{ month, direction },
    ...(way && { way }),
    ...(unasked && { unasked }),
    ...(after && { cursor: after }),
  })
  // What a family keeps as credit came in before.
  const ways = MONEY_WAYS.filter((one) => direction === "out" || one !== "credit")
  return { ...list, month, direction, ways, zone: page.zone }
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  const language = languageOf(matches)
  const { movements } = moneyTexts[language]
  const { month, direction } = loaderData
  return adminMeta(matches, movements[direction](monthName(LANGUAGE_TAGS[language], month)))
}

/** What came in or went back in a month, line by line, with the order that each was for. */
export default function MovementsPage({ loaderData }: Route.ComponentProps) {
  const { items, next_cursor, month, direction, ways, zone } = loaderData
  const { title, movements: text } = useTexts(moneyTexts)
  const { one } = useTexts(deskTexts)
  const name = monthName(LANGUAGE_TAGS[useLanguage()], month)
  const said = useSaidTime(zone)
  return (
    <AdminPage
      title={text[direction](name)}
      description={text.description}
      back={{ to: `${MONEY_PATH}?month=${month}`, label: title }}
    >
      <TabLinks
        label={text.way}
        param="way"
        tabs={[{ value: "", label: text.all }, ...ways.map((value) => ({ value, label: text.ways[value] }))]}
      />
      <DataTable
        caption={text[direction](name)}
        columns={columnsIn(text, one.methods, said)}
        rows={items}
        rowKey={({ order_number, invoice, at, amount_paise }) =>
          `${order_number ?? invoice?.number} ${at} ${amount_paise}`
        }
        empty={<EmptyState illustration="no-requests" title={text.none} text={text.noneText} />}
      />
      <MoreLink cursor={next_cursor} />
    </AdminPage>
  )
}

function columnsIn(
  text: MoneyText["movements"],
  methods: Record<string, string>,
  said: (instant: Date) => string,
): Column<MoneyMovement>[] {
  return [
    {
      key: "order",
      header: text.order,
      cell: ({ order_number, invoice, at }) => (
        <span className="grid gap-0.5">
          {order_number ? (
            <Link to={deskOrderPath(order_number)} className={`${linkClass} whitespace-nowrap`}>
              {order_number}
            </Link>
          ) : null}
          {invoice ? (
            <a href={`/bills/${invoice.bill_id}`} className={`${linkClass} whitespace-nowrap`}>
              {invoice.number}
            </a>
          ) : null}
          <span className="text-sm font-normal text-ink-muted">{said(new Date(at))}</span>
        </span>
      ),
    },
    {
      key: "who",
      header: text.who,
      cell: ({ buyer, student }) => (
        <span className="grid gap-0.5">
          <span>{buyer ?? text.erased}</span>
          {student && student.name !== buyer ? (
            <span className="text-sm text-ink-muted">{text.forStudent(student.name)}</span>
          ) : null}
        </span>
      ),
    },
    { key: "what", header: text.what, cell: ({ course }) => course },
    {
      key: "how",
      header: text.how,
      cell: ({ way, method, unasked }) => (
        <span className="grid justify-items-end gap-1 md:justify-items-start">
          <span>{[text.ways[way], methods[method ?? ""]].filter(Boolean).join(", ")}</span>
          {unasked ? <Badge tone="warning">{text.goesBack}</Badge> : null}
        </span>
      ),
    },
    {
      key: "amount",
      header: text.amount,
      align: "end",
      cell: ({ amount_paise }) => <span className="font-semibold">{formatPaise(amount_paise)}</span>,
    },
  ]
}
