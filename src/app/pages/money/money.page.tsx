import ChevronRight from "lucide-react/icons/chevron-right"
import type { ReactNode } from "react"
import type { Counted, MoneyOverview } from "#contract/money.ts"
import { AdminPage, adminMeta, officeRequest } from "#features/admin/web/admin-page.tsx"
import { MessageCostsCard } from "#features/notifications/web/sms/message-costs.card.tsx"
import { DESK_PATH as PREMISES_DESK } from "#features/premises/paths.ts"
import { topicOfChanges } from "#shared/changes.ts"
import { formatPaise } from "#shared/money.ts"
import { askedMonth, monthName } from "#shared/month.ts"
import { dateInZone } from "#shared/time.ts"
import { daysOfMonth } from "#shared/zone.ts"
import { ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { MonthChoice } from "#ui/components/month-choice.tsx"
import { Stat, StatGrid } from "#ui/components/stat.tsx"
import { LANGUAGE_TAGS, languageOf } from "#ui/language.ts"
import { Link } from "#ui/link.tsx"
import { useLiveTopics } from "#ui/live/live.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { Section } from "#ui/page.tsx"
import { DESK_PATH } from "../order-desk/paths.ts"
import type { Route } from "./+types/money.page.ts"
import { ByDay } from "./by-day.tsx"
import { EndingTable } from "./ending-table.tsx"
import { moneyTexts } from "./money.texts.ts"
import { BANK_PATH, MONEY_PATH, movementsPath, SETTLEMENTS_PATH } from "./paths.ts"
import { settlingTexts } from "./settling.texts.ts"

export const handle = { translated: true }

export async function loader(args: Route.LoaderArgs) {
  const page = officeRequest(args)
  const present = dateInZone(page.now, page.zone).slice(0, 7)
  const month = askedMonth(new URL(args.request.url).searchParams, present)
  const [overview, costs] = await Promise.all([page.api.money.overview({ month }), page.api.sms.costs()])
  return {
    ...{ ...overview, days: daysOfMonth(month), present },
    // Of this month alone, and only once something was sent.
    costs:
      month === costs.month && costs.channels.some(({ sent, unknown }) => sent + unknown > 0) ? costs : null,
    isAdmin: page.viewer?.role === "admin",
  }
}

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, moneyTexts[languageOf(matches)].title)
}

/** What came in and went back in a month, what is missing, and what the office has to do. */
export default function MoneyPage({ loaderData }: Route.ComponentProps) {
  const { month, days, present, ending, costs, isAdmin } = loaderData
  const text = useTexts(moneyTexts)
  const { settlements, bank } = useTexts(settlingTexts)
  useLiveTopics([
    ...topicOfChanges(["upi.claimed"], ["*"]),
    ...topicOfChanges(["refund.asked"], ["*"]),
    ...topicOfChanges(["settlement.read"], ["*"]),
  ])
  return (
    <AdminPage
      title={text.title}
      description={text.description}
      actions={
        <>
          <ButtonLink to={SETTLEMENTS_PATH} variant="secondary">
            {settlements.title}
          </ButtonLink>
          <ButtonLink to={BANK_PATH} variant="secondary">
            {bank.title}
          </ButtonLink>
          <ButtonLink to={`${MONEY_PATH}/export?${new URLSearchParams(days)}`} variant="secondary">
            {text.export.open}
          </ButtonLink>
        </>
      }
    >
      <MonthChoice label={text.month} month={month} present={present} />
      <Figures money={loaderData} />
      <div className="grid items-start gap-6 lg:grid-cols-2 lg:gap-8">
        <div className="grid gap-6 lg:gap-8">
          <ToDo now={loaderData.now} isAdmin={isAdmin} />
          <ByDay month={month} by_day={loaderData.by_day} />
        </div>
        <Ways money={loaderData} />
      </div>
      <Section
        title={text.ending.title(ending.days)}
        description={ending.count > 0 ? text.ending.description : null}
        action={
          ending.count > ending.first.length ? (
            <ButtonLink to={`${MONEY_PATH}/memberships`} variant="secondary" size="sm">
              {text.ending.all(ending.count)}
            </ButtonLink>
          ) : null
        }
      >
        <EndingTable
          memberships={ending.first}
          empty={<p className="text-ink-muted">{text.ending.none(ending.days)}</p>}
        />
      </Section>
      {costs ? <MessageCostsCard costs={costs} hasSettings={isAdmin} /> : null}
    </AdminPage>
  )
}

const sum = (...all: Counted[]): Counted => ({
  paise: all.reduce((paise, one) => paise + one.paise, 0),
  count: all.reduce((count, one) => count + one.count, 0),
})

function Figures({ money: { month, received, refunded, now } }: { money: MoneyOverview }) {
  const text = useTexts(moneyTexts).figures
  const name = monthName(LANGUAGE_TAGS[useLanguage()], month)
  const [came, went] = [sum(received.gateway, received.bank), sum(refunded.gateway, refunded.bank)]
  return (
    <StatGrid label={text.label}>
      <Stat
        label={text.received}
        value={<Amount paise={came.paise} to={movementsPath({ month, direction: "in" })} />}
        note={text.payments(came.count)}
      />
      <Stat
        label={text.refunded}
        value={<Amount paise={went.paise} to={movementsPath({ month, direction: "out" })} />}
        note={text.refunds(went.count)}
      />
      <Stat label={text.left} value={<Amount paise={came.paise - went.paise} />} note={text.inMonth(name)} />
      <Stat
        label={text.unpaid}
        value={<Amount paise={now.unpaid.paise} to={`${DESK_PATH}?state=awaiting`} />}
        note={text.orders(now.unpaid.count)}
      />
    </StatGrid>
  )
}

/** An amount of money, small enough on a phone that lakhs fit beside another one. */
function Amount({ paise, to }: { paise: number; to?: string }) {
  const shown = <span className="text-xl sm:text-3xl">{formatPaise(paise)}</span>
  return to ? (
    <Link
      to={to}
      className="underline decoration-line-strong decoration-1 underline-offset-4 hover:decoration-ink"
    >
      {shown}
    </Link>
  ) : (
    shown
  )
}

function ToDo({ now, isAdmin }: Pick<MoneyOverview, "now"> & { isAdmin: boolean }) {
  const text = useTexts(moneyTexts).todo
  const { transfers, to_approve, to_pay, on_its_way, bank_lines, unmatched_settlements, invoices } = now
  const { cancellations, to_organisations } = now
  const premises = isAdmin ? `${PREMISES_DESK}?state=accepted` : null
  const mine = [transfers, to_approve, to_pay, bank_lines, unmatched_settlements, invoices].concat(
    cancellations,
    to_organisations,
  )
  const isIdle = mine.every(({ count }) => count === 0)
  return (
    <Card flush title={text.title}>
      {isIdle ? <p className="px-5 pb-6 text-ink-muted sm:px-6">{text.nothing}</p> : null}
      <ul className="border-line not-empty:border-t">
        <Line counted={transfers} to="/admin/upi">
          {text.transfers(transfers.count)}
        </Line>
        <Line counted={invoices} to={premises}>
          {text.invoices(invoices.count)}
        </Line>
        <Line counted={cancellations} to={premises}>
          {text.cancellations(cancellations.count)}
        </Line>
        <Line counted={to_organisations} to={premises}>
          {text.toOrganisations(to_organisations.count)}
        </Line>
        <Line counted={to_approve} to={`${DESK_PATH}?state=to-approve`}>
          {text.toApprove(to_approve.count)}
        </Line>
        <Line counted={to_pay} to={`${DESK_PATH}?state=for-staff`}>
          {text.toPay(to_pay.count)}
        </Line>
        <Line counted={bank_lines} to={BANK_PATH}>
          {text.bankLines(bank_lines.count)}
        </Line>
        <Line counted={unmatched_settlements} to={`${SETTLEMENTS_PATH}?which=unmatched`}>
          {text.unmatchedSettlements(unmatched_settlements.count)}
        </Line>
        <Line counted={on_its_way} to={`${DESK_PATH}?state=refund-on-its-way`} note={text.onItsWayNote}>
          {text.onItsWay(on_its_way.count)}
        </Line>
      </ul>
    </Card>
  )
}

interface LineProps {
  counted: Counted
  /** Null where the viewer may not open the list. */
  to: string | null
  note?: string
  children: ReactNode
}

/** What is counted, with its amount, as a link to its list; nothing where there is none. */
function Line({ counted: { paise, count }, to, note, children }: LineProps) {
  if (count === 0) return null
  const shown = (
    <>
      <span className="grid min-w-0 flex-1">
        <span>{children}</span>
        {note ? <span className="text-sm text-ink-muted">{note}</span> : null}
      </span>
      <span className="font-semibold tabular-nums">{formatPaise(paise)}</span>
    </>
  )
  const lineClass = "flex items-center gap-4 px-5 py-4 text-[0.9375rem] sm:px-6"
  return (
    <li className="border-t border-line first:border-t-0">
      {to === null ? (
        <p className={lineClass}>{shown}</p>
      ) : (
        <Link
          to={to}
          className={`${lineClass} transition-colors outline-offset-[-2px] hover:bg-surface-sunken`}
        >
          {shown}
          <ChevronRight size={18} className="shrink-0 text-ink-muted" aria-hidden />
        </Link>
      )}
    </li>
  )
}

function Ways({ money: { month, received, refunded, unasked } }: { money: MoneyOverview }) {
  const text = useTexts(moneyTexts)
  const { payments, refunds } = text.figures
  const came = received.gateway.count + received.bank.count
  const went = refunded.gateway.count + refunded.bank.count + refunded.credit.count
  return (
    <Card flush title={text.ways.in}>
      <ul className="border-t border-line">
        {came === 0 ? <Nothing>{text.ways.nothingIn}</Nothing> : null}
        {(["gateway", "bank"] as const).map((way) => (
          <Line
            key={way}
            counted={received[way]}
            to={movementsPath({ month, direction: "in", way })}
            note={payments(received[way].count)}
          >
            {text.ways.received[way]}
          </Line>
        ))}
        <Line
          counted={unasked}
          to={movementsPath({ month, direction: "in", unasked: true })}
          note={payments(unasked.count)}
        >
          {text.ways.unasked}
        </Line>
      </ul>
      <h3 className="border-t border-line px-5 pt-5 pb-3 font-semibold sm:px-6">{text.ways.out}</h3>
      <ul className="border-t border-line">
        {went === 0 ? <Nothing>{text.ways.nothingOut}</Nothing> : null}
        {(["gateway", "bank", "credit"] as const).map((way) => (
          <Line
            key={way}
            counted={refunded[way]}
            to={movementsPath({ month, direction: "out", way })}
            note={way === "credit" ? text.ways.creditNote : refunds(refunded[way].count)}
          >
            {text.ways.refunded[way]}
          </Line>
        ))}
      </ul>
    </Card>
  )
}

function Nothing({ children }: { children: ReactNode }) {
  return <li className="px-5 py-4 text-ink-muted sm:px-6">{children}</li>
}
