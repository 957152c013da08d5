import CalendarClock from "lucide-react/icons/calendar-clock"
import CalendarX from "lucide-react/icons/calendar-x"
import CircleCheck from "lucide-react/icons/circle-check"
import IndianRupee from "lucide-react/icons/indian-rupee"
import ShieldCheck from "lucide-react/icons/shield-check"
import UserX from "lucide-react/icons/user-x"
import type { ProvableAbsence } from "#contract/attendance/medical-proofs.ts"
import type { MyDemoRequest } from "#contract/classes/demo-requests.ts"
import type { Family } from "#contract/guardians/family.ts"
import type { FamilyNeeds as Sales } from "#contract/payments/family-needs.ts"
import type { Order } from "#contract/payments/order.ts"
import { proofTexts } from "#features/attendance/web/proofs/proof.texts.ts"
import { ProofForm } from "#features/attendance/web/proofs/proof-form.card.tsx"
import { isOpen } from "#features/classes/rules.ts"
import { checkoutPath, orderPath } from "#features/programs/paths.ts"
import { formatPaise } from "#shared/money.ts"
import type { ActionReply } from "#ui/api.ts"
import { ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { useSaidStart, useSaidTime, useWritten } from "#ui/said-time.ts"
import { titleOf } from "../orders/order-title.ts"
import { familyTexts } from "./family.texts.ts"
import { DeclinedDemo, findDeclined, nameIn } from "./family-demos.tsx"
import { allNames, type FamilyChild, namesOf } from "./family-names.ts"
import { Need } from "./family-need.tsx"

interface NeedsProps {
  family: Pick<Family, "absences" | "proofs" | "moved" | "timetable">
  childrenOf: readonly FamilyChild[]
  due: readonly Order[]
  /** What children ask for. */
  asks: Sales["asks"]
  /** What was requested for children, and declined. */
  requests: readonly MyDemoRequest[]
  /** Memberships that end soon or have ended. */
  ending: Sales["memberships"]
  zone: string
  now: Date
  /** What was wrong with a form of this page. */
  reply: ActionReply | undefined
}

/** What is out of the ordinary, each with what to do about it: absences first, then money, consent and changes. */
export function FamilyNeeds({
  family,
  childrenOf,
  due,
  asks,
  requests,
  ending,
  zone,
  now,
  reply,
}: NeedsProps) {
  const text = useTexts(familyTexts)
  const language = useLanguage()
  const saidStart = useSaidStart()
  const said = useSaidTime(zone)
  const written = useWritten()
  const unconsented = childrenOf.filter(
    ({ under_18, consents, rights }) =>
      under_18 &&
      rights.includes("consent") &&
      !consents.find(({ purpose }) => purpose === "live_classes")?.given,
  )
  const unknown = childrenOf.filter(
    ({ consents, rights }) => rights.includes("consent") && consents.some((one) => one.waits_for_guardian),
  )
  const cancelled = family.timetable.filter((one) => one.status === "cancelled" && one.ends_at > now)
  const moved = family.moved.filter((one) => isOpen(one, now))
  const rows = [
    ...family.absences.map((one) => (
      <Need
        key={`absent ${one.token} ${one.student_id}`}
        icon={<UserX size={20} aria-hidden />}
        what={text.absent(one.first_name, one.title)}
        note={saidStart(one)}
        action={
          <ButtonLink to={`/a/${one.token}`} reloadDocument>
            {text.tellWhy}
          </ButtonLink>
        }
      />
    )),
    ...family.proofs.map((one) => (
      <ProofNeed key={`proof ${one.class_id} ${one.student_id}`} one={one} reply={reply} />
    )),
    ...due.map((order) => (
      <Need
        key={`due ${order.order_number}`}
        icon={<IndianRupee size={20} aria-hidden />}
        what={text.due(formatPaise(order.price.total_paise), titleOf(language, order))}
        note={[
          order.student && childrenOf.length > 1 ? order.student.first_name : "",
          text.dueUntil(said(new Date(order.hold_until), "within")),
        ]
          .filter(Boolean)
          .join(" · ")}
        action={
          <ButtonLink to={orderPath(order.order_number)} reloadDocument>
            {text.pay}
          </ButtonLink>
        }
      />
    )),
    ...ending.map(({ course, student, valid_until, ended }) => (
      <Need
        key={`ends ${course.id} ${student.id}`}
        icon={<CalendarClock size={20} aria-hidden />}
        what={text.membership(student.first_name, course.title)}
        note={text[ended ? "ended" : "ends"](written.date(valid_until))}
        action={
          <ButtonLink
            to={`${checkoutPath(course.slug)}?${new URLSearchParams({ student_id: student.id })}`}
            reloadDocument
          >
            {text.renew}
          </ButtonLink>
        }
      />
    )),
    ...asks.map(({ id, course, student, href, asked_at }) => (
      <Need
        key={`ask ${id}`}
        icon={<IndianRupee size={20} aria-hidden />}
        what={text.asks(student.first_name, course.title)}
        note={said(new Date(asked_at))}
        action={
          <ButtonLink to={href} reloadDocument variant="secondary">
            {text.seePrice}
          </ButtonLink>
        }
      />
    )),
    ...findDeclined(requests, now).map((request) => (
      <DeclinedDemo key={`declined ${request.id}`} request={request} name={nameIn(childrenOf, request)} />
    )),
    ...unconsented.map((child) => (
      <Need
        key={`consent ${child.student_id}`}
        icon={<ShieldCheck size={20} aria-hidden />}
        what={text.consent(child.first_name)}
        note={text.consentText}
        action={
          <ButtonLink
            to={`/guardian-dashboard?child=${child.student_id}&tab=consent`}
            reloadDocument
            variant="secondary"
          >
            {text.decide}
          </ButtonLink>
        }
      />
    )),
    ...cancelled.map((one) => (
      <Need
        key={`cancelled ${one.class_id}`}
        icon={<CalendarX size={20} aria-hidden />}
        what={text.cancelled(one.title)}
        note={[namesOf(childrenOf, one.student_ids), saidStart(one)].filter(Boolean).join(" · ")}
      />
    )),
    ...moved.map((one) => (
      <Need
        key={`moved ${one.class_id}`}
        icon={<CalendarClock size={20} aria-hidden />}
        what={text.moved(one.title, saidStart(one))}
        note={namesOf(childrenOf, one.student_ids)}
      />
    )),
    ...(unknown.length > 0
      ? [
          <Need
            key="unknown"
            icon={<ShieldCheck size={20} aria-hidden />}
            what={text.unknown}
            note={text.unknownText(allNames(unknown))}
          />,
        ]
      : []),
  ]
  if (rows.length === 0) {
    return (
      <Card aria-label={text.needs} className="flex items-center gap-3" data-needs>
        <CircleCheck size={22} aria-hidden className="shrink-0 text-success" />
        <p className="font-semibold">{text.needsNothing}</p>
      </Card>
    )
  }
  return (
    <Card flush title={text.needs} className="border-warning/40" data-needs>
      <ul className="border-t border-line">{rows}</ul>
    </Card>
  )
}

/** An absence for which a proof may be sent, or was: what became of it, and the form. */
function ProofNeed({ one, reply }: { one: ProvableAbsence; reply: ActionReply | undefined }) {
  const text = useTexts(familyTexts)
  const proofText = useTexts(proofTexts)
  const saidStart = useSaidStart()
  const { class_id, student_id, proof, open_until } = one
  const sent = reply?.form?.initialValue
  const own = sent?.class_id === class_id && sent.student_id === student_id ? reply : undefined
  const problem = own?.form?.error?.file?.[0] ?? own?.toast?.description
  return (
    <Need
      icon={<UserX size={20} aria-hidden />}
      what={text.absent(one.first_name, one.title)}
      note={[saidStart(one), proof ? proofText.state(proof) : ""].filter(Boolean).join(" · ")}
      action={
        open_until ? <ProofForm fields={{ class_id, student_id }} proof={proof} error={problem} /> : null
      }
    />
  )
}
