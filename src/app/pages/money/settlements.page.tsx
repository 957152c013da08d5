import { Form, useNavigation } from "react-router"
import { z } from "zod"
import { SETTLEMENT_LISTS, type Settlement } from "#contract/settlements.ts"
import { AdminPage, adminMeta, officeRequest } from "#features/admin/web/admin-page.tsx"
import { topicOfChanges } from "#shared/changes.ts"
import { formatPaise } from "#shared/money.ts"
import { dateInZone } from "#shared/time.ts"
import { serveButton } from "#ui/api.ts"
import { Button } from "#ui/components/button.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { linkClass } from "#ui/components/link-class.ts"
import { MoreLink } from "#ui/components/more-link.tsx"
import { type Column, DataTable } from "#ui/components/table.tsx"
import { TabLinks } from "#ui/components/tabs.tsx"
import { languageOf } from "#ui/language.ts"
import { Link } from "#ui/link.tsx"
import { useLiveTopics } from "#ui/live/live.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { useSaidDate, useSaidTime } from "#ui/said-time.ts"
import type { Route } from "./+types/settlements.page.ts"
import { moneyTexts } from "./money.texts.ts"
import { MONEY_PATH, settlementPath } from "./paths.ts"
import { Arrival, MatchBadge } from "./settlement-states.tsx"
import type { SettlingText } from "./settling.text.ts"
import { settlingTexts } from "./settling.texts.ts"

export const handle = { translated: true }

const Filters = z.object({
  which: z.enum(SETTLEMENT_LISTS).optional().catch(undefined),
  after: z.string().max(100).optional().catch(undefined),
})

export async function loader(args: Route.LoaderArgs) {
  const page = officeRequest(args)
  const { which, after } = Filters.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  const list = await page.api.money.settlements({ ...(which && { which }), ...(after && { cursor: after }) })
  return { ...list, which, choices: SETTLEMENT_LISTS, zone: page.zone }
}

export async function action(args: Route.ActionArgs) {
  officeRequest(args)
  return serveButton(args, async ({ api, language }) => {
    await api.money.askSettlements()
    const text = settlingTexts[language].settlements
    return { tone: "info", title: text.asking, description: text.askingText }
  })
}

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, settlingTexts[languageOf(matches)].settlements.title)
}

/** What the payment provider paid to the bank, whether the books agree, and whether the bank has it. */
export default function SettlementsPage({ loaderData, actionData }: Route.ComponentProps) {
  const { items, next_cursor, has_provider, asked_at, which, choices, zone } = loaderData
  const text = useTexts(settlingTexts).settlements
  const { title } = useTexts(moneyTexts)
  const said = useSaidTime(zone)
  const saidDate = useSaidDate()
  const busy = useNavigation().formMethod === "POST"
  useLiveTopics(topicOfChanges(["settlement.read"], ["*"]))
  const { lists } = text
  const isOff = !has_provider && items.length === 0 && which === undefined
  return (
    <AdminPage
      title={text.title}
      description={[text.description, asked_at ? text.asked(said(new Date(asked_at), "within")) : ""]
        .join(" ")
        .trim()}
      back={{ to: MONEY_PATH, label: title }}
      flash={actionData?.toast}
      actions={
        has_provider ? (
          <Form method="post">
            <Button type="submit" variant="secondary" busy={busy} busyLabel={text.asking}>
              {text.ask}
            </Button>
          </Form>
        ) : null
      }
    >
      {isOff ? (
        <EmptyState illustration="no-requests" title={text.noProvider} text={text.noProviderText} />
      ) : (
        <>
          <TabLinks
            label={lists.label}
            param="which"
            tabs={[
              { value: "", label: lists.all },
              ...choices.map((value) => ({ value, label: lists[value] })),
            ]}
          />
          <DataTable
            caption={text.caption}
            columns={columnsIn(text, (instant) => saidDate(dateInZone(instant, zone)))}
            rows={items}
            rowKey={({ id }) => id}
            empty={<Nothing which={which} />}
          />
          <MoreLink cursor={next_cursor} />
        </>
      )}
    </AdminPage>
  )
}

function Nothing({ which }: { which: (typeof SETTLEMENT_LISTS)[number] | undefined }) {
  const text = useTexts(settlingTexts).settlements
  if (which === undefined)
    return <EmptyState illustration="no-requests" title={text.none} text={text.noneText} />
  const title = which === "unmatched" ? text.noneUnmatched : text.noneAwaited
  return <EmptyState illustration="no-requests" title={title} />
}

type Text = SettlingText["settlements"]

function columnsIn(text: Text, said: (instant: Date) => string): Column<Settlement>[] {
  return [
    {
      key: "settlement",
      header: text.settlement,
      cell: ({ id, utr, settled_at }) => (
        <span className="grid gap-0.5">
          <Link to={settlementPath(id)} className={`${linkClass} break-all`}>
            {utr ?? text.noUtr}
          </Link>
          <span className="text-sm font-normal text-ink-muted">{said(new Date(settled_at))}</span>
        </span>
      ),
    },
    {
      key: "paid",
      header: text.paid,
      align: "end",
      cell: ({ payments, refunds, others }) => (
        <span className="grid justify-items-end gap-0.5">
          <span>{formatPaise(payments.paise)}</span>
          <span className="text-sm text-ink-muted">{text.payments(payments.count)}</span>
          {refunds.count > 0 ? (
            <span className="text-sm text-ink-muted">
              {text.refunds} {formatPaise(-refunds.paise)}
            </span>
          ) : null}
          {others.count > 0 ? (
            <span className="text-sm text-ink-muted">
              {text.others} {formatPaise(others.paise)}
            </span>
          ) : null}
        </span>
      ),
    },
    { key: "fee", header: text.fee, align: "end", cell: ({ fee_paise }) => formatPaise(fee_paise) },
    { key: "tax", header: text.tax, align: "end", cell: ({ tax_paise }) => formatPaise(tax_paise) },
    {
      key: "net",
      header: text.net,
      align: "end",
      cell: ({ net_paise }) => <span className="font-semibold">{formatPaise(net_paise)}</span>,
    },
    { key: "matches", header: text.matches, cell: ({ unmatched }) => <MatchBadge unmatched={unmatched} /> },
    { key: "bank", header: text.bank, cell: (settlement) => <Arrival settlement={settlement} /> },
  ]
}
