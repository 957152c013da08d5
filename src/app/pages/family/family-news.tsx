import type { ReactNode } from "react"
import type { Family } from "#contract/guardians/family.ts"
import type { Order } from "#contract/payments/order.ts"
import type { Recording } from "#contract/recordings/recordings.ts"
import { explainStanding, monthRuleTexts } from "#features/attendance/web/month-rule.texts.ts"
import { VerdictBadge } from "#features/attendance/web/verdict-badge.card.tsx"
import { languageOfText } from "#features/notifications/web/shown-notice.ts"
import { orderPath } from "#features/programs/paths.ts"
import { PlayLink } from "#features/recordings/web/recordings-to-watch.card.tsx"
import { formatPaise } from "#shared/money.ts"
import { ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { Link } from "#ui/link.tsx"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { useSaidDate, useSaidStart, useSaidTime } from "#ui/said-time.ts"
import type { ToldMembership } from "../orders/order.load.ts"
import { OrderBadge } from "../orders/order-badge.tsx"
import { titleOf } from "../orders/order-title.ts"
import { familyTexts } from "./family.texts.ts"
import type { FamilyChild } from "./family-names.ts"

interface PartProps {
  title: string
  /** Where the rest is. */
  to: string
  /** Said instead of a list without entries. */
  empty?: string
  /** Below everything. */
  foot?: ReactNode
  children: ReactNode[]
}

function Part({ title, to, empty, foot, children }: PartProps) {
  const text = useTexts(familyTexts)
  return (
    <Card
      title={title}
      action={
        children.length > 0 ? (
          <ButtonLink to={to} reloadDocument variant="link" aria-label={text.allOf(title)}>
            {text.all}
          </ButtonLink>
        ) : null
      }
    >
      {children.length > 0 ? (
        <ul className="grid gap-4">{children}</ul>
      ) : (
        <p className="text-sm text-ink-muted">{empty}</p>
      )}
      {foot ? <div className="mt-4">{foot}</div> : null}
    </Card>
  )
}

interface AttendanceProps {
  rows: Family["attendance"]
  childrenOf: readonly FamilyChild[]
}

/** Who was there, and what follows for the month. */
export function FamilyAttendance({ rows, childrenOf }: AttendanceProps) {
  const text = useTexts(familyTexts)
  const rule = useTexts(monthRuleTexts)
  const saidStart = useSaidStart()
  const shown = rows.flatMap((row) => {
    const child = childrenOf.find(({ student_id }) => student_id === row.student_id)
    return child && row.latest.length > 0 ? [{ ...row, child }] : []
  })
  return (
    <Part
      title={childrenOf.length > 1 ? text.wereThere : text.wasThere}
      to="/guardian-dashboard?tab=attendance"
      empty={text.noAttendance}
    >
      {shown.map(({ child, month, latest }) => (
        <li key={child.student_id} data-month-state={month.state} className="grid gap-2.5">
          <p className="text-[0.9375rem]">{explainStanding(month, rule, child.first_name)}</p>
          <ul className="grid gap-2 text-sm">
            {latest.map((one) => (
              <li key={one.class_id} className="flex items-center justify-between gap-x-3">
                <span className="min-w-0">
                  <span className="font-semibold wrap-anywhere">{one.title}</span>
                  <span className="block text-ink-muted">
                    {saidStart(one)}
                    {one.present_minutes ? ` · ${text.minutes(one.present_minutes)}` : null}
                  </span>
                </span>
                <VerdictBadge line={one} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </Part>
  )
}

/** On which days children are picked up for their classes. */
export function FamilyPickups({ pickups }: { pickups: readonly ToldMembership[] }) {
  const text = useTexts(familyTexts)
  if (pickups.length === 0) return null
  return (
    <Part title={text.pickups} to="/orders">
      {pickups.map(({ course, student, pickup }) => (
        <li key={`${course.id} ${student.id}`} className="grid gap-0.5 text-sm">
          <span className="font-semibold wrap-anywhere">
            {student.first_name} · {course.title}
          </span>
          <span className="text-ink-muted">{pickup}</span>
        </li>
      ))}
    </Part>
  )
}

export function FamilyPayments({ orders, zone }: { orders: readonly Order[]; zone: string }) {
  const text = useTexts(familyTexts)
  const language = useLanguage()
  const said = useSaidTime(zone)
  if (orders.length === 0) return null
  return (
    <Part title={text.payments} to="/orders">
      {orders.map(({ order_number, course, student, price, state, refunds, created_at }) => (
        <li key={order_number} className="grid gap-1 text-sm">
          <span className="flex flex-wrap items-baseline justify-between gap-x-3">
            <Link
              to={orderPath(order_number)}
              reloadDocument
              className="font-semibold underline-offset-4 hover:underline"
            >
              {titleOf(language, { course, price })}
            </Link>
            <span className="font-semibold tabular-nums">{formatPaise(price.total_paise)}</span>
          </span>
          <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-ink-muted">
            {[student?.first_name ?? "", said(new Date(created_at))].filter(Boolean).join(" · ")}
            <OrderBadge order={{ state, refunds }} />
          </span>
        </li>
      ))}
    </Part>
  )
}

export function FamilyRecordings({ recordings }: { recordings: readonly Recording[] }) {
  const text = useTexts(familyTexts)
  const said = useSaidDate()
  return (
    <Part title={text.recordings} to="/guardian-dashboard?tab=recordings" empty={text.noRecordings}>
      {recordings.map(({ id, title, scheduled_date }) => (
        <li key={id} className="flex items-center justify-between gap-3 text-sm">
          <span className="min-w-0">
            <span className="font-semibold wrap-anywhere">{title}</span>
            <span className="block text-ink-muted">{said(scheduled_date)}</span>
          </span>
          <PlayLink id={id} title={title} variant="secondary" />
        </li>
      ))}
    </Part>
  )
}

export function FamilyMessages({ messages, zone }: { messages: Family["messages"]; zone: string }) {
  const text = useTexts(familyTexts)
  const said = useSaidTime(zone)
  return (
    <Part
      title={text.messages}
      to="/guardian-dashboard?tab=notices"
      empty={text.noMessages}
      foot={
        <ButtonLink to="/account/notifications" reloadDocument variant="link">
          {text.howTold}
        </ButtonLink>
      }
    >
      {messages.map((one) => (
        <li key={one.id} className="grid gap-0.5 text-sm">
          <span className="text-ink-muted">{said(one.at)}</span>
          <span className="line-clamp-3 wrap-anywhere" lang={languageOfText(one.text)}>
            {one.text}
          </span>
        </li>
      ))}
    </Part>
  )
}
