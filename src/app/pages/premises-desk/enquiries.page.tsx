import { Link } from "react-router"
import { z } from "zod"
import { ENQUIRY_STATES } from "#contract/premises/codes.ts"
import type { EnquiryEntry } from "#contract/premises/desk.ts"
import { AdminPage, adminMeta, adminRequest } from "#features/admin/web/admin-page.tsx"
import { enquiryPath } from "#features/premises/paths.ts"
import { PREMISES_PATH } from "#features/programs/paths.ts"
import { formatPaise } from "#shared/money.ts"
import { Badge } from "#ui/components/badge.tsx"
import { buttonClass } from "#ui/components/button.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { linkClass } from "#ui/components/link-class.ts"
import { MoreLink } from "#ui/components/more-link.tsx"
import { type Column, DataTable } from "#ui/components/table.tsx"
import { TabLinks } from "#ui/components/tabs.tsx"
import { languageOf } from "#ui/language.ts"
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
  const { items, next_cursor, state, counts, zone } = loaderData
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
      <DataTable
        caption={text.states[state]}
        columns={columnsIn(text, said)}
        rows={items}
        rowKey={({ id }) => id}
        empty={<EmptyState illustration="no-requests" title={text.none} text={text.noneText} />}
      />
      <MoreLink cursor={next_cursor} />
    </AdminPage>
  )
}

function columnsIn(text: PremisesDeskText, said: (instant: Date) => string): Column<EnquiryEntry>[] {
  const { columns } = text
  return [
    {
      key: "who",
      header: columns.who,
      cell: ({ id, organisation, kind }) => (
        <span className="grid gap-0.5">
          <Link to={enquiryPath(id)} className={linkClass}>
            {organisation ?? text.erased}
          </Link>
          <span className="text-sm font-normal text-ink-muted">{text.kinds[kind]}</span>
        </span>
      ),
    },
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

function Standing({ quote, invoice, needs_batch }: EnquiryEntry) {
  const text = useTexts(premisesDeskTexts)
  if (!quote) return <span className="text-ink-muted">{text.noQuote}</span>
  return (
    <span className="grid justify-items-end gap-1">
      <span className="font-semibold tabular-nums">{formatPaise(quote.total_paise)}</span>
      <span className="text-sm whitespace-nowrap text-ink-muted">{quote.number}</span>
      {quote.expired ? <Badge tone="warning">{text.expired}</Badge> : null}
      {needs_batch ? <Badge tone="warning">{text.needsBatch}</Badge> : null}
      {invoice ? <InvoiceBadges invoice={invoice} /> : null}
    </span>
  )
}

function InvoiceBadges({ invoice }: { invoice: NonNullable<EnquiryEntry["invoice"]> }) {
  const text = useTexts(premisesDeskTexts)
  const { owed_paise, back_paise, cancelled, waits } = invoice
  return (
    <>
      {waits ? <Badge tone="warning">{text.cancellationWaits}</Badge> : null}
      {cancelled ? <Badge>{text.cancelled}</Badge> : null}
      {back_paise > 0 ? <Badge tone="warning">{text.goesBack(formatPaise(back_paise))}</Badge> : null}
      {owed_paise > 0 ? <Badge tone="primary">{text.owed(formatPaise(owed_paise))}</Badge> : null}
      {owed_paise === 0 && !cancelled ? <Badge tone="success">{text.paid}</Badge> : null}
    </>
  )
}
