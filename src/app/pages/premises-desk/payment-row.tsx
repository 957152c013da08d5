import { Form, useNavigation } from "react-router"
import type { Enquiry } from "#contract/premises/desk.ts"
import { formatPaise } from "#shared/money.ts"
import { formatDateIn } from "#shared/time.ts"
import { Button } from "#ui/components/button.tsx"
import { Disclosure } from "#ui/components/disclosure.tsx"
import { linkClass } from "#ui/components/link-class.ts"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { CorrectReturn } from "./correct-return.tsx"
import { premisesDeskTexts } from "./desk.texts.ts"
import type { LastResult } from "./last-result.ts"
import { ReturnForm } from "./return-form.tsx"

type Payment = NonNullable<Enquiry["invoice"]>["payments"][number]

interface PaymentRowProps {
  payment: Payment
  quoteId: string
  today: string
  /** Whether it can still be taken back, and what is too much be sent back: of a cancelled invoice all goes back. */
  open: boolean
  /** Of the form to note what went back, or to correct that, for whichever payment it was. */
  lastReturn: LastResult
}

/** A payment of an invoice, with what is too much of it, and the way to take back what was recorded by mistake. */
export function PaymentRow({ payment, quoteId, today, open, lastReturn }: PaymentRowProps) {
  const { invoice: text, cancel } = useTexts(premisesDeskTexts)
  const tag = LANGUAGE_TAGS[useLanguage()]
  const { payment_id, reference, received_on, amount_paise, deducted_paise, deducted_section } = payment
  const { charges_paise, excess_paise, excess_returned: returned } = payment
  const excess = formatPaise(excess_paise)
  const lastResult = lastReturn?.initialValue?.payment_id === payment_id ? lastReturn : null
  return (
    <li className="grid gap-1">
      <div className="flex justify-between gap-x-4">
        <span className="grid min-w-0">
          <span>
            {formatDateIn(tag, received_on)} ·{" "}
            <span className="wrap-anywhere">{charges_paise > 0 ? text.charges : reference}</span>
          </span>
          {deducted_paise > 0 ? (
            <span className="text-sm text-ink-muted">
              {text.taxIn(formatPaise(deducted_paise), deducted_section)}
            </span>
          ) : null}
          {excess_paise > 0 ? (
            <span className="text-sm wrap-anywhere text-ink-muted">
              {returned
                ? cancel.wentBack(excess, formatDateIn(tag, returned.returned_on), returned.reference)
                : text.excess(excess)}
            </span>
          ) : null}
        </span>
        <span className="shrink-0 font-semibold tabular-nums">
          {formatPaise(amount_paise + charges_paise)}
        </span>
      </div>
      {open && excess_paise > 0 && !returned ? (
        <div className="my-2 rounded-md bg-surface-sunken p-4">
          <ReturnForm
            intent="return-excess"
            paymentId={payment_id}
            title={cancel.back(excess)}
            {...{ quoteId, today, lastResult }}
          />
        </div>
      ) : null}
      {returned ? (
        <CorrectReturn
          key={returned.reference}
          paymentId={payment_id}
          reference={returned.reference}
          {...{ quoteId, lastResult }}
        />
      ) : null}
      {open && !returned ? <TakeBack {...{ payment, quoteId }} /> : null}
    </li>
  )
}

function TakeBack({ payment, quoteId }: Pick<PaymentRowProps, "payment" | "quoteId">) {
  const { invoice: text } = useTexts(premisesDeskTexts)
  const sent = useNavigation().formData
  const { payment_id, reference, amount_paise, deducted_paise, charges_paise, excess_paise } = payment
  const settled = amount_paise + deducted_paise + charges_paise - excess_paise
  const busy = sent?.get("intent") === "unpay" && sent.get("payment_id") === payment_id
  return (
    <Disclosure opens={false}>
      <summary
        aria-label={charges_paise > 0 ? text.mistakeInCharges : text.mistakeIn(reference)}
        className={`${linkClass} w-fit cursor-pointer text-sm`}
      >
        {text.mistake}
      </summary>
      <Form method="post" className="grid gap-3 pt-2 pb-3">
        <p className="text-sm text-ink-muted">
          {charges_paise > 0
            ? text.mistakeTextCharges(formatPaise(settled))
            : text.mistakeText(
                settled > 0 ? formatPaise(settled) : null,
                excess_paise > 0 ? formatPaise(excess_paise) : null,
              )}
        </p>
        <input type="hidden" name="quote_id" value={quoteId} />
        <input type="hidden" name="payment_id" value={payment_id} />
        <div>
          <Button
            type="submit"
            name="intent"
            value="unpay"
            variant="danger"
            size="sm"
            busy={busy}
            busyLabel={text.saving}
          >
            {charges_paise > 0 ? text.takeBackCharges : text.takeBack}
          </Button>
        </div>
      </Form>
    </Disclosure>
  )
}
