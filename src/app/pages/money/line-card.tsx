import type { SubmissionResult } from "@conform-to/react"
import type { ReactNode } from "react"
import { Form, useNavigation } from "react-router"
import type { BankLine, Payout } from "#contract/bank.ts"
import { formatPaise } from "#shared/money.ts"
import { dateInZone } from "#shared/time.ts"
import { Button } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { Disclosure } from "#ui/components/disclosure.tsx"
import { linkClass } from "#ui/components/link-class.ts"
import { Summary } from "#ui/components/summary.tsx"
import { Field, SelectInput, TextInput } from "#ui/forms/field.tsx"
import { inputProps } from "#ui/forms/form-props.ts"
import { useForm } from "#ui/forms/use-form.ts"
import { Link } from "#ui/link.tsx"
import { useTexts } from "#ui/messages/use-messages.ts"
import { useSaidDate } from "#ui/said-time.ts"
import { deskOrderPath } from "../order-desk/paths.ts"
import { settlingTexts } from "./settling.texts.ts"

interface LineCardProps {
  line: BankLine
  /** Those that no statement has had yet. */
  /** Those of its amount. */
  payouts: Payout[]
  zone: string
  resultOf: (intent: string) => SubmissionResult | null
}

/** A line of a bank's statement, why nothing explains it, and what it can be. */
export function LineCard({ line, payouts, zone, resultOf }: LineCardProps) {
  const text = useTexts(settlingTexts).bank
  const said = useSaidDate()
  return (
    <Card
      as="li"
      title={<span className="text-base break-words">{line.text ?? text.erased}</span>}
      description={said(line.day)}
      action={<span className="text-xl font-semibold tabular-nums">{formatPaise(line.amount_paise)}</span>}
      data-line={line.id}
    >
      <div className="grid gap-4">
        <p className="text-[0.9375rem]">
          {text.why[line.why]} <Hint line={line} />
        </p>
        <div className="grid gap-2">
          <ToOrder line={line} lastResult={resultOf("order")} />
          <ToSettlement line={line} payouts={payouts} zone={zone} lastResult={resultOf("settlement")} />
          <Aside line={line} lastResult={resultOf("aside")} />
        </div>
      </div>
    </Card>
  )
}

function Hint({ line: { hint, amount_paise } }: Pick<LineCardProps, "line">) {
  const text = useTexts(settlingTexts).bank
  if (!hint) return null
  const { order_number, payer, total_paise } = hint
  return (
    <>
      <Link to={deskOrderPath(order_number)} className={linkClass}>
        {payer ? text.mayBeOf(order_number, payer) : text.mayBe(order_number)}
      </Link>{" "}
      {total_paise === amount_paise ? null : text.costs(formatPaise(total_paise))}
    </>
  )
}

interface ChoiceProps {
  line: BankLine
  intent: string
  formId: string
  title: string
  button: string
  busyLabel: string
  isPrimary?: boolean
  opens: boolean
  children: ReactNode
}

/** One thing that a line can be, with its form. */
function Choice({ line, intent, formId, title, button, busyLabel, isPrimary, opens, children }: ChoiceProps) {
  const busy = useNavigation().formData
  return (
    <Disclosure opens={opens}>
      <Summary>{title}</Summary>
      <Form method="post" id={formId} className="grid gap-4 pt-2 pb-3 sm:flex sm:items-start" noValidate>
        <input type="hidden" name="line_id" value={line.id} />
        {children}
        <Button
          type="submit"
          name="intent"
          value={intent}
          variant={isPrimary ? "primary" : "secondary"}
          busy={busy?.get("intent") === intent && busy.get("line_id") === line.id}
          busyLabel={busyLabel}
          className="sm:mt-6.5"
        >
          {button}
        </Button>
      </Form>
    </Disclosure>
  )
}

type FormProps = { line: BankLine; lastResult: SubmissionResult | null }

function ToOrder({ line, lastResult }: FormProps) {
  const text = useTexts(settlingTexts).bank
  const [form, fields] = useForm<{ order_number: string }>({
    id: `order-${line.id}`,
    lastResult,
    defaultValue: { order_number: line.hint?.order_number ?? "" },
  })
  return (
    <Choice
      {...{ line, intent: "order", formId: form.id, title: text.toOrder, button: text.match }}
      {...{ busyLabel: text.matching, isPrimary: line.hint !== null }}
      opens={Boolean(lastResult?.error) || line.hint !== null}
    >
      <Field label={text.orderNumber} field={fields.order_number} hint={text.orderHint} className="sm:w-96">
        <TextInput {...inputProps(fields.order_number)} autoComplete="off" required />
      </Field>
    </Choice>
  )
}

function ToSettlement({
  line,
  lastResult,
  payouts,
  zone,
}: FormProps & Pick<LineCardProps, "payouts" | "zone">) {
  const text = useTexts(settlingTexts).bank
  const said = useSaidDate()
  const [form, fields] = useForm<{ settlement_id: string }>({ id: `settlement-${line.id}`, lastResult })
  if (payouts.length === 0) return null
  const options = payouts.map(({ id, utr, reference, net_paise, settled_at }) => ({
    value: id,
    label: text.settlementOption(
      utr ?? reference,
      formatPaise(net_paise),
      said(dateInZone(new Date(settled_at), zone)),
    ),
  }))
  return (
    <Choice
      {...{ line, intent: "settlement", formId: form.id, title: text.toSettlement }}
      {...{ button: text.matchSettlement, busyLabel: text.matching, opens: Boolean(lastResult?.error) }}
    >
      <Field label={text.settlement} field={fields.settlement_id} className="sm:w-96">
        <SelectInput name="settlement_id" placeholder={text.chooseSettlement} options={options} />
      </Field>
    </Choice>
  )
}

function Aside({ line, lastResult }: FormProps) {
  const text = useTexts(settlingTexts).bank
  const [form, fields] = useForm<{ reason: string; note: string }>({ id: `aside-${line.id}`, lastResult })
  return (
    <Choice
      {...{ line, intent: "aside", formId: form.id, title: text.toAside, button: text.putAside }}
      {...{ busyLabel: text.puttingAside, opens: Boolean(lastResult?.error) }}
    >
      <Field label={text.reason} field={fields.reason} className="sm:w-72">
        <SelectInput
          name="reason"
          placeholder={text.chooseReason}
          defaultValue={String(fields.reason.initialValue ?? "")}
          options={Object.entries(text.reasons).map(([value, label]) => ({ value, label }))}
        />
      </Field>
      <Field label={text.note} field={fields.note} hint={text.noteHint} optional className="sm:w-72">
        <TextInput {...inputProps(fields.note)} autoComplete="off" maxLength={300} />
      </Field>
    </Choice>
  )
}
