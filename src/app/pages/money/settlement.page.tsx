import type { SettledMovement } from "#contract/settlements.ts"
import { AdminPage, adminMeta, officeRequest } from "#features/admin/web/admin-page.tsx"
import { formatPaise } from "#shared/money.ts"
import { Card } from "#ui/components/card.tsx"
import { linkClass } from "#ui/components/link-class.ts"
import { MoreLink } from "#ui/components/more-link.tsx"
import { Stat, StatGrid } from "#ui/components/stat.tsx"
import { type Column, DataTable } from "#ui/components/table.tsx"
import { languageOf } from "#ui/language.ts"
import { Link } from "#ui/link.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { Section } from "#ui/page.tsx"
import { useSaidTime } from "#ui/said-time.ts"
import { deskOrderPath } from "../order-desk/paths.ts"
import type { Route } from "./+types/settlement.page.ts"
import { SETTLEMENTS_PATH } from "./paths.ts"
import { Arrival, MatchBadge } from "./settlement-states.tsx"
import type { SettlingText } from "./settling.text.ts"
import { settlingTexts } from "./settling.texts.ts"

export const handle = { translated: true }

export async function loader(args: Route.LoaderArgs) {
  const page = officeRequest(args)
  const after = new URL(args.request.url).searchParams.get("after")?.slice(0, 100)
  const settlement_id = args.params.settlementId
  const settlement = await page.api.money.settlement({ settlement_id, ...(after && { cursor: after }) })
  return { ...settlement, zone: page.zone }
}

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, settlingTexts[languageOf(matches)].one.meta)
}

/** One settlement: its figures, what doesn't match the books and why, and what it covers. */
export default function SettlementPage({ loaderData }: Route.ComponentProps) {
  const { utr, reference, settled_at, unexplained, unmatched, items, next_cursor, zone } = loaderData
  const { one: text, settlements } = useTexts(settlingTexts)
  const said = useSaidTime(zone)
  return (
    <AdminPage
      title={utr ? text.title(utr) : text.meta}
      description={`${text.settled(said(new Date(settled_at), "within"))} ${text.reference(reference)}`}
      back={{ to: SETTLEMENTS_PATH, label: settlements.title }}
    >
      <Figures settlement={loaderData} />
      {unexplained.length > 0 ? (
        <Card flush title={text.unmatched(unmatched)} description={text.unmatchedText}>
          <ul className="border-t border-line">
            {unexplained.map((movement) => (
              <Unmatched key={movement.id} movement={movement} />
            ))}
          </ul>
          {unmatched > unexplained.length ? (
            <p className="border-t border-line px-5 py-4 text-ink-muted sm:px-6">{text.more}</p>
          ) : null}
        </Card>
      ) : null}
      <Section title={text.covers}>
        <DataTable
          caption={text.caption}
          columns={columnsIn(text, settlements)}
          rows={items}
          rowKey={({ id }) => id}
          empty={<p className="text-ink-muted">{text.coversNone}</p>}
        />
        <MoreLink cursor={next_cursor} />
      </Section>
    </AdminPage>
  )
}

function Figures({ settlement }: { settlement: Route.ComponentProps["loaderData"] }) {
  const { one, settlements: text } = useTexts(settlingTexts)
  const { payments, refunds, others, fee_paise, tax_paise, net_paise, unmatched } = settlement
  return (
    <StatGrid label={one.figures}>
      <Stat
        label={text.paid}
        value={<Amount paise={payments.paise} />}
        note={text.payments(payments.count)}
      />
      {refunds.count > 0 ? (
        <Stat
          label={text.refunds}
          value={<Amount paise={-refunds.paise} />}
          note={text.refundCount(refunds.count)}
        />
      ) : null}
      {others.count > 0 ? <Stat label={text.others} value={<Amount paise={others.paise} />} /> : null}
      <Stat label={text.fee} value={<Amount paise={-fee_paise} />} />
      <Stat label={text.tax} value={<Amount paise={-tax_paise} />} />
      <Stat
        label={text.net}
        value={<Amount paise={net_paise} />}
        note={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <MatchBadge unmatched={unmatched} />
            <Arrival settlement={settlement} />
          </span>
        }
      />
    </StatGrid>
  )
}

function Amount({ paise }: { paise: number }) {
  return <span className="text-xl sm:text-2xl">{formatPaise(paise)}</span>
}

function Unmatched({ movement }: { movement: SettledMovement }) {
  const text = useTexts(settlingTexts).one
  const { kind, reference, amount_paise, net_paise, booked_paise, why, order_number, course } = movement
  return (
    <li
      className="grid gap-1 border-t border-line px-5 py-4 first:border-t-0 sm:px-6"
      data-movement={reference}
    >
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-semibold">{text.kinds[kind]}</span>
        <span className="font-semibold tabular-nums">
          {formatPaise(kind === "payment" ? amount_paise : net_paise)}
        </span>
      </p>
      <p className="text-[0.9375rem]">
        {why ? text.why[why] : null}{" "}
        {booked_paise === 0 ? null : `${text.inBooks(formatPaise(Math.abs(booked_paise)))}.`}
      </p>
      <p className="text-sm break-all text-ink-muted">
        {order_number ? (
          <Link to={deskOrderPath(order_number)} className={linkClass}>
            {order_number}
          </Link>
        ) : null}{" "}
        {[course, reference].filter(Boolean).join(" · ")}
      </p>
    </li>
  )
}

type Texts = SettlingText

function columnsIn(text: Texts["one"], figures: Texts["settlements"]): Column<SettledMovement>[] {
  return [
    {
      key: "order",
      header: text.order,
      cell: ({ order_number, reference }) =>
        order_number ? (
          <Link to={deskOrderPath(order_number)} className={`${linkClass} whitespace-nowrap`}>
            {order_number}
          </Link>
        ) : (
          <span className="break-all">{reference}</span>
        ),
    },
    {
      key: "what",
      header: text.what,
      cell: ({ kind, course, buyer }) => (
        <span className="grid gap-0.5">
          <span>{[kind === "payment" ? null : text.kinds[kind], course].filter(Boolean).join(": ")}</span>
          <span className="text-sm text-ink-muted">{buyer ?? text.erased}</span>
        </span>
      ),
    },
    {
      key: "amount",
      header: text.amount,
      align: "end",
      cell: ({ kind, amount_paise }) => formatPaise(kind === "refund" ? -amount_paise : amount_paise),
    },
    { key: "fee", header: figures.fee, align: "end", cell: ({ fee_paise }) => formatPaise(fee_paise) },
    { key: "tax", header: figures.tax, align: "end", cell: ({ tax_paise }) => formatPaise(tax_paise) },
    {
      key: "net",
      header: text.net,
      align: "end",
      cell: ({ net_paise }) => <span className="font-semibold">{formatPaise(net_paise)}</span>,
    },
  ]
}
