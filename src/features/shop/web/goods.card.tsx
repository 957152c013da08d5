import type { SubmissionResult } from "@conform-to/react"
import { Form } from "react-router"
import { RETURN_REASONS } from "#contract/shop/codes.ts"
import type { GoodsOrder, GoodsReturn } from "#contract/shop/goods.ts"
import { formatPaise } from "#shared/money.ts"
import { formatDateIn } from "#shared/time.ts"
import { Badge } from "#ui/components/badge.tsx"
import { Button } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { Disclosure } from "#ui/components/disclosure.tsx"
import { Illustration } from "#ui/components/illustration.tsx"
import { Summary } from "#ui/components/summary.tsx"
import { cx } from "#ui/cx.ts"
import { Field, SelectInput, TextArea } from "#ui/forms/field.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { textAreaProps } from "#ui/forms/form-props.ts"
import { useForm } from "#ui/forms/use-form.ts"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { STEPS } from "../stages.ts"
import { shopTexts } from "./shop.texts.ts"

/** How far an order of goods is, by when it comes, and what is in it. */
export function GoodsCard({ goods, isPaid }: { goods: GoodsOrder; isPaid: boolean }) {
  const text = useTexts(shopTexts)
  const language = useLanguage()
  const promised = formatDateIn(LANGUAGE_TAGS[language], goods.promised_on)
  const isOpen = goods.stage !== "released"
  const isThere = goods.stage === "delivered" || goods.stage === "collected"
  return (
    <Card
      title={text.goods}
      action={
        <Badge tone={isThere ? "success" : isOpen ? "primary" : "neutral"}>{text.stages[goods.stage]}</Badge>
      }
    >
      <div className="grid gap-5">
        {isPaid && isOpen ? <Progress goods={goods} /> : null}
        {isOpen && !isThere ? (
          <p className="text-lg font-semibold">
            {goods.way === "delivery" ? text.promisedDelivery(promised) : text.promisedPickup(promised)}
          </p>
        ) : null}
        <p className="wrap-anywhere whitespace-pre-line text-ink-muted">
          {goods.way === "pickup"
            ? text.at(goods.name ?? "", goods.centre ?? "")
            : text.to(goods.name ?? "", goods.address ?? "", goods.pin ?? "")}
          {goods.carrier ? `\n${text.sentWith(goods.carrier)}` : ""}
        </p>
        <ul className="grid gap-4">
          {goods.lines.map((line) => (
            <li key={line.id} className="grid grid-cols-[4.5rem_minmax(0,1fr)] items-center gap-4">
              <Illustration
                src={line.image}
                width={640}
                height={400}
                className="aspect-[8/5] h-auto w-full rounded-md bg-surface-sunken object-cover"
              />
              <div className="grid gap-0.5">
                <p className="font-semibold">
                  {line.size ? `${line.title[language]} (${line.size})` : line.title[language]} ×{" "}
                  {line.quantity}
                </p>
                {line.student ? (
                  <p className="text-sm text-ink-muted">{text.forChild(line.student.first_name)}</p>
                ) : null}
                {line.returns.map((one) => (
                  <ReturnLine key={one.id} one={one} />
                ))}
              </div>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  )
}

/** The steps of its way, with those that are done. */
function Progress({ goods: { way, stage } }: { goods: GoodsOrder }) {
  const text = useTexts(shopTexts)
  const steps = STEPS[way]
  const at = steps.indexOf(stage)
  return (
    <ol aria-label={text.stepsLabel} className="grid grid-cols-4 gap-2">
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === at ? "step" : undefined}
          className={cx("grid gap-1.5 text-sm", index <= at ? "font-semibold" : "text-ink-muted")}
        >
          <span
            aria-hidden
            className={cx("h-1.5 rounded-full", index <= at ? "bg-primary" : "bg-line-strong/50")}
          />
          {text.steps[step as keyof typeof text.steps]}
        </li>
      ))}
    </ol>
  )
}

function ReturnLine({ one }: { one: GoodsReturn }) {
  const text = useTexts(shopTexts)
  const refund =
    one.refund_paise === null
      ? ""
      : one.refund_paise > 0
        ? text.refunded(formatPaise(one.refund_paise))
        : text.refundedBefore
  return (
    <p className="text-sm">
      <span className="font-semibold">{text.returnOf(`${one.quantity}`)}</span> ·{" "}
      {text.returnStates[one.state]}
      {one.answer ? ` · ${one.answer}` : ""}
      {refund ? ` · ${refund}` : ""}
    </p>
  )
}

type ReturnProps = {
  goods: GoodsOrder
  /** One form's own, so that sending it twice is one return. */
  returnId: string
  lastResult: SubmissionResult | null | undefined
}

/** Asks to give something back, or says why that can't be asked for. */
export function ReturnCard({ goods, returnId, lastResult }: ReturnProps) {
  const text = useTexts(shopTexts)
  const language = useLanguage()
  const [form, fields] = useForm<Record<"line_id" | "quantity" | "reason" | "note", string>>({
    id: "return",
    lastResult,
  })
  const open = goods.lines.filter(({ returnable }) => returnable > 0)
  const [why] = goods.lines.flatMap(({ why_not }) => why_not ?? [])
  if (open.length === 0) {
    if (!why || why === "not-handed-over") return null
    return (
      <Card title={text.returns}>
        <p className="text-ink-muted">{text.whyNot[why]}</p>
      </Card>
    )
  }
  const most = Math.max(...open.map(({ returnable }) => returnable))
  return (
    <Card title={text.returns}>
      <div className="grid gap-3">
        {goods.return_until ? (
          <p>{text.returnUntil(formatDateIn(LANGUAGE_TAGS[language], goods.return_until))}</p>
        ) : null}
        <Disclosure opens={Boolean(lastResult?.error)}>
          <Summary>{text.askReturn}</Summary>
          <Form method="post" id={form.id} className="grid gap-5 pt-4">
            <FormError id={form.errorId} issues={form.errors} />
            <input type="hidden" name="return_id" value={returnId} />
            <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_7rem]">
              <Field label={text.returnWhat} field={fields.line_id}>
                <SelectInput
                  name="line_id"
                  required
                  defaultValue={fields.line_id.initialValue ?? open[0]?.id}
                  options={open.map(({ id, title, size, student }) => ({
                    value: id,
                    label: [
                      size ? `${title[language]} (${size})` : title[language],
                      student ? text.forChild(student.first_name) : "",
                    ]
                      .filter(Boolean)
                      .join(" · "),
                  }))}
                />
              </Field>
              <Field label={text.returnHowMany} field={fields.quantity}>
                <SelectInput
                  name="quantity"
                  defaultValue={fields.quantity.initialValue ?? "1"}
                  options={Array.from({ length: most }, (_, at) => `${at + 1}`)}
                />
              </Field>
            </div>
            <Field label={text.reason} field={fields.reason}>
              <SelectInput
                name="reason"
                required
                placeholder={text.chooseReason}
                defaultValue={fields.reason.initialValue ?? ""}
                options={RETURN_REASONS.map((value) => ({ value, label: text.reasons[value] }))}
              />
            </Field>
            <Field label={text.note} field={fields.note} optional>
              <TextArea {...textAreaProps(fields.note)} rows={3} maxLength={500} />
            </Field>
            <Button
              type="submit"
              variant="secondary"
              busyLabel={text.sendingReturn}
              className="sm:justify-self-start"
            >
              {text.sendReturn}
            </Button>
          </Form>
        </Disclosure>
      </div>
    </Card>
  )
}
