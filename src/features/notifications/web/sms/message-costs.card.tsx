import type { MessageCosts } from "#contract/sms.ts"
import { formatPaise } from "#shared/money.ts"
import { Card } from "#ui/components/card.tsx"
import { type Column, DataTable } from "#ui/components/table.tsx"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { Link } from "#ui/link.tsx"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { smsTexts } from "./sms.texts.ts"

type Row = MessageCosts["channels"][number]

/** What this month's messages cost by channel, as far as prices were entered, which those do who have settings. */
export function MessageCostsCard({ costs, hasSettings }: { costs: MessageCosts; hasSettings: boolean }) {
  const text = useTexts(smsTexts).costs
  const tag = LANGUAGE_TAGS[useLanguage()]
  const month = new Date(`${costs.month}-01T00:00:00Z`)
  const said = new Intl.DateTimeFormat(tag, { month: "long", year: "numeric", timeZone: "UTC" }).format(month)
  const columns: Column<Row>[] = [
    { key: "channel", header: text.channel, cell: ({ channel }) => text.channels[channel] },
    {
      key: "sent",
      header: text.sent,
      cell: ({ sent, unknown }) => (unknown > 0 ? `${sent} ${text.unknown(unknown)}` : sent),
    },
    {
      key: "price",
      header: text.price,
      cell: ({ price_paise }) => (price_paise === null ? text.noPrice : formatPaise(price_paise)),
    },
    {
      key: "cost",
      header: text.cost,
      cell: ({ cost_paise }) => (cost_paise === null ? "–" : formatPaise(cost_paise)),
    },
  ]
  return (
    <Card title={text.title(said)} description={text.total(formatPaise(costs.total_paise))}>
      <DataTable
        caption={text.title(said)}
        columns={columns}
        rows={costs.channels}
        rowKey={({ channel }) => channel}
      />
      <p className="mt-4 text-sm text-ink-muted">
        {text.note}{" "}
        {hasSettings ? (
          <Link to="/admin/settings" className="font-semibold text-primary-text underline underline-offset-4">
            {text.settings}
          </Link>
        ) : null}
      </p>
    </Card>
  )
}
