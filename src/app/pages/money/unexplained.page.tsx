import type { SubmissionResult } from "@conform-to/react"
import { data } from "react-router"
import { z } from "zod"
import { ASIDE_REASONS, type BankLine, type Payout } from "#contract/bank.ts"
import { Id } from "#contract/base.ts"
import { AdminPage, adminMeta, officeRequest, pressed } from "#features/admin/web/admin-page.tsx"
import { formatPaise } from "#shared/money.ts"
import { redirectWithToast, serveForm } from "#ui/api.ts"
import { ButtonLink } from "#ui/components/button.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { MoreLink } from "#ui/components/more-link.tsx"
import { TabLinks } from "#ui/components/tabs.tsx"
import { languageOf } from "#ui/language.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import type { Route } from "./+types/unexplained.page.ts"
import { DecidedLines } from "./decided-lines.tsx"
import { LineCard } from "./line-card.tsx"
import { moneyTexts } from "./money.texts.ts"
import { BANK_PATH, MONEY_PATH } from "./paths.ts"
import type { SettlingText } from "./settling.text.ts"
import { settlingTexts } from "./settling.texts.ts"

export const handle = { translated: true }

const Filters = z.object({
  tab: z.enum(["decided"]).optional().catch(undefined),
  after: z.string().max(100).optional().catch(undefined),
})

/** How many lines are shown at once: each has forms of its own. */
const SHOWN = 20

export async function loader(args: Route.LoaderArgs) {
  const page = officeRequest(args)
  const { tab, after } = Filters.parse(Object.fromEntries(new URL(args.request.url).searchParams))
  const cursor = after && { cursor: after }
  const list = await page.api.bank.lines({ limit: SHOWN, ...(tab && { decided: "true" }), ...cursor })
  return { ...list, decided: tab === "decided", zone: page.zone }
}

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, settlingTexts[languageOf(matches)].bank.title)
}

const ToOrder = z.object({
  line_id: Id,
  order_number: z.string("Enter the order's number").trim().min(1, "Enter the order's number").max(40),
})
const ToSettlement = z.object({ line_id: Id, settlement_id: z.uuid("Choose a settlement") })
const Aside = z.object({
  line_id: Id,
  reason: z.enum(ASIDE_REASONS, "Choose a reason"),
  note: z.string().trim().max(300, "At most 300 characters").optional(),
})

export async function action(args: Route.ActionArgs) {
  const page = officeRequest(args)
  const text = settlingTexts[page.language].bank
  const intent = await pressed(args.request)
  const line_id = String((await args.request.clone().formData()).get("line_id") ?? "")
  const reply = await serve(args, intent, text)
  return reply instanceof Response ? reply : data({ ...reply.data, intent, line_id }, reply.init ?? {})
}

function serve(args: Route.ActionArgs, intent: string, text: SettlingText["bank"]) {
  if (intent === "order")
    return serveForm(args, ToOrder, async (input, { api }) => {
      const { outcome } = await api.bank.matchLine(input)
      return redirectWithToast(
        BANK_PATH,
        outcome === "paid"
          ? { tone: "success", title: text.matched }
          : { tone: "info", title: text.owed, description: text.owedText },
      )
    })
  if (intent === "settlement")
    return serveForm(args, ToSettlement, async (input, { api }) => {
      await api.bank.matchSettlement(input)
      return redirectWithToast(BANK_PATH, { tone: "success", title: text.isSettlement })
    })
  if (intent === "aside")
    return serveForm(args, Aside, async (input, { api }) => {
      await api.bank.setAside(input)
      return redirectWithToast(BANK_PATH, { tone: "info", title: text.aside })
    })
  return serveForm(args, z.object({ line_id: Id }), async ({ line_id }, { api }) => {
    await api.bank.reopen({ line_id })
    return redirectWithToast(BANK_PATH, { tone: "info", title: text.reopened })
  })
}

/** Money on the bank's statements that no order explains, until somebody says what it is. */
export default function UnexplainedPage({ loaderData, actionData }: Route.ComponentProps) {
  const { items, next_cursor, open, payouts, decided, zone } = loaderData
  const text = useTexts(settlingTexts).bank
  const { title } = useTexts(moneyTexts)
  const { tabs } = text
  return (
    <AdminPage
      title={text.title}
      description={
        open.count > 0
          ? `${text.description} ${text.total(open.count, formatPaise(open.paise))}`
          : text.description
      }
      back={{ to: MONEY_PATH, label: title }}
      flash={actionData?.toast}
      actions={
        <ButtonLink to="/admin/upi/statement" variant="secondary">
          {text.import}
        </ButtonLink>
      }
    >
      <TabLinks
        label={tabs.label}
        tabs={[
          { value: "", label: tabs.open, count: open.count },
          { value: "decided", label: tabs.decided },
        ]}
      />
      {decided ? (
        <DecidedLines lines={items} zone={zone} />
      ) : (
        <OpenLines
          lines={items}
          payouts={payouts}
          zone={zone}
          resultOf={(intent, id) =>
            actionData?.intent === intent && actionData.line_id === id ? actionData.form : null
          }
        />
      )}
      <MoreLink cursor={next_cursor} />
    </AdminPage>
  )
}

interface OpenLinesProps {
  lines: BankLine[]
  payouts: Payout[]
  zone: string
  /** The result of the form that was sent last, for its own line. */
  resultOf: (intent: string, lineId: string) => SubmissionResult | null
}

function OpenLines({ lines, payouts, zone, resultOf }: OpenLinesProps) {
  const text = useTexts(settlingTexts).bank
  if (lines.length === 0)
    return <EmptyState illustration="no-requests" title={text.none} text={text.noneText} />
  return (
    <ul className="grid gap-4">
      {lines.map((line) => (
        <LineCard
          key={line.id}
          line={line}
          payouts={payouts.filter(({ net_paise }) => net_paise === line.amount_paise)}
          zone={zone}
          resultOf={(intent) => resultOf(intent, line.id)}
        />
      ))}
    </ul>
  )
}
