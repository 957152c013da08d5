import type { SubmissionResult } from "@conform-to/react"
import { data, Form, useNavigation } from "react-router"
import { z } from "zod"
import { Id } from "#contract/base.ts"
import { DECLINE_REASONS } from "#contract/payments/order.ts"
import { type Settled, type StaffClaim, Utr } from "#contract/upi.ts"
import { AdminPage, adminMeta, officeRequest, pressed } from "#features/admin/web/admin-page.tsx"
import { readAmount } from "#features/payments/upi/statement.ts"
import { topicOfChanges } from "#shared/changes.ts"
import { formatPaise } from "#shared/money.ts"
import { redirectWithToast, serveForm } from "#ui/api.ts"
import { Badge } from "#ui/components/badge.tsx"
import { Button, ButtonLink } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { Disclosure } from "#ui/components/disclosure.tsx"
import { EmptyState } from "#ui/components/empty-state.tsx"
import { Summary } from "#ui/components/summary.tsx"
import { DataTable } from "#ui/components/table.tsx"
import { Field, SelectInput, TextInput } from "#ui/forms/field.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { inputProps } from "#ui/forms/form-props.ts"
import { type FieldMetadata, useForm } from "#ui/forms/use-form.ts"
import { languageOf } from "#ui/language.ts"
import { Link } from "#ui/link.tsx"
import { useLiveTopics } from "#ui/live/live.ts"
import { useTexts } from "#ui/messages/use-messages.ts"
import { useSaidTime } from "#ui/said-time.ts"
import { deskOrderPath } from "../order-desk/paths.ts"
import type { Route } from "./+types/upi.page.ts"
import type { UpiAdminText } from "./upi-admin.text.ts"
import { upiAdminTexts } from "./upi-admin.texts.ts"

export const handle = { translated: true }

export function meta({ matches }: Route.MetaArgs) {
  return adminMeta(matches, upiAdminTexts[languageOf(matches)].title)
}

const HERE = "/admin/upi"

export async function loader(args: Route.LoaderArgs) {
  const page = officeRequest(args)
  const { waiting, decided, upi_id } = await page.api.upi.claims()
  return { waiting, decided, upi_id, zone: page.zone }
}

const WRONG_AMOUNT = "Give an amount in rupees, such as 8,999.00"

/** An amount as people and banks write it, in paise. */
const Rupees = z.string(WRONG_AMOUNT).transform((typed, check) => {
  const paise = readAmount(typed) ?? 0
  if (paise < 1) check.addIssue({ code: "custom", message: WRONG_AMOUNT })
  return paise
})

const Approval = z.object({ claim_id: Id, amount: Rupees, again: Rupees.optional() })
const Decline = z.object({ claim_id: Id, reason: z.enum(DECLINE_REASONS, "Choose a reason") })
const Transfer = z.object({
  order_number: z.string("Enter the order's number").trim().toUpperCase().max(40),
  utr: Utr,
  amount: Rupees,
  again: Rupees.optional(),
})

export async function action(args: Route.ActionArgs) {
  const page = officeRequest(args)
  const text = upiAdminTexts[page.language]
  const intent = await pressed(args.request)
  const claim_id = String((await args.request.clone().formData()).get("claim_id") ?? "")
  const reply = await serve(args, intent, text)
  return reply instanceof Response ? reply : data({ ...reply.data, intent, claim_id }, reply.init ?? {})
}

function serve(args: Route.ActionArgs, intent: string, text: UpiAdminText) {
  if (intent === "approve")
    return serveForm(args, Approval, async ({ claim_id, amount, again }, { api }) =>
      tellSettled(await api.upi.approve({ claim_id, amount_paise: amount, again_paise: again }), text),
    )
  if (intent === "decline")
    return serveForm(args, Decline, async (input, { api }) => {
      await api.upi.decline(input)
      return redirectWithToast(HERE, { tone: "info", title: text.declined, description: text.declinedText })
    })
  return serveForm(args, Transfer, async ({ amount, again, ...transfer }, { api }) =>
    tellSettled(await api.upi.record({ ...transfer, amount_paise: amount, again_paise: again }), text),
  )
}

function tellSettled({ order_number, reason }: Settled, text: UpiAdminText) {
  return redirectWithToast(
    HERE,
    reason
      ? { tone: "info", title: text.owed, description: text.owedBecause[reason] }
      : { tone: "success", title: text.approved, description: text.approvedText(order_number) },
  )
}

/** Where the office checks what families paid to the academy's UPI id. */
export default function UpiPage({ loaderData, actionData }: Route.ComponentProps) {
  const text = useTexts(upiAdminTexts)
  const { waiting, decided, upi_id, zone } = loaderData
  useLiveTopics(topicOfChanges(["upi.claimed"], ["*"]))
  const resultOf = (intent: string, claimId = "") =>
    actionData?.intent === intent && actionData.claim_id === claimId ? actionData.form : null
  return (
    <AdminPage
      title={text.title}
      description={upi_id ? `${text.description} ${text.paidTo(upi_id)}` : text.description}
      flash={actionData?.toast}
      actions={
        upi_id || waiting.length > 0 ? (
          <ButtonLink to={`${HERE}/statement`} variant={waiting.length > 0 ? "primary" : "secondary"}>
            {text.import}
          </ButtonLink>
        ) : null
      }
    >
      {upi_id ? null : (
        <EmptyState
          illustration="no-requests"
          title={text.off}
          text={text.offText}
          action={<ButtonLink to="/admin/settings#payments">{text.addId}</ButtonLink>}
        />
      )}
      {waiting.length > 0 ? (
        <section aria-labelledby="waiting" className="grid gap-4">
          <h2 id="waiting" className="text-heading">
            {text.waitingCount(waiting.length)}
          </h2>
          <p className="max-w-prose text-ink-muted">{text.otherAmount}</p>
          <ul className="grid gap-4">
            {waiting.map((claim) => (
              <ClaimCard
                key={claim.id}
                claim={claim}
                zone={zone}
                approval={resultOf("approve", claim.id)}
                decline={resultOf("decline", claim.id)}
              />
            ))}
          </ul>
        </section>
      ) : upi_id ? (
        <EmptyState illustration="no-requests" title={text.nothing} text={text.nothingText} />
      ) : null}
      {upi_id || decided.length > 0 ? <RecordCard lastResult={resultOf("record")} /> : null}
      {decided.length > 0 ? <Decided claims={decided} zone={zone} /> : null}
    </AdminPage>
  )
}

type ClaimCardProps = {
  claim: StaffClaim
  zone: string
  approval: SubmissionResult | null
  decline: SubmissionResult | null
}

function ClaimCard({ claim, zone, approval, decline }: ClaimCardProps) {
  const text = useTexts(upiAdminTexts)
  const said = useSaidTime(zone)
  const busy = useNavigation().formData
  const isBusy = (intent: string) => busy?.get("intent") === intent && busy.get("claim_id") === claim.id
  const [form, fields] = useForm<{ amount: string; again: string }>({
    id: `approve-${claim.id}`,
    lastResult: approval,
    defaultValue: { amount: (claim.total_paise / 100).toFixed(2) },
  })
  const [refusal, refusalFields] = useForm<{ reason: string }>({
    id: `decline-${claim.id}`,
    lastResult: decline,
  })
  return (
    <Card
      as="li"
      level={3}
      title={claim.payer ?? text.deletedPayer}
      description={[claim.course, claim.student ? text.forStudent(claim.student) : null]
        .filter(Boolean)
        .join(" · ")}
      action={<span className="text-xl font-semibold tabular-nums">{formatPaise(claim.total_paise)}</span>}
      data-claim={claim.utr}
    >
      <div className="grid gap-5">
        <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-3">
          <Fact name={text.utr} value={<span className="tabular-nums select-all">{claim.utr}</span>} />
          <Fact name={text.order} value={claim.order_number} />
          <Fact name={text.told} value={said(new Date(claim.claimed_at))} />
        </dl>
        <Form method="post" id={form.id} className="grid gap-4 sm:flex sm:items-start" noValidate>
          <input type="hidden" name="claim_id" value={claim.id} />
          <Field label={text.arrived} field={fields.amount} hint={text.arrivedHint} className="sm:w-64">
            <TextInput {...inputProps(fields.amount)} inputMode="decimal" autoComplete="off" required />
          </Field>
          {isAskedAgain(approval) ? <AgainField field={fields.again} className="sm:w-64" /> : null}
          <Button
            type="submit"
            name="intent"
            value="approve"
            busy={isBusy("approve")}
            busyLabel={text.approving}
            className="sm:mt-6.5"
          >
            {text.approve}
          </Button>
        </Form>
        <Disclosure opens={Boolean(decline?.error)}>
          <Summary>{text.decline}</Summary>
          <Form method="post" id={refusal.id} className="grid gap-4 pt-3 sm:flex sm:items-start" noValidate>
            <input type="hidden" name="claim_id" value={claim.id} />
            <Field
              label={text.reason}
              field={refusalFields.reason}
              hint={text.reasonHint}
              className="sm:w-96"
            >
              <SelectInput
                name="reason"
                placeholder={text.chooseReason}
                options={Object.entries(text.reasons).map(([value, label]) => ({ value, label }))}
              />
            </Field>
            <Button
              type="submit"
              name="intent"
              value="decline"
              variant="secondary"
              busy={isBusy("decline")}
              busyLabel={text.declining}
              className="sm:mt-6.5"
            >
              {text.declineThis}
            </Button>
          </Form>
        </Disclosure>
      </div>
    </Card>
  )
}

/** Whether the server found that the amount isn't the order's, or did before: with the first digit typed the error goes. */
const isAskedAgain = (last: SubmissionResult | null) =>
  Boolean(last?.error?.again || last?.initialValue?.again)

function AgainField({ field, className }: { field: FieldMetadata<string>; className?: string }) {
  const text = useTexts(upiAdminTexts)
  return (
    <Field label={text.again} field={field} className={className ?? ""}>
      <TextInput {...inputProps(field)} inputMode="decimal" autoComplete="off" required />
    </Field>
  )
}

function Fact({ name, value }: { name: string; value: React.ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-muted">{name}</dt>
      <dd className="font-semibold">{value}</dd>
    </div>
  )
}

function RecordCard({ lastResult }: { lastResult: SubmissionResult | null }) {
  const text = useTexts(upiAdminTexts)
  const busy = useNavigation().formData?.get("intent") === "record"
  const [form, fields] = useForm<{ order_number: string; utr: string; amount: string; again: string }>({
    id: "record",
    lastResult,
  })
  return (
    <Card>
      <Disclosure opens={Boolean(lastResult?.error)}>
        <Summary>{text.record}</Summary>
        <Form method="post" id={form.id} className="grid gap-4 pt-3" noValidate>
          <p className="text-ink-muted">{text.recordText}</p>
          <FormError id={form.errorId} issues={form.errors} />
          <div className="grid gap-4 sm:grid-cols-3">
            <Field label={text.orderNumber} field={fields.order_number}>
              <TextInput {...inputProps(fields.order_number)} autoComplete="off" required />
            </Field>
            <Field label={text.utr} field={fields.utr}>
              <TextInput {...inputProps(fields.utr)} inputMode="numeric" autoComplete="off" required />
            </Field>
            <Field label={text.arrived} field={fields.amount}>
              <TextInput {...inputProps(fields.amount)} inputMode="decimal" autoComplete="off" required />
            </Field>
            {isAskedAgain(lastResult) ? <AgainField field={fields.again} /> : null}
          </div>
          <Button
            type="submit"
            name="intent"
            value="record"
            variant="secondary"
            busy={busy}
            busyLabel={text.recording}
            className="justify-self-start"
          >
            {text.recordIt}
          </Button>
        </Form>
      </Disclosure>
    </Card>
  )
}

/** Where its refund is, and what was counted by mistake is taken back. */
function OrderLink({ number }: { number: string }) {
  return (
    <Link to={deskOrderPath(number)} className="whitespace-nowrap underline underline-offset-4">
      {number}
    </Link>
  )
}

const TONES = { waiting: "primary", approved: "success", declined: "danger", reversed: "neutral" } as const

function Decided({ claims, zone }: { claims: StaffClaim[]; zone: string }) {
  const text = useTexts(upiAdminTexts)
  const said = useSaidTime(zone)
  return (
    <section aria-labelledby="decided" className="grid gap-4">
      <h2 id="decided" className="text-heading">
        {text.decided}
      </h2>
      <DataTable
        caption={text.decidedCaption}
        columns={[
          { key: "payer", header: text.payer, cell: (claim) => claim.payer ?? text.deletedPayer },
          { key: "order", header: text.order, cell: (claim) => <OrderLink number={claim.order_number} /> },
          { key: "utr", header: text.utr, cell: (claim) => claim.utr },
          {
            key: "amount",
            header: text.amount,
            align: "end",
            cell: (claim) => formatPaise(claim.amount_paise ?? claim.total_paise),
          },
          { key: "when", header: text.when, cell: (claim) => said(new Date(claim.decided_at ?? 0)) },
          {
            key: "state",
            header: text.state,
            cell: (claim) => <Badge tone={TONES[claim.state]}>{text.states[claim.state]}</Badge>,
          },
        ]}
        rows={claims}
        rowKey={(claim) => claim.id}
      />
    </section>
  )
}
