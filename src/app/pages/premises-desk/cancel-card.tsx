import { Form, useNavigation } from "react-router"
import type { Enquiry } from "#contract/premises/desk.ts"
import { formatPaise } from "#shared/money.ts"
import { formatDateIn } from "#shared/time.ts"
import { Button } from "#ui/components/button.tsx"
import { Card } from "#ui/components/card.tsx"
import { linkClass } from "#ui/components/link-class.ts"
import { Field, TextArea } from "#ui/forms/field.tsx"
import { FormError } from "#ui/forms/form-error.tsx"
import { textAreaProps } from "#ui/forms/form-props.ts"
import { useForm } from "#ui/forms/use-form.ts"
import { LANGUAGE_TAGS } from "#ui/language.ts"
import { Link } from "#ui/link.tsx"
import { useLanguage, useTexts } from "#ui/messages/use-messages.ts"
import { CorrectReturn } from "./correct-return.tsx"
import { premisesDeskTexts } from "./desk.texts.ts"
import type { LastResult } from "./last-result.ts"
import { ReturnForm } from "./return-form.tsx"

type Invoice = NonNullable<Enquiry["invoice"]>

interface CancelCardProps {
  invoice: Invoice
  quoteId: string
  today: string
  /** Of the form to cancel, and of the one to note what went back, or to correct that. */
  lastResults: { cancel: LastResult; returned: LastResult }
}

/** How an invoice was cancelled and what goes back, who asked for it, or the form to cancel it. */
export function CancelCard({ invoice, quoteId, today, lastResults }: CancelCardProps) {
  const { cancel: text } = useTexts(premisesDeskTexts)
  const { cancelled, asked } = invoice
  if (cancelled) return <Cancelled {...{ cancelled, quoteId, today }} lastResult={lastResults.returned} />
  return (
    <Card title={text.title} description={text.hint}>
      {asked ? (
        <Decision {...{ asked, quoteId }} paid={invoice.kept_paise} />
      ) : (
        <CancelForm quoteId={quoteId} paid={invoice.kept_paise} lastResult={lastResults.cancel} />
      )}
    </Card>
  )
}

type CancelFormProps = { quoteId: string; paid: number; lastResult: LastResult }

function CancelForm({ quoteId, paid, lastResult }: CancelFormProps) {
  const { cancel: text } = useTexts(premisesDeskTexts)
  const busy = useNavigation().formData?.get("intent") === "cancel"
  const [form, fields] = useForm<Record<"reason", string>>({ id: "cancel", lastResult })
  return (
    <Form method="post" id={form.id} className="grid gap-4" noValidate>
      <FormError id={form.errorId} issues={form.errors} />
      <input type="hidden" name="quote_id" value={quoteId} />
      {paid > 0 ? <p className="font-semibold">{text.wouldGoBack(formatPaise(paid))}</p> : null}
      <Field label={text.reason} field={fields.reason} hint={text.reasonHint}>
        <TextArea {...textAreaProps(fields.reason)} required rows={2} maxLength={300} />
      </Field>
      <Button
        type="submit"
        name="intent"
        value="cancel"
        variant="danger"
        busy={busy}
        busyLabel={text.cancelling}
        className="sm:justify-self-start"
      >
        {text.cancel}
      </Button>
    </Form>
  )
}

type DecisionProps = { asked: NonNullable<Invoice["asked"]>; quoteId: string; paid: number }

function Decision({ asked, quoteId, paid }: DecisionProps) {
  const { cancel: text } = useTexts(premisesDeskTexts)
  const busy = useNavigation().formData?.get("intent")
  return (
    <Form method="post" className="grid gap-4">
      <div className="grid gap-1">
        <p>{text.askedBy(asked.asked_by ?? text.somebody)}</p>
        <p className="wrap-anywhere">{text.because(asked.reason)}</p>
        <p className="font-semibold">{text.wouldGoBack(formatPaise(paid))}</p>
      </div>
      <input type="hidden" name="quote_id" value={quoteId} />
      {asked.is_own ? (
        <p>
          {asked.colleagues > 0 ? (
            text.waitsForOther
          ) : (
            <>
              {text.nobody}{" "}
              <Link to="/admin/people" className={linkClass}>
                {text.people}
              </Link>
              {" · "}
              <Link to="/admin/settings#payments" className={linkClass}>
                {text.limit}
              </Link>
            </>
          )}
        </p>
      ) : null}
      <div className="flex flex-wrap gap-3">
        {asked.is_own ? null : (
          <Button
            type="submit"
            name="intent"
            value="approve-cancel"
            variant="danger"
            busy={busy === "approve-cancel"}
            busyLabel={text.cancelling}
          >
            {text.approve}
          </Button>
        )}
        <Button type="submit" name="intent" value="keep" variant="secondary" busy={busy === "keep"}>
          {asked.is_own ? text.withdraw : text.keep}
        </Button>
      </div>
    </Form>
  )
}

type CancelledProps = {
  cancelled: NonNullable<Invoice["cancelled"]>
  quoteId: string
  today: string
  lastResult: LastResult
}

function Cancelled({ cancelled, quoteId, today, lastResult }: CancelledProps) {
  const { cancel: text } = useTexts(premisesDeskTexts)
  const tag = LANGUAGE_TAGS[useLanguage()]
  const { credit_note, owed_paise, returned } = cancelled
  const amount = formatPaise(owed_paise)
  return (
    <Card
      title={text.note(credit_note.number)}
      description={formatDateIn(tag, credit_note.issued_on)}
      action={
        <a href={`/bills/${credit_note.bill_id}`} className={linkClass}>
          {text.pdf}
        </a>
      }
    >
      {owed_paise === 0 ? <p>{text.nothingBack}</p> : null}
      {owed_paise > 0 && !returned ? (
        <ReturnForm intent="return" {...{ quoteId, today, lastResult }} title={text.back(amount)} />
      ) : null}
      {returned ? (
        <div className="grid gap-1">
          <p className="wrap-anywhere">
            {text.wentBack(amount, formatDateIn(tag, returned.returned_on), returned.reference)}
          </p>
          <CorrectReturn
            key={returned.reference}
            reference={returned.reference}
            {...{ quoteId, lastResult }}
          />
        </div>
      ) : null}
    </Card>
  )
}
