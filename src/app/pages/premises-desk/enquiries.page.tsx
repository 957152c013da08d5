import { z } from "zod"
import { ENQUIRY_STATES } from "#contract/premises/codes.ts"
import type { EnquiryEntry, InvoiceSums } from "#contract/premises/desk.ts"
import { AdminPage, adminMeta, adminRequest } from "#features/admin/web/admin-page.tsx"
import { enquiryPath } from "#features/premises/paths.ts"
import { PREMISES_PATH } from "#features/programs/paths.ts"
import { formatPaise } from "#shared/money.ts"
import { Badge } from "#ui/components/badge.tsx"
import { buttonClass } from "#ui/components/button.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { linkClass } from "#ui/components/link-class.ts"
import { MoreLink } from "#ui/components/more-link.tsx"
import { Stat, StatGrid } from "#ui/components/stat.tsx"
import { type Column, DataTable } from "#ui/components/table.tsx"
import { TabLinks } from "#ui/components/tabs.tsx"
import { languageOf } from "#ui/language.ts"
import { Link } from "#ui/link.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { useSaidTime } from "#ui/said-time.ts"
import type { Route } from "./+types/enquiries.page.ts"
import type { PremisesDeskText } from "./desk.text.ts"
import { premisesDeskTexts } from "./desk.texts.ts"

export const handle = { translated: true }

const Query = z.object({
  state: z.enum(ENQUIRY_STATES).catch("new"),
  after: z.string().max(100).optional().catch(undefined),
})

export async function loader(args: Route.LoaderArgs) {
  const page = adminRequest(args)
  const { state, after } = Query.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  const list = await page.api.premisesDesk.list({ state, ...(after && { cursor: after }) })
  return { ...list, state, zone: page.zone }
}

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, premisesDeskTexts[languageOf(matches)].title)
}

/** What organisations asked for, by how far it is. */
export default function EnquiriesPage({ loaderData }: Route.ComponentProps) {
  const { items, next_cursor, state, counts, sums, zone } = loaderData
  const text = useTexts(premisesDeskTexts)
  const said = useSaidTime(zone)
  return (
    <AdminPage
      title={text.title}
      description={text.description}
      actions={
        <a href={PREMISES_PATH} className={buttonClass({ variant: "secondary" })}>
          {text.publicPage}
        </a>
      }
    >
      <TabLinks
        label={text.statesLabel}
        param="state"
        tabs={ENQUIRY_STATES.map((value) => ({
          value,
          label: text.states[value],
          ...((value === "new" || value === "quoted") && { count: counts[value] ?? 0 }),
        }))}
      />
      {sums && sums.total_paise > 0 ? <Statement sums={sums} /> : null}
      <DataTable
        caption={text.states[state]}
        columns={state === "accepted" ? invoiceColumnsIn(text) : columnsIn(text, said)}
        rows={items}
        rowKey={({ id }) => id}
        empty={<EmptyState illustration="no-requests" title={text.none} text={text.noneText} />}
      />
      <MoreLink cursor={next_cursor} />
    </AdminPage>
  )
}

/** What all invoices come to. The figures add up to what is owed less what has to go back. */
function Statement({ sums }: { sums: InvoiceSums }) {
  const { sums: text } = useTexts(premisesDeskTexts)
  const { cancelled_paise, returned_paise, back_paise, owed_paise } = sums
  const figures = [
    [text.total, sums.total_paise, true],
    [text.cancelled, cancelled_paise, cancelled_paise > 0],
    [text.paid, sums.paid_paise, true],
    [text.deducted, sums.deducted_paise, sums.deducted_paise > 0],
    [text.charges, sums.charges_paise, sums.charges_paise > 0],
    [text.returned, returned_paise, returned_paise > 0],
  ] as const
  return (
    <StatGrid label={text.label}>
      {figures
        .filter(([, , isShown]) => isShown)
        .map(([label, paise]) => (
          <Stat key={label} label={label} value={<Amount paise={paise} />} />
        ))}
      <Stat
        label={text.owed}
        value={<Amount paise={owed_paise} />}
        note={back_paise > 0 ? text.back(formatPaise(back_paise)) : null}
      />
    </StatGrid>
  )
}

/** An amount that fits beside five others. */
function Amount({ paise }: { paise: number }) {
  return <span className="text-xl">{formatPaise(paise)}</span>
}

function whoIn(text: PremisesDeskText): Column<EnquiryEntry> {
  return {
    key: "who",
    header: text.columns.who,
    cell: ({ id, organisation, kind }) => (
      <span className="grid gap-0.5">
        <Link to={enquiryPath(id)} className={linkClass}>
          {organisation ?? text.erased}
        </Link>
        <span className="text-sm font-normal text-ink-muted">{text.kinds[kind]}</span>
      </span>
    ),
  }
}

/** Of those that were accepted: what became of each invoice. */
function invoiceColumnsIn(text: PremisesDeskText): Column<EnquiryEntry>[] {
  const { sums } = text
  const amount = (key: "paid_paise" | "deducted_paise", header: string): Column<EnquiryEntry> => ({
    ...{ key, header, align: "end" },
    cell: ({ invoice }) => <span className="tabular-nums">{formatPaise(invoice?.[key] ?? 0)}</span>,
  })
  return [
    whoIn(text),
    {
      ...{ key: "total", header: sums.total, align: "end" },
      cell: ({ invoice }) => (
        <span className="grid justify-items-end gap-0.5">
          <span className="font-semibold tabular-nums">{formatPaise(invoice?.total_paise ?? 0)}</span>
          <span className="text-sm whitespace-nowrap text-ink-muted">{invoice?.number}</span>
        </span>
      ),
    },
    amount("paid_paise", sums.paid),
    amount("deducted_paise", sums.deducted),
    {
      ...{ key: "owed", header: sums.owed, align: "end" },
      cell: ({ invoice, needs_batch }) => (
        <span className="grid justify-items-end gap-1">
          {invoice ? <InvoiceBadges invoice={invoice} /> : null}
          {needs_batch ? <Badge tone="warning">{text.needsBatch}</Badge> : null}
        </span>
      ),
    },
  ]
}

function columnsIn(text: PremisesDeskText, said: (instant: Date) => string): Column<EnquiryEntry>[] {
  const { columns } = text
  return [
    whoIn(text),
    {
      key: "what",
      header: columns.what,
      cell: ({ activity, people }) => (
        <span className="grid gap-0.5">
          <span>{activity}</span>
          <span className="text-sm text-ink-muted">{text.people(people)}</span>
        </span>
      ),
    },
    {
      key: "asked",
      header: columns.asked,
      cell: ({ asked_at }) => <span className="whitespace-nowrap">{said(new Date(asked_at))}</span>,
    },
    { key: "quote", header: columns.quote, align: "end", cell: (entry) => <Standing {...entry} /> },
  ]
}

function Standing({ quote }: EnquiryEntry) {
  const text = useTexts(premisesDeskTexts)
  if (!quote) return <span className="text-ink-muted">{text.noQuote}</span>
  return (
    <span className="grid justify-items-end gap-1">
      <span className="font-semibold tabular-nums">{formatPaise(quote.total_paise)}</span>
      <span className="text-sm whitespace-nowrap text-ink-muted">{quote.number}</span>
      {quote.expired ? <Badge tone="warning">{text.expired}</Badge> : null}
    </span>
  )
}

function InvoiceBadges({ invoice }: { invoice: NonNullable<EnquiryEntry["invoice"]> }) {
  const text = useTexts(premisesDeskTexts)
  const { owed_paise, back_paise, cancelled_paise, waits } = invoice
  return (
    <>
      {waits ? <Badge tone="warning">{text.cancellationWaits}</Badge> : null}
      {cancelled_paise > 0 ? <Badge>{text.cancelled}</Badge> : null}
      {back_paise > 0 ? <Badge tone="warning">{text.goesBack(formatPaise(back_paise))}</Badge> : null}
      {owed_paise > 0 ? <Badge tone="primary">{text.owed(formatPaise(owed_paise))}</Badge> : null}
      {owed_paise === 0 && cancelled_paise === 0 ? <Badge tone="success">{text.paid}</Badge> : null}
    </>
  )
}
